"""The search for the best spots of Kingdom of Solomon, and for the best ones without each of them.

The first sweep through all sets has one question: which is the best one? The next one asks for the
best ones without each of its spots, and without all that others want.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.search.pawns.choices import Choices
from ksm_widgets.companions.kingdom.search.pawns.set_worths import SetWorths
from ksm_widgets.companions.kingdom.search.pawns.sweeping import NOTHING, CutShort, SpotSet, Sweep
from ksm_widgets.companions.kingdom.search.pawns.yields import Extra, both

if TYPE_CHECKING:
    from collections.abc import Collection

    from ksm_widgets.companions.kingdom.places import Spot
    from ksm_widgets.companions.kingdom.search.pawns.choices import Promised
    from ksm_widgets.companions.kingdom.search.pawns.prospects import Prospects
    from ksm_widgets.companions.kingdom.worths import Number


MARGIN = Fraction(3, 10)
"""The points by which a set is taken to be worth less than it promises, until it is worked out."""
MOST_LOOKS = 100_000
"""Worths that are worked out before a search is cut short, as soon as it has found anything."""


@dataclass(frozen=True, slots=True)
class BestSpots:
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
) -> BestSpots:
    """The best spots for the pawns, none of them in `without`; `wanted` are spots others want.

    If `only_best`, the worths without each of the spots are left out. A search is cut short after
    `most_looks`. A set that draws cards is first taken to be worth `margin` less than it promises.
    """
    yields = prospects.yields
    open_ = [spot for spot in yields.open if spot not in without]
    bits = {spot: 1 << at for at, spot in enumerate(open_)}
    # Wanted spots share one more bit: it is left out if all of them are.
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
    return _Search(prospects, choices, bits, wanted, most_looks, margin).found(only_best=only_best)


class _Answers(NamedTuple):
    """By question the best sets; if the search was cut short, no set is worth more than `bound`."""

    best: dict[int, SpotSet]
    bound: float | None


class _WithoutEach(NamedTuple):
    """The best set, by question the best ones without some of its spots.

    `is_sure` if no search for the latter was cut short.
    """

    best: SpotSet
    others: dict[int, SpotSet]
    is_sure: bool


@dataclass(slots=True)
class _Search:
    """The search among all sets of spots; `bits` are those of the spots.

    The bit of a spot asks for the best set without it (`sweeping`). What was worked out for one
    question is there for the next ones.
    """

    prospects: Prospects
    choices: Choices
    bits: dict[Spot, int]
    wanted: Collection[Spot]
    most_looks: int
    margin: Number
    set_worths: SetWorths = field(init=False)
    tried: list[SpotSet] = field(default_factory=list)
    """The sets that were the best ones for some question once."""
    unit: int = field(init=False)
    """The number of units in a point."""

    def __post_init__(self) -> None:
        self.set_worths = SetWorths(self.prospects, self.choices.price_lists)
        self.unit = self.prospects.goods_worths.unit

    @property
    def _all_wanted(self) -> int:
        """The bit that asks for the best set without any spot that others want."""
        return 1 << len(self.bits)

    @property
    def _no_spot(self) -> int:
        """The bit that asks for the best set of all: it is no spot's, so all sets leave it out."""
        return 2 << len(self.bits)

    def found(self, *, only_best: bool) -> BestSpots:
        """The best set, and the worths of those without each of its spots, and without all wanted.

        If `only_best`, the worths without each of its spots are left out.
        """
        bits, unit = self.bits, self.unit
        choices = self.choices.by_promise()
        # The first search has half of all looks, the next ones have what is left.
        until = self.set_worths.looks + self.most_looks
        bests, bound = self._best(choices, {self._no_spot: NOTHING}, until)
        until += self.most_looks
        best, others, is_sure = self._without_each(
            choices, bests[self._no_spot], until, only_best=only_best
        )
        wanted = others.get(self._all_wanted)
        return BestSpots(
            Fraction(best.worth, unit),
            tuple(spot for spot in bits if spot in best.spots),
            {spot: self._worth(others[bit], [spot]) for spot, bit in bits.items() if bit in others},
            None if wanted is None else self._worth(wanted, self.wanted),
            None if bound is None else bound / unit,
            is_sure,
        )

    def _without_each(
        self, choices: list[Promised], best: SpotSet, until: int, *, only_best: bool
    ) -> _WithoutEach:
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
                return _WithoutEach(best, {}, is_sure)
            begun = {bit: self._best_tried(bit) for bit in asked}
            others, bound = self._best(choices, begun, until)
            is_sure = is_sure and bound is None
            more = max(others.values(), key=lambda one: one.worth)
            if more.worth <= best.worth:
                return _WithoutEach(best, others, is_sure)
            best = more

    def _worth(self, other: SpotSet, gone: Collection[Spot]) -> Number:
        """The worth of the best set without spots that are gone."""
        if other.worth > NOTHING.worth:
            return Fraction(other.worth, self.unit)
        # There are no more spots than pawns: one pawn has no place then.
        most, margin = self.most_looks, self.margin
        return best_spots(
            self.prospects, gone, only_best=True, most_looks=most, margin=margin
        ).worth

    def _best_tried(self, bit: int) -> SpotSet:
        """The best set so far that answers a question."""
        tried = [one for one in self.tried if one.left_out & bit]
        return max(tried, key=lambda one: one.worth, default=NOTHING)

    def _best(self, choices: list[Promised], best: dict[int, SpotSet], until: int) -> _Answers:
        """For each question the best set, if it is worth more than the one known as the best.

        Of sets that are worth as much it is the one that comes first. The search is cut short when
        `until` worths have been worked out in all.
        """
        # Where cards are drawn, sets that promise most are worked out last: so most never are.
        # If none is worth what was taken for granted, the next sweep puts nothing off.
        bound, margin = None, int(self.margin * self.unit)
        for puts_off in (True, False):
            sweep = Sweep(
                self.choices, self.set_worths, {**best}, until, margin=margin, puts_off=puts_off
            )
            try:
                sweep.go_through(choices)
            except CutShort as cut:
                bound = cut.bound
            sweep.work_out()
            self.tried += sweep.kept
            best = sweep.best
            if bound is not None or sweep.has_all:
                break
        return _Answers(best, bound)
