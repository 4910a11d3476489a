"""A task: what is asked, what answers it, what is said to an answer; and answering one.

Nothing here knows a board, let alone the mine's: what lies before the learner is a `Table`, and
what is done there a `Seat`. The kinds of task stand in files of their own, see `kinds`; those of
the mine, with its table and seat, in `mine`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypedDict, TypeVar

from ksm_widgets.rules.arguments import expect
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.said import Said, SaidInTurn, TaskError, expect_each

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.tasks.form import Form

__all__ = [
    "MOST_STARS",
    "Answering",
    "AnyAnswering",
    "AnyTask",
    "Feedback",
    "Seat",
    "Sheet",
    "Table",
    "Task",
    "asked",
    "stars_for",
]

MOST_STARS = 3

A = TypeVar("A")
"""What a task is answered with."""


class Table(Protocol):
    """What lies before the learner, of whatever game."""

    def scene(self, reader: Reader, theme: Theme) -> Scene:
        """All of it as a picture."""

    def text(self, reader: Reader) -> str:
        """All of it as text."""

    def settled(self, reader: Reader) -> tuple[str, ...]:
        """What is settled before the answer and does not show on the board, line by line."""

    def seat(self) -> Seat:
        """A seat at the table, to look at what lies there."""


class Seat(Protocol):
    """What a learner does at a table: where the cursor is, what is in hand, marked or moved."""

    @property
    def notice(self) -> Phrase | None:
        """Why what was just tried there is not allowed."""

    @property
    def busy(self) -> bool:
        """Whether something is under way there, so that what was said before is out of date."""

    def aside(self, reader: Reader, theme: Theme) -> Scene | None:
        """A small picture to stand beside the question."""

    def text(self) -> str:
        """How things stand there now, as text."""

    def acted(self, name: str, value: str) -> Self:
        """After a control for the table: `hand`, `back`, `turn`; any other changes nothing."""

    def at_rest(self) -> Self:
        """With nothing in hand and nothing tried."""

    def cleared(self) -> Self:
        """As it was at first, the cursor apart."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A small table of words and numbers that a task shows: a head and rows."""

    head: tuple[Phrase, ...]
    rows: tuple[tuple[Phrase, ...], ...]


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is said to an answer: right or not, the sentences that tell why, stars if right.

    The first sentence names the mistake; its rule is the feedback's rule. `given` is whether there
    was an answer at all, or something is still to be filled in.
    """

    right: bool
    remarks: tuple[Phrase, ...]
    stars: int = 0
    given: bool = True

    @property
    def rule(self) -> str | None:
        """The rule that the answer missed, or that it got right."""
        return next((remark.rule for remark in self.remarks if remark.rule), None)

    @property
    def places(self) -> tuple[Hashable, ...]:
        """The places on the board that the sentences speak of."""
        return tuple(dict.fromkeys(place for remark in self.remarks for place in remark.places))


@dataclass(frozen=True, kw_only=True)
class Task(ABC, Generic[A]):
    """One question on one table; `rules` are those it exercises, the first the main one.

    `hints` are a ladder, from the idea to all but the answer. `praise` is said to a right answer.
    The question and the hints may be given as texts, to be said as they are.

    A task that could not be shown or answered is not made: ArgumentError for another kind of thing
    than expected, TaskError for what is missing.
    """

    question: Said = Said()  # noqa: RUF009 it is the field's descriptor, not its default
    rules: tuple[str, ...]
    hints: SaidInTurn = SaidInTurn()  # noqa: RUF009 likewise
    praise: Phrase | None = None
    table: Table | None = None
    sheet: Sheet | None = None

    def __post_init__(self) -> None:
        """Refuse rules that are no tuple of names, or none at all, and praise that is no Phrase."""
        expect_each("rules", self.rules, tuple, str)
        if not self.rules:
            raise TaskError("task.no_rules")
        if self.praise is not None:
            expect("praise", self.praise, Phrase)

    @abstractmethod
    def solution(self) -> A:
        """One right answer."""

    @abstractmethod
    def check(self, answer: A) -> Feedback:
        """What is said to an answer, finished or not; every right answer counts."""

    @abstractmethod
    def begun(self) -> Answering[A]:
        """The task before anything was done about it."""

    def seat(self) -> Seat | None:
        """A seat at the task's table, if it lays one."""
        return None if self.table is None else self.table.seat()

    def right(self, stars: int = MOST_STARS, *more: Phrase) -> Feedback:
        """The feedback to a right answer."""
        praise = self.praise or Phrase("feedback.right")
        return Feedback(True, (self.about(praise), *more), stars)

    def wrong(self, *remarks: Phrase) -> Feedback:
        """The feedback to a wrong answer; a sentence without a rule is about the main one."""
        return Feedback(False, tuple(self.about(remark) for remark in remarks))

    def unanswered(self, key: str) -> Feedback:
        """The feedback to no answer, or to one that is not finished."""
        return Feedback(False, (Phrase(key, rule=self.rules[0]),), given=False)

    def about(self, remark: Phrase) -> Phrase:
        """A remark with its rule: if it names none, the main one."""
        return remark if remark.rule else replace(remark, rule=self.rules[0])


