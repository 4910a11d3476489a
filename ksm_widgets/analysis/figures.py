"""Figures: means of games with their standard errors, and what can be told from them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import hypot, nan, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


_LEAST = 0.5
"""Points that a difference counts for at least."""
_LARGE = 5.0
"""Points of error above which nobody can tell whether two are about as good.

Haste alone makes it 4 (`weighing`), whatever the number of games.
"""
_VERY_FEW = {2: 6.35, 3: 2.15}
"""By how much fewer games than four understate an error: half of Student's 95 % point."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean and its error, which is NaN if there is only one sample.

    The truth is within one error two times out of three at least, and within two in 95 of 100.
    """

    mean: float
    error: float

    @property
    def is_clear(self) -> bool:
        """Whether a difference is beyond two errors, and half a point at least."""
        mean, error = self._told
        return mean > max(_LEAST, 2 * error)

    @property
    def is_within(self) -> bool:
        """Whether a difference is within its error, or half a point at most."""
        mean, error = self._told
        return mean <= max(_LEAST, error)

    @property
    def is_small(self) -> bool:
        """Whether a difference is within its error (or half a point), and that is not large.

        Between small and clear, and wherever the error is large, nobody can tell.
        """
        return self.is_within and self._told[1] <= _LARGE

    @property
    def _told(self) -> tuple[float, float]:
        """Mean and error to a tenth: who reads them finds the same verdict."""
        return round(self.mean, 1), round(self.error, 1)


def _picked(rows: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    """The best row by the one half of the games, and by the other."""
    return [max(rows, key=lambda one: mean_of(one[half::2])) for half in (0, 1)]


def loss_of(row: Sequence[float], rows: Sequence[Sequence[float]]) -> Figure:
    """The loss of a row against the best: picked in one half of the games, measured in the other,
    and vice versa.

    If both pick the row itself, nothing was lost; but the error says by how much another one may
    still be better.
    """
    picked = _picked(rows)
    apart = [less(best, row) for best in picked]
    mean = (mean_of(apart[0][1::2]) + mean_of(apart[1][0::2])) / 2
    spread = _spread(row)
    error = max(_difference_error(one, spread) for one in apart)
    if all(best is row for best in picked):
        rivals = [less(one, row) for one in rows if one is not row]
        most = (mean_of(one) / 2 + _difference_error(one, spread) for one in rivals)
        error = max([error, *most])
    return Figure(mean, error)


def best_of(rows: Sequence[Sequence[float]]) -> float:
    """The mean of the best row: picked in one half of the games, measured in the other."""
    one, other = _picked(rows)
    return (mean_of(one[1::2]) + mean_of(other[0::2])) / 2


def _difference_error(apart: Sequence[float], spread: float) -> float:
    """The standard error of a mean difference, never less than the games can rule out.

    In the next game the two may differ by as much as luck spreads a lead, though they never did.
    """
    return hypot(error_of(apart), spread / len(apart))


def _spread(row: Sequence[float]) -> float:
    """The standard deviation of at least two games."""
    mean = mean_of(row)
    return sqrt(sum((one - mean) ** 2 for one in row) / (len(row) - 1))


def allowing_for_haste(loss: Figure, haste: float) -> Figure:
    """A difference with an error that allows for haste."""
    return Figure(loss.mean, hypot(loss.error, haste))


def figure(row: Sequence[float]) -> Figure:
    """The mean of at least two games, and its error."""
    return Figure(mean_of(row), error_of(row))


def less(row: Sequence[float], other: Sequence[float]) -> list[float]:
    """The differences of two rows, game by game, for the games that both have."""
    return [one - theirs for one, theirs in zip(row, other, strict=False)]


def mean_of(row: Sequence[float]) -> float:
    """The mean of at least one game."""
    return sum(row) / len(row)


def error_of(row: Sequence[float]) -> float:
    """The error of the mean of at least two games.

    Few games spread less than they should as often as more, so their error is itself uncertain,
    and counts as much more as its deviation in Student's t: 1.7 times with 4, 1.1 with 12.
    """
    games = len(row)
    unsure = sqrt((games - 1) / (games - 3)) if games > 3 else _VERY_FEW[games]
    return unsure * _spread(row) / sqrt(games)


def sampled(samples: Sequence[Sequence[float]]) -> Figure:
    """The mean over all games, and its error over samples, which may differ in size.

    Both are NaN without any game, the error also for a single sample, or samples all alike: nobody
    knows how far others would differ.
    """
    count = sum(map(len, samples))
    if not count:
        return Figure(nan, nan)
    sums = [sum(map(Fraction, sample)) for sample in samples]
    mean = sum(sums) / count  # exact, so that samples which are alike have no spread at all
    apart = (added - len(one) * mean for added, one in zip(sums, samples, strict=True))
    spread = sum(each**2 for each in apart)
    if len(samples) == 1 or not spread:
        return Figure(float(mean), nan)
    return Figure(float(mean), sqrt(spread * len(samples) / (len(samples) - 1)) / count)
