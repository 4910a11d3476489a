"""The worth of a Raubbau match that is over, by all the gems that there may be (B41, B42)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.scoring import gems_of
from ksm_widgets.companions.raubbau.search.worth import Worth

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.search.unseen import Unseen

Value = Callable[[Mapping[int, int], int | None], Fraction | int]
"""The worth of the end of a match, by the gems of those that left and who woke a dragon."""
_Gems = tuple[int, ...]
"""The gems of some seats, in their order."""
_Slots = tuple[tuple[int, int, tuple[int, ...]], ...]
"""For each set its unseen gems, other harmless cards, and unseen cards in front of some seats."""


@dataclass(frozen=True, slots=True)
class Settling:
    """The mean worth of matches that are over; each that was found is kept, for walks to share."""

    value: Value
    found: dict[object, Worth] = field(default_factory=dict)

    def worth(self, position: Position, cards: Mapping[str, Unseen], waker: int | None) -> Worth:
        """The worth of a match that is over, with these cards unseen."""
        left = position.out if waker is not None else tuple(position.seats)
        known = tuple(gems_of(position.front(seat)) for seat in left)
        slots = tuple(
            (unseen.gems, unseen.others, tuple(unseen.fronts[seat - 1] for seat in left))
            for unseen in cards.values()
        )
        key = slots, known, left, waker
        if key not in self.found:
            ways: dict[Fraction | int, int] = {}
            for more, count in _gem_ways(slots).items():
                gems = {seat: a + b for seat, a, b in zip(left, known, more, strict=True)}
                value = self.value(gems, waker)
                ways[value] = ways.get(value, 0) + count
            mean = sum((value * count for value, count in ways.items()), Fraction(0))
            self.found[key] = Worth.sure(Fraction(mean) / sum(ways.values()))
        return self.found[key]


@lru_cache(maxsize=4096)
def _gem_ways(sets: _Slots) -> dict[_Gems, int]:
    """The number of ways to share out the gems of all sets to the cards in front of seats."""
    found: dict[_Gems, int] = {}
    for gems, others, slots in sets:
        own: dict[_Gems, int] = {(): 1}
        for slot in slots:
            own = {
                (*vector, here): count * comb(slot, here)
                for vector, count in own.items()
                for here in range(min(slot, gems - sum(vector)) + 1)
            }
        free = gems + others - sum(slots)
        own = {vector: count * comb(free, gems - sum(vector)) for vector, count in own.items()}
        if not found:
            found = own
            continue
        both: dict[_Gems, int] = {}
        for vector, count in found.items():
            for other, more in own.items():
                if more:
                    total = tuple(a + b for a, b in zip(vector, other, strict=True))
                    both[total] = both.get(total, 0) + count * more
        found = both
    return {vector: count for vector, count in found.items() if count}
