"""Questions and answers as plain data, which `ksm ask` reads and writes as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

from ksm_widgets.companions.answering import FoundT
from ksm_widgets.companions.companion import QuestionTextError
from ksm_widgets.companions.links import QueryT
from ksm_widgets.companions.position import PositionT
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ksm_widgets.companions.answering import Answer
    from ksm_widgets.companions.companion import Answerer
    from ksm_widgets.telling.phrases import Phrase

NameT = TypeVar("NameT", bound=str)


def questions_by(
    names: Iterable[NameT],
    query: Callable[[NameT, PositionT, Mapping[str, object]], QueryT],
    ask: Callable[[PositionT, QueryT], FoundT],
    data: Callable[[FoundT, str], dict[str, Any]],
) -> dict[str, Answerer[PositionT]]:
    """The questions of a game for its `Companion`, by name.

    `query` reads the further keys of a question about a position, `ask` answers it, and `data`
    tells in a language what was found.
    """

    def asking(name: NameT) -> Answerer[PositionT]:
        def asked(
            position: PositionT, wanted: Mapping[str, object], language: str
        ) -> dict[str, Any]:
            return data(ask(position, query(name, position, wanted)), language)

        return asked

    return {name: asking(name) for name in names}


def known_keys(wanted: Iterable[str], keys: Iterable[str]) -> None:
    """Raise QuestionTextError if one of the keys of a question is none of these."""
    expected = [*keys]
    for key in wanted:
        if key not in expected:
            raise QuestionTextError("shelf.unknown_key", found=key[:20], expected=expected)


def further_keys(wanted: Mapping[str, object], **choices: Sequence[object]) -> dict[str, Any]:
    """The further keys of a question, each one of its choices; raises QuestionTextError for others.

    The first choice is the default.

    >>> further_keys({"aim": "win"}, aim=["points", "win"], trusting=[True, False])
    {'aim': 'win', 'trusting': True}
    """
    known_keys(wanted, choices)
    found = {}
    for key, allowed in choices.items():
        value = wanted.get(key, allowed[0])
        if not any(value is one or (value == one and type(value) is type(one)) for one in allowed):
            expected = [_in_json(one) for one in allowed if one is not None]
            raise QuestionTextError("shelf.key", name=key, expected=expected)
        found[key] = value
    return found


def _in_json(choice: object) -> str:
    """A choice as it is written in JSON, but a text without its quotation marks."""
    return choice if isinstance(choice, str) else json.dumps(choice)


def _said(phrases: Iterable[Phrase], language: str) -> list[str]:
    """Phrases as sentences."""
    return [*map(Reader(language).say, phrases)]


def option_data(
    acts: Iterable[str], value: object, why: Iterable[Phrase], language: str, **more: object
) -> dict[str, Any]:
    """An option as plain data, with the keys that it has in every game; a game may add `more`."""
    return {"plan": [*acts], "value": value, "why": " ".join(_said(why, language)), **more}


def answer_data(
    answer: Answer[Any],
    options: Sequence[Mapping[str, Any]],
    language: str,
    *,
    chosen: bool = True,
    **more: object,
) -> dict[str, Any]:
    """An answer as plain data, with the keys that it has in every game; `more` are the game's own.

    `options` are its own as plain data; its value and plan are those of the first. If none is
    `chosen`, they are only compared, in the order of their acts.
    """
    if not chosen:
        options = sorted(options, key=lambda one: one["plan"])
    best = options[0] if chosen and options else {"value": None, "plan": []}
    return {
        "status": answer.status,
        "value": best["value"],
        "plan": best["plan"],
        "plans": [*options],
        **more,
        "reasons": _said(answer.reasons, language),
        "assuming": _said(answer.assuming, language),
    }
