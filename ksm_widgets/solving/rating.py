"""Glicko ratings of players and puzzles, updated after each puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, pi, sqrt

_Q = log(10) / 400
_SUREST = 50.0
"""The least deviation: players keep learning, so a rating is never certain."""
_EASIEST, _A_GRADE_MORE = 700.0, 250.0
_OF_PUZZLE = 100.0
_UNSETTLED = 200.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A Glicko rating and its deviation."""

    value: float
    deviation: float

    @property
    def settled(self) -> bool:
        """Whether it is known well enough to say something of a player."""
        return 2 * self.deviation < _UNSETTLED

    def __str__(self) -> str:
        return f"{self.value:.0f} ± {2 * self.deviation:.0f}"


BEGINNER = Rating(900.0, 350.0)
"""The rating of a new player."""


def of_grade(grade: int) -> Rating:
    """The first rating of a puzzle: 700 for grade 1, 250 more for each grade above.

    >>> of_grade(1).value, of_grade(5).value
    (700.0, 1700.0)
    """
    return Rating(_EASIEST + _A_GRADE_MORE * (grade - 1), _OF_PUZZLE)


def expected(player: Rating, puzzle: Rating) -> float:
    """The chance that the first try is right, from 0 to 1.

    >>> sure = Rating(1000.0, 0.0)
    >>> [round(expected(sure, Rating(1000.0 - lower, 0.0)), 2) for lower in (0, 200, 400)]
    [0.5, 0.76, 0.91]
    """
    weight = _weight(puzzle.deviation)
    return float(1 / (1 + 10 ** (-weight * (player.value - puzzle.value) / 400)))


def after(own: Rating, other: Rating, score: float) -> Rating:
    """The rating after a game against the other: score 1 for a win, 0 for a loss.

    >>> print(after(BEGINNER, of_grade(1), 1.0))
    999 ± 538
    """
    weight, chance = _weight(other.deviation), expected(own, other)
    information = _Q**2 * weight**2 * chance * (1 - chance)
    variance = 1 / (1 / own.deviation**2 + information)
    value = own.value + _Q * variance * weight * (score - chance)
    return Rating(value, max(_SUREST, sqrt(variance)))


def _weight(deviation: float) -> float:
    """The weight of a game against a rating of this deviation."""
    return 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)
