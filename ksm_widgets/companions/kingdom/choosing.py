"""The choices of spots without goods of their own in Kingdom of Solomon, and the sums beside them.

No sum is worth more than its goods at some fixed prices and a constant: by these prices choices and
sums are sorted, and most are never looked at. Cards that are drawn are seen before places are
copied, cubes stolen and traded: of all that can be had then, each hand has what is best for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, least, total
from ksm_widgets.companions.kingdom.places import Bonus, CardAction
from ksm_widgets.companions.kingdom.pricing import Prices, Pricing, lowest
from ksm_widgets.companions.kingdom.sending import Extra, Sending
from ksm_widgets.companions.kingdom.sums import (
    GOODS_OF,
    GUARD,
    Copies,
    GoodsSpot,
    Layer,
    Spots,
    State,
    greatest,
    layers_of,
    packed,
    priced,
    unpacked,
)

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.swaps import Change, Table, Trades


_NO_PRICES = (0.0,) * len(GOODS)
_NEVER = -(10**18)


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
    `besides` is all that it adds, by other prices, as far as they were looked up.
    """

    top: float
    pawns: int
    extra: Extra
    more: float
    changes: list[Change]
    prices: Prices
    besides: list[float]


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
    layers: list[list[Layer]] = field(init=False)
    """Of each number of copies, the sums of each number of pawns."""
    _choices: dict[tuple[int, Extra], Choice] = field(default_factory=dict)
    _apart: list[Layer] | None = None
    """The sums of each number of pawns, apart by what can be copied."""
    _kinds: list[Cubes] = field(init=False)
    _copies: Copies = field(init=False)
    _highest: dict[tuple[int, int, int], float] = field(default_factory=dict)
    _rows: dict[tuple[int, int, int], list[Sum]] = field(default_factory=dict)
    _values: dict[tuple[Cubes, int], dict[State, int]] = field(default_factory=dict)
    _ceilings: dict[Cubes, dict[State, float]] = field(default_factory=dict)
    _seen: dict[tuple[int, int, Cubes, Trades], list[Seen]] = field(default_factory=dict)
    _reached: dict[tuple[State, Cubes, Trades], list[Cubes]] = field(default_factory=dict)

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
            changes = self.sending.swaps.listed(extra.trades, prices.prices)
            besides = self.pricing.beside(extra, prices)
            top = self._most_priced(extra.draws, pawns, extra.copies) + besides
            more = besides - changes[0].gain
            self._choices[key] = Choice(top, pawns, extra, more, changes, prices, [])
        return self._choices[key]

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

    def row(self, choice: Choice) -> list[Sum]:
        """The sums beside a choice, the dearest first."""
        extra, pawns = choice.extra, choice.pawns
        key = extra.draws, pawns, extra.copies
        if key not in self._rows:
            prices = self.pricing.of(extra.draws)[0].prices
            if extra.draws and extra.copies:
                several = self._copies.apart(_layer(self._layers_apart(), pawns), extra.copies)
                row = [
                    Sum(self.pricing.price(state, copied, prices), state, copied, *ways, [])
                    for (state, copied), ways in several.items()
                ]
            else:
                tables = self.pricing.tables(prices)
                layer = _layer(self.layers[extra.copies], pawns)
                row = [
                    Sum(priced(state, tables), state & GOODS_OF, (0,), *ways, [])
                    for state, ways in layer.items()
                ]
            self._rows[key] = sorted(row, key=lambda one: one.price, reverse=True)
        return self._rows[key]

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

    def value(self, found: Sum, choice: Choice, floor: int) -> int | None:
        """The worth of a sum beside a choice, in units; None if it is no more than `floor`."""
        promised = self._promised(found, choice, floor)
        if promised <= floor:
            return None
        if not choice.extra.draws:
            worth = self._plain(found, choice, floor)
        else:
            worth = self._mean(found, choice, floor)
        gap = promised - max(floor, worth or floor)
        if self.pricing.wants_more(choice.extra.draws, gap):
            goods = added(unpacked(found.goods + found.copies[0]), choice.extra.cubes)
            self.pricing.look(goods, choice.extra.draws, choice.prices)
        return worth

    def _promised(self, found: Sum, choice: Choice, floor: int) -> float:
        """At most the worth of a sum beside a choice, by all prices."""
        most = found.price + choice.more + choice.changes[0].gain
        for at in range(1, len(self.pricing.found[choice.extra.draws])):
            if most <= floor:
                break
            most = min(most, self._dear(found, choice, at))
        return most

    def _dear(self, found: Sum, choice: Choice, at: int) -> float:
        """At most the worth of a sum beside a choice, by some of the prices."""
        if not at:
            return found.price + choice.more + choice.changes[0].gain
        prices = self.pricing.found[choice.extra.draws]
        while at > len(choice.besides):
            other = prices[len(choice.besides) + 1]
            choice.besides.append(self.pricing.beside(choice.extra, other))
        while at > len(found.dear):
            other = prices[len(found.dear) + 1]
            found.dear.append(self.pricing.price(found.goods, found.copies, other.prices))
        return found.dear[at - 1] + choice.besides[at - 1]

    def _plain(self, found: Sum, choice: Choice, floor: int) -> int | None:
        """The worth where no card is drawn."""
        extra, best = choice.extra, floor
        points = extra.points * self.sending.weighing.unit
        most = found.price + choice.more
        values = self._values.setdefault((extra.taxed, extra.points), {})
        tops = self._ceilings.setdefault(extra.taxed, {})
        swaps, several = self.sending.swaps, len(choice.changes) > 1
        for copied in found.copies:
            gathered = found.goods + copied + packed(extra.cubes)
            table: Table | None = None
            for change in choice.changes:
                if most + change.gain <= best:
                    break
                key = gathered + change.state + change.stolen_state
                worth = values.get(key)
                if worth is not None:
                    if worth + points <= best:
                        continue
                elif several:
                    top = tops.get(key)
                    if top is None:
                        top = tops[key] = self.pricing.ceiling(gathered, change, extra.taxed)
                    if top + points <= best:
                        continue
                if extra.trades:
                    table = table or swaps.table(unpacked(gathered), extra.taxed)
                    if not swaps.possible(table, change):
                        continue
                if worth is None:
                    worth = values[key] = self._worth(gathered, extra, change)
                best = max(best, worth + points)
        return best if best > floor else None

    def _after(self, gathered: State, taxed: Cubes, change: Change) -> Cubes:
        """The goods after a change, as far as the stock has them."""
        whole = added(unpacked(gathered), taxed, change.net)
        return least(whole, added(self.sending.caps, taxed, change.stolen))

    def _worth(self, gathered: State, extra: Extra, change: Change) -> int:
        self.sending.pulse()
        weighing = self.sending.weighing
        goods = self._after(gathered, extra.taxed, change)
        return weighing.plain(goods, extra.points)

    def _mean(self, found: Sum, choice: Choice, floor: int) -> int | None:
        """The worth where cards are drawn.

        Who gathers less than with pawns that are worth no more than `floor` can't get more than it.
        """
        extra, weighing = choice.extra, self.sending.weighing
        points = extra.points * weighing.unit
        key = extra.draws, 0 if weighing.is_rich else extra.points, extra.taxed, extra.trades
        seen = self._seen.setdefault(key, [])
        gathered = tuple(found.goods + copied + packed(extra.cubes) for copied in found.copies)
        if _is_covered(gathered, seen, floor - points, alike=CardAction.TRADER in extra.trades):
            return None
        top = self._drawn(gathered, found, choice, floor)
        seen.append(Seen(tuple(state | GUARD for state in gathered), top - points))
        return top if top > floor else None

    def _drawn(self, gathered: tuple[State, ...], found: Sum, choice: Choice, floor: int) -> int:
        """The mean over all hands, each with the copies, thefts and trades that are best for it.

        If that is no more than `floor`, a number that is no less than it, but no more than `floor`.
        """
        extra, weighing = choice.extra, self.sending.weighing
        draws, points = extra.draws, extra.points * weighing.unit
        floor -= points
        if extra.trades:
            most = self._most_drawn(found, choice)
            if most <= floor:
                return most + points
        ends = self._ends(gathered, extra)
        several, alone = [self.pricing.column(goods, draws) for goods in ends], len(ends) == 1
        tops = [*several[0].tops] if alone else [*map(max, *(one.tops for one in several))]
        most, draw = weighing.mean(tops, draws), weighing.draw(draws)
        # Of each hand what promises most is worked out, until nothing else promises more.
        for at, weight in enumerate(draw.weights):
            if most <= floor:
                return most + points
            if alone and several[0].sure[at]:
                continue
            here = [one.tops[at] for one in several]
            best = here.index(max(here))
            while not several[best].sure[at]:
                self.sending.pulse()
                one = several[best]
                here[best] = one.tops[at] = weighing.promised(one.state, draws, at)
                one.sure[at] = True
                best = here.index(max(here))
            most -= weight * (tops[at] - here[best])
            tops[at] = here[best]
        for at, weight in enumerate(draw.weights):
            if most <= floor:
                break
            self.sending.pulse()
            here = [one.tops[at] for one in several]
            worth = _NEVER
            for best in [0] if alone else sorted(range(len(ends)), key=here.__getitem__)[::-1]:
                if here[best] <= worth:
                    break
                one = several[best]
                if one.sure[at] or weighing.promised(one.state, draws, at) > worth:
                    exact = weighing.worth(ends[best], draws, at, extra.points)
                    worth = max(worth, exact)
                    if weighing.is_rich:
                        one.tops[at], one.sure[at] = exact, True
            most -= weight * (tops[at] - worth)
        return most + points

    def _most_drawn(self, found: Sum, choice: Choice) -> int:
        """At most the mean over all hands without points, by the prices that suit each best."""
        extra, weighing = choice.extra, self.sending.weighing
        points, parts = extra.points * weighing.unit, weighing.unit // weighing.scale
        columns = []
        for at, prices in enumerate(self.pricing.found[extra.draws]):
            price = int((self._dear(found, choice, at) - prices.whole - points) / parts)
            columns.append([one + price for one in prices.beyond])
        return weighing.mean(lowest(columns), extra.draws)

    def _ends(self, gathered: tuple[State, ...], extra: Extra) -> list[Cubes]:
        """All that can be made of a sum by copies, thefts and trades, but for what is less."""
        ends: set[Cubes] = set()
        for state in gathered:
            ends.update(self._reach(state, extra))
        return greatest(ends) if len(ends) > 1 else [*ends]

    def _reach(self, gathered: State, extra: Extra) -> list[Cubes]:
        key = gathered, extra.taxed, extra.trades
        reached = self._reached.get(key)
        if reached is None:
            swaps = self.sending.swaps
            table = swaps.table(unpacked(gathered), extra.taxed)
            found = {
                self._after(gathered, extra.taxed, change)
                for change in swaps.listed(extra.trades, _NO_PRICES)
                if swaps.possible(table, change)
            }
            reached = self._reached[key] = greatest(found)
        return reached


def _is_covered(gathered: tuple[State, ...], seen: list[Seen], floor: int, *, alike: bool) -> bool:
    """Whether all these goods are among others seen before, which are worth no more than `floor`.

    With `alike` only the same goods count: who has more may find the stock without two cubes.
    """
    for several, top in seen:
        if top > floor:
            continue
        for state in gathered:
            for more in several:
                if more - state & GUARD == GUARD and not (alike and more - state != GUARD):
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
