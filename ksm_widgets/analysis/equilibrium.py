"""The mix of choices that guarantees most, where one side's gain is the other's loss."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


_ROUNDS = 3000
_NEVER = 0.005
"""Options with a smaller share are left out."""


@dataclass(frozen=True, slots=True)
class Mix:
    """The share of each row, 1 in all, and the gain that this mix guarantees.

    `worst` is the column against which it gains no more than that.
    """

    shares: tuple[float, ...]
    gains: float
    worst: int


def equilibrium(matrix: Sequence[Sequence[float]]) -> Mix:
    """The mix of rows that guarantees most against an opponent who knows it.

    Both sides learn by regret matching, which converges; the gain is exact for the shares returned,
    so it is never too high.

    >>> [round(share, 2) for share in equilibrium([[1, -1], [-1, 1]]).shares]
    [0.5, 0.5]
    """
    rows, columns = range(len(matrix)), range(len(matrix[0]))
    regrets, others_regrets = [0.0] * len(matrix), [0.0] * len(matrix[0])
    sums = [0.0] * len(matrix)
    for turn in range(1, _ROUNDS + 1):
        mine = _shares(regrets)
        losses = [sum(mine[i] * matrix[i][j] for i in rows) for j in columns]
        theirs = _shares(others_regrets)
        lost = sum(theirs[j] * losses[j] for j in columns)
        others_regrets = [max(0.0, others_regrets[j] + lost - losses[j]) for j in columns]
        # The other side has learned from this round already, which makes both settle quickly.
        theirs = _shares(others_regrets)
        gains = [sum(theirs[j] * matrix[i][j] for j in columns) for i in rows]
        mean = sum(mine[i] * gains[i] for i in rows)
        regrets = [max(0.0, regrets[i] + gains[i] - mean) for i in rows]
        sums = [sums[i] + turn * mine[i] for i in rows]
    whole = sum(sums)
    shares = _shares([one if one > _NEVER * whole else 0.0 for one in sums])
    against = [sum(shares[i] * matrix[i][j] for i in rows) for j in columns]
    worst = min(columns, key=against.__getitem__)
    return Mix(tuple(shares), against[worst], worst)


def _shares(weights: Sequence[float]) -> list[float]:
    """Weights as shares of 1; equal shares if there is no weight."""
    whole = sum(weights)
    return [one / whole for one in weights] if whole else [1 / len(weights)] * len(weights)
