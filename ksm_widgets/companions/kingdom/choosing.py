"""The choices of spots without goods of their own in Kingdom of Solomon, and the sums beside them.

No sum is worth more than its goods at some fixed prices and a constant: by these prices choices and
sums are sorted, and most are never looked at. Cards that are drawn are seen before places are
copied, cubes stolen and traded: of all that can be had then, each hand has what is best for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate, combinations
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import BONUSES
from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, least, total
from ksm_widgets.companions.kingdom.sending import Extra, Sending
from ksm_widgets.companions.kingdom.sums import (
    MOST,
    Copies,
    Layer,
    Spots,
    State,
    greatest,
    packed,
    priced,
    unpacked,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ksm_widgets.companions.kingdom.swaps import Change, Table, Trades

_USUAL = (4, 3, 3, 2, 2)
"""The points that a building mostly gives for a cube."""
_FEW = 8
"""Sums that are looked at to find prices."""
_GAP = 1.0
"""The points by which a promise must have failed, so that other prices may be looked for."""
_LOOKS, _MOST_PRICES = 4, 6
"""Promises that failed before other prices are looked for, and the most that are found."""

_NO_PRICES = (0.0,) * len(GOODS)
_NEVER = -(10**18)


class Sum(NamedTuple):
    """Goods that pawns bring: their price, the choices of copies besides, a mask, spots."""

    price: float
    goods: State
    copies: tuple[State, ...]
    mask: int
    spots: Spots


class Prices(NamedTuple):
    """Prices in units, and the most there is beyond them: for each hand, and in all."""

    prices: tuple[float, ...]
    beyond: list[int]
    whole: int
    plain: tuple[float, ...]


class Choice(NamedTuple):
    """A choice of the spots that bring no goods: at most its worth, the sums of the other pawns.

    `more` is what it adds at most to the price of a sum, but for the gain of its changes of cubes.
    """

    top: float
    row: list[Sum]
    extra: Extra
    more: float
    changes: list[Change]
    prices: Prices


@dataclass(slots=True)
class Choosing:
    """The sums of each number of pawns, and the worth of them beside what other spots bring.

    `always` is what spots bring that have a pawn already.
    """

    sending: Sending
    layers: list[Layer]
    copies: Copies
    extras: list[Extra]
    always: Extra
    _rows: dict[tuple[int, int, int], list[Sum]] = field(default_factory=dict)
    _prices: dict[int, list[Prices]] = field(default_factory=dict)
    _values: dict[tuple[State, Cubes, Cubes, int], int] = field(default_factory=dict)
    _dearest: dict[tuple[State, tuple[State, ...], int], dict[int, float]] = field(
        default_factory=dict
    )
    _tables: dict[tuple[float, ...], tuple[list[float], ...]] = field(default_factory=dict)
    _looks: dict[int, int] = field(default_factory=dict)
    _tops: dict[tuple[State, tuple[State, ...], Extra], int] = field(default_factory=dict)
    _reached: dict[tuple[State, Cubes, Trades], list[Cubes]] = field(default_factory=dict)

    def choices(self) -> list[Choice]:
        """Every choice of the spots that bring no goods, what promises most first."""
        count = len(self.layers) - 1
        plain = [extra for extra in self.extras if extra.spots[0] not in BONUSES]
        bonuses = [[extra] for extra in self.extras if extra.spots[0] in BONUSES]
        found = []
        for size in range(min(count, len(plain)) + 1):
            for several in combinations(plain, size):
                for bonus in ([], *bonuses):
                    pawns = count - size - len(bonus)
                    if pawns >= 0:
                        extra = together([self.always, *several, *bonus])
                        found.append(self._choice(extra, pawns))
        return sorted(found, key=lambda choice: choice.top, reverse=True)

    def _choice(self, extra: Extra, pawns: int) -> Choice:
        while not self.layers[pawns]:
            pawns -= 1
        prices = self._priced(extra.draws)[0]
        row = self._row(extra.draws, pawns, extra.copies)
        changes = self.sending.trades.listed(extra.trades, prices.prices)
        cubes = zip(added(extra.cubes, extra.taxed), prices.prices, strict=True)
        points = extra.points * self.sending.weighing.unit
        more = prices.whole + points + sum(count * price for count, price in cubes)
        top = row[0].price + more + changes[0].gain
        return Choice(top, row, extra, more, changes, prices)

    def _priced(self, draws: int) -> list[Prices]:
        """Prices that suit so many cards drawn, those that were found first."""
        if draws not in self._prices:
            weighing = self.sending.weighing
            layer = next(layer for layer in self.layers[::-1] if layer)
            sums = {least(unpacked(state), self.sending.caps) for state in layer}
            dear = sorted(sums, key=lambda one: sum(map(int.__mul__, one, _USUAL)), reverse=True)
            best = max(dear[:_FEW], key=lambda goods: weighing.plain(goods, 0))
            self._prices[draws] = [self._prices_at(best, draws, None)]
        return self._prices[draws]

    def _prices_at(self, goods: Cubes, draws: int, start: tuple[float, ...] | None) -> Prices:
        weighing = self.sending.weighing
        prices = weighing.prices(goods, draws, start)
        beyond = weighing.beyond(prices, draws)
        whole = weighing.mean(beyond, draws)
        units = tuple(price * weighing.unit for price in prices)
        return Prices(units, beyond, whole, prices)

    def _row(self, draws: int, pawns: int, copies: int) -> list[Sum]:
        """The sums of so many pawns, the dearest first."""
        key = draws, pawns, copies
        if key not in self._rows:
            prices = self._priced(draws)[0].prices
            several = self.copies.apart(self.layers[pawns], copies).items()
            row = [
                Sum(self._price(state, copied, prices), state, copied, *ways)
                for (state, copied), ways in several
            ]
            self._rows[key] = sorted(row, key=lambda one: one.price, reverse=True)
        return self._rows[key]

    def _price(self, goods: State, copies: tuple[State, ...], prices: tuple[float, ...]) -> float:
        """The price of goods with the dearest copies."""
        tables = self._tables.get(prices)
        if tables is None:
            reach = zip(self.sending.reach, prices, strict=True)
            tables = self._tables[prices] = tuple(
                [min(count, most) * price for count in range(MOST + 1)] for most, price in reach
            )
        return max([priced(goods + more, tables) for more in copies])

    # What a sum is worth.

    def value(self, found: Sum, choice: Choice, floor: int) -> int | None:
        """The worth of a sum beside a choice, in units; None if it is no more than `floor`."""
        promised = self._promised(found, choice, floor)
        if promised <= floor:
            return None
        if not choice.extra.draws:
            worth = self._plain(found, choice, floor)
        else:
            key = found.goods, found.copies, choice.extra
            if self._tops.get(key, promised) <= floor:
                return None
            top = self._drawn(found, choice, floor)
            self._tops[key] = top
            worth = top if top > floor else None
        self._look(found, choice, promised - max(floor, worth or floor))
        return worth

    def _look(self, found: Sum, choice: Choice, gap: float) -> None:
        """Look for more prices if too much was promised."""
        draws, unit = choice.extra.draws, self.sending.weighing.unit
        if gap <= _GAP * unit or len(self._prices[draws]) >= _MOST_PRICES:
            return
        looks = self._looks[draws] = self._looks.get(draws, 0) + 1
        if looks % _LOOKS == 0 and looks <= _LOOKS * _MOST_PRICES:
            goods = added(unpacked(found.goods + found.copies[0]), choice.extra.cubes)
            prices = self._prices_at(goods, draws, choice.prices.plain)
            if all(prices.plain != other.plain for other in self._prices[draws]):
                self._prices[draws].append(prices)

    def _promised(self, found: Sum, choice: Choice, floor: int) -> float:
        """At most the worth of a sum beside a choice, by all prices."""
        points = choice.extra.points * self.sending.weighing.unit
        most = found.price + choice.more + choice.changes[0].gain
        for at, prices in enumerate(self._prices[choice.extra.draws]):
            if most <= floor:
                break
            if at:
                most = min(most, self._dear(found, choice, at) + prices.whole + points)
        return most

    def _dear(self, found: Sum, choice: Choice, at: int) -> float:
        """The price of what a sum can become beside a choice, at most, by some of the prices."""
        extra = choice.extra
        prices = self._prices[extra.draws][at].prices
        dearest = self._dearest.setdefault((found.goods, found.copies, extra.draws), {})
        if at not in dearest:
            dearest[at] = self._price(found.goods, found.copies, prices)
        cubes = zip(added(extra.cubes, extra.taxed), prices, strict=True)
        gain = self.sending.trades.listed(extra.trades, prices)[0].gain
        return dearest[at] + gain + sum([count * price for count, price in cubes])

    def _plain(self, found: Sum, choice: Choice, floor: int) -> int | None:
        """The worth where no card is drawn."""
        extra, best = choice.extra, floor
        points = extra.points * self.sending.weighing.unit
        most = found.price + choice.more
        values, taxed, scored = self._values, extra.taxed, extra.points
        swaps = self.sending.trades
        for copied in found.copies:
            gathered = found.goods + copied + packed(extra.cubes)
            table: Table | None = None
            for change in choice.changes:
                if most + change.gain <= best:
                    break
                key = gathered + change.state, taxed, change.stolen, scored
                worth = values.get(key)
                if worth is not None and worth + points <= best:
                    continue
                if extra.trades:
                    table = table or swaps.table(unpacked(gathered), taxed)
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

    def _drawn(self, found: Sum, choice: Choice, floor: int) -> int:
        """The mean over all hands, each with the copies, thefts and trades that are best for it.

        If that is no more than `floor`, a number that is no less than it, but no more than `floor`.
        """
        extra, weighing = choice.extra, self.sending.weighing
        draws, points = extra.draws, extra.points * weighing.unit
        floor -= points
        parts = weighing.unit // weighing.scale
        columns = []
        for at, prices in enumerate(self._prices[draws]):
            price = int(self._dear(found, choice, at) / parts)
            columns.append([one + price for one in prices.beyond])
        most = weighing.mean(_least(columns), draws)
        if most <= floor:
            return most + points
        ends = sorted(
            ((self._promises(goods, draws), goods) for goods in self._ends(found, extra)),
            key=lambda end: sum(end[0]),
            reverse=True,
        )
        # What is left of the promise is looked at again after each of what was promised.
        rests = [*accumulate((promised for promised, _ in reversed(ends)), _more)][::-1]
        loose = [_NEVER] * len(rests[0])
        for (promised, goods), rest in zip(ends, rests, strict=True):
            most = weighing.mean(_more(rest, loose), draws)
            if most <= floor:
                return most + points
            self.sending.pulse()
            for at, promise in enumerate(promised):
                if promise > loose[at]:
                    worth = promised[at] = weighing.promised(goods, draws, at)
                    loose[at] = max(loose[at], worth)
        most = weighing.mean(loose, draws)
        if most <= floor:
            return most + points
        ends.sort(key=lambda end: sum(end[0]), reverse=True)
        exact = [_NEVER] * len(loose)
        for promised, goods in ends:
            for at, promise in enumerate(promised):
                if promise > exact[at] and weighing.promised(goods, draws, at) > exact[at]:
                    exact[at] = max(exact[at], weighing.worth(goods, draws, at, extra.points))
        return weighing.mean(exact, draws) + points

    def _promises(self, goods: Cubes, draws: int) -> list[int]:
        """At most the worth of goods with each hand, by all prices, in parts of a point."""
        found = []
        scale = self.sending.weighing.scale
        for prices in self._prices[draws]:
            price = int(sum(map(float.__mul__, prices.plain, map(float, goods))) * scale)
            found.append([one + price for one in prices.beyond])
        return _least(found)

    def _ends(self, found: Sum, extra: Extra) -> list[Cubes]:
        """All that can be made of a sum by copies, thefts and trades, but for what is less."""
        ends: set[Cubes] = set()
        for copied in found.copies:
            ends.update(self._reach(found.goods + copied + packed(extra.cubes), extra))
        return greatest(ends) if len(ends) > 1 else [*ends]

    def _reach(self, gathered: State, extra: Extra) -> list[Cubes]:
        key = gathered, extra.taxed, extra.trades
        reached = self._reached.get(key)
        if reached is None:
            swaps = self.sending.trades
            table = swaps.table(unpacked(gathered), extra.taxed)
            found = {
                self._after(gathered, extra.taxed, change)
                for change in swaps.listed(extra.trades, _NO_PRICES)
                if swaps.possible(table, change)
            }
            reached = self._reached[key] = greatest(found)
        return reached


def _least(columns: list[list[int]]) -> list[int]:
    """Of each hand the smallest worth."""
    return [*map(min, *columns)] if len(columns) > 1 else columns[0]


def _more(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Of each hand the greater worth."""
    return [*map(max, one, other)]


def together(extras: Collection[Extra]) -> Extra:
    """The sum of what several spots bring."""
    return Extra(
        tuple(spot for extra in extras for spot in extra.spots),
        sum(extra.bits for extra in extras),
        sum(extra.points for extra in extras),
        sum(extra.draws for extra in extras),
        total(extra.cubes for extra in extras),
        total(extra.taxed for extra in extras),
        sum(extra.copies for extra in extras),
        frozenset().union(*(extra.trades for extra in extras)),
    )
