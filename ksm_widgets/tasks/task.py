"""A task of any game: the question, the table before the learner, right answers, and feedback.

Nothing here knows a board: a game brings a `TaskTable` and a `TaskSeat` of its own. What is
answered beside the board is a `Form`. The kinds of task are classes; `Choose`, `Order` and
`Numbers` need no board, `MarkPlaces` needs one whose seat is a `MarkingSeat`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypedDict, TypeVar

from ksm_widgets.draw import LIGHT
from ksm_widgets.progress import MOST_STARS
from ksm_widgets.rules.arguments import expect
from ksm_widgets.tasks.arguments import TaskError, as_phrase, as_phrases, expect_each
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable

    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.draw.showing import BoardView
    from ksm_widgets.telling.phrases import Notice, Reader


@dataclass(frozen=True, slots=True)
class Blank:
    """A number to fill in, whole or a fraction; `typed` is the text so far."""

    name: str
    label: Phrase
    typed: str = ""
    fraction: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to choose; in an order, `place` is its number, or 0 as long as it has none."""

    name: str
    label: Phrase
    chosen: bool = False
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """One of several ways to use the board, and whether it is switched on."""

    name: str
    label: Phrase
    on: bool


@dataclass(frozen=True, slots=True)
class Form:
    """Everything that a task is answered with, except the board.

    `how` says how to answer, `stakes` what a wrong answer costs where one can try again, `done`
    what was done so far. `undo` labels the button that takes back the last step on the board,
    `turn` the one that turns what is in hand; None for no such button. `picture` is painted below.
    """

    how: tuple[Phrase, ...] = ()
    stakes: Phrase | None = None
    blanks: tuple[Blank, ...] = ()
    picks: tuple[Pick, ...] = ()
    switches: tuple[Switch, ...] = ()
    done: Phrase | None = None
    undo: Phrase | None = None
    turn: Phrase | None = None
    picture: Callable[[Reader, Theme], Scene] | None = None


A = TypeVar("A")
"""The answer to a task."""


class TaskTable(Protocol):
    """The things on the table before the learner."""

    def scene(self, reader: Reader, theme: Theme) -> Scene:
        """All of it as a picture."""

    def text(self, reader: Reader) -> str:
        """All of it as text."""

    def settled(self, reader: Reader) -> tuple[str, ...]:
        """The facts given besides the board, line by line."""

    def seat(self) -> TaskSeat:
        """A seat at the table, only to look."""

    @property
    def link(self) -> str:
        """The query string with which the explorer opens it; empty if it can't."""


class TaskSeat(Protocol):
    """A learner at a table: their cursor, what is in hand, marked or moved."""

    @property
    def notice(self) -> Notice | None:
        """The comment on the last step, such as why it was refused."""

    @property
    def busy(self) -> bool:
        """Whether a step has begun, so that earlier feedback is out of date."""

    def aside(self, reader: Reader, theme: Theme) -> Scene | None:
        """A small picture beside the question."""

    def text(self) -> str:
        """The table as it is now, as text."""

    def acted(self, name: str, value: str) -> Self:
        """The seat after a control: `hand`, `back` or `turn`; any other changes nothing."""

    def at_rest(self) -> Self:
        """The seat with nothing in hand and nothing refused."""

    def cleared(self) -> Self:
        """The seat as it was at first, except for its cursor."""


