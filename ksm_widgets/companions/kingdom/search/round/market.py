"""The worth of cubes on the market of Kingdom of Solomon, if nobody else trades (S23).

The kinds don't depend on each other: of each only the number counts that is spare once everything
wanted is paid; if it is below 0, cubes must be bought. Sales come first, so that all one has is
there to pay with, and the sum of the trades decides whether the points last (S24).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.box import Box
    from ksm_widgets.companions.kingdom.goods import Cubes
    from ksm_widgets.companions.kingdom.worths import Number


class Trade(NamedTuple):
    """Cubes of a kind sold, below 0 bought: what they are worth with those kept, and the points."""

    worth: Number
    points: int
    sold: int


@dataclass(frozen=True, slots=True)
class Market:
    """The levels of a market, or a market that one may not trade on, and the worth of a cube."""

    box: Box
    levels: Cubes
    keep: Number
    is_open: bool = True

    def trades(self, kind: int, spare: int) -> Iterator[Trade]:
        """Every way to trade a kind with `spare` cubes left over, the fewest trades first."""
        prices, level = self.box.prices[kind], self.levels[kind]
        bought = level if self.is_open else 0
        room = LEVELS - level if self.is_open else 0
        for sold in sorted(range(-bought, min(room, spare) + 1), key=abs):
            points = sum(prices[level : level + sold]) - sum(prices[level + sold : level])
            yield Trade(points + self.keep * (spare - sold), points, sold)

    def best(self, kind: int, spare: int) -> Trade | None:
        """The way worth most; of several, one that brings most points. None if there is none."""
        return max(self.trades(kind, spare), key=lambda trade: trade[:2], default=None)

    def affordable(self, spare: Cubes, points: int) -> tuple[Trade, ...] | None:
        """The best trades of all kinds that cost no more than these points; None if none does."""
        # Of several ways with the same points only the best one counts.
        found: dict[int, tuple[Number, tuple[Trade, ...]]] = {0: (0, ())}
        for kind, count in enumerate(spare):
            following: dict[int, tuple[Number, tuple[Trade, ...]]] = {}
            for so_far, (worth, trades) in found.items():
                for trade in self.trades(kind, count):
                    key = so_far + trade.points
                    more = (worth + trade.worth, (*trades, trade))
                    if key not in following or more[0] > following[key][0]:
                        following[key] = more
            found = following
        able = [pair for spent, pair in found.items() if points + spent >= 0]
        return max(able, key=lambda pair: pair[0])[1] if able else None
