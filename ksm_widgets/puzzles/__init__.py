"""Puzzles: a position, a question and its proven answer; packs, and how answers are assessed."""

from ksm_widgets.puzzles.pack import Pack, PackError, read_pack, write_pack
from ksm_widgets.puzzles.playing import Assessment, assess, goal
from ksm_widgets.puzzles.puzzle import Puzzle, PuzzleTheme, Question, Solution
from ksm_widgets.puzzles.puzzle_reading import PuzzleError

__all__ = [
    "Assessment",
    "Pack",
    "PackError",
    "Puzzle",
    "PuzzleError",
    "PuzzleTheme",
    "Question",
    "Solution",
    "assess",
    "goal",
    "read_pack",
    "write_pack",
]
