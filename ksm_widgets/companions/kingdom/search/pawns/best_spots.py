"""The search for the best spots of Kingdom of Solomon, and for the best ones without each of them.

Every choice of spots that bring no goods of their own is put to the sums that the other pawns can
bring, both sorted by what they promise, so that mostly few are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.search.pawns.choices import Choices
from ksm_widgets.companions.kingdom.search.pawns.set_worths import SetWorths
from ksm_widgets.companions.kingdom.search.pawns.sums import spots_of
from ksm_widgets.companions.kingdom.search.pawns.yields import Extra, both
from ksm_widgets.companions.kingdom.search.scales import IMPOSSIBLE

if TYPE_CHECKING:
    from collections.abc import Collection

    from ksm_widgets.companions.kingdom.places import Spot
    from ksm_widgets.companions.kingdom.search.pawns.choices import Choice, Promised
    from ksm_widgets.companions.kingdom.search.pawns.prospects import Prospects
    from ksm_widgets.companions.kingdom.search.pawns.sums import Sum
    from ksm_widgets.companions.kingdom.worths import Number


MARGIN = Fraction(3, 10)
"""The points by which a set is taken to be worth less than it promises, until it is worked out."""
MOST_LOOKS = 100_000
"""Worths that are worked out before a search is cut short, as soon as it has found anything."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The best spots for pawns, and the worth of what they bring with all that one has before."""

    worth: Number
    spots: tuple[Spot, ...]
    without: dict[Spot, Number] = field(hash=False)
    """For each of the spots the worth of the best ones if it is taken away."""
    uncontested: Number | None = None
    """The worth of the best ones if all spots that others want are taken away."""
    bound: float | None = None
    """No set is worth more than this; None if the best one is proven to be so."""
    is_sure: bool = True
    """False if there may be sets worth more than `without` and `uncontested`."""


def best_spots(
    prospects: Prospects,
    without: Collection[Spot] = (),
    *,
    wanted: Collection[Spot] = (),
    only_best: bool = False,
    most_looks: int = MOST_LOOKS,
    margin: Number = MARGIN,
) -> Sent:
    """The best spots for the pawns, none of them in `without`; `wanted` are spots others want.

    If `only_best`, the worths without each of the spots are left out. A search is cut short after
    `most_looks`. A set that draws cards is first taken to be worth `margin` less than it promises.
    """
    yields = prospects.yields
    open_ = [spot for spot in yields.open if spot not in without]
    bits = {spot: 1 << at for at, spot in enumerate(open_)}
    # One more bit is cleared by all that is wanted.
    marks = {spot: bit | (spot in wanted) << len(open_) for spot, bit in bits.items()}
    extras = [extra for spot in open_ if (extra := yields.extra(spot, marks[spot])) is not None]
    always = [extra for spot in yields.fixed if (extra := yields.extra(spot, 0)) is not None]
    choices = Choices(
        prospects,
        yields.places(yields.fixed, {}),
        yields.places(open_, marks),
        extras,
        reduce(both, always, Extra()),
    )
    return _Search(prospects, choices, bits, wanted, most_looks, margin).sent(only_best=only_best)


class _Set(NamedTuple):
    """A set that is the best so far: its worth, its spots.

    `mask` has the spots it can do without, `order` is the number of sets looked at before it.
    """

    worth: int
    spots: tuple[Spot, ...]
    mask: int
    order: int = 0

    def beats(self, other: _Set) -> bool:
        """Whether it is worth more, or as much and comes before."""
        return (self.worth, -self.order) > (other.worth, -other.order)


class _Result(NamedTuple):
    """By bit the best sets; if the search was cut short, no set is worth more than `bound`."""

    best: dict[int, _Set]
    bound: float | None


class _Missed(NamedTuple):
    """The best set, by bit the best without some of its spots, and if no search was cut short."""

    best: _Set
    others: dict[int, _Set]
    is_sure: bool


class _Hope(NamedTuple):
    """A set to be worked out: the most it is worth, the number of sets before it, its spots.

    `bits` are those of the spots without which it may be the best one.
    """

    top: int
    order: int
    sum_: Sum
    choice: Choice
    bits: int


class _CutShort(Exception):
    """As many worths were worked out as may be; no set is worth more than `bound`, in units."""

    def __init__(self, bound: float) -> None:
        super().__init__(bound)
        self.bound = bound