class BoardSeat(ABC):
    """A seat at a board that is touched.

    A place is whatever the hit areas of its picture name. Unless a game says otherwise a touch
    changes nothing.
    """

    __slots__ = ()

    @abstractmethod
    def board(
        self,
        reader: Reader,
        theme: Theme,
        *,
        hinted: Collection[Hashable] = (),
        wrong: Collection[Hashable] = (),
        done: bool = False,
    ) -> BoardView:
        """The board now, with places of a hint and of mistakes pointed out.

        Once the task is `done` nothing is held over it any more.
        """

    def pressed(self, place: Any) -> Self:
        """The seat after the button or a finger went down."""
        return self

    def released(self, place: Any | None) -> Self:
        """The seat after it was lifted at a place, or beside all of them."""
        return self

    def pointed(self, place: Any | None) -> Self:
        """The seat with the pointer at another place, or off the board."""
        return self

    def keyed(self, key: str, *, done: bool = False) -> Self:
        """The seat after a key; once the task is `done` it may only look around."""
        return self

    def unfocused(self) -> Self:
        """The seat without the keyboard's focus."""
        return self

    def read_out(self, before: Self, reader: Reader) -> str:
        """The text that is read out after a key; `before` is the seat before it."""
        return ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A small table of words and numbers: a head and rows."""

    head: tuple[Phrase, ...]
    rows: tuple[tuple[Phrase, ...], ...]


@dataclass(frozen=True, slots=True)
class Feedback:
    """The verdict on an answer: right or not, why, and stars if it is right.

    The first remark names the mistake; its rule is the feedback's rule. `given` is False if there
    is no finished answer yet; `partial` says that it is right as far as it goes. `sums` are worked
    out for the learner, whatever they answered.
    """

    right: bool
    remarks: tuple[Phrase, ...]
    stars: int = 0
    given: bool = True
    partial: bool = False
    sums: tuple[Phrase, ...] = ()

    @property
    def rule(self) -> str | None:
        """The rule that the answer missed or got right."""
        return next((remark.rule for remark in self.remarks if remark.rule), None)

    @property
    def places(self) -> tuple[Hashable, ...]:
        """The places that the remarks are about."""
        return tuple(dict.fromkeys(place for remark in self.remarks for place in remark.places))


@dataclass(frozen=True, kw_only=True)
class Task(ABC, Generic[A]):
    """One question on one table; `rules` are those it exercises, the main one first.

    `hints` go from the idea to almost the answer; `praise` follows a right answer. The question and
    the hints may also be text, and a single hint needs no tuple.

    Raises ArgumentError for an argument of the wrong type, TaskError for a task that could not be
    shown or answered.
    """

    question: Phrase
    rules: tuple[str, ...]
    hints: tuple[Phrase, ...] = ()
    praise: Phrase | None = None
    table: TaskTable | None = None
    sheet: Sheet | None = None

    def __post_init__(self) -> None:
        """Turn texts into phrases; refuse wrong types, and a task about no rule."""
        object.__setattr__(self, "question", as_phrase("question", self.question))
        object.__setattr__(self, "hints", as_phrases("hints", self.hints))
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
        """Feedback to an answer, finished or not; every right answer counts."""

    @abstractmethod
    def begun(self) -> Answering[A]:
        """The task with nothing answered yet."""

    def seat(self) -> TaskSeat | None:
        """A seat at the task's table, if it has one."""
        return None if self.table is None else self.table.seat()

    def right(self, stars: int = MOST_STARS, *more: Phrase) -> Feedback:
        """Feedback to a right answer."""
        praise = self.praise or Phrase("feedback.right")
        return Feedback(True, (self.about(praise), *more), stars)

    def wrong(self, *remarks: Phrase) -> Feedback:
        """Feedback to a wrong answer; a remark without a rule is about the main one."""
        return Feedback(False, tuple(self.about(remark) for remark in remarks))

    def unanswered(self, key: str) -> Feedback:
        """Feedback to no answer or an unfinished one; its rule might give the answer away."""
        return Feedback(False, (Phrase(key),), given=False)

    def incomplete(self, key: str, count: int) -> Feedback:
        """Feedback to an answer of which so many parts are missing, and nothing is wrong."""
        remark = Phrase(key, {"count": count}, self.rules[0])
        return Feedback(False, (remark,), partial=True)

    def earned(self, stars: int, missed: int, hints: int) -> int:
        """The stars of a right answer after so many wrong ones and hints: each costs a star."""
        return stars_for(missed + hints, stars)

    def about(self, remark: Phrase) -> Phrase:
        """A remark with its rule, by default the main one."""
        return remark if remark.rule else replace(remark, rule=self.rules[0])


