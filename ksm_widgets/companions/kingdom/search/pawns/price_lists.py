"""The prices of cubes that are in use in Kingdom of Solomon, and what sums are worth by them.

The first prices are looked for beside a good sum. Whenever prices have promised too much several
times, others are looked for, beside the best that can be made of the last such sum.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.fortune import ANY, points_of
from ksm_widgets.companions.kingdom.goods import USUAL_WORTHS, Cubes, added, least, read_cubes
from ksm_widgets.companions.kingdom.search.pawns.packing import (
    MOST,
    Holding,
    Packed,
    cubes_of,
    priced,
    unpack,
)
from ksm_widgets.companions.kingdom.search.pawns.price_search import PerCube, PriceSearch

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.search.pawns.goods_worths import GoodsWorths
    from ksm_widgets.companions.kingdom.search.pawns.prospects import Prospects
    from ksm_widgets.companions.kingdom.search.pawns.sums import Layer
    from ksm_widgets.companions.kingdom.search.pawns.yields import Extra
    from ksm_widgets.companions.kingdom.search.scales import Parts, Units

_FEW = 8
"""Sums that are looked at to find the first prices."""
_GAP = 1.0
"""The points by which a promise must have failed, so that other prices may be looked for."""
_FAILED, _MOST_PRICES = 4, 6
"""Promises that failed before other prices are looked for, and the most that are found."""


class PriceList(NamedTuple):
    """Prices, and the most that there is beyond them.

    `units` and `points` are the prices themselves. `with_code` is the most beyond them with cards
    of each code, `beyond` with the hands of each group of a draw; `whole` is the mean over the
    hands. `costs` are the prices of goods with cards.
    """

    units: PerCube
    points: PerCube
    with_code: dict[Packed, Parts]
    beyond: list[Parts]
    whole: Units
    costs: dict[Holding, Parts]


@dataclass(slots=True)
class PriceLists:
    """The prices in use for each number of cards drawn.

    `layers` are the sums of each number of pawns without copies.
    """

    prospects: Prospects
    layers: list[Layer]
    goods_worths: GoodsWorths = field(init=False)
    in_use: dict[int, list[PriceList]] = field(default_factory=dict)
    _search: PriceSearch = field(init=False)
    _good: Cubes | None = None
    _failed: dict[int, int] = field(default_factory=dict)
    """By number of cards, the promises that failed."""
    _tables: dict[PerCube, tuple[list[float], ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.goods_worths = self.prospects.goods_worths
        self._search = PriceSearch(self.goods_worths)

    # Finding prices.

    def of(self, cards: int) -> list[PriceList]:
        """The prices for a number of cards drawn, in the order in which they were found."""
        if cards not in self.in_use:
            if self._good is None:
                self._good = self._best()
            self.in_use[cards] = [self._at(self._search.beside(self._good, cards), cards)]
        return self.in_use[cards]

    def _best(self) -> Cubes:
        """The best of a few sums, those that mostly are worth most."""
        layer = next(layer for layer in self.layers[::-1] if layer)
        sums = {least(unpack(state), self.prospects.caps) for state in layer}
        dear = sorted(sums, key=lambda one: sum(map(int.__mul__, one, USUAL_WORTHS)), reverse=True)
        return max(dear[:_FEW], key=self.goods_worths.plain)

    def _at(self, prices: PerCube, cards: int) -> PriceList:
        outcomes = self.goods_worths.outcomes(cards)
        with_code = self._search.beyond(prices, cards)
        beyond = [max([with_code[code] for code in alike.codes]) for alike in outcomes.alike]
        units = tuple(price * self.goods_worths.unit for price in prices)
        return PriceList(units, prices, with_code, beyond, outcomes.mean(beyond), {})

    def failed(self, cards: int, gap: float) -> bool:
        """Count a promise that was too high by a gap; true if other prices are to be found."""
        if gap <= _GAP * self.goods_worths.unit or len(self.in_use[cards]) >= _MOST_PRICES:
            return False
        failed = self._failed[cards] = self._failed.get(cards, 0) + 1
        return failed % _FAILED == 0 and failed <= _FAILED * _MOST_PRICES

    def look(self, goods: Cubes, cards: int) -> None:
        """Look for prices beside some goods, from the first ones on."""
        in_use = self.in_use[cards]
        prices = self._search.beside(goods, cards, in_use[0].points)
        if all(prices != other.points for other in in_use):
            in_use.append(self._at(prices, cards))

    # What things cost, in units.

    def price(self, goods: Packed, copies: tuple[Packed, ...], prices: PriceList) -> float:
        """The price of goods with the dearest copies."""
        tables = self.tables(prices)
        return max([priced(goods + more, tables) for more in copies])

    def tables(self, prices: PriceList) -> tuple[list[float], ...]:
        """The price of each number of cubes, as far as they can be had, by kind."""
        tables = self._tables.get(prices.units)
        if tables is None:
            reach = zip(self.prospects.reach, prices.units, strict=True)
            tables = self._tables[prices.units] = tuple(
                [min(count, most) * price for count in range(MOST + 1)] for most, price in reach
            )
        return tables

    def beside(self, extra: Extra, prices: PriceList) -> float:
        """The most that spots without goods of their own add to the price of a sum."""
        cubes = zip(added(extra.cubes, extra.taxed), prices.units, strict=True)
        gain = self.prospects.dealings.gain(extra.dealers, prices.units)
        points = extra.points * self.goods_worths.unit
        return prices.whole + points + gain + sum([count * price for count, price in cubes])

    def gain_of(self, cards: int, prices: PriceList) -> float:
        """The most that a number of cards drawn adds to the price of goods."""
        hands, kept = self.goods_worths.hands, float(self.prospects.worths.card_kept)
        gains = [max(price, kept) for price in prices.points]
        whole = 0.0
        for card, count in hands.unseen.items():
            goods = sum(map(mul, gains, read_cubes(card)))
            whole += count * (max(gains) if card == ANY else goods + points_of(card))
        return whole / max(1, hands.unseen.total()) * hands.available(cards) * hands.unit

    # In parts of a point.

    def parts(self, holding: Holding, prices: PriceList) -> Parts:
        """The price of goods with cards as cubes, or of a change of them."""
        price = prices.costs.get(holding)
        if price is None:
            each = map(mul, prices.points, cubes_of(holding))
            price = prices.costs[holding] = int(sum(each) * self.goods_worths.scale)
        return price
