"""The mean worth of goods over all hands that can be drawn, in Kingdom of Solomon.

Cards are drawn before places are copied, cubes stolen and traded, so each hand has what is best for
it of all that can be made then. That is first told by what goods promise: most sums end there. What
is made of one sum is mostly what is made of the next one, and what it promises with the same cubes
and cards is known then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.search.sums import State, unpacked

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.held import Held
    from ksm_widgets.companions.kingdom.search.needs import Hand
    from ksm_widgets.companions.kingdom.search.pricing import Prices, Pricing
    from ksm_widgets.companions.kingdom.search.sending import Extra

_NEVER = -(10**18)
Ends = tuple[State, tuple[int, ...]]
"""All that can be made of a sum: goods, and the changes from them."""


class _Ranked(NamedTuple):
    """All that can be made of a sum: `first` goods, and the changes from them, the dearest first.

    `known` is what the best of them promises, by the numbers of the first goods with cards.
    """

    first: State
    changes: list[tuple[int, int]]
    prices: Prices
    dear: int
    """The price of the first goods."""
    known: dict[State, int]
    points: int


@dataclass(slots=True)
class Drawing:
    """The means over all hands; what they promise is kept by the changes that can be made."""

    pricing: Pricing
    _known: dict[tuple[int, ...], dict[State, int]] = field(init=False)
    _rankings: dict[tuple[object, ...], list[tuple[int, int]]] = field(default_factory=dict)

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
        most = weighing.mean(tops, extra.draws)
        if most <= floor:
            return most
        dear = self.pricing.parts(first, prices)
        ranked = _Ranked(first, self._ranked(changes, prices), prices, dear, known, extra.points)
        # First it is told what all hands promise, those that are drawn most often first.
        for at, (codes, _, _) in enumerate(draw.alike):
            if looked[at] is None:
                self.pricing.sending.pulse()
                top = min(tops[at], weighing.rounded(self._promised(ranked, codes)))
                most -= draw.counts[at] * draw.each * (tops[at] - top)
                tops[at] = top
                if most <= floor:
                    return most
        if not is_exact:
            return most
        # Then all are worked out.
        for (codes, _, hands), top, more in zip(draw.alike, tops, prices.beyond, strict=True):
            for hand, ways, count in hands:
                self.pricing.sending.pulse()
                worth = self._worked_out(ranked, codes, hand, ways, top, more)
                most -= count * draw.each * (top - worth)
                if most <= floor:
                    return most
        return most

    def _ranked(self, changes: tuple[int, ...], prices: Prices) -> list[tuple[int, int]]:
        """Changes with their prices, the dearest first."""
        key = changes, prices.plain
        if key not in self._rankings:
            several = [(self.pricing.parts(change, prices), change) for change in changes]
            self._rankings[key] = sorted(several, reverse=True)
        return self._rankings[key]

    def _promised(self, ranked: _Ranked, codes: list[State]) -> int:
        """The most that a hand promises with the best that can be made."""
        first, _, prices, dear, known, _ = ranked
        for code in codes:
            if first + code not in known:
                more = dear + prices.bare + self.pricing.parts(code, prices)
                known[first + code] = self._best(first + code, more, ranked.changes)
        return max([known[first + code] for code in codes])

    def _best(self, state: State, more: int, changes: list[tuple[int, int]]) -> int:
        """The most that goods and cards promise after one of the changes."""
        needs, best = self.pricing.sending.weighing.needs, _NEVER
        get = needs.tops.get
        for price, change in changes:
            if (price + more) * needs.shift <= best:
                break
            top = get(state + change)
            if top is None:
                top = needs.most(state + change)
            if top > best:
                best = top
        return best

    def _worked_out(
        self,
        ranked: _Ranked,
        codes: list[State],
        hand: Held,
        ways: list[Hand],
        top: int,
        more: int,
    ) -> int:
        """The worth of the best that can be made with a hand that promises `top`."""
        weighing, first = self.pricing.sending.weighing, ranked.first
        # Mostly what promises most is worth as much.
        best, code = max([(ranked.known[first + code], code) for code in codes])
        tops = weighing.needs.tops
        end = next(c for _, c in ranked.changes if tops.get(first + code + c) == best)
        worth = weighing.worth(unpacked(first + end), hand, ways, ranked.points)
        if worth >= top:
            return worth
        several = [
            (min(price + ranked.dear + more, weighing.known(first + change, codes)), first + change)
            for price, change in ranked.changes
        ]
        for top_, state in sorted(several, reverse=True):
            if top_ <= worth:
                break
            if weighing.promised(state, codes) > worth:
                worth = max(worth, weighing.worth(unpacked(state), hand, ways, ranked.points))
        return worth
