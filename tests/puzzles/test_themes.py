"""Each theme has a case, and is not found where it is not."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ksm_widgets.puzzles import Puzzle, PuzzleTheme, Question, Solution
from ksm_widgets.puzzles.proof import prove
from ksm_widgets.puzzles.themes import themes_of
from ksm_widgets.rules import Position, Turn
from ksm_widgets.solver import Problem


def _themes(problem: Problem) -> tuple[PuzzleTheme, ...]:
    puzzle = Puzzle(Question.DIG, problem, Solution(Decimal(0), Turn()), 1)
    seen = prove(puzzle)
    assert seen is not None
    return themes_of(puzzle, seen)


@pytest.mark.parametrize(
    ("theme", "mine", "shape", "options"),
    [
        (PuzzleTheme.DONT_DIG, "z,z,1", "###", {}),
        (PuzzleTheme.COMPLETE_SET, "a,b,c,d", "####", {"holding": "abc", "others": ["x"]}),
        (PuzzleTheme.COMPLETE_SET, "a,1,5,-", "##", {"values": {"a": 10}}),
        (PuzzleTheme.PAY_FROM_DIG, "5,4,3z", "###", {"money": 0}),
        (PuzzleTheme.LEAVE_TREASURE, "5,z,-,4,3", "##", {}),
        (PuzzleTheme.MIRROR_CARPET, "5/34/2", "###", {"powers": ["mirror", "carpet"]}),
        (PuzzleTheme.MIRROR_AMULET, "5/z/2", "###", {"powers": ["mirror", "amulet"]}),
        (PuzzleTheme.CARPET_SEAL, "-,34/2", "##", {"powers": ["seal", "carpet"]}),
        (PuzzleTheme.CARPET_AMULET, "5,2z", "##", {"powers": ["amulet", "carpet"]}),
        (PuzzleTheme.SEAL_AMULET, "-,5/z", "##", {"powers": ["seal", "amulet"]}),
        (PuzzleTheme.MIRROR, "5/2", "##", {"powers": "mirror"}),
        (PuzzleTheme.CARPET, "5,24", "##", {"powers": "carpet"}),
        (PuzzleTheme.SEAL, "-,5/2", "##", {"powers": "seal"}),
        (PuzzleTheme.AMULET, "5,z", "##", {"powers": "amulet"}),
        (PuzzleTheme.LONG_CARRY, "5,-,-,5", "##", {}),
        (PuzzleTheme.FILL_GAP, "5,-,-,5", "##", {}),
        (PuzzleTheme.CLEAR_WAY, "5,4,3z", "###", {}),
        (PuzzleTheme.UNCOVER, "5,4,3z", "###", {}),
        (PuzzleTheme.ONE_STEP, "5,4,3z", "###", {}),
        (PuzzleTheme.NO_MOVE, "5,4,3", "###", {}),
    ],
)
def test_themes_are_found(
    theme: PuzzleTheme, mine: str, shape: str, options: dict[str, object]
) -> None:
    problem = Problem.of(Position.near(mine), shape, **options)  # type: ignore[arg-type]
    assert theme in _themes(problem)


@pytest.mark.parametrize(
    ("theme", "mine", "shape"),
    [
        (PuzzleTheme.PAY_FROM_DIG, "5,4,3z", "###"),
        (PuzzleTheme.LEAVE_TREASURE, "5,4,3z", "###"),
        (PuzzleTheme.LONG_CARRY, "5,4,3z", "###"),
        (PuzzleTheme.FILL_GAP, "5,4,3z", "###"),
        (PuzzleTheme.COMPLETE_SET, "a,b,c,d", "####"),  # each is worth 2, whatever the others are
        (PuzzleTheme.CLEAR_WAY, "5,4,3", "###"),
    ],
)
def test_themes_are_not_found_where_there_are_none(
    theme: PuzzleTheme, mine: str, shape: str
) -> None:
    assert theme not in _themes(Problem.of(Position.near(mine), shape))
