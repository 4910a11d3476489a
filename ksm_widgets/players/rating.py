"""A person's rating against the bots, on Elo's scale: 400 points are odds of ten to one.

The bots' ratings are known from games among themselves (`benchmarks/games.py`). A person has met
every bot at their table; what is most likely of their own rating after that, and how far it may be
off, follows from Bradley and Terry's model by adding up over all ratings there might be. Before the
first game everything between a child and a strong player is thought possible, so a person who has
won or lost them all has a rating, too: with a large error.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt
from typing import TYPE_CHECKING

from ksm_widgets.analysis.figures import Figure
from ksm_widgets.players.bots import RATINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST_RATED = 5
"""Games against bots that say something about a rating."""
_SCALE = 400 / log(10)
_POSSIBLE = range(0, 2601, 10)
_USUAL, _SPREAD = 1100, 400
"""The rating of a person about whom nothing is known, and its standard deviation."""
_TOGETHER = 1 / 3
"""How far the results against two bots at one table go together: one's own luck is in both."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game against bots: what each is rated, and what was won of it: 1, for a tie half, or 0."""

    against: tuple[tuple[int, float], ...]

    @classmethod
    def of(cls, points: int, others: Sequence[tuple[str, int]]) -> Meeting:
        """The meeting of a game with so many points; people among the others don't count."""
        return cls(
            tuple(
                (RATINGS[level], (points > theirs) + (points == theirs) / 2)
                for level, theirs in others
                if level in RATINGS
            )
        )

    @property
    def weight(self) -> float:
        """The weight of each result, so that a table of several counts for what it tells."""
        return 1 / (1 + (len(self.against) - 1) * _TOGETHER)

    def likelihood(self, rating: float) -> float:
        """The logarithm of how likely these results are for a person of this rating."""
        total = 0.0
        for other, won in self.against:
            behind = (other - rating) / _SCALE
            # log of 1 / (1 + e^behind), and of the same for a loss
            total -= won * _softly(behind) + (1 - won) * _softly(-behind)
        return total * self.weight


def _softly(value: float) -> float:
    """The logarithm of 1 + e^value, also where e^value is too large."""
    return value + log(1 + exp(-value)) if value > 0 else log(1 + exp(value))


def rating(meetings: Sequence[Meeting]) -> Figure | None:
    """A person's rating and its standard error; None for too few games against bots.

    >>> found = rating([Meeting.of(90, [("steady", 80)]), Meeting.of(70, [("steady", 80)])] * 10)
    >>> round(found.mean), round(found.error)
    (1485, 78)
    >>> rating([Meeting.of(90, [("steady", 80)])] * 4)
    """
    met = [one for one in meetings if one.against]
    if len(met) < FEWEST_RATED:
        return None
    logs = [
        sum(one.likelihood(value) for one in met) - ((value - _USUAL) / _SPREAD) ** 2 / 2
        for value in _POSSIBLE
    ]
    most = max(logs)
    weights = [exp(one - most) for one in logs]
    whole = sum(weights)
    mean = sum(value * one for value, one in zip(_POSSIBLE, weights, strict=True)) / whole
    spread = sum((value - mean) ** 2 * one for value, one in zip(_POSSIBLE, weights, strict=True))
    return Figure(mean, sqrt(spread / whole))


def levels_within(figure: Figure) -> tuple[str, ...]:
    """The bots whose rating is within the error, the weakest first; else the nearest one."""
    within = [one for one, rated in RATINGS.items() if abs(rated - figure.mean) <= figure.error]
    nearest = min(RATINGS, key=lambda one: abs(RATINGS[one] - figure.mean))
    return tuple(sorted(within or [nearest], key=RATINGS.__getitem__))
