"""A pack of one's own on the page: puzzles kept for it, sheets of it, positions made puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.puzzles import Pack
from ksm_widgets.puzzles.authoring import made_a_puzzle
from ksm_widgets.puzzles.pack import pack_text
from ksm_widgets.tutor.puzzling.saved import problem_of
from ksm_widgets.tutor.puzzling.sheets import Paper, sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.puzzles import Puzzle
    from ksm_widgets.puzzles.authoring import Authored
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.widgets.search import Searching

__all__ = ["Workshop"]


class Workshop:
    """What a teacher collects: `mine`, and what became of the position judged last, `made`."""

    def __init__(self) -> None:
        self.mine: tuple[Puzzle, ...] = ()
        self.made: Authored | None = None
        self.making = False

    @property
    def pack(self) -> str:
        """One's own pack, as the text of a file."""
        return pack_text(Pack(self.mine))

    def keep(self, puzzle: Puzzle) -> None:
        """Put a puzzle into one's own pack, or out of it."""
        others = tuple(one for one in self.mine if one.id != puzzle.id)
        self.mine = others if len(others) < len(self.mine) else (*others, puzzle)

    def take(self) -> Puzzle | None:
        """Put the puzzle that was made into the pack, and return it; None if none was."""
        made, self.made = self.made, None
        if made is None or made.puzzle is None:
            return None
        if made.puzzle.id not in [one.id for one in self.mine]:
            self.keep(made.puzzle)
        return made.puzzle

    def sheet(self, wish: str, reader: Reader) -> str:
        """One's own pack as a page to print, on the paper wished for (`A4`, `letter told`)."""
        size, _, told = wish.partition(" ")
        paper = next((paper for paper in Paper if paper.value == size), Paper.A4)
        return sheet(self.mine, reader, paper=paper, solutions=bool(told))

    def judge(self, text: str, searching: Searching, judged: Callable[[], None]) -> None:
        """Have a position judged; it takes a moment, in which the page answers.

        Raises KsmError for a text that tells no position.
        """
        self.made = None
        problem, number = problem_of(text)

        def done(made: Authored) -> None:
            self.made, self.making = made, False
            judged()

        self.making = True
        search = searching.next(
            lambda *_: made_a_puzzle(problem, number), done=done, stands=lambda _: None
        )
        judged()
        search.start()
