"""The storm: as many easy puzzles as one can solve in three minutes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.puzzles import Question

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from ksm_widgets.puzzles import Puzzle


STORM = 180_000
"""Milliseconds of a storm."""
COMBO = 3
"""So many right answers in a row bring more time."""
COMBO_TIME = 5_000
"""The milliseconds that a combo brings."""
_EASY = 2
"""The highest grade of a storm."""
_CLEAR = Decimal(2)
"""Coins by which the best dig of a storm's puzzle leads, as far as that is known."""


@dataclass(frozen=True, slots=True)
class Storm:
    """A storm: one answer for each puzzle, for three minutes and what combos bring.

    `combo` counts the right answers in a row, `longest` the most of them.
    """

    began: int
    left: tuple[Puzzle, ...]
    solved: int = 0
    missed: tuple[Puzzle, ...] = ()
    combo: int = 0
    longest: int = 0
    gained: int = 0

    def seconds_left(self, now: int) -> int:
        """Whole seconds left, rounded up."""
        return max(0, -(-(self.began + STORM + self.gained - now) // 1000))

    def over(self, now: int) -> bool:
        """Whether the time is up, or no puzzle is left."""
        return not self.left or self.seconds_left(now) == 0

    def answered(self, *, right: bool) -> Storm:
        """The storm after an answer to its first puzzle."""
        combo = self.combo + 1 if right else 0
        return replace(
            self,
            left=self.left[1:],
            solved=self.solved + right,
            missed=self.missed if right else (*self.missed, self.left[0]),
            combo=combo,
            longest=max(self.longest, combo),
            gained=self.gained + (COMBO_TIME if combo and combo % COMBO == 0 else 0),
        )


def storm_puzzles(puzzles: Iterable[Puzzle], rng: Random) -> tuple[Puzzle, ...]:
    """Easy puzzles in random order, or the easiest there are.

    Puzzles that offer choices are left out, for those can be guessed, and so are those with another
    answer that is hardly worse: without time to add up, nobody can tell the two apart.
    """
    played = [
        one
        for one in puzzles
        if one.question is Question.WANTED or (one.question is Question.DIG and _clear(one))
    ]
    easy = [one for one in played if one.grade <= _EASY]
    if not easy:
        least = min((one.grade for one in played), default=0)
        easy = [one for one in played if one.grade == least]
    return tuple(rng.sample(easy, len(easy)))


def _clear(puzzle: Puzzle) -> bool:
    lead = puzzle.solution.lead
    return lead is None or lead >= _CLEAR
