"""The choices of spots without goods of their own in Kingdom of Solomon, and the sums beside them.

No sum is worth more than its goods at some fixed prices and a constant: by these prices choices and
sums are sorted, and most are never looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import Cubes, added, total
from ksm_widgets.companions.kingdom.places import Bonus
from ksm_widgets.companions.kingdom.search.pawns.packing import GOODS_BITS, Packed, pack, priced
from ksm_widgets.companions.kingdom.search.pawns.pricing import Pricing
from ksm_widgets.companions.kingdom.search.pawns.sending import Extra, Sending
from ksm_widgets.companions.kingdom.search.pawns.sums import (
    Copies,
    GoodsSpot,
    Layer,
    Spots,
    Ways,
    layers_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.search.pawns.deals import Trades

_Priced = tuple[float, Packed, tuple[Packed, ...], Ways]
"""A sum that nobody has looked at yet: its price, goods, choices of copies, ways."""


class Sum(NamedTuple):
    """The goods that some pawns bring.

    `copies` are the goods of each choice of copies besides, `mask` has the spots that can be left
    out, `spots` are one way to it. `prices` are its prices with the dearest copies, by each of the
    prices in use as far as they were looked up; it is sorted by the first one.
    """

    goods: Packed
    copies: tuple[Packed, ...]
    mask: int
    spots: Spots
    prices: list[float]


class Seen(NamedTuple):
    """Goods that pawns gather, one for each choice of copies, with guards; at most their worth."""

    gathered: tuple[Packed, ...]
    top: int


class Known(NamedTuple):
    """Bounds of sums beside choices that differ only in the points they bring.

    `tops` have the most that goods with their choices of copies are worth, in units; `seen` are
    all that were worked out.
    """

    tops: dict[tuple[Packed, tuple[Packed, ...]], int]
    seen: list[Seen]


_Alike = tuple[int, int, Cubes, "Trades"]
"""The traits by which choices make the same goods: cards drawn, points if short, taxes, trades."""


class Choice(NamedTuple):
    """A choice of the spots that bring no goods, beside a number of other pawns.

    It is worth `top` at most. `adds` has the most that it adds to the price of a sum, but for its
    points, by each of the prices in use as far as they were looked up. `cubes` and `points` are
    those it brings, the points in units.
    """

    top: float
    pawns: int
    extra: Extra
    adds: list[float]
    cubes: Packed
    points: int
    known: Known


@dataclass(slots=True)
class Choosing:
    """The choices of spots without goods, and the sums of the pawns that each leaves.

    `always` is what spots bring that have a pawn already, which are `fixed` if they have goods.
    """

    sending: Sending
    fixed: list[GoodsSpot]
    places: list[GoodsSpot]
    extras: list[Extra]
    always: Extra
    pricing: Pricing = field(init=False)
    layers: list[list[Layer]] = field(init=False)
    """Of each number of copies, the sums of each number of pawns."""
    _apart: list[Layer] | None = None
    """The sums of each number of pawns, apart by what can be copied."""
    _kinds: list[Cubes] = field(init=False)
    _copies: Copies = field(init=False)
    _choices: dict[tuple[int, Extra], Choice] = field(default_factory=dict)
    _known: dict[_Alike, Known] = field(default_factory=dict)
    _highest: dict[tuple[int, int, int], float] = field(default_factory=dict)
    _rows: dict[tuple[int, int, int], tuple[list[_Priced], list[Sum]]] = field(default_factory=dict)
    """Of cards drawn, pawns and copies, the sums, the dearest first, and those looked at so far."""

    def __post_init__(self) -> None:
        self.layers = layers_of(self._start(), self.fixed, self.places, self._counts())
        self.pricing = Pricing(self.sending, self.layers[0])
        lands = self.sending.position.box.lands.values()
        self._kinds = sorted({land.goods for land in lands})
        self._copies = Copies(self._kinds)

    def _counts(self) -> list[int]:
        """The most pawns on places with goods, for each number of copies."""
        most = self.sending.count
        copying = [extra.copies for extra in self.extras if extra.copies]
        counts = {self.always.copies: most}
        for size in range(1, len(copying) + 1):
            for chosen in combinations(copying, size):
                copies = self.always.copies + sum(chosen)
                counts[copies] = max(most - size, counts.get(copies, 0))
        # Sums with fewer copies are needed on the way to those with more.
        return [
            max(count for n, count in counts.items() if n >= at) for at in range(max(counts) + 1)
        ]

    def _start(self) -> Cubes:
        position, seat = self.sending.position, self.sending.seat
        return total((position.cubes(seat), *(place.goods for place in self.fixed)))

    # The choices.

    def choices(self) -> list[tuple[float, int, Extra]]:
        """Every choice of the spots that bring no goods, what promises most first.

        Each with at most its worth by prices without cards, and the number of other pawns.
        """
        prices, chosen = self.pricing.of(0)[0], self._chosen()
        cards = {
            draws: self.pricing.cards(draws, prices)
            for draws in {extra.draws for extra, _ in chosen}
        }
        found = [
            (
                self._most_priced(0, pawns, extra.copies)
                + self.pricing.beside(extra, prices)
                + cards[extra.draws],
                pawns,
                extra,
            )
            for extra, pawns in chosen
        ]
        return sorted(found, key=itemgetter(0), reverse=True)

    def _chosen(self) -> list[tuple[Extra, int]]:
        """Every choice, with the number of other pawns; it has one bonus place at most (S11)."""
        bonuses = [extra for extra in self.extras if isinstance(extra.spots[0], Bonus)]
        chosen = [(self.always, self.sending.count)]
        for extra in self.extras:
            if extra not in bonuses:
                chosen += [(both(one, extra), left - 1) for one, left in chosen if left]
        with_bonus = [
            (both(one, bonus), left - 1) for bonus in bonuses for one, left in chosen if left
        ]
        return chosen + with_bonus

    def choice(self, pawns: int, extra: Extra) -> Choice:
        """A choice, with what it promises by prices for its cards."""
        key = pawns, extra
        if key not in self._choices:
            prices = self.pricing.of(extra.draws)[0]
            adds = self.pricing.beside(extra, prices)
            points = extra.points * self.sending.weighing.unit
            self._choices[key] = Choice(
                top=self._most_priced(extra.draws, pawns, extra.copies) + adds,
                pawns=pawns,
                extra=extra,
                adds=[adds - points],
                cubes=pack(extra.cubes),
                points=points,
                known=self._known.setdefault(self._alike(extra), Known({}, [])),
            )
        return self._choices[key]

    def _alike(self, extra: Extra) -> _Alike:
        points = 0 if self.sending.weighing.is_rich else extra.points
        return extra.draws, points, extra.taxed, extra.trades

    def _most_priced(self, draws: int, pawns: int, copies: int) -> float:
        """The most that the goods of so many pawns and copies can cost."""
        key = draws, pawns, copies
        if key not in self._highest:
            prices = self.pricing.of(draws)[0].units

            def price(goods: Cubes) -> float:
                return sum(map(float.__mul__, prices, map(float, goods)))

            several = sorted((price(place.goods) for place in self.places), reverse=True)
            lands = [place.land for place in (*self.fixed, *self.places) if place.land is not None]
            copied = copies * max(map(price, lands), default=0.0)
            self._highest[key] = price(self._start()) + sum(several[:pawns]) + copied
        return self._highest[key]

    # The sums.

    def row(self, choice: Choice) -> Iterator[Sum]:
        """The sums beside a choice, the dearest first."""
        key = choice.extra.draws, choice.pawns, choice.extra.copies
        if key not in self._rows:
            self._rows[key] = self._row(*key), []
        several, sums = self._rows[key]
        for at, (price, goods, copies, (mask, spots)) in enumerate(several):
            if at == len(sums):
                sums.append(Sum(goods, copies, mask, spots, [price]))
            yield sums[at]

    def _row(self, draws: int, pawns: int, copies: int) -> list[_Priced]:
        """The sums of so many pawns and copies, the dearest first, by prices for cards drawn."""
        prices = self.pricing.of(draws)[0]
        row: list[_Priced]
        if draws and copies:
            several = self._copies.apart(_layer(self._layers_apart(), pawns), copies)
            row = [
                (self.pricing.price(goods, copied, prices), goods, copied, ways)
                for (goods, copied), ways in several.items()
            ]
        else:
            tables = self.pricing.tables(prices)
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
            counts = [self.sending.count]
            start = self._start()
            self._apart = layers_of(start, self.fixed, self.places, counts, self._kinds)[0]
        return self._apart


def _layer(layers: list[Layer], pawns: int) -> Layer:
    """The sums of so many pawns; if there are fewer places, of as many as there are."""
    return next(layer for layer in layers[pawns::-1] if layer)


def both(one: Extra, other: Extra) -> Extra:
    """The sum of what several spots bring."""
    return Extra(
        one.spots + other.spots,
        one.bits | other.bits,
        one.points + other.points,
        one.draws + other.draws,
        added(one.cubes, other.cubes) if any(other.cubes) else one.cubes,
        added(one.taxed, other.taxed) if any(other.taxed) else one.taxed,
        one.copies + other.copies,
        one.trades | other.trades,
    )
