"""The mean worth of goods over all hands that can be drawn, in Kingdom of Solomon.

Cards are drawn before places are copied, cubes stolen and traded, so each hand has what is best for
it of all that can be made then. That is first told by what goods promise: most sums end there. What
is made of one sum is mostly what is made of the next one, so what it promises with the same cubes
and cards is known by then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.search.packing import Packed, unpack

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.search.hands import Alike, Draw, Drawn
    from ksm_widgets.companions.kingdom.search.needs import Holding
    from ksm_widgets.companions.kingdom.search.pricing import Prices, Pricing
    from ksm_widgets.companions.kingdom.search.sending import Extra

_NEVER = -(10**18)
Ends = tuple[Packed, tuple[Packed, ...]]
"""All that can be made of a sum: goods, and the changes from them."""


class _Made(NamedTuple):
    """All that can be made of a sum: `first` goods, and the changes from them, the dearest first.

    `price` is that of the first goods. `known` is what the best of them promises, by holdings of
    the first goods with cards. `points` are those that spots bring.
    """

    first: Packed
    changes: list[tuple[int, Packed]]
    prices: Prices
    price: int
    known: dict[Holding, int]
    points: int


@dataclass(slots=True)
class Drawing:
    """The means over all hands; what they promise is kept by the changes that can be made."""

    pricing: Pricing
    _known: dict[tuple[Packed, ...], dict[Holding, int]] = field(init=False)
    _ranked: dict[tuple[object, ...], list[tuple[int, Packed]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._known = {(0,): self.pricing.sending.weighing.needs.tops}

    def mean(
        self, ends: Ends, extra: Extra, price: int, prices: Prices, floor: int, *, is_exact: bool
    ) -> int:
        """The mean over all hands, in units, if the best that can be made costs so much at most.

        If it is no more than `floor`, a number that is no less than it, but no more than `floor`.
        It is only promised unless `is_exact`.
        """
        first, changes = ends
        weighing, known = self.pricing.sending.weighing, self._known.setdefault(changes, {})
        draw = weighing.draw(extra.draws)
        looked = [*map(known.get, map(first.__add__, draw.plain))]
        half, shift = weighing.needs.shift // 2, weighing.needs.shift
        tops = [
            more + price if top is None else min(more + price, (top + half) // shift)
            for more, top in zip(prices.beyond, looked, strict=True)
        ]
        most = draw.mean(tops)
        if most <= floor:
            return most
        cost = self.pricing.parts(first, prices)
        made = _Made(first, self._by_price(changes, prices), prices, cost, known, extra.points)
        most = self._promised(made, draw, looked, tops, most, floor)
        if most <= floor or not is_exact:
            return most
        return self._worked_out(made, draw, tops, most, floor)

    def _by_price(self, changes: tuple[Packed, ...], prices: Prices) -> list[tuple[int, Packed]]:
        """Changes with their prices, the dearest first."""
        key = changes, prices.points
        if key not in self._ranked:
            several = [(self.pricing.parts(change, prices), change) for change in changes]
            self._ranked[key] = sorted(several, reverse=True)
        return self._ranked[key]

    # What hands promise.

    def _promised(
        self,
        made: _Made,
        draw: Draw,
        looked: list[int | None],
        tops: list[int],
        most: int,
        floor: int,
    ) -> int:
        """The mean of what hands promise, or a bound no more than `floor`.

        `tops` are lowered to what the hands promise, `most` was their mean before. The hands that
        are drawn most often come first.
        """
        weighing = self.pricing.sending.weighing
        for at, alike in enumerate(draw.alike):
            if looked[at] is None:
                self.pricing.sending.pulse()
                top = min(tops[at], weighing.rounded(self._best_of(made, alike)))
                most -= draw.counts[at] * draw.each * (tops[at] - top)
                tops[at] = top
                if most <= floor:
                    break
        return most

    def _best_of(self, made: _Made, alike: Alike) -> int:
        """The most that hands promise with the best that can be made."""
        first, known = made.first, made.known
        for code in alike.codes:
            if first + code not in known:
                bare = made.price + made.prices.bare + self.pricing.parts(code, made.prices)
                known[first + code] = self._best(first + code, bare, made.changes)
        return max([known[first + code] for code in alike.codes])

    def _best(self, holding: Holding, bare: int, changes: list[tuple[int, Packed]]) -> int:
        """The most that goods with cards promise after one of the changes.

        At most that is the price of the change and `bare`.
        """
        needs, best = self.pricing.sending.weighing.needs, _NEVER
        get = needs.tops.get
        for price, change in changes:
            if (price + bare) * needs.shift <= best:
                break
            top = get(holding + change)
            if top is None:
                top = needs.most(holding + change)
            if top > best:
                best = top
        return best

    # What hands are worth.

    def _worked_out(self, made: _Made, draw: Draw, tops: list[int], most: int, floor: int) -> int:
        """The mean of what hands are worth, or a bound no more than `floor`."""
        for alike, top, more in zip(draw.alike, tops, made.prices.beyond, strict=True):
            for hand in alike.hands:
                self.pricing.sending.pulse()
                worth = self._worth(made, alike, hand, top, more)
                most -= hand.draws * draw.each * (top - worth)
                if most <= floor:
                    return most
        return most

    def _worth(self, made: _Made, alike: Alike, drawn: Drawn, top: int, more: int) -> int:
        """The worth of the best that can be made with a hand that promises `top`."""
        weighing, first, (hand, ways, _) = self.pricing.sending.weighing, made.first, drawn
        # Mostly what promises most is worth as much.
        best, code = max([(made.known[first + code], code) for code in alike.codes])
        tops = weighing.needs.tops
        change = next(one for _, one in made.changes if tops.get(first + code + one) == best)
        worth = weighing.worth(unpack(first + change), hand, ways, made.points)
        if worth >= top:
            return worth
        promised = []
        for price, change in made.changes:
            known = weighing.known(first + change, alike.codes)
            promised.append((min(price + made.price + more, known), first + change))
        for most, goods in sorted(promised, reverse=True):
            if most <= worth:
                break
            if weighing.promised(goods, alike.codes) > worth:
                worth = max(worth, weighing.worth(unpack(goods), hand, ways, made.points))
        return worth
