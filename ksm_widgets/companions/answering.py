"""Answers to questions about a position, whatever the game: as plain data, and for a page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ksm_widgets.companions.companion import QuestionTextError
from ksm_widgets.companions.links import Q
from ksm_widgets.companions.position import A, P
from ksm_widgets.rules.errors import KsmError, RuleError
from ksm_widgets.telling.phrases import Reader, Tone

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from ksm_widgets.companions.companion import Answerer
    from ksm_widgets.companions.pulse import PartDone, Pulse
    from ksm_widgets.telling.phrases import Phrase

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Status(StrEnum):
    """How far an answer is proven.

    `optimal`: nothing is better. `feasible`: there may be something better. `infeasible`: there is
    none of what was asked for. `unknown`: none was found.
    """

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


class NoAnswer(RuleError):
    """A question that the position gives no answer to."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[R_co]):
    """The answer to a question: options, the best first, reasons for all, and what it assumes."""

    status: Status
    options: tuple[R_co, ...]
    reasons: tuple[Phrase, ...]
    assuming: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Answered(ABC, Generic[P, Q, R, A]):
    """The answer to a query as a page shows it, row by row, the best plan first.

    A game's `Found` in `answering.py` is one, and its `ask` finds it.
    """

    position: P
    query: Q
    answer: Answer[R]

    # What a game says.

    @abstractmethod
    def headline(self, language: str) -> Phrase:
        """The finding in a sentence."""

    @abstractmethod
    def reasons(self, row: int) -> tuple[Phrase, ...]:
        """The reasons for the figures of a row."""

    @abstractmethod
    def acts(self, row: int) -> tuple[A, ...]:
        """The acts of a row, which can be stepped through."""

    @abstractmethod
    def places(self, row: int, step: int) -> tuple[Hashable, ...]:
        """The places of the next act of a row, to point them out."""

    def after(self, row: int, step: int) -> P:
        """The position after so many acts of a row; the same one if they show nothing new."""
        return self.position

    @property
    def tone(self) -> Tone:
        """The tone in which the finding is told."""
        return Tone.GOOD

    @property
    def first_row(self) -> int:
        """The row to look at first."""
        return 0

    # What all games share.

    @property
    def rows(self) -> tuple[R, ...]:
        """The plans compared."""
        return self.answer.options

    @property
    def assuming(self) -> tuple[Phrase, ...]:
        """The assumptions behind the figures."""
        return self.answer.assuming


AnyAnswered = Answered[Any, Any, Any, Any]
F = TypeVar("F", bound=AnyAnswered)
N = TypeVar("N", bound=str)


@dataclass(frozen=True, slots=True)
class Search(Generic[P, Q]):
    """A search for the first of some questions about a position that has an answer."""

    position: P
    query: Q
    questions: tuple[str, ...]

    def result(
        self,
        find: Callable[[P, Q, Pulse, PartDone], F],
        pulse: Pulse,
        part_done: PartDone,
    ) -> F | KsmError:
        """The answer, or the reason why the first question has none; raises what `pulse` does."""
        refusals = []
        for question in self.questions:
            try:
                return find(self.position, replace(self.query, question=question), pulse, part_done)
            except KsmError as error:
                refusals.append(error)
        return refusals[0]


def questions_by(
    names: Iterable[N],
    query: Callable[[N, P, Mapping[str, object]], Q],
    ask: Callable[[P, Q], F],
    data: Callable[[F, str], dict[str, Any]],
) -> dict[str, Answerer[P]]:
    """The questions of a game for its record, by name.

    `query` reads the further keys of a question about a position, `ask` answers it, and `data`
    tells in a language what was found.
    """

    def asking(name: N) -> Answerer[P]:
        def asked(position: P, wanted: Mapping[str, object], language: str) -> dict[str, Any]:
            return data(ask(position, query(name, position, wanted)), language)

        return asked

    return {name: asking(name) for name in names}


def options_of(wanted: Mapping[str, object], **choices: Sequence[object]) -> dict[str, Any]:
    """The further keys of a question, each one of its choices; raises QuestionTextError for others.

    The first choice is the default.

    >>> options_of({"aim": "win"}, aim=["points", "win"], trusting=[True, False])
    {'aim': 'win', 'trusting': True}
    """
    for key in wanted:
        if key not in choices:
            raise QuestionTextError("shelf.unknown_key", found=key[:20], expected=[*choices])
    found = {}
    for key, allowed in choices.items():
        value = wanted.get(key, allowed[0])
        if not any(value is one or (value == one and type(value) is type(one)) for one in allowed):
            expected = [one for one in allowed if one is not None]
            raise QuestionTextError("shelf.key", name=key, expected=expected)
        found[key] = value
    return found


def _said(phrases: Iterable[Phrase], language: str) -> list[str]:
    """Phrases as sentences."""
    return [*map(Reader(language).say, phrases)]


def plan_data(
    acts: Iterable[str], value: object, why: Iterable[Phrase], language: str, **more: object
) -> dict[str, Any]:
    """A plan as plain data, with the keys that it has in every game; `more` are the game's own."""
    return {"plan": [*acts], "value": value, "why": " ".join(_said(why, language)), **more}


def answer_data(
    answer: Answer[Any],
    plans: Sequence[Mapping[str, Any]],
    language: str,
    *,
    chosen: bool = True,
    **more: object,
) -> dict[str, Any]:
    """An answer as plain data, with the keys that it has in every game; `more` are the game's own.

    `plans` are its options as plain data; its value and plan are those of the first. If none is
    `chosen`, they are only compared, in the order of their acts.
    """
    if not chosen:
        plans = sorted(plans, key=lambda one: one["plan"])
    best = plans[0] if chosen and plans else {"value": None, "plan": []}
    return {
        "status": answer.status,
        "value": best["value"],
        "plan": best["plan"],
        "plans": [*plans],
        **more,
        "reasons": _said(answer.reasons, language),
        "assuming": _said(answer.assuming, language),
    }
