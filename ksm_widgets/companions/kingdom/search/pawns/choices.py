"""The choices of spots without goods of their own in Kingdom of Solomon.

Beside each are the sums of goods that the other pawns can bring. Choices are sorted by what they
promise at some fixed prices of goods (`by_promise`), so most are never looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import Cubes
from ksm_widgets.companions.kingdom.places import Bonus
from ksm_widgets.companions.kingdom.search.pawns.packing import Packed, pack
from ksm_widgets.companions.kingdom.search.pawns.sorted_sums import SortedSums
from ksm_widgets.companions.kingdom.search.pawns.yields import Extra, both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.search.pawns.deals import Dealers
    from ksm_widgets.companions.kingdom.search.pawns.price_lists import PriceLists
    from ksm_widgets.companions.kingdom.search.pawns.prospects import Prospects
    from ksm_widgets.companions.kingdom.search.pawns.sums import GoodsSpot, Sum
    from ksm_widgets.companions.kingdom.search.scales import Units


class Promised(NamedTuple):
    """A choice of spots without goods: the most it is worth, the number of other pawns, itself.

    The worth is by prices without cards.
    """

    top: float
    pawns: int
    extra: Extra


class Seen(NamedTuple):
    """Goods that pawns gather, with guards, one for each choice of copies; `top` is a bound."""

    gathered: tuple[Packed, ...]
    top: Units


class Bounds(NamedTuple):
    """Bounds of sums beside choices that differ only in the points they bring.

    `tops` have the most that goods with their choices of copies are worth; `seen` are all that were
    worked out.
    """

    tops: dict[tuple[Packed, tuple[Packed, ...]], Units]
    seen: list[Seen]


_Traits = tuple[int, int, Cubes, "Dealers"]
"""The traits by which choices make the same goods: cards drawn, points if short, taxes, dealers."""


class Choice(NamedTuple):
    """A choice of the spots that bring no goods, beside a number of other pawns.

    It is worth `top` at most. `adds` has the most that it adds to the price of a sum, but for its
    points, by each of the prices in use as far as they were looked up. `cubes` and `points` are
    those it brings.
    """

    top: float
    pawns: int
    extra: Extra
    adds: list[float]
    cubes: Packed
    points: Units
    bounds: Bounds


@dataclass(slots=True)
class Choices:
    """The choices of spots without goods, and the sums of the pawns that each leaves.

    `always` is what spots bring that have a pawn already, which are `fixed` if they have goods.
    """

    prospects: Prospects
    fixed: list[GoodsSpot]
    places: list[GoodsSpot]
    extras: list[Extra]
    always: Extra
    sums: SortedSums = field(init=False)
    _choices: dict[tuple[int, Extra], Choice] = field(default_factory=dict)
    _bounds: dict[_Traits, Bounds] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sums = SortedSums(self.prospects, self.fixed, self.places, self._counts())

    @property
    def price_lists(self) -> PriceLists:
        """The prices by which choices and sums are sorted."""
        return self.sums.price_lists

    def _counts(self) -> list[int]:
        """The most pawns on places with goods, for each number of copies."""
        most = self.prospects.yields.count
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

    def by_promise(self) -> list[Promised]:
        """Every choice of the spots that bring no goods, what promises most first."""
        prices, chosen = self.price_lists.of(0)[0], self._chosen()
        gains = {
            cards: self.price_lists.gain_of(cards, prices)
            for cards in {extra.cards for extra, _ in chosen}
        }
        found = [
            Promised(
                self.sums.most_priced(0, pawns, extra.copies)
                + self.price_lists.beside(extra, prices)
                + gains[extra.cards],
                pawns,
                extra,
            )
            for extra, pawns in chosen
        ]
        return sorted(found, key=itemgetter(0), reverse=True)

    def _chosen(self) -> list[tuple[Extra, int]]:
        """Every choice, with the number of other pawns; it has one bonus place at most (S11)."""
        bonuses = [extra for extra in self.extras if isinstance(extra.spots[0], Bonus)]
        chosen = [(self.always, self.prospects.yields.count)]
        for extra in self.extras:
            if extra not in bonuses:
                chosen += [(both(one, extra), pawns - 1) for one, pawns in chosen if pawns]
        with_bonus = [
            (both(one, bonus), pawns - 1) for bonus in bonuses for one, pawns in chosen if pawns
        ]
        return chosen + with_bonus

    def choice(self, pawns: int, extra: Extra) -> Choice:
        """A choice, with what it promises by prices for its cards."""
        key = pawns, extra
        if key not in self._choices:
            prices = self.price_lists.of(extra.cards)[0]
            adds = self.price_lists.beside(extra, prices)
            points = extra.points * self.prospects.goods_worths.unit
            self._choices[key] = Choice(
                top=self.sums.most_priced(extra.cards, pawns, extra.copies) + adds,
                pawns=pawns,
                extra=extra,
                adds=[adds - points],
                cubes=pack(extra.cubes),
                points=points,
                bounds=self._bounds.setdefault(self._traits(extra), Bounds({}, [])),
            )
        return self._choices[key]

    def _traits(self, extra: Extra) -> _Traits:
        points = 0 if self.prospects.goods_worths.is_rich else extra.points
        return extra.cards, points, extra.taxed, extra.dealers

    def beside(self, choice: Choice) -> Iterator[Sum]:
        """The sums beside a choice, the dearest first."""
        return self.sums.of(choice.extra.cards, choice.pawns, choice.extra.copies)
