"""How strong a player is and how hard a puzzle: Glicko's ratings, one puzzle after the other.

The first try at a puzzle counts as a game against it. A puzzle of one's own rating is got right at
the first try one time in two, one 200 lower three times in four, one 400 lower ten times in eleven.
`deviation` is how unsure a rating is: nineteen times in twenty the true one lies within twice that.

It is Glicko's first version (M. Glickman, 1999), for which these lines are all there is to it;
nothing here needs a library, so that ratings are kept in a terminal as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, pi, sqrt

__all__ = ["BEGINNER", "Rating", "after", "expected", "of_grade"]

_Q = log(10) / 400
_SUREST = 50.0
"""A player goes on learning, so a rating is never quite sure."""
_EASIEST, _A_GRADE_MORE = 700.0, 250.0
_OF_PUZZLE = 100.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating and its deviation."""

    value: float
    deviation: float

    def __str__(self) -> str:
        return f"{self.value:.0f} ± {2 * self.deviation:.0f}"


BEGINNER = Rating(900.0, 350.0)
"""A player of whom nothing is known."""


def of_grade(grade: int) -> Rating:
    """The rating that a puzzle of a grade begins with: 700 for 1, 250 more for each grade above.

    >>> of_grade(1).value, of_grade(5).value
    (700.0, 1700.0)
    """
    return Rating(_EASIEST + _A_GRADE_MORE * (grade - 1), _OF_PUZZLE)


def expected(player: Rating, puzzle: Rating) -> float:
    """How likely the first try is right, from 0 to 1.

    >>> sure = Rating(1000.0, 0.0)
    >>> [round(expected(sure, Rating(1000.0 - lower, 0.0)), 2) for lower in (0, 200, 400)]
    [0.5, 0.76, 0.91]
    """
    weight = _weight(puzzle.deviation)
    return float(1 / (1 + 10 ** (-weight * (player.value - puzzle.value) / 400)))


def after(own: Rating, other: Rating, score: float) -> Rating:
    """A rating after a game against the other: score 1 for won, 0 for lost.

    >>> print(after(BEGINNER, of_grade(1), 1.0))
    999 ± 538
    """
    weight, chance = _weight(other.deviation), expected(own, other)
    information = _Q**2 * weight**2 * chance * (1 - chance)
    variance = 1 / (1 / own.deviation**2 + information)
    value = own.value + _Q * variance * weight * (score - chance)
    return Rating(value, max(_SUREST, sqrt(variance)))


def _weight(deviation: float) -> float:
    """How much a game against somebody of this deviation says."""
    return 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)
