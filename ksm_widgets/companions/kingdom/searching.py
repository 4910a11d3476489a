"""The search for the best spots of Kingdom of Solomon, and for the best ones without each of them.

Every choice of spots that bring no goods of their own is put to the sums that the other pawns can
bring, both sorted by what they promise, so that mostly few are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import BONUSES
from ksm_widgets.companions.kingdom.country import free_spots
from ksm_widgets.companions.kingdom.goods import Cubes, least, total
from ksm_widgets.companions.kingdom.sending import Extra, Sending
from ksm_widgets.companions.kingdom.spending import IMPOSSIBLE
from ksm_widgets.companions.kingdom.sums import (
    Layer,
    Spots,
    layers_of,
    spots_of,
    sums_of,
    unpacked,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from ksm_widgets.companions.kingdom.trading import Number


@dataclass(frozen=True, slots=True)
class Sent:
    """The best spots for pawns, and the worth of what they bring with all that one has before.

    `without` is, for each of the spots, the worth of the best ones if it is taken away.
    """

    worth: Number
    spots: tuple[str, ...]
    without: dict[str, Number] = field(hash=False)
    bound: float | None = None
    """No set is worth more than this; None if the best one is proven to be so."""
    is_sure: bool = True
    """Whether nothing better than `without` is to be had for any of the spots."""


_Sorted = list[tuple[float, Cubes, int, Spots]]
"""Sums of goods by their price, the dearest first, with masks and spots."""


class _Choice(NamedTuple):
    """A choice of the spots that bring no goods: at most its worth, the sums of the other pawns.

    `more` is what it adds at most to the price of a sum, `rest` to that of all cubes held then.
    """

    prices: tuple[float, ...]
    top: float
    row: _Sorted
    extra: Extra
    more: float
    rest: float


def best_spots(sending: Sending, without: Collection[str] = (), *, alone: bool = False) -> Sent:
    """The best spots for the pawns, but for some spots; `alone` without what each of them counts.

    `without` of the answer is empty then.
    """
    position, seat = sending.position, sending.seat
    open_ = [spot for spot in free_spots(position, seat) if spot not in without]
    bits = {spot: 1 << at for at, spot in enumerate(open_)}
    places = [place for spot in open_ if (place := sending.place(spot, bits[spot])) is not None]
    fixed = [place for spot in sending.fixed if (place := sending.place(spot, 0)) is not None]
    start = total((position.goods[seat - 1], *(place.goods for place in fixed)))
    layers = layers_of(start, fixed, places, sending.copying(bits), sending.count)
    extras = [extra for spot in open_ if (extra := sending.extra(spot, bits[spot])) is not None]
    always = [extra for spot in sending.fixed if (extra := sending.extra(spot, 0)) is not None]
    return _Search(sending, layers, extras, _together(always)).found({} if alone else bits, bits)


@dataclass(slots=True)
class _Search:
    """The search among the sums of each number of pawns and the other spots.

    `always` is what spots bring that have a pawn already.
    """

    sending: Sending
    layers: list[Layer]
    extras: list[Extra]
    always: Extra
    _open: float | None = None
    """The bound that the last search left: no set is worth more."""
    _priced: dict[int, tuple[tuple[float, ...], float, list[_Sorted]]] = field(default_factory=dict)
    """By the number of cards drawn: prices, what there is at most beyond them, sums by price."""

    def found(self, counted: Collection[str], bits: dict[str, int]) -> Sent:
        """The best set, and the worths of those without each of its spots that is counted."""
        choices = self._choices()
        sending = self.sending
        tried: list[tuple[Number, int]] = []
        best, spots = self._best(choices, IMPOSSIBLE, tried)
        bound, is_sure = self._open, True
        chosen = [spot for spot in bits if spot in spots]
        without = {}
        for spot in counted:
            if spot not in spots:
                continue
            floor = max((worth for worth, mask in tried if mask & bits[spot]), default=IMPOSSIBLE)
            sending.begin()
            without[spot] = self._best(choices, floor, tried, bits[spot])[0]
            is_sure = is_sure and self._open is None
        return Sent(best, tuple(chosen), without, bound, is_sure)

    def _best(
        self,
        choices: list[_Choice],
        floor: Number,
        tried: list[tuple[Number, int]],
        bit: int | None = None,
    ) -> tuple[Number, tuple[str, ...]]:
        """The best set, of those that can do without a spot, if it is worth more than `floor`."""
        best = floor
        spots: tuple[str, ...] = ()
        self._open = None
        for choice in choices:
            if choice.top <= best:
                break
            extra, more = choice.extra, choice.more
            if bit is not None and extra.bits & bit:
                continue
            for price, goods, mask, linked in choice.row:
                if price + more <= best:
                    break
                if bit is not None and not mask & bit:
                    continue
                if self.sending.is_spent:
                    self._open = max(float(best), choice.top)
                    return best, spots
                worth = self.sending.value(goods, extra, best, choice.prices, choice.rest)
                if worth is not None:
                    tried.append((worth, mask & ~extra.bits))
                    best, spots = worth, (*spots_of(linked), *extra.spots)
        if choices and self.sending.is_spent:
            self._open = max(float(best), choices[0].top)
        return best, spots

    def _of_draws(self, draws: int) -> tuple[tuple[float, ...], float, list[_Sorted]]:
        """Prices that suit so many cards drawn, what there is beyond them, the sums by price."""
        if draws not in self._priced:
            layer = next(layer for layer in self.layers[::-1] if layer)
            prices = self.sending.prices(layer, draws)
            rows = [self._sorted(layer, prices) for layer in self.layers]
            self._priced[draws] = prices, self.sending.bound(prices), rows
        return self._priced[draws]

    def _sorted(self, layer: Layer, prices: tuple[float, ...]) -> _Sorted:
        found = []
        for state, (mask, linked) in sums_of(layer).items():
            goods = unpacked(state)
            held = least(goods, self.sending.reach)
            price = sum(map(float.__mul__, prices, map(float, held)))
            found.append((price, goods, mask, linked))
        return sorted(found, key=lambda row: row[0], reverse=True)

    def _choices(self) -> list[_Choice]:
        """Every choice of the spots that bring no goods, what promises most first."""
        count = len(self.layers) - 1
        plain = [extra for extra in self.extras if extra.spots[0] not in BONUSES]
        bonuses = [[extra] for extra in self.extras if extra.spots[0] in BONUSES]
        found = []
        for size in range(min(count, len(plain)) + 1):
            for several in combinations(plain, size):
                for bonus in ([], *bonuses):
                    pawns = count - size - len(bonus)
                    if pawns < 0:
                        continue
                    extra = _together([self.always, *several, *bonus])
                    prices, constant, rows = self._of_draws(extra.draws)
                    while not rows[pawns]:
                        pawns -= 1
                    more = constant + self.sending.priced(prices, extra)
                    held = Extra(points=extra.points, draws=extra.draws)
                    rest = constant + self.sending.priced(prices, held)
                    row = rows[pawns]
                    found.append(_Choice(prices, row[0][0] + more, row, extra, more, rest))
        return sorted(found, key=lambda choice: choice.top, reverse=True)


def _together(extras: Collection[Extra]) -> Extra:
    """The sum of what several spots bring."""
    return Extra(
        tuple(spot for extra in extras for spot in extra.spots),
        sum(extra.bits for extra in extras),
        sum(extra.points for extra in extras),
        sum(extra.draws for extra in extras),
        total(extra.cubes for extra in extras),
        total(extra.taxed for extra in extras),
        frozenset().union(*(extra.trades for extra in extras)),
    )
