"""A storm on the page: a puzzle after the other until the time is up, and what was missed in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ksm_widgets.widgets.guarding import Showing, guarded
from ksm_widgets.widgets.later import Later

if TYPE_CHECKING:
    from ksm_widgets.puzzles import Puzzle
    from ksm_widgets.tutor.puzzling.guide import Guide, Storm
    from ksm_widgets.tutor.puzzling.task import Solving

__all__ = ["Stormed", "Storming"]

_TICK = 1.0


class Stormed(Showing, Protocol):
    """The page on which a storm goes on."""

    def lay_out(self, puzzle: Puzzle) -> None:
        """Lay out its next puzzle."""

    def ticked(self) -> None:
        """A second has gone by."""

    def stormed(self, storm: Storm) -> None:
        """It is over."""


class Storming:
    """The storm that is on, if one is; and after it the puzzles that were missed, to look at.

    `storm` is how it stands, `last` whether the last answer was right, None before the first.
    """

    def __init__(self, guide: Guide, page: Stormed) -> None:
        self._guide, self._page = guide, page
        self._tick = Later(self._ticked, _TICK)
        self.storm: Storm | None = None
        self.last: bool | None = None
        self.missed: tuple[Puzzle, ...] = ()

    def begin(self) -> None:
        """Begin one, and lay out its first puzzle."""
        self.storm, self.last, self.missed = self._guide.storm(), None, ()
        self._lay_out()

    def answered(self, storm: Storm, solving: Solving, *, right: bool) -> None:
        """Keep an answer, and go on."""
        self._guide.checked(solving, storm)
        self.storm, self.last = storm.answered(right=right), right
        self._lay_out()

    def end(self) -> None:
        """End the one that is on, be its time up or not."""
        self._tick.cancel()
        storm, self.storm = self.storm, None
        if storm is not None:
            self.missed = storm.missed
            self._page.stormed(storm)

    def look_at(self, name: str) -> Puzzle | None:
        """The missed puzzle with this id, which has then been looked at; None for any other."""
        found = next((puzzle for puzzle in self.missed if puzzle.id == name), None)
        self.missed = tuple(puzzle for puzzle in self.missed if puzzle is not found)
        return found

    def failed(self, error: Exception) -> None:
        """Have the page show an error that nobody expected."""
        self._page.failed(error)

    def _on(self) -> Storm | None:
        """The storm, if it goes on; it ends when its time is up."""
        if self.storm is not None and self.storm.over(self._guide.clock()):
            self.end()
        return self.storm

    def _lay_out(self) -> None:
        storm = self._on()
        if storm is not None:
            self._page.lay_out(storm.left[0])
            self._tick.ask()

    @guarded
    def _ticked(self) -> None:
        """A second of the storm has gone by."""
        if self._on() is not None:
            self._page.ticked()
            self._tick.ask()
