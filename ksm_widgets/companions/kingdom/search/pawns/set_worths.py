"""The worth of a sum of goods beside a choice of other spots, in Kingdom of Solomon.

Several bounds come first, the cheapest in front: what is known of the same goods, what they cost by
the prices in use, and sums with as much of everything that were worth too little. Many choices do
the same with goods and differ only in points; a bound found for one holds for all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.places import CardAction
from ksm_widgets.companions.kingdom.search.pawns.choices import Seen
from ksm_widgets.companions.kingdom.search.pawns.mean_worths import MeanWorths
from ksm_widgets.companions.kingdom.search.pawns.packing import GUARD, greatest

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.goods import Cubes
    from ksm_widgets.companions.kingdom.search.pawns.choices import Choice
    from ksm_widgets.companions.kingdom.search.pawns.deals import Dealers
    from ksm_widgets.companions.kingdom.search.pawns.mean_worths import Ends
    from ksm_widgets.companions.kingdom.search.pawns.packing import Packed
    from ksm_widgets.companions.kingdom.search.pawns.price_lists import PriceList, PriceLists
    from ksm_widgets.companions.kingdom.search.pawns.prospects import Prospects
    from ksm_widgets.companions.kingdom.search.pawns.sums import Sum
    from ksm_widgets.companions.kingdom.search.pawns.yields import Extra
    from ksm_widgets.companions.kingdom.search.scales import Units


@dataclass(slots=True)
class SetWorths:
    """The worths of sums beside choices, by the prices in use."""

    prospects: Prospects
    price_lists: PriceLists
    mean_worths: MeanWorths = field(init=False)
    _reached: dict[tuple[tuple[Packed, ...], Cubes, Dealers], Ends] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.mean_worths = MeanWorths(
            self.price_lists, self.prospects.goods_worths, self.prospects.pulse
        )

    @property
    def looks(self) -> int:
        """The number of worths worked out so far."""
        return self.prospects.goods_worths.needs.looks

    def value(self, sum_: Sum, choice: Choice, floor: Units, *, is_exact: bool = True) -> Units:
        """The worth of a sum beside a choice.

        Exact above `floor`; otherwise an upper bound that is at most `floor`. Where cards are drawn
        it is only promised unless `is_exact`, by what all hands promise.
        """
        floor -= choice.points
        key = sum_.goods + choice.cubes, sum_.copies
        top = choice.bounds.tops.get(key)
        if top is not None and top <= floor:
            return top + choice.points
        promised, prices = self._promised(sum_, choice, floor)
        if promised <= floor:
            return floor + choice.points
        price = promised - prices.whole
        top = self._mean(sum_, choice, price, prices, floor, is_exact=is_exact)
        choice.bounds.tops[key] = top
        extra = choice.extra
        if self.price_lists.failed(extra.cards, promised - max(floor, top)):
            ends = self._ends(_gathered(sum_, choice), extra)
            self.price_lists.look(self.mean_worths.best_end(ends, extra), extra.cards)
        return top + choice.points

    def _promised(self, sum_: Sum, choice: Choice, floor: Units) -> tuple[float, PriceList]:
        """The most that a sum is worth beside a choice, but for its points, by the best prices."""
        in_use = self.price_lists.in_use[choice.extra.cards]
        most, best = sum_.prices[0] + choice.adds[0], in_use[0]
        for at in range(1, len(in_use)):
            if most <= floor:
                break
            one = self._priced(sum_, choice, at)
            if one < most:
                most, best = one, in_use[at]
        return most, best

    def _priced(self, sum_: Sum, choice: Choice, at: int) -> float:
        """The most that a sum is worth beside a choice, but for its points, by some prices."""
        in_use = self.price_lists.in_use[choice.extra.cards]
        for prices in in_use[len(choice.adds) : at + 1]:
            choice.adds.append(self.price_lists.beside(choice.extra, prices) - choice.points)
        for prices in in_use[len(sum_.prices) : at + 1]:
            sum_.prices.append(self.price_lists.price(sum_.goods, sum_.copies, prices))
        return sum_.prices[at] + choice.adds[at]

    def _mean(
        self,
        sum_: Sum,
        choice: Choice,
        price: float,
        prices: PriceList,
        floor: Units,
        *,
        is_exact: bool,
    ) -> Units:
        """The mean over all hands of a sum with this price, without points, or as in `value`.

        Goods that are all among others worth no more than `floor` are worth no more than it, too.
        """
        extra, goods_worths, seen = choice.extra, self.prospects.goods_worths, choice.bounds.seen
        gathered = _gathered(sum_, choice)
        # Who has more may find the stock without the two cubes of a deal.
        covers = extra.cards and CardAction.TRADER not in extra.dealers
        if covers and _is_covered(gathered, seen, floor):
            return floor
        ends = self._ends(gathered, extra)
        top_price = goods_worths.in_parts(price)
        top = self.mean_worths.mean(ends, extra, top_price, prices, floor, is_exact=is_exact)
        if covers:
            seen.append(Seen(tuple([goods | GUARD for goods in gathered]), top))
        return top

    def _ends(self, gathered: tuple[Packed, ...], extra: Extra) -> Ends:
        """All that can be made of a sum by copies, thefts and deals, but for what is less."""
        key = gathered, extra.taxed, extra.dealers
        ends = self._reached.get(key)
        if ends is None:
            ends = self._reached[key] = self._made(*key)
        return ends

    def _made(self, gathered: tuple[Packed, ...], taxed: Cubes, dealers: Dealers) -> Ends:
        reached = self.prospects.dealings.reached
        made = [reached(goods, taxed, dealers) for goods in gathered]
        if len(made) == 1:
            return made[0]
        found = {first + change for first, changes in made for change in changes}
        ends = sorted(greatest(found))
        return ends[0], tuple([end - ends[0] for end in ends])


def _gathered(sum_: Sum, choice: Choice) -> tuple[Packed, ...]:
    """The goods of a sum with those of a choice, one for each choice of copies."""
    return tuple([sum_.goods + copied + choice.cubes for copied in sum_.copies])


def _is_covered(gathered: tuple[Packed, ...], seen: list[Seen], floor: Units) -> bool:
    """Whether all these goods are among others seen before, worth no more than `floor`."""
    return any(top <= floor and _are_among(gathered, others) for others, top in seen)


def _are_among(gathered: tuple[Packed, ...], others: tuple[Packed, ...]) -> bool:
    """Whether each of these goods is among some of the others, which have their guards."""
    # Loops, since they are run through very often, and mostly end with the first goods.
    for goods in gathered:
        for more in others:
            if more - goods & GUARD == GUARD:
                break
        else:
            return False
    return True
