"""The page of puzzles as a value: the puzzle being solved, the player's record, storm and packs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.solving.guide import Repeats, Taste
from ksm_widgets.solving.task import Solving, puzzle_task
from ksm_widgets.tasks.view.page import TaskPage

if TYPE_CHECKING:
    from ksm_widgets.puzzles import Pack, Puzzle
    from ksm_widgets.puzzles.authoring import Authored
    from ksm_widgets.solver import Plan
    from ksm_widgets.solving.explaining import Explanation, Tempting
    from ksm_widgets.solving.guide import Guide, Storm
    from ksm_widgets.solving.record import Record
    from ksm_widgets.telling.phrases import Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlesPage(TaskPage):
    """A puzzle with the answer so far, and all that stands around it.

    `known` is the pack the page began with, `pack` the one in use; `record`, `repeats` and the time
    `now` are those at the last change. `tried` is the plan of the player's last turn, `explained`
    what is said once the puzzle is over, with `tempting` digs as soon as they are found. `told` is
    what the last control did.

    `storm` is the current one; `last` says whether its last answer was right, None before the
    first. `missed` are the puzzles missed in the last storm. `mine` is a pack of the player's own,
    `made` the puzzle made last from a position. `left_out` counts the entries of the progress that
    make no sense.
    """

    known: Pack
    pack: Pack
    record: Record
    left_out: int = 0
    taste: Taste = Taste()  # noqa: RUF009 it is frozen
    repeats: Repeats = Repeats()  # noqa: RUF009
    now: int = 0
    tried: Plan | None = None
    explained: Explanation | None = None
    tempting: tuple[Tempting, ...] = ()
    told: str = ""
    storm: Storm | None = None
    last: bool | None = None
    missed: tuple[Puzzle, ...] = ()
    mine: tuple[Puzzle, ...] = ()
    made: Authored | None = None
    making: bool = False

    @property
    def solving(self) -> Solving:
        """The puzzle with the answer so far."""
        assert isinstance(self.answering, Solving)
        return self.answering

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the page."""
        return self.solving.task.puzzle

    @property
    def locked(self) -> bool:
        """Whether the puzzle is over: solved, or its answer was shown."""
        said = self.solving.feedback
        return self.solving.shown or (said is not None and said.right)

    @property
    def announcement(self) -> str:
        """The question is read out whenever it is another one."""
        return self.reader.say(self.solving.task.question)

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        """n goes on once the puzzle is over; and the shortcuts of every task."""
        if self.locked and key in ("n", "N") and not command:
            return "next", ""
        return TaskPage.shortcut(self, key, command=command, shift=shift)

    def telling(self, notice: Notice | None) -> PuzzlesPage:
        """The page with something to tell."""
        return replace(self, told="" if notice is None else notice.text(self.reader))

    def failed(self, error: str) -> PuzzlesPage:
        """The page after an unexpected error, with nothing being made any more."""
        return replace(self, trouble=error, making=False)

    def looking_at(self, guide: Guide) -> PuzzlesPage:
        """The page with what the guide knows by now."""
        return replace(
            self,
            pack=guide.pack,
            taste=guide.taste,
            record=guide.record(),
            left_out=guide.progress.left_out,
            repeats=guide.repeats(),
            now=guide.clock(),
        )

    def asking(self, puzzle: Puzzle) -> PuzzlesPage:
        """The page with another puzzle."""
        begun = puzzle_task(puzzle, self.reader).begun()
        return replace(self, answering=begun, tried=None, explained=None, tempting=())


def keep(page: PuzzlesPage, _: str = "") -> PuzzlesPage:
    """Add the puzzle to the player's own pack, or remove it."""
    others = tuple(one for one in page.mine if one.id != page.puzzle.id)
    return replace(page, mine=others if len(others) < len(page.mine) else (*others, page.puzzle))
