"""The worth of a Raubbau match that is over, by all the gems that there may be (B41, B42)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, reduce
from math import comb
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.raubbau.scoring import gems_of, leavers
from ksm_widgets.companions.raubbau.search.worth import Worth

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.search.unseen import Unseen

Value = Callable[[Mapping[int, int], int | None], Fraction | int]
"""The worth of the end of a match, by the gems of those that left and who woke a dragon."""
_Gems = tuple[int, ...]
"""The gems of some seats, in their order."""


class _Harmless(NamedTuple):
    """The unseen cards of a set that are neither dragon nor cave-in.

    `fronts` has the number of unseen cards in front of some seats, in their order.
    """

    gems: int
    others: int
    fronts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Settling:
    """The mean worth of matches that are over; each that was found is kept, for walks to share."""

    value: Value
    found: dict[object, Worth] = field(default_factory=dict)

    def worth(self, position: Position, cards: Mapping[str, Unseen], waker: int | None) -> Worth:
        """The worth of a match that is over, with these cards unseen."""
        left = leavers(position, waker)
        known = tuple(gems_of(position.front(seat)) for seat in left)
        sets = tuple(
            _Harmless(unseen.gems, unseen.others, tuple(unseen.fronts[seat - 1] for seat in left))
            for unseen in cards.values()
        )
        key = sets, known, left, waker
        if key not in self.found:
            ways: dict[Fraction | int, int] = {}
            for more, count in _gem_ways(sets).items():
                gems = {seat: a + b for seat, a, b in zip(left, known, more, strict=True)}
                value = self.value(gems, waker)
                ways[value] = ways.get(value, 0) + count
            mean = sum((value * count for value, count in ways.items()), Fraction(0))
            self.found[key] = Worth.sure(Fraction(mean) / sum(ways.values()))
        return self.found[key]


@lru_cache(maxsize=4096)
def _gem_ways(sets: tuple[_Harmless, ...]) -> dict[_Gems, int]:
    """The number of ways in which some seats can have so many gems unseen, of all sets."""
    return reduce(_of_both, map(_gem_ways_of_set, sets))


def _gem_ways_of_set(cards: _Harmless) -> dict[_Gems, int]:
    """The number of ways in which some seats can have so many gems unseen, of one set."""
    ways: dict[_Gems, int] = {(): 1}
    for front in cards.fronts:
        ways = {
            (*gems, here): count * comb(front, here)
            for gems, count in ways.items()
            for here in range(min(front, cards.gems - sum(gems)) + 1)
        }
    elsewhere = cards.gems + cards.others - sum(cards.fronts)
    all_ways = {
        gems: count * comb(elsewhere, cards.gems - sum(gems)) for gems, count in ways.items()
    }
    return {gems: count for gems, count in all_ways.items() if count}


def _of_both(ways: dict[_Gems, int], others: dict[_Gems, int]) -> dict[_Gems, int]:
    """The ways for cards of two kinds together, whose gems add up."""
    found: dict[_Gems, int] = {}
    for gems, count in ways.items():
        for more, other_count in others.items():
            total = tuple(map(add, gems, more))
            found[total] = found.get(total, 0) + count * other_count
    return found
