"""Puzzles: a position, a question, its proven answer; packs of them, and how an answer fares."""

from ksm_widgets.puzzles.goals import goal
from ksm_widgets.puzzles.marking import Mark, mark
from ksm_widgets.puzzles.pack import Pack, PackError, read_pack, write_pack
from ksm_widgets.puzzles.puzzle import Puzzle, PuzzleError, Question, Solution
from ksm_widgets.puzzles.themes import Theme

__all__ = [
    "Mark",
    "Pack",
    "PackError",
    "Puzzle",
    "PuzzleError",
    "Question",
    "Solution",
    "Theme",
    "goal",
    "mark",
    "read_pack",
    "write_pack",
]