@dataclass(frozen=True, kw_only=True)
class Answering(ABC, Generic[A]):
    """A task with the answer so far, as a value; every touch and every control makes the next one.

    `seat` is what is done at the task's table, if it lays one. `hints` are those asked for,
    `tries` the answers checked, `shown` whether the answer was given away.
    """

    task: Task[A]
    seat: Seat | None = None
    hints: int = 0
    tries: int = 0
    shown: bool = False
    feedback: Feedback | None = None

    @property
    @abstractmethod
    def answer(self) -> A:
        """The answer so far, as the task's check takes it."""

    @abstractmethod
    def form(self) -> Form:
        """What the task is answered with, filled in so far."""

    @abstractmethod
    def answered(self, answer: A) -> Self:
        """With this answer, as if it had been given by hand."""

    def acted(self, name: str, value: str) -> Self:
        """After a control of the form; any other changes nothing."""
        return self if self.seat is None else self.seated(self.seat.acted(name, value))

    def seated(self, seat: Seat) -> Self:
        """After something was done at the table; what was said stands until the answer changes."""
        after = replace(self, seat=seat)
        if seat.busy or after.answer != self.answer:
            return replace(after, feedback=None)
        return after

    def cleared(self) -> Self:
        """Begin the answer anew; hints and tries are kept."""
        fresh: Self = self.task.begun()  # type: ignore[assignment]
        seat = None if self.seat is None else self.seat.cleared()
        return replace(fresh, seat=seat, hints=self.hints, tries=self.tries)

    def hinted(self) -> Self:
        """Ask for one more hint; past the last the answer itself is shown."""
        if self.hints < len(self.task.hints):
            return replace(self, hints=self.hints + 1)
        return self.given_away()

    def given_away(self) -> Self:
        """Show a right answer."""
        return replace(self.cleared().answered(self.task.solution()), shown=True)

    def checked(self) -> Self:
        """Have the answer checked; the way stays open."""
        seat = None if self.seat is None else self.seat.at_rest()
        said = self.task.check(self.answer)
        return replace(self, seat=seat, feedback=said, tries=self.tries + 1)

    @property
    def hint(self) -> Phrase | None:
        """The hint told last."""
        return self.task.hints[self.hints - 1] if self.hints else None


AnyTask = Task[Any]
AnyAnswering = Answering[Any]
"""A task of whatever kind, and one with the answer so far."""


def stars_for(over: int) -> int:
    """Stars for an answer that costs so many coins more than the best: 3 for none, 2 for one."""
    return max(1, MOST_STARS - over)


class Asked(TypedDict):
    """The sentences of a task as its constructor takes them."""

    question: Phrase
    hints: tuple[Phrase, ...]


def asked(key: str, hints: int = 2, /, **params: object) -> Asked:
    """The sentences of a task from a catalogue: the key itself and its hints, at most four."""
    rungs = (f"{key}_hint1", f"{key}_hint2", f"{key}_hint3", f"{key}_hint4")
    return {
        "question": Phrase(key, params),
        "hints": tuple(Phrase(rung, params) for rung in rungs[:hints]),
    }
