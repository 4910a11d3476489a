"""A page with a task to answer, as a value; the tasks of an exercise one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from ksm_widgets.page.state import ForgedValue, PageState
from ksm_widgets.tasks.task import BoardSeat
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from ksm_widgets.draw.showing import BoardView
    from ksm_widgets.tasks.exercise import Exercise
    from ksm_widgets.tasks.task import AnyAnswering


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPage(PageState):
    """A task with the answer so far, None while there is none, and who reads it.

    With `once` there is one try and no hint, as in a test. With `onward` a right answer offers the
    way to what comes next on the page around. `best` are the most stars this learner has had for
    the task, None for an unsolved one. `number` is another one for each page.
    """

    reader: Reader = field(default_factory=Reader)
    answering: AnyAnswering | None = None
    once: bool = False
    onward: bool = False
    best: int | None = None
    number: int = 0

    def text(self, key: str, **params: object) -> str:
        """A sentence of the catalogue in the reader's language, with their edition's words."""
        return self.reader.text(key, **params)

    @property
    def fixed(self) -> bool:
        """Whether the task is the same every time."""
        return True

    @property
    def told_shown(self) -> str:
        """The sentence that goes with an answer that was shown."""
        return self.text(f"task_view.{'given_away_fixed' if self.fixed else 'given_away'}")

    @property
    def state(self) -> AnyAnswering:
        """The task with the answer so far; raises ForgedValue while there is none."""
        if self.answering is None:
            raise ForgedValue("no task")
        return self.answering

    @property
    def locked(self) -> bool:
        """Whether the answer stands and nothing more can be changed."""
        said = None if self.answering is None else self.answering.feedback
        return said is not None and (said.right or (self.once and said.given))

    @property
    def edition(self) -> str:
        """The edition whose pictures and names are used."""
        return self.reader.played

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet: whether there is a task now, a board, and a solution."""
        there: dict[str, Any] = {"ksm-taskless": self.answering, "ksm-boardless": self._seat}
        if self.onward:
            there["ksm-unsolved"] = self.best
        return frozenset(name for name, what in there.items() if what is None)

    @property
    def _seat(self) -> Any:
        """The task's seat at the board; None if there is no board."""
        seat: Any = None if self.answering is None else self.answering.seat
        return seat if isinstance(seat, BoardSeat) else None

    @property
    def board(self) -> BoardView | None:
        """The board with what was done there, hinted at, and called wrong."""
        if self._seat is None:
            return None
        said, hint = self.state.feedback, self.state.hint
        board: BoardView = self._seat.board(
            self.reader,
            self.theme,
            hinted=() if hint is None else hint.places,
            wrong=() if said is None or said.right else said.places,
            done=self.locked,
        )
        return board

    # What a touch on the board makes of it.

    def _seated(self, seat: Any) -> Self:
        return replace(self, answering=self.state.seated(seat))

    def pressed(self, place: Any) -> Self:
        """The button or a finger went down."""
        return self if self._idle else self._seated(self._seat.pressed(place))

    def released(self, place: Any | None) -> Self:
        """The button or finger was lifted at a place, or beside all of them."""
        return self if self._idle else self._seated(self._seat.released(place))

    def pointed(self, place: Any | None) -> Self:
        """The pointer came to another place, or left the board."""
        return self if self._idle else self._seated(self._seat.pointed(place))

    @property
    def _idle(self) -> bool:
        return self._seat is None or self.locked

    def keyed(self, key: str) -> Self:
        """A key was pressed."""
        return self if self._seat is None else self._seated(self._seat.keyed(key, done=self.locked))

    def unfocused(self) -> Self:
        """The board lost the keyboard's focus."""
        return self if self._seat is None else self._seated(self._seat.unfocused())

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        """Ctrl or Cmd and Z takes back."""
        return ("back", "") if command and key.lower() == "z" and not shift else None

    def read_out(self, before: Self) -> str:
        """The text that is read out after a key."""
        if self._seat is None or before._seat is None:
            return ""
        words: str = self._seat.read_out(before._seat, self.reader)
        return words

    def acted(self, name: str, value: str) -> Self:
        """A control of the form was used."""
        if self.answering is None or self.locked:
            return self
        return replace(self, answering=self.answering.acted(name, value))


@dataclass(frozen=True, slots=True, kw_only=True)
class ExercisePage(TaskPage):
    """A page with a task of an exercise; `reviewed` says whether its first answer is kept."""

    exercise: Exercise | None = None
    seed: int = 0
    reviewed: bool = False

    @property
    def fixed(self) -> bool:
        """Whether the exercise has one task only."""
        return self.exercise is not None and self.exercise.fixed

    def asking(self, exercise: Exercise, seed: int) -> Self:
        """The page with another task."""
        return replace(
            self,
            exercise=exercise,
            seed=seed,
            reviewed=False,
            answering=exercise.task(seed, self.reader.edition).begun(),
        )
