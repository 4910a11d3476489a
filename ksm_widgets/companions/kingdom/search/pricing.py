"""The prices of cubes in Kingdom of Solomon, by which no sum is worth more than its goods cost.

Prices are looked for beside a good sum; where they promised too much several times, others are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import Cubes, added, least
from ksm_widgets.companions.kingdom.search.needs import cubes_of
from ksm_widgets.companions.kingdom.search.sums import MOST, Layer, State, priced, unpacked

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.search.sending import Extra, Sending

_USUAL = (4, 3, 3, 2, 2)
"""The points that a building mostly gives for a cube."""
_FEW = 8
"""Sums that are looked at to find prices."""
_GAP = 1.0
"""The points by which a promise must have failed, so that other prices may be looked for."""
_LOOKS, _MOST_PRICES = 4, 6
"""Promises that failed before other prices are looked for, and the most that are found."""


class Prices(NamedTuple):
    """Prices in units, and the most there is beyond them: for each hand, without cards, in all.

    `plain` are the prices in points, `known` those of goods told by numbers, in parts.
    """

    prices: tuple[float, ...]
    beyond: list[int]
    bare: int
    whole: int
    plain: tuple[float, ...]
    known: dict[State, int]


@dataclass(slots=True)
class Pricing:
    """The prices that were found for each number of cards drawn, and what sums are worth by them.

    `sums` are those of each number of pawns without copies.
    """

    sending: Sending
    sums: list[Layer]
    found: dict[int, list[Prices]] = field(default_factory=dict)
    _tables: dict[tuple[float, ...], tuple[list[float], ...]] = field(default_factory=dict)
    _good: Cubes | None = None
    _looks: dict[int, int] = field(default_factory=dict)

    def of(self, draws: int) -> list[Prices]:
        """Prices that suit so many cards drawn, those that were found first."""
        if draws not in self.found:
            if self._good is None:
                self._good = self._best()
            prices = self.sending.weighing.prices(self._good, draws)
            self.found[draws] = [self._at(prices, draws)]
        return self.found[draws]

    def _best(self) -> Cubes:
        """The best of a few sums, those that mostly are worth most."""
        layer = next(layer for layer in self.sums[::-1] if layer)
        sums = {least(unpacked(state), self.sending.caps) for state in layer}
        dear = sorted(sums, key=lambda one: sum(map(int.__mul__, one, _USUAL)), reverse=True)
        return max(dear[:_FEW], key=lambda goods: self.sending.weighing.plain(goods, 0))

    def _at(self, prices: tuple[float, ...], draws: int) -> Prices:
        weighing = self.sending.weighing
        beyond, bare = weighing.beyond(prices, draws)
        whole = weighing.mean(beyond, draws)
        units = tuple(price * weighing.unit for price in prices)
        return Prices(units, beyond, bare, whole, prices, {})

    def wants_more(self, draws: int, gap: float) -> bool:
        """Whether other prices are to be looked for, after so much was promised too much."""
        few = len(self.found[draws]) < _MOST_PRICES
        if gap <= _GAP * self.sending.weighing.unit or not few:
            return False
        looks = self._looks[draws] = self._looks.get(draws, 0) + 1
        return looks % _LOOKS == 0 and looks <= _LOOKS * _MOST_PRICES

    def look(self, goods: Cubes, draws: int, start: Prices) -> None:
        """Look for prices beside some goods, from others on."""
        prices = self.sending.weighing.prices(goods, draws, start.plain)
        if all(prices != other.plain for other in self.found[draws]):
            self.found[draws].append(self._at(prices, draws))

    def price(self, goods: State, copies: tuple[State, ...], prices: tuple[float, ...]) -> float:
        """The price of goods with the dearest copies."""
        tables = self.tables(prices)
        return max([priced(goods + more, tables) for more in copies])

    def tables(self, prices: tuple[float, ...]) -> tuple[list[float], ...]:
        """The price of each number of cubes that can be had, by kind."""
        tables = self._tables.get(prices)
        if tables is None:
            reach = zip(self.sending.reach, prices, strict=True)
            tables = self._tables[prices] = tuple(
                [min(count, most) * price for count in range(MOST + 1)] for most, price in reach
            )
        return tables

    def beside(self, extra: Extra, prices: Prices) -> float:
        """The most that a choice adds to the price of a sum."""
        cubes = zip(added(extra.cubes, extra.taxed), prices.prices, strict=True)
        gain = self.sending.swaps.gain(extra.trades, prices.prices)
        points = extra.points * self.sending.weighing.unit
        return prices.whole + points + gain + sum([count * price for count, price in cubes])

    def parts(self, state: State, prices: Prices) -> int:
        """The price of goods, with their cards as cubes, or of a change of them, in parts."""
        price = prices.known.get(state)
        if price is None:
            costs = map(mul, prices.plain, cubes_of(state))
            price = prices.known[state] = int(sum(costs) * self.sending.weighing.scale)
        return price
