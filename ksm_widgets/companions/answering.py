"""Answers to questions about a position, and what is looked at of one, whatever the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ksm_widgets.companions.links import QueryT
from ksm_widgets.companions.position import ActT, AnyPlace, PositionT
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.telling.phrases import Tone

if TYPE_CHECKING:
    from ksm_widgets.telling.phrases import Phrase

OptionT = TypeVar("OptionT")
OptionT_co = TypeVar("OptionT_co", covariant=True)


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
class Answer(Generic[OptionT_co]):
    """The answer to a question: options, the best first, reasons for all, and what it assumes.

    An option is something that can be done, with its figures.
    """

    status: Status
    options: tuple[OptionT_co, ...]
    reasons: tuple[Phrase, ...]
    assuming: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class ShelfFound(ABC, Generic[PositionT, QueryT, OptionT, ActT]):
    """The answer to a query as a page shows it: a row for each option, or for several alike.

    A game's `Found` in `answering.py` is one, and its `ask` finds it. There may be no row at all;
    a page asks about a row only if it is there.
    """

    position: PositionT
    query: QueryT
    answer: Answer[OptionT]

    # What a game must say.

    @property
    @abstractmethod
    def headline(self) -> Phrase:
        """The finding in a sentence."""

    @abstractmethod
    def reasons(self, row: int) -> tuple[Phrase, ...]:
        """The reasons for the figures of a row."""

    @abstractmethod
    def acts(self, row: int) -> tuple[ActT, ...]:
        """The acts of a row, which can be stepped through."""

    @abstractmethod
    def places(self, row: int, step: int) -> tuple[AnyPlace, ...]:
        """The places of the next act of a row, to point them out."""

    # What a game may say.

    def after(self, row: int, step: int) -> PositionT:
        """The position after the first `step` acts of a row; the same if they show nothing new."""
        return self.position

    @property
    def tone(self) -> Tone:
        """The tone in which the finding is told."""
        return Tone.GOOD

    @property
    def first_row(self) -> int:
        """The row to look at first."""
        return 0

    @property
    def rows(self) -> tuple[OptionT, ...]:
        """The options compared, one for each row."""
        return self.answer.options

    @property
    def assuming(self) -> tuple[Phrase, ...]:
        """The assumptions behind the figures."""
        return self.answer.assuming


AnyFound = ShelfFound[Any, Any, Any, Any]
FoundT = TypeVar("FoundT", bound=AnyFound)


@dataclass(frozen=True, slots=True)
class Looked(Generic[FoundT]):
    """An answer that is looked at: one of its rows, if it has any, and how many acts are shown."""

    found: FoundT
    row: int = 0
    step: int = 0

    @property
    def acts(self) -> tuple[Any, ...]:
        """The acts of the row."""
        return self.found.acts(self.row) if self.found.rows else ()

    @property
    def position(self) -> Any:
        """The position after the acts that are shown."""
        found = self.found
        return found.after(self.row, self.step) if found.rows else found.position

    @property
    def places(self) -> tuple[AnyPlace, ...]:
        """The places of the next act."""
        return self.found.places(self.row, self.step) if self.found.rows else ()


AnyLooked = Looked[Any]
