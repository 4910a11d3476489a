"""One puzzle as a widget: the board of the lessons in another frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ksm_widgets.tutor.puzzling.task import SolvePuzzle, Solving
from ksm_widgets.widgets.guarding import guarded
from ksm_widgets.widgets.lesson import LAST_HINT, TaskView
from ksm_widgets.widgets.parts.puzzle import asked, responding

if TYPE_CHECKING:
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.widgets.markup import Markup

__all__ = ["Frame", "PuzzleView"]


class Frame(Protocol):
    """Who hears what becomes of a puzzle."""

    def answered(self, solving: Solving) -> None:
        """An answer was checked."""

    def gave_up(self, before: Solving) -> None:
        """The whole answer is shown; `before` is how it stood until then."""

    def next(self) -> None:
        """The next puzzle is wanted."""


class PuzzleView(TaskView):
    """A puzzle to be solved; another one can be laid out in its place.

    In a `storm` there are no hints, and the frame goes on after each answer.
    """

    def __init__(self, task: SolvePuzzle, reader: Reader, frame: Frame) -> None:
        self._frame = frame
        self._storm = False
        self._told: Markup | None = None
        super().__init__(task, reader, on_checked=lambda _: frame.answered(self.solving))

    @property
    def solving(self) -> Solving:
        """The puzzle as far as it is solved, as a value."""
        state = self._state
        assert isinstance(state, Solving), "puzzles are all there is"
        return state

    @property
    def over(self) -> bool:
        """Whether it is solved, or the answer was shown."""
        return self._locked

    def lay_out(self, task: SolvePuzzle, *, storm: bool = False) -> None:
        """Another puzzle in place of this one; the keyboard's focus stays where it is."""
        self._storm, self._told = storm, None
        self._become(task.begun())
        if self._board is not None:
            self._board.announce(self._reader.say(self.task.question))

    def tell(self, told: Markup) -> None:
        """Tell something more of the puzzle, now that it is over."""
        self._told = told
        self._refresh()

    def speak(self, language: str) -> None:
        """Have the page around remember another language, and follow."""
        self._pulse.remember("language", language)

    @guarded
    def key(self, key: str, *, command: bool, shift: bool) -> None:
        """A key on the board; once the puzzle is over n goes on to the next."""
        if self.over and key in ("n", "N") and not command:
            self._frame.next()
            return
        super().key(key, command=command, shift=shift)

    @guarded
    def act(self, name: str, value: str) -> None:
        """Do what a control asks for."""
        before = self.solving
        if name == "next":
            self._frame.next()
        elif self._locked or name == "new" or (self._storm and name in ("hint", "step")):
            return
        elif name in ("hint", "step"):
            self._become(before.hinted() if name == "hint" else before.stepped())
            self._answer.look(LAST_HINT)
            if self.solving.shown:
                self._frame.gave_up(before)
        else:
            super().act(name, value)

    @property
    def _locked(self) -> bool:
        """Whether it is over: solved, or shown."""
        said = self._state.feedback
        return self._state.shown or (said is not None and said.right)

    def _question(self) -> Markup:
        return asked(self.solving, self._reader, self._theme)

    def _answers(self) -> Markup:
        return responding(
            self.solving,
            self._reader,
            self._theme,
            self._number,
            storm=self._storm,
            over=self.over,
            told=self._told,
        )
