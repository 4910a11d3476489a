"""The choices of spots without goods of their own in Kingdom of Solomon, and the sums beside them.

No sum is worth more than its goods at some fixed prices and a constant: by these prices choices and
sums are sorted, and most are never looked at. Cards that are drawn are seen before places are
copied, cubes stolen and traded: of all that can be had then, each hand has what is best for it.
Many choices do the same with goods and differ only in points; a bound found for one holds for all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import Cubes, added, total
from ksm_widgets.companions.kingdom.places import Bonus, CardAction
from ksm_widgets.companions.kingdom.search.drawing import Drawing, Ends
from ksm_widgets.companions.kingdom.search.pricing import Prices, Pricing
from ksm_widgets.companions.kingdom.search.sending import Extra, Sending
from ksm_widgets.companions.kingdom.search.sums import (
    GOODS_OF,
    GUARD,
    Copies,
    GoodsSpot,
    Layer,
    Spots,
    State,
    Ways,
    greatest,
    layers_of,
    packed,
    priced,
    unpacked,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.search.swaps import Trades

_Alike = tuple[int, int, Cubes, "Trades"]
"""The traits by which choices make the same goods: cards drawn, points if short, taxes, trades."""


_Priced = tuple[float, State, tuple[State, ...], Ways]
"""Goods with their price and all else of a sum, before anybody looks at it."""


class Sum(NamedTuple):
    """Goods that pawns bring: their price, the choices of copies besides, a mask, spots.

    `dear` are the prices of the dearest copies by other prices, as far as they were looked up.
    """

    price: float
    goods: State
    copies: tuple[State, ...]
    mask: int
    spots: Spots
    dear: list[float]


class Seen(NamedTuple):
    """Goods that pawns gather, one for each choice of copies, with guards; at most their worth."""

    gathered: tuple[State, ...]
    top: int


class Choice(NamedTuple):
    """A choice of the spots that bring no goods: at most its worth, the number of other pawns.

    `more` is what it adds at most to the price of a sum, but for the gain of its changes of cubes;
    `besides` is all that it adds, by other prices, as far as they were looked up, but for points.
    `cubes` and `points` are those it brings, the points in units. `tops` tell of sums at most their
    worth without points, for all choices that are alike.
    """

    top: float
    pawns: int
    extra: Extra
    more: float
    gain: float
    prices: Prices
    besides: list[float]
    cubes: State
    points: int
    tops: dict[tuple[State, tuple[State, ...]], int]


@dataclass(slots=True)
class Choosing:
    """The sums of each number of pawns, and the worth of them beside what other spots bring.

    `always` is what spots bring that have a pawn already, which are `fixed` if they have goods.
    """

    sending: Sending
    fixed: list[GoodsSpot]
    places: list[GoodsSpot]
    extras: list[Extra]
    always: Extra
    pricing: Pricing = field(init=False)
    drawing: Drawing = field(init=False)
    layers: list[list[Layer]] = field(init=False)
    """Of each number of copies, the sums of each number of pawns."""
    _choices: dict[tuple[int, Extra], Choice] = field(default_factory=dict)
    _apart: list[Layer] | None = None
    """The sums of each number of pawns, apart by what can be copied."""
    _kinds: list[Cubes] = field(init=False)
    _copies: Copies = field(init=False)
    _highest: dict[tuple[int, int, int], float] = field(default_factory=dict)
    _rows: dict[tuple[int, int, int], tuple[list[_Priced], list[Sum]]] = field(default_factory=dict)
    """Of cards drawn, pawns and copies, the sums, the dearest first, and those looked at so far."""
    _tops: dict[_Alike, dict[tuple[State, tuple[State, ...]], int]] = field(default_factory=dict)
    _seen: dict[_Alike, list[Seen]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        most = self.sending.count
        copying = [extra for extra in self.extras if extra.copies]
        counts = {self.always.copies: most}
        for size in range(1, len(copying) + 1):
            for chosen in combinations(copying, size):
                copies = self.always.copies + sum(extra.copies for extra in chosen)
                counts[copies] = max(most - size, counts.get(copies, 0))
        # Sums with fewer copies are needed on the way to those with more.
        wanted = [
            max(count for n, count in counts.items() if n >= at) for at in range(max(counts) + 1)
        ]
        self.layers = layers_of(self._start(), self.fixed, self.places, wanted)
        self.pricing = Pricing(self.sending, self.layers[0])
        lands = self.sending.position.box.lands.values()
        self._kinds = sorted({land.goods for land in lands})
        self._copies = Copies(self._kinds)
        self.drawing = Drawing(self.pricing)

    def _start(self) -> Cubes:
        position, seat = self.sending.position, self.sending.seat
        return total((position.goods[seat - 1], *(place.goods for place in self.fixed)))

    def choices(self) -> list[tuple[float, int, Extra]]:
        """Every choice of the spots that bring no goods, what promises most first.

        Each with at most its worth by prices without cards, and the number of other pawns.
        """
        count = self.sending.count
        bonuses = [extra for extra in self.extras if isinstance(extra.spots[0], Bonus)]
        chosen = [(self.always, count)]
        for extra in self.extras:
            if extra not in bonuses:
                chosen += [(both(one, extra), left - 1) for one, left in chosen if left]
        chosen += [
            (both(one, bonus), left - 1) for bonus in bonuses for one, left in chosen if left
        ]
        prices = self.pricing.of(0)[0]
        drawn = {
            draws: self.sending.weighing.drawn(prices.plain, draws)
            for draws in {extra.draws for extra, _ in chosen}
        }
        found = [
            (
                self._most_priced(0, pawns, extra.copies)
                + self.pricing.beside(extra, prices)
                + drawn[extra.draws],
                pawns,
                extra,
            )
            for extra, pawns in chosen
        ]
        return sorted(found, key=lambda one: one[0], reverse=True)

    def choice(self, pawns: int, extra: Extra) -> Choice:
        """A choice, with what it promises by prices for its cards."""
        key = pawns, extra
        if key not in self._choices:
            prices = self.pricing.of(extra.draws)[0]
            gain = self.sending.swaps.gain(extra.trades, prices.prices)
            besides = self.pricing.beside(extra, prices)
            top = self._most_priced(extra.draws, pawns, extra.copies) + besides
            more = besides - gain
            points = extra.points * self.sending.weighing.unit
            tops = self._tops.setdefault(self._alike(extra), {})
            self._choices[key] = Choice(
                *(top, pawns, extra, more, gain, prices, []), packed(extra.cubes), points, tops
            )
        return self._choices[key]

    def _alike(self, extra: Extra) -> _Alike:
        points = 0 if self.sending.weighing.is_rich else extra.points
        return extra.draws, points, extra.taxed, extra.trades

    def _most_priced(self, draws: int, pawns: int, copies: int) -> float:
        """The most that the goods of so many pawns and copies can cost."""
        key = draws, pawns, copies
        if key not in self._highest:
            prices = self.pricing.of(draws)[0].prices

            def price(goods: Cubes) -> float:
                return sum(map(float.__mul__, prices, map(float, goods)))

            several = sorted((price(place.goods) for place in self.places), reverse=True)
            lands = [place.land for place in (*self.fixed, *self.places) if place.land is not None]
            copied = copies * max(map(price, lands), default=0.0)
            self._highest[key] = price(self._start()) + sum(several[:pawns]) + copied
        return self._highest[key]

    def row(self, choice: Choice) -> Iterator[Sum]:
        """The sums beside a choice, the dearest first."""
        extra, pawns = choice.extra, choice.pawns
        key = extra.draws, pawns, extra.copies
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self._row(*key), []
        several, sums = row
        for at, one in enumerate(several):
            if at == len(sums):
                price, goods, copies, (mask, spots) = one
                sums.append(Sum(price, goods, copies, mask, spots, []))
            yield sums[at]

    def _row(self, draws: int, pawns: int, copies: int) -> list[_Priced]:
        """The sums of so many pawns and copies, the dearest first, by prices for cards drawn."""
        prices = self.pricing.of(draws)[0].prices
        row: list[_Priced]
        if draws and copies:
            several = self._copies.apart(_layer(self._layers_apart(), pawns), copies)
            row = [
                (self.pricing.price(state, copied, prices), state, copied, ways)
                for (state, copied), ways in several.items()
            ]
        else:
            tables = self.pricing.tables(prices)
            layer = _layer(self.layers[copies], pawns)
            row = [
                (priced(state, tables), state & GOODS_OF, (0,), ways)
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

    # What a sum is worth.

    def value(self, found: Sum, choice: Choice, floor: int, *, is_exact: bool = True) -> int:
        """The worth of a sum beside a choice, in units.

        If it is no more than `floor`, a number that is no less than it, but no more than `floor`.
        Where cards are drawn it is only promised unless `is_exact`, by what all hands promise.
        """
        floor -= choice.points
        key = found.goods + choice.cubes, found.copies
        top = choice.tops.get(key)
        if top is not None and top <= floor:
            return top + choice.points
        promised, prices = self._promised(found, choice, floor)
        if promised <= floor:
            return floor + choice.points
        price = promised - prices.whole
        top = self._mean(found, choice, price, prices, floor, is_exact=is_exact)
        choice.tops[key] = top
        draws = choice.extra.draws
        if self.pricing.wants_more(draws, promised - max(floor, top)):
            goods = unpacked(found.goods + choice.cubes + found.copies[0])
            self.pricing.look(goods, draws, choice.prices)
        return top + choice.points

    def _promised(self, found: Sum, choice: Choice, floor: int) -> tuple[float, Prices]:
        """At most the worth of a sum beside a choice without its points, by the best prices."""
        several = self.pricing.found[choice.extra.draws]
        most, best = self._dear(found, choice, 0), several[0]
        for at in range(1, len(several)):
            if most <= floor:
                break
            dear = self._dear(found, choice, at)
            if dear < most:
                most, best = dear, several[at]
        return most, best

    def _dear(self, found: Sum, choice: Choice, at: int) -> float:
        """At most the worth of a sum beside a choice without its points, by some of the prices."""
        if not at:
            return found.price + choice.more + choice.gain - choice.points
        prices = self.pricing.found[choice.extra.draws]
        while at > len(choice.besides):
            other = prices[len(choice.besides) + 1]
            choice.besides.append(self.pricing.beside(choice.extra, other) - choice.points)
        while at > len(found.dear):
            other = prices[len(found.dear) + 1]
            found.dear.append(self.pricing.price(found.goods, found.copies, other.prices))
        return found.dear[at - 1] + choice.besides[at - 1]

    def _mean(
        self,
        found: Sum,
        choice: Choice,
        price: float,
        prices: Prices,
        floor: int,
        *,
        is_exact: bool,
    ) -> int:
        """The mean over all hands of a sum with this price, without points, or as in `value`.

        Who gathers less than with pawns that are worth no more than `floor` can't get more than it.
        """
        extra, weighing = choice.extra, self.sending.weighing
        gathered = tuple([found.goods + copied + choice.cubes for copied in found.copies])
        seen = self._seen.setdefault(self._alike(extra), [])
        # Who has more may find the stock without the two cubes of a trade.
        covers = extra.draws and CardAction.TRADER not in extra.trades
        if covers and _is_covered(gathered, seen, floor):
            return floor
        ends, parts = self._ends(gathered, extra), int(price / (weighing.unit // weighing.scale))
        top = self.drawing.mean(ends, extra, parts, prices, floor, is_exact=is_exact)
        if covers:
            seen.append(Seen(tuple([state | GUARD for state in gathered]), top))
        return top

    def _ends(self, gathered: tuple[State, ...], extra: Extra) -> Ends:
        """All that can be made of a sum by copies, thefts and trades, but for what is less."""
        swaps = self.sending.swaps
        several = [swaps.reached(state, extra.taxed, extra.trades) for state in gathered]
        if len(several) == 1:
            return several[0]
        found = {first + change for first, changes in several for change in changes}
        ends = sorted(greatest(found))
        return ends[0], tuple([end - ends[0] for end in ends])


def _is_covered(gathered: tuple[State, ...], seen: list[Seen], floor: int) -> bool:
    """Whether all these goods are among others seen before, worth no more than `floor`."""
    for several, top in seen:
        if top <= floor:
            for state in gathered:
                for more in several:
                    if more - state & GUARD == GUARD:
                        break
                else:
                    break
            else:
                return True
    return False


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
