"""The mean worth of goods over all hands that can be drawn, in Kingdom of Solomon.

Cards are drawn before places are copied, cubes stolen and traded, so each hand has what is best for
it of all that can be made then. That is first told by what goods promise: most sums end there. What
is made of one sum is mostly what is made of the next one, so what it promises with the same cubes
and cards is known by then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.search.pawns.packing import Packed, unpack

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.goods import Cubes
    from ksm_widgets.companions.kingdom.search.pawns.hands import Alike, Draw, Drawn
    from ksm_widgets.companions.kingdom.search.pawns.needs import Holding
    from ksm_widgets.companions.kingdom.search.pawns.price_search import PerCube
    from ksm_widgets.companions.kingdom.search.pawns.pricing import Prices, Pricing
    from ksm_widgets.companions.kingdom.search.pawns.yields import Extra

Ends = tuple[Packed, tuple[Packed, ...]]
"""All that can be made of a sum: goods, and the changes from them."""


_NEVER = -(10**18)
_Ranked = list[tuple[Packed, int]]
"""Changes of goods, those that gain most first, and what each costs in parts of a point."""


class _Changes(NamedTuple):
    """Bounds of a set of changes, for any goods to start from.

    `known` is what the best of them promises, by the holding before. `ranked` has them by prices.
    `means` are bounds, by the first goods, the cards drawn, and the points if these may be short.
    """

    known: dict[Holding, int]
    ranked: dict[PerCube, _Ranked]
    means: dict[tuple[Packed, int, int], int]


@dataclass(slots=True)
class _Mean:
    """A mean over all hands while it is worked out: it is `most` or less, in units.

    `tops` are the most that the hands of each group are worth, in parts of a point: at first what
    prices tell, by which the `first` goods cost `price`, then what the hands promise.
    """

    first: Packed
    ranked: _Ranked
    prices: Prices
    price: int
    tops: list[int]
    most: int

    def lower(self, at: int, top: int, draw: Draw) -> None:
        """Lower the most that the hands of a group are worth, if it is higher."""
        less = self.tops[at] - top
        if less > 0:
            self.most -= draw.counts[at] * draw.each * less
            self.tops[at] = top


@dataclass(slots=True)
class Drawing:
    """The means over all hands, which are kept by the changes that can be made of goods."""

    pricing: Pricing
    _changes: dict[tuple[Packed, ...], _Changes] = field(init=False)

    def __post_init__(self) -> None:
        self._changes = {(0,): _Changes(self.pricing.sending.weighing.needs.tops, {}, {})}

    def mean(
        self, ends: Ends, extra: Extra, price: int, prices: Prices, floor: int, *, is_exact: bool
    ) -> int:
        """The mean over all hands, in units, if the best that can be made costs so much at most.

        If it is no more than `floor`, a number that is no less than it, but no more than `floor`.
        It is only promised unless `is_exact`.
        """
        first, changes = ends
        weighing = self.pricing.sending.weighing
        made = self._changes.get(changes)
        if made is None:
            made = self._changes[changes] = _Changes({}, {}, {})
        key = first, extra.draws, 0 if weighing.is_rich else extra.points
        most = made.means.get(key)
        if most is not None and most <= floor:
            return most
        draw = weighing.draw(extra.draws)
        mean = self._begun(made, ends, price, prices, draw)
        if mean.most > floor:
            self._promise(made, mean, draw, floor)
        if mean.most > floor and is_exact:
            self._work_out(made, mean, draw, extra.points, floor)
        made.means[key] = mean.most
        return mean.most

    def _begun(self, made: _Changes, ends: Ends, price: int, prices: Prices, draw: Draw) -> _Mean:
        """A mean as far as prices tell: the dearest of all ends costs `price` at most."""
        first, changes = ends
        ranked = made.ranked.get(prices.points)
        if ranked is None:
            several = [(self.pricing.parts(change, prices), change) for change in changes]
            several.sort(reverse=True)
            ranked = made.ranked[prices.points] = [(change, -gain) for gain, change in several]
        cost = self.pricing.parts(first, prices)
        price = min(price, cost - ranked[0][1])
        most = price * draw.part + prices.whole
        tops = [*map(price.__add__, prices.beyond)]
        return _Mean(first, ranked, prices, cost, tops, most)

    # What hands promise.

    def _promise(self, made: _Changes, mean: _Mean, draw: Draw, floor: int) -> None:
        """Lower a mean to what hands promise, until it is no more than `floor`.

        What is known comes first, then the hands that are drawn most often.
        """
        weighing = self.pricing.sending.weighing
        unknown = []
        for at, known in enumerate(map(made.known.get, map(mean.first.__add__, draw.plain))):
            if known is None:
                unknown.append(at)
            else:
                mean.lower(at, weighing.rounded(known), draw)
        for at in unknown:
            if mean.most <= floor:
                break
            self.pricing.sending.pulse()
            mean.lower(at, weighing.rounded(self._best_of(made, mean, draw.alike[at])), draw)

    def _best_of(self, made: _Changes, mean: _Mean, alike: Alike) -> int:
        """The most that hands promise with the best that can be made."""
        first, known = mean.first, made.known
        for code in alike.codes:
            if first + code not in known:
                most = mean.price + mean.prices.with_code[code]
                known[first + code] = self._best(first + code, most, mean.ranked)
        return max([known[first + code] for code in alike.codes])

    def _best(self, holding: Holding, most: int, ranked: _Ranked) -> int:
        """The most that goods with cards promise after one of the changes.

        No change makes them worth more than `most` without its cost.
        """
        needs = self.pricing.sending.weighing.needs
        get, shift = needs.tops.get, needs.shift
        best, dear = _NEVER, -_NEVER
        for change, cost in ranked:
            if cost >= dear:
                break
            top = get(holding + change)
            if top is None:
                top = needs.most(holding + change)
            if top > best:
                best, dear = top, most - top // shift
        return best

    def best_end(self, ends: Ends, extra: Extra) -> Cubes:
        """The goods that promise most of all that can be made, with the hand drawn most often."""
        first, changes = ends
        weighing = self.pricing.sending.weighing
        codes = weighing.draw(extra.draws).alike[0].codes
        best = max(changes, key=lambda change: weighing.promised(first + change, codes))
        return unpack(first + best)

    # What hands are worth.

    def _work_out(self, made: _Changes, mean: _Mean, draw: Draw, points: int, floor: int) -> None:
        """Lower a mean to what hands are worth, until it is no more than `floor`."""
        for alike, top, more in zip(draw.alike, mean.tops, mean.prices.beyond, strict=True):
            for hand in alike.hands:
                self.pricing.sending.pulse()
                worth = self._worth(made, mean, alike, hand, points, top, more)
                mean.most -= hand.draws * draw.each * (top - worth)
                if mean.most <= floor:
                    return

    def _worth(
        self,
        made: _Changes,
        mean: _Mean,
        alike: Alike,
        drawn: Drawn,
        points: int,
        top: int,
        more: int,
    ) -> int:
        """The worth of the best that can be made with a hand that promises `top`."""
        weighing, first, (hand, ways, _) = self.pricing.sending.weighing, mean.first, drawn
        # Mostly what promises most is worth as much.
        best, code = max([(made.known[first + code], code) for code in alike.codes])
        tops = weighing.needs.tops
        change = next(one for one, _ in mean.ranked if tops.get(first + code + one) == best)
        worth = weighing.worth(unpack(first + change), hand, ways, points)
        if worth >= top:
            return worth
        promised = []
        for change, cost in mean.ranked:
            known = weighing.known(first + change, alike.codes)
            promised.append((min(mean.price + more - cost, known), first + change))
        for most, goods in sorted(promised, reverse=True):
            if most <= worth:
                break
            if weighing.promised(goods, alike.codes) > worth:
                worth = max(worth, weighing.worth(unpack(goods), hand, ways, points))
        return worth