@dataclass(slots=True)
class _Search:
    """The search among all sets of spots; `bits` are those of the spots in masks.

    What was worked out for one question about them is there for the next ones.
    """

    prospects: Prospects
    choices: Choices
    bits: dict[Spot, int]
    wanted: Collection[Spot]
    most_looks: int
    margin: Number
    set_worths: SetWorths = field(init=False)
    tried: list[_Set] = field(default_factory=list)
    """The sets that were the best ones for something once."""
    unit: int = field(init=False)
    """The number of units in a point, in which sets are worth so much."""
    lowest: _Set = field(init=False)
    """Worth less than any other: where nothing was found."""

    def __post_init__(self) -> None:
        self.set_worths = SetWorths(self.prospects, self.choices.price_lists)
        self.unit = self.prospects.goods_worths.unit
        self.lowest = _Set(IMPOSSIBLE * self.unit, (), 0)

    @property
    def looks(self) -> int:
        """The number of worths worked out so far."""
        return self.prospects.goods_worths.needs.looks

    def sent(self, *, only_best: bool) -> Sent:
        """The best set, and the worths of those without each of its spots, and without all wanted.

        If `only_best`, the former are left out.
        """
        bits, unit = self.bits, self.unit
        choices = self.choices.by_promise()
        any_ = 2 << len(bits)  # No spot clears it.
        # The first search has half of all looks, the next ones have what is left.
        until = self.looks + self.most_looks
        bests, bound = self._best(choices, {any_: self.lowest}, until)
        until += self.most_looks
        best, others, is_sure = self._without_each(choices, bests[any_], until, only_best=only_best)
        wanted = others.get(self._all_wanted)
        return Sent(
            Fraction(best.worth, unit),
            tuple(spot for spot in bits if spot in best.spots),
            {spot: self._worth(others[bit], [spot]) for spot, bit in bits.items() if bit in others},
            None if wanted is None else self._worth(wanted, self.wanted),
            None if bound is None else bound / unit,
            is_sure,
        )

    @property
    def _all_wanted(self) -> int:
        """The bit that every spot clears which others want."""
        return 1 << len(self.bits)

    def _without_each(
        self, choices: list[Promised], best: _Set, until: int, *, only_best: bool
    ) -> _Missed:
        """The best sets without each spot of the best one, and without all wanted.

        The best is another one if the search for it was cut short, and these searches found more.
        """
        is_sure = True
        while True:
            asked = (
                [] if only_best else [self.bits[spot] for spot in self.bits if spot in best.spots]
            )
            if self.wanted:
                asked.append(self._all_wanted)
            if not asked:
                return _Missed(best, {}, is_sure)
            floors = {bit: self._best_tried(bit) for bit in asked}
            others, bound = self._best(choices, floors, until)
            is_sure = is_sure and bound is None
            more = max(others.values(), key=lambda one: one.worth)
            if more.worth <= best.worth:
                return _Missed(best, others, is_sure)
            best = more

    def _worth(self, other: _Set, gone: Collection[Spot]) -> Number:
        """The worth of the best set without spots that are gone."""
        if other.worth > self.lowest.worth:
            return Fraction(other.worth, self.unit)
        # There are no more spots than pawns: one pawn has no place then.
        most, margin = self.most_looks, self.margin
        return best_spots(
            self.prospects, gone, only_best=True, most_looks=most, margin=margin
        ).worth

    def _best_tried(self, bit: int) -> _Set:
        """The best set so far that does without some spots."""
        tried = [one for one in self.tried if one.mask & bit]
        return max(tried, key=lambda one: one.worth, default=self.lowest)

    def _best(self, choices: list[Promised], floors: dict[int, _Set], until: int) -> _Result:
        """For each bit the best set that has it in its mask, if it is worth more than its floor.

        Of sets that are worth as much it is the one that comes first. The search is cut short when
        `until` worths have been worked out in all.
        """
        # Where cards are drawn, sets that promise most are worked out last: so most never are.
        # If none is worth what was taken for granted, the next sweep puts nothing off.
        best, bound = floors, None
        for puts_off in (True, False):
            sweep = _Sweep(self, {**best}, until, puts_off=puts_off)
            try:
                sweep.go_through(choices)
            except _CutShort as cut:
                bound = cut.bound
            sweep.work_out()
            best = sweep.best
            if bound is not None or sweep.has_all:
                break
        return _Result(best, bound)


