"""A sweep through the sets of spots for pawns of Kingdom of Solomon, what promises most first.

It answers several questions at once: which set is the best one that leaves out this spot, or these?
Each question has a bit, and a set answers those with a bit in its `left_out`. A set is passed over
if it promises no more than the floor of each of them: the worth of the best set for it so far.

Say that places A, B and C bring goods, and D brings a card. Of two pawns, those on A and B are
worth most. It is asked for the best set without A, and for the best one without B.

1.  A and C promise most of the others. They are worth 9 points, so the floor without B is 9.
2.  B and D promise 8.7 points, but the mean over all cards would take long to work out. So the set
    becomes a hope, and is taken for granted to be worth 0.3 points less: the floor without A is
    8.4.
3.  B and C promise 8.2 points, which is below both floors, and so is all that comes after them.
4.  Now B and D are worked out. If they are worth more than 8.4 points, they are the best set
    without A. If not, B and C may be better, and another sweep is needed that puts nothing off.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.search.pawns.sums import spots_of
from ksm_widgets.companions.kingdom.search.scales import NEVER, Units

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.places import Spot
    from ksm_widgets.companions.kingdom.search.pawns.choices import Choice, Choices, Promised
    from ksm_widgets.companions.kingdom.search.pawns.set_worths import SetWorths
    from ksm_widgets.companions.kingdom.search.pawns.sums import Sum


class SpotSet(NamedTuple):
    """A set of spots that is the best so far for some question, with its worth.

    `left_out` has the bits of spots that it can do without, `order` is the number of sets looked at
    before it.
    """

    worth: Units
    spots: tuple[Spot, ...]
    left_out: int
    order: int = 0

    def beats(self, other: SpotSet) -> bool:
        """Whether it is worth more, or as much and comes before."""
        return (self.worth, -self.order) > (other.worth, -other.order)


NOTHING = SpotSet(NEVER, (), 0)
"""Worth less than any other: where nothing was found."""


class _Hope(NamedTuple):
    """A set to be worked out: the most it is worth, the number of sets before it, its parts.

    It may be the best one for the questions with these `bits`.
    """

    top: Units
    order: int
    sum_: Sum
    choice: Choice
    bits: int


class CutShort(Exception):
    """As many worths were worked out as may be; no set is worth more than `bound`, in units."""

    def __init__(self, bound: float) -> None:
        super().__init__(bound)
        self.bound = bound


@dataclass(slots=True)
class Sweep:
    """A sweep for the sets that are better than those in `best`, which has one for each question.

    If it `puts_off` sets that draw cards, they are kept as `hopes`, and each is taken for granted
    to be worth what it promises but for a `margin`, until `work_out`. It is cut short when `until`
    worths have been worked out in all.
    """

    choices: Choices
    set_worths: SetWorths
    best: dict[int, SpotSet]
    until: int
    margin: Units
    puts_off: bool
    kept: list[SpotSet] = field(default_factory=list)
    """All sets that were better than those before, also if another one is by now."""
    hopes: list[_Hope] = field(default_factory=list)
    _granted: dict[int, Units] = field(init=False)
    """By question the worth that is taken for granted."""
    _order: int = 0

    def __post_init__(self) -> None:
        self._granted = dict.fromkeys(self.best, NOTHING.worth - 1)

    @property
    def has_all(self) -> bool:
        """Whether sets were found that are worth what was taken for granted."""
        return all(self.best[bit].worth > granted for bit, granted in self._granted.items())

    def _floor(self, bits: int) -> Units:
        """The worth that a set must exceed to be the best one for any of these questions."""
        granted = self._granted
        return min([max(one.worth, granted[bit]) for bit, one in self.best.items() if bit & bits])

    def go_through(self, choices: list[Promised]) -> None:
        """Go through all choices with the sums beside them, what promises most first.

        Raises CutShort after too many looks.
        """
        asked = sum(self.best)
        for top, pawns, extra in choices:
            if top <= self._floor(asked):
                break
            bits = asked & ~extra.bits
            if not bits or top <= self._floor(bits):
                continue
            choice = self.choices.choice(pawns, extra)
            if choice.top > self._floor(bits):
                self._beside(choice, bits, top)

    def _beside(self, choice: Choice, bits: int, top: float) -> None:
        """Go through the sums beside a choice, which is worth `top` at most; raises CutShort.

        They can be the best ones for the questions with these `bits`.
        """
        more = choice.adds[0] + choice.points
        is_exact = not (self.puts_off and choice.extra.cards)
        low, floors = self._floor(bits), dict[int, Units]()
        for sum_ in self.choices.beside(choice):
            promised = sum_.prices[0] + more
            if promised <= low:
                break
            answered = sum_.left_out & bits
            if not answered:
                continue
            if answered not in floors:
                floors[answered] = self._floor(answered)
            if promised <= floors[answered]:
                continue
            if self.set_worths.looks > self.until:
                self._cut_short(top)
            self._order += 1
            worth = self.set_worths.value(sum_, choice, floors[answered], is_exact=is_exact)
            if worth > floors[answered]:
                self._take(_Hope(worth, self._order, sum_, choice, answered), is_exact=is_exact)
                low, floors = self._floor(bits), {}

    def _cut_short(self, top: float) -> None:
        """Raise CutShort, unless nothing has been found for some question so far."""
        floors = [self._floor(bit) for bit in self.best]
        if min(floors) > NOTHING.worth:
            raise CutShort(max(top, *map(float, floors)))

    def _take(self, hope: _Hope, *, is_exact: bool) -> None:
        """Take a set among the best ones, or among the hopes if it is not worked out."""
        if is_exact:
            self._keep(hope)
            return
        self.hopes.append(hope)
        for bit, before in self._granted.items():
            if bit & hope.bits:
                self._granted[bit] = max(before, hope.top - self.margin)

    def work_out(self) -> None:
        """Work out the hopes that can be among the best sets, what promises most first."""
        for hope in sorted(self.hopes, key=lambda one: (-one.top, one.order)):
            rivals = [one for bit, one in self.best.items() if bit & hope.bits]
            floor = min(one.worth - (one.order > hope.order) for one in rivals)
            if hope.top > floor:
                worth = self.set_worths.value(hope.sum_, hope.choice, floor)
                if worth > floor:
                    self._keep(hope._replace(top=worth))

    def _keep(self, hope: _Hope) -> None:
        """Keep a set with its worth where it is better than the best ones, or comes before them."""
        extra = hope.choice.extra
        spots = (*spots_of(hope.sum_.spots), *extra.spots)
        one = SpotSet(hope.top, spots, hope.sum_.left_out & ~extra.bits, hope.order)
        self.kept.append(one)
        for bit, other in self.best.items():
            if bit & hope.bits and one.beats(other):
                self.best[bit] = one
