"""The mean worth of goods over all hands that can be drawn, in Kingdom of Solomon.

Cards are drawn before places are copied and cubes stolen and dealt in, so each hand has what is
best for it of all that can be made then. That is first told by what goods promise: most sums end
there. What is made of one sum is mostly what is made of the next one, so what it promises with the
same cubes and cards is known by then.

Say that a seat draws one of four cards: wood, wood, food and stone. There are three groups of
hands, to which 2, 1 and 1 draws lead, and four units in a point.

1.  By prices all that can be made costs 6 points at most, and cards are worth 3, 2 and 2 besides:
    no group is worth more than its top, which is 9, 8 and 8. So the mean is 2 · 9 + 8 + 8 = 34
    units or less (`_begun`).
2.  With wood, the best end promises 7 points only. That lowers the top of a group with two draws
    by 2, and the mean by 4 units to 30. Food and stone promise 8 and 7, which leaves 29
    (`_promise`).
3.  With food, the hand is worth 6 of the 8 points that it promises; the others keep what they
    promise. The mean is 27 units, or 6¾ points (`_work_out`).

Whenever the mean is no more than the floor, which is that of the best set of spots so far, the
rest is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.search.pawns.packing import Holding, Packed, unpack
from ksm_widgets.companions.kingdom.search.scales import NEVER, Parts

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.goods import Cubes
    from ksm_widgets.companions.kingdom.search.pawns.goods_worths import GoodsWorths
    from ksm_widgets.companions.kingdom.search.pawns.hands import Alike, Outcomes, PossibleHand
    from ksm_widgets.companions.kingdom.search.pawns.price_lists import PriceList, PriceLists
    from ksm_widgets.companions.kingdom.search.pawns.price_search import PerCube
    from ksm_widgets.companions.kingdom.search.pawns.yields import Extra
    from ksm_widgets.companions.kingdom.search.scales import Shifted, Units
    from ksm_widgets.companions.pulse import Pulse

Ends = tuple[Packed, tuple[Packed, ...]]
"""All that can be made of a sum: goods, and the changes from them."""

_Ranked = list[tuple[Packed, Parts]]
"""Changes of goods, those that gain most first, and what each costs."""


class _Known(NamedTuple):
    """All that is known of a set of changes, for any goods to start from.

    `promises` has what the best of them promises, by the holding before. `ranked` has them by
    prices. `bounds` are those of means, by the first goods, the cards drawn, and the points if
    these may be short.
    """

    promises: dict[Holding, Shifted]
    ranked: dict[PerCube, _Ranked]
    bounds: dict[tuple[Packed, int, int], Units]


@dataclass(slots=True)
class _Mean:
    """The mean over the `outcomes` of a draw while it is worked out: `bound` or less.

    `tops` are the most that the hands of each group are worth: at first what prices tell, by which
    the `first` goods cost `first_price`, then what the hands promise. `points` were got before.
    """

    known: _Known
    outcomes: Outcomes
    points: int
    first: Packed
    ranked: _Ranked
    prices: PriceList
    first_price: Parts
    tops: list[Parts]
    bound: Units

    def lower(self, at: int, top: Parts) -> None:
        """Lower the most that the hands of a group are worth, if it is higher."""
        less = self.tops[at] - top
        if less > 0:
            self.bound -= self.outcomes.counts[at] * self.outcomes.each * less
            self.tops[at] = top

    def settle(self, at: int, hand: PossibleHand, worth: Parts) -> None:
        """Count one hand of a group with its worth; the top still holds for the others."""
        self.bound -= hand.times * self.outcomes.each * (self.tops[at] - worth)


@dataclass(slots=True)
class MeanWorths:
    """The means over all hands, which are kept by the changes that can be made of goods.

    `pulse` is called now and then, and may raise to stop.
    """

    price_lists: PriceLists
    goods_worths: GoodsWorths
    pulse: Pulse
    _known: dict[tuple[Packed, ...], _Known] = field(init=False)

    def __post_init__(self) -> None:
        self._known = {(0,): _Known(self.goods_worths.needs.promises, {}, {})}

    def mean(
        self,
        ends: Ends,
        extra: Extra,
        top_price: Parts,
        prices: PriceList,
        floor: Units,
        *,
        is_exact: bool,
    ) -> Units:
        """The mean over all hands, where no end costs more than `top_price` by these prices.

        Exact above `floor`; otherwise an upper bound that is at most `floor`. It is only promised
        unless `is_exact`.
        """
        first, _ = ends
        goods_worths = self.goods_worths
        known = self._known_of(ends)
        key = first, extra.cards, 0 if goods_worths.is_rich else extra.points
        bound = known.bounds.get(key)
        if bound is not None and bound <= floor:
            return bound
        mean = self._begun(known, ends, extra, top_price, prices)
        if mean.bound > floor:
            self._promise(mean, floor)
        if mean.bound > floor and is_exact:
            self._work_out(mean, floor)
        known.bounds[key] = mean.bound
        return mean.bound

    def _known_of(self, ends: Ends) -> _Known:
        """All that is known of the changes to these ends."""
        _, changes = ends
        known = self._known.get(changes)
        if known is None:
            known = self._known[changes] = _Known({}, {}, {})
        return known

    def _begun(
        self, known: _Known, ends: Ends, extra: Extra, top_price: Parts, prices: PriceList
    ) -> _Mean:
        """A mean as far as prices tell: the dearest of all ends costs `top_price` at most."""
        first, changes = ends
        ranked = known.ranked.get(prices.points)
        if ranked is None:
            gains = [(self.price_lists.parts(change, prices), change) for change in changes]
            gains.sort(reverse=True)
            ranked = known.ranked[prices.points] = [(change, -gain) for gain, change in gains]
        first_price = self.price_lists.parts(first, prices)
        top_price = min(top_price, first_price - ranked[0][1])
        outcomes = self.goods_worths.outcomes(extra.cards)
        tops = [*map(top_price.__add__, prices.beyond)]
        bound = top_price * outcomes.part + prices.whole
        return _Mean(known, outcomes, extra.points, first, ranked, prices, first_price, tops, bound)

    # What hands promise.

    def _promise(self, mean: _Mean, floor: Units) -> None:
        """Lower a mean to what hands promise, until it is no more than `floor`.

        What is known comes first, then the hands that are drawn most often.
        """
        goods_worths, outcomes = self.goods_worths, mean.outcomes
        unknown = []
        promises = map(mean.known.promises.get, map(mean.first.__add__, outcomes.plain))
        for at, promise in enumerate(promises):
            if promise is None:
                unknown.append(at)
            else:
                mean.lower(at, goods_worths.rounded(promise))
        for at in unknown:
            if mean.bound <= floor:
                break
            self.pulse()
            mean.lower(at, goods_worths.rounded(self._best_of(mean, outcomes.alike[at])))

    def _best_of(self, mean: _Mean, alike: Alike) -> Shifted:
        """The most that hands promise with the best that can be made."""
        first, promises = mean.first, mean.known.promises
        for code in alike.codes:
            if first + code not in promises:
                top = mean.first_price + mean.prices.with_code[code]
                promises[first + code] = self._best(first + code, top, mean.ranked)
        return max([promises[first + code] for code in alike.codes])

    def _best(self, holding: Holding, most: Parts, ranked: _Ranked) -> Shifted:
        """The most that goods with cards promise after one of the changes.

        No change makes them worth more than `most` without its cost.
        """
        needs = self.goods_worths.needs
        get, shift = needs.promises.get, needs.shift
        best, dear = NEVER, -NEVER
        for change, cost in ranked:
            if cost >= dear:
                break
            top = get(holding + change)
            if top is None:
                top = needs.promise(holding + change)
            if top > best:
                best, dear = top, most - top // shift
        return best

    def best_end(self, ends: Ends, extra: Extra) -> Cubes:
        """The goods that promise most of all that can be made, with the hand drawn most often."""
        first, changes = ends
        goods_worths = self.goods_worths
        codes = goods_worths.outcomes(extra.cards).alike[0].codes
        best = max(changes, key=lambda change: goods_worths.promised(first + change, codes))
        return unpack(first + best)

    # What hands are worth.

    def _work_out(self, mean: _Mean, floor: Units) -> None:
        """Lower a mean to what hands are worth, until it is no more than `floor`."""
        for at, alike in enumerate(mean.outcomes.alike):
            for possible in alike.hands:
                self.pulse()
                mean.settle(at, possible, self._worth(mean, at, possible))
                if mean.bound <= floor:
                    return

    def _worth(self, mean: _Mean, at: int, possible: PossibleHand) -> Parts:
        """The worth of the best that can be made with a hand of a group of the outcomes."""
        goods_worths, first, (hand, ways, _) = self.goods_worths, mean.first, possible
        codes, points = mean.outcomes.alike[at].codes, mean.points
        # Mostly what promises most is worth as much.
        best, code = max([(mean.known.promises[first + code], code) for code in codes])
        tops = goods_worths.needs.promises
        change = next(one for one, _ in mean.ranked if tops.get(first + code + one) == best)
        worth = goods_worths.worth(unpack(first + change), hand, ways, points)
        if worth >= mean.tops[at]:
            return worth
        dearest = mean.first_price + mean.prices.beyond[at]
        promised = []
        for change, cost in mean.ranked:
            promise = goods_worths.promised_before(first + change, codes)
            promised.append((min(dearest - cost, promise), first + change))
        for most, goods in sorted(promised, reverse=True):
            if most <= worth:
                break
            if goods_worths.promised(goods, codes) > worth:
                worth = max(worth, goods_worths.worth(unpack(goods), hand, ways, points))
        return worth