@dataclass(frozen=True, kw_only=True)
class Answering(ABC, Generic[A]):
    """A task with the answer so far; each step on the board and each control makes a new value.

    `hints` counts those asked for, `tries` the answers given and checked, `missed` those of them
    in which something was wrong; `shown` says whether the answer was shown. `refused` are the
    wrong answers, the latest at the end: given again, one does not count again.
    """

    task: Task[A]
    seat: TaskSeat | None = None
    hints: int = 0
    tries: int = 0
    missed: int = 0
    shown: bool = False
    feedback: Feedback | None = None
    refused: tuple[A, ...] = ()

    @property
    @abstractmethod
    def answer(self) -> A:
        """The answer so far, for the task to check."""

    @property
    def known(self) -> bool:
        """Whether the answer so far is one that was checked and is wrong."""
        alike = self._alike(self.answer) if self.refused else None
        return any(self._alike(one) == alike for one in self.refused)

    def _alike(self, answer: A) -> object:
        """A value that is the same for two answers that come to the same."""
        return answer

    @abstractmethod
    def form(self) -> Form:
        """The form, filled in so far."""

    @abstractmethod
    def answered(self, answer: A) -> Self:
        """The same with this answer."""

    def acted(self, name: str, value: str) -> Self:
        """The same after a control of the form; any other changes nothing."""
        return self if self.seat is None else self.seated(self.seat.acted(name, value))

    def seated(self, seat: TaskSeat) -> Self:
        """The same after a step at the table; feedback stays until the answer changes."""
        after = replace(self, seat=seat)
        if seat.busy or after.answer != self.answer:
            return replace(after, feedback=None)
        return after

    def cleared(self) -> Self:
        """The same without an answer; hints and tries stay."""
        fresh: Self = self.task.begun()  # type: ignore[assignment]
        seat = None if self.seat is None else self.seat.cleared()
        return replace(
            fresh,
            seat=seat,
            hints=self.hints,
            tries=self.tries,
            missed=self.missed,
            refused=self.refused,
        )

    def hinted(self) -> Self:
        """The same with one more hint or, after the last one, with the answer shown."""
        if self.hints < len(self.task.hints):
            return replace(self, hints=self.hints + 1)
        return self.given_away()

    def given_away(self) -> Self:
        """The same with a right answer shown."""
        return replace(self.cleared().answered(self.task.solution()), shown=True)

    def checked(self) -> Self:
        """The same with the answer checked; one that was shown earns no stars.

        A wrong one is remembered, and counts only once.
        """
        seat = None if self.seat is None else self.seat.at_rest()
        said, missed, refused = self.task.check(self.answer), self.missed, self.refused
        if said.right:
            said = replace(said, stars=self._stars(said.stars))
            if not said.stars and not self.shown:
                said = replace(said, remarks=(*said.remarks, Phrase("feedback.no_stars")))
        elif said.given and not said.partial and self.known:
            remarks = (Phrase("feedback.tried"), *said.remarks)
            said = replace(said, remarks=remarks, given=False)
        elif said.given and not said.partial:
            missed, refused = missed + 1, (*refused, self.answer)
        tries = self.tries + said.given
        return replace(self, seat=seat, feedback=said, tries=tries, missed=missed, refused=refused)

    def _stars(self, stars: int) -> int:
        return 0 if self.shown else self.task.earned(stars, self.missed, self.hints)

    @property
    def hint(self) -> Phrase | None:
        """The last hint that was asked for."""
        return self.task.hints[self.hints - 1] if self.hints else None


AnyTask = Task[Any]
AnyAnswering = Answering[Any]
"""A task of any kind, and one with the answer so far."""


def stars_for(over: int, most: int = MOST_STARS) -> int:
    """Stars for a right answer: one less for each move too many, wrong try or hint; 1 at least."""
    return max(1, most - over)


class Wording(TypedDict):
    """The sentences of a task, as its constructor takes them."""

    question: Phrase
    hints: tuple[Phrase, ...]


def worded(key: str, hints: int = 2, /, **params: object) -> Wording:
    """The sentences of a task from the catalogue: the key itself and up to four hints."""
    keys = (f"{key}_hint1", f"{key}_hint2", f"{key}_hint3", f"{key}_hint4")
    return {
        "question": Phrase(key, params),
        "hints": tuple(Phrase(hint, params) for hint in keys[:hints]),
    }


def task_scene(task: AnyTask, reader: Reader, theme: Theme = LIGHT) -> Scene | None:
    """The task's table as a picture, None if it has none."""
    return None if task.table is None else task.table.scene(reader, theme)


def task_text(task: AnyTask, reader: Reader) -> str:
    """A task as text: the question, options and blanks, and the table."""
    return "\n\n".join(filter(None, (question_text(task, reader), table_text(task, reader))))


def table_text(task: AnyTask, reader: Reader) -> str:
    """The task's table as text, empty if it has none."""
    return "" if task.table is None else task.table.text(reader)


def question_text(task: AnyTask, reader: Reader) -> str:
    """The question as text, with its options and blanks."""
    parts = [reader.say(task.question)]
    if task.sheet is not None:
        rows = [task.sheet.head, *task.sheet.rows]
        parts.append("\n".join(" | ".join(map(reader.say, row)) for row in rows))
    form = task.begun().form()
    lines = [f"( ) {reader.say(pick.label)}" for pick in form.picks]
    lines += [f"{reader.say(blank.label)}: __" for blank in form.blanks]
    if lines:
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
