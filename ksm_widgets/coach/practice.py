"""The next things to practise: lessons and puzzles that fit a habit that costs points."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.coach.patterns import Habit
from ksm_widgets.puzzles.puzzle import PuzzleTheme

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Practice:
    """Lessons by their file names, each with an endless drill of its rules, and themes of puzzles.

    `cards` says that the page of a game weighs the cards of one's hand.
    """

    lessons: tuple[str, ...]
    themes: tuple[PuzzleTheme, ...] = ()
    cards: bool = False


PRACTICES: Mapping[Habit, Practice] = MappingProxyType(
    {
        Habit.CARDS: Practice(("11-races",), cards=True),
        Habit.TURNS: Practice(("10-turn", "11-costs")),
        Habit.EARLY: Practice(("04-dig", "11-races"), cards=True),
        Habit.LATE: Practice(("09-end", "09-last")),
        Habit.OBJECTS_KEPT: Practice(
            ("07-magic", "07-spending"), (PuzzleTheme.CARPET, PuzzleTheme.SEAL, PuzzleTheme.AMULET)
        ),
        Habit.OBJECTS_SPENT: Practice(("11-costs", "09-end")),
        Habit.TOO_DEAR: Practice(
            ("11-costs",), (PuzzleTheme.NO_MOVE, PuzzleTheme.ONE_STEP, PuzzleTheme.DONT_DIG)
        ),
        Habit.TOO_TIMID: Practice(
            ("05-moving", "10-turn"), (PuzzleTheme.FILL_GAP, PuzzleTheme.LONG_CARRY)
        ),
        Habit.NO_LOOK: Practice(("05-moving",), (PuzzleTheme.UNCOVER, PuzzleTheme.CLEAR_WAY)),
    }
)
"""For each habit."""
