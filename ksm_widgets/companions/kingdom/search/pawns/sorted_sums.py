"""The sums of goods that pawns can bring in Kingdom of Solomon, in rows with the dearest first.

No sum is worth more than its goods at some fixed prices and a constant, so by these prices sums are
sorted, and most are never looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.goods import Cubes, total
from ksm_widgets.companions.kingdom.search.pawns.packing import GOODS_BITS, Packed, priced
from ksm_widgets.companions.kingdom.search.pawns.price_lists import PriceLists
from ksm_widgets.companions.kingdom.search.pawns.sums import (
    Copies,
    GoodsSpot,
    Layer,
    Sum,
    Ways,
    layers_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.companions.kingdom.search.pawns.prospects import Prospects

_Priced = tuple[float, Packed, tuple[Packed, ...], Ways]
"""A sum that nobody has looked at yet: its price, goods, choices of copies, ways."""


@dataclass(slots=True)
class SortedSums:
    """The sums that pawns on `places` can bring, with all that the seat has before.

    `fixed` are the spots with goods that have a pawn already. `counts` are the most pawns for each
    number of copies.
    """

    prospects: Prospects
    fixed: list[GoodsSpot]
    places: list[GoodsSpot]
    counts: list[int]
    price_lists: PriceLists = field(init=False)
    layers: list[list[Layer]] = field(init=False)
    """Of each number of copies, the sums of each number of pawns."""
    _start: Cubes = field(init=False)
    """The goods that there are without another pawn."""
    _apart: list[Layer] | None = None
    """The sums of each number of pawns, apart by what can be copied."""
    _kinds: list[Cubes] = field(init=False)
    _copies: Copies = field(init=False)
    _highest: dict[tuple[int, int, int], float] = field(default_factory=dict)
    _rows: dict[tuple[int, int, int], tuple[list[_Priced], list[Sum]]] = field(default_factory=dict)
    """Of cards drawn, pawns and copies, the sums, the dearest first, and those looked at so far."""

    def __post_init__(self) -> None:
        position, seat = self.prospects.position, self.prospects.seat
        self._start = total((position.cubes(seat), *(place.goods for place in self.fixed)))
        self.layers = self._layers_of(self.counts)
        self.price_lists = PriceLists(self.prospects, self.layers[0])
        self._kinds = sorted({land.goods for land in position.box.lands.values()})
        self._copies = Copies(self._kinds)

    def most_priced(self, cards: int, pawns: int, copies: int) -> float:
        """The most that the goods of this many pawns and copies can cost."""
        key = cards, pawns, copies
        if key not in self._highest:
            prices = self.price_lists.of(cards)[0].units

            def price(goods: Cubes) -> float:
                return sum(map(float.__mul__, prices, map(float, goods)))

            dearest = sorted((price(place.goods) for place in self.places), reverse=True)
            lands = [place.land for place in (*self.fixed, *self.places) if place.land is not None]
            copied = copies * max(map(price, lands), default=0.0)
            self._highest[key] = price(self._start) + sum(dearest[:pawns]) + copied
        return self._highest[key]

    def of(self, cards: int, pawns: int, copies: int) -> Iterator[Sum]:
        """The sums of `pawns` and `copies` beside `cards` drawn, the dearest first."""
        key = cards, pawns, copies
        if key not in self._rows:
            self._rows[key] = self._row(*key), []
        row, sums = self._rows[key]
        for at, (price, goods, copied, (left_out, spots)) in enumerate(row):
            if at == len(sums):
                sums.append(Sum(goods, copied, left_out, spots, [price]))
            yield sums[at]

    def _row(self, cards: int, pawns: int, copies: int) -> list[_Priced]:
        """The sums of `pawns` and `copies`, the dearest first, by prices for `cards` drawn."""
        prices = self.price_lists.of(cards)[0]
        row: list[_Priced]
        if cards and copies:
            apart = self._copies.apart(_layer(self._layers_apart(), pawns), copies)
            row = [
                (self.price_lists.price(goods, copied, prices), goods, copied, ways)
                for (goods, copied), ways in apart.items()
            ]
        else:
            tables = self.price_lists.tables(prices)
            layer = _layer(self.layers[copies], pawns)
            row = [
                (priced(state, tables), state & GOODS_BITS, (0,), ways)
                for state, ways in layer.items()
            ]
        return sorted(row, key=itemgetter(0), reverse=True)

    def _layers_apart(self) -> list[Layer]:
        """The sums of each number of pawns, apart by what can be copied.

        What is copied may depend on the cards that are drawn before.
        """
        if self._apart is None:
            counts = [self.prospects.yields.count]
            self._apart = self._layers_of(counts, self._kinds)[0]
        return self._apart

    def _layers_of(self, counts: list[int], kinds: Sequence[Cubes] = ()) -> list[list[Layer]]:
        most = self.prospects.reach
        return layers_of(self._start, self.fixed, self.places, counts, kinds, most=most)


def _layer(layers: list[Layer], pawns: int) -> Layer:
    """The sums of this many pawns; if there are fewer places, of as many as there are."""
    return next(layer for layer in layers[pawns::-1] if layer)