@dataclass(slots=True)
class _Sweep:
    """A sweep through all sets that promise more than the best ones, by bit in `best`.

    If it `puts_off` sets that draw cards, they are kept as `hopes`, and each is taken for granted
    to be worth what it promises but for a margin, until `work_out`.
    """

    search: _Search
    best: dict[int, _Set]
    until: int
    puts_off: bool
    hopes: list[_Hope] = field(default_factory=list)
    _hoped: dict[int, int] = field(init=False)
    """By bit the worth that is taken for granted."""
    _order: int = 0
    _margin: int = field(init=False)

    def __post_init__(self) -> None:
        self._hoped = dict.fromkeys(self.best, self.search.lowest.worth - 1)
        self._margin = int(self.search.margin * self.search.unit)

    @property
    def has_all(self) -> bool:
        """Whether sets were found that are worth what was taken for granted."""
        return all(self.best[bit].worth > hoped for bit, hoped in self._hoped.items())

    def _floor(self, mask: int) -> int:
        """The worth that a set must exceed to be the best one for any bit of a mask."""
        hoped = self._hoped
        return min([max(one.worth, hoped[bit]) for bit, one in self.best.items() if bit & mask])

    def go_through(self, choices: list[Promised]) -> None:
        """Go through all choices with the sums beside them, what promises most first.

        Raises _CutShort after too many looks.
        """
        asked = sum(self.best)
        for top, pawns, extra in choices:
            if top <= self._floor(asked):
                break
            bits = asked & ~extra.bits
            if not bits or top <= self._floor(bits):
                continue
            choice = self.search.choices.choice(pawns, extra)
            if choice.top > self._floor(bits):
                self._beside(choice, bits, top)

    def _beside(self, choice: Choice, bits: int, top: float) -> None:
        """Go through the sums beside a choice, which is worth `top` at most; raises _CutShort.

        They are among the best for these `bits` if they are for any.
        """
        search = self.search
        more = choice.adds[0] + choice.points
        is_exact = not (self.puts_off and choice.extra.cards)
        low, floors = self._floor(bits), dict[int, int]()
        for sum_ in search.choices.beside(choice):
            promised = sum_.prices[0] + more
            if promised <= low:
                break
            mask = sum_.mask & bits
            if not mask:
                continue
            if mask not in floors:
                floors[mask] = self._floor(mask)
            if promised <= floors[mask]:
                continue
            if search.looks > self.until:
                self._cut_short(top)
            self._order += 1
            worth = search.set_worths.value(sum_, choice, floors[mask], is_exact=is_exact)
            if worth > floors[mask]:
                self._take(_Hope(worth, self._order, sum_, choice, mask), is_exact=is_exact)
                low, floors = self._floor(bits), {}

    def _cut_short(self, top: float) -> None:
        """Raise _CutShort, unless nothing has been found for some bit so far."""
        floors = [self._floor(bit) for bit in self.best]
        if min(floors) > self.search.lowest.worth:
            raise _CutShort(max(top, *map(float, floors)))

    def _take(self, hope: _Hope, *, is_exact: bool) -> None:
        """Take a set among the best ones, or among the hopes if it is not worked out."""
        if is_exact:
            self._keep(hope)
            return
        self.hopes.append(hope)
        for bit, before in self._hoped.items():
            if bit & hope.bits:
                self._hoped[bit] = max(before, hope.top - self._margin)

    def work_out(self) -> None:
        """Work out the hopes that can be among the best sets, what promises most first."""
        for hope in sorted(self.hopes, key=lambda one: (-one.top, one.order)):
            rivals = [one for bit, one in self.best.items() if bit & hope.bits]
            floor = min(one.worth - (one.order > hope.order) for one in rivals)
            if hope.top > floor:
                worth = self.search.set_worths.value(hope.sum_, hope.choice, floor)
                if worth > floor:
                    self._keep(hope._replace(top=worth))

    def _keep(self, hope: _Hope) -> None:
        """Keep a set with its worth where it is better than the best ones, or comes before them."""
        extra = hope.choice.extra
        spots = (*spots_of(hope.sum_.spots), *extra.spots)
        one = _Set(hope.top, spots, hope.sum_.mask & ~extra.bits, hope.order)
        self.search.tried.append(one)
        for bit, other in self.best.items():
            if bit & hope.bits and one.beats(other):
                self.best[bit] = one
