"""Answers to questions about a position, whatever the game: as plain data, and for a page."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ksm_widgets.companions.companion import QuestionTextError
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from ksm_widgets.companions.links import Asked
    from ksm_widgets.telling.phrases import Phrase

P_co = TypeVar("P_co", covariant=True)
A_co = TypeVar("A_co", covariant=True)


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


class Answered(Protocol[P_co, A_co]):
    """The answer to a query as a page shows it, row by row, the best plan first.

    A game's `Found` in `answering.py` is one, and its `ask` finds it.
    """

    @property
    def position(self) -> P_co:
        """The position that was asked about."""

    @property
    def query(self) -> Asked:
        """The question."""

    @property
    def rows(self) -> Sequence[object]:
        """The plans compared."""

    @property
    def assuming(self) -> tuple[Phrase, ...]:
        """The assumptions behind the figures."""

    def reasons(self, row: int) -> tuple[Phrase, ...]:
        """The reasons for the figures of a row."""

    def acts(self, row: int) -> tuple[A_co, ...]:
        """The acts of a row, which can be stepped through."""

    def after(self, row: int, step: int) -> P_co:
        """The position after so many acts of a row."""

    def places(self, row: int, step: int) -> tuple[Hashable, ...]:
        """The places of the next act of a row, to point them out."""


AnyAnswered = Answered[Any, Any]
F = TypeVar("F", bound=AnyAnswered)


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


def said(phrases: Iterable[Phrase], language: str) -> list[str]:
    """Phrases as sentences."""
    return [*map(Reader(language).say, phrases)]


def plan_data(
    acts: Iterable[str], value: object, why: Iterable[Phrase], language: str, **more: object
) -> dict[str, Any]:
    """A plan as plain data, with the keys that it has in every game; `more` are the game's own."""
    return {"plan": [*acts], "value": value, "why": " ".join(said(why, language)), **more}


def answer_data(
    status: str,
    plans: Sequence[Mapping[str, Any]],
    *,
    assuming: Sequence[str],
    chosen: bool = True,
    **more: object,
) -> dict[str, Any]:
    """An answer as plain data, with the keys that it has in every game; `more` are the game's own.

    Its value and plan are those of the first of `plans`. If none is `chosen`, they are only
    compared, in the order of their acts.
    """
    if not chosen:
        plans = sorted(plans, key=lambda one: one["plan"])
    best = plans[0] if chosen and plans else {"value": None, "plan": []}
    return {
        "status": status,
        "value": best["value"],
        "plan": best["plan"],
        "plans": [*plans],
        **more,
        "assuming": [*assuming],
    }
