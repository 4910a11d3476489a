"""The sums of goods that a seat's pawns can bring in Kingdom of Solomon (S14, S18).

Spots are gone through one by one. Of all sets of as many spots that bring the same goods one is
kept, with a mask of the spots that some of these sets leave out: there are few sums, where there
are thousands of sets, and no other pass is needed to tell what the loss of a spot would cost.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement, groupby
from operator import lshift
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, total
from ksm_widgets.companions.kingdom.places import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BITS = 8
_SHIFTS = tuple(range(0, 2 * BITS * len(GOODS), BITS))
MOST = (1 << BITS) - 1
"""The most goods of a kind that a number can tell."""
GOODS_OF = (1 << BITS * len(GOODS)) - 1
"""The bits of a state that tell its goods."""
_GUEST = 1 << (BITS * len(GOODS))
"""The flag of a state with a pawn on another's place; a second one there may not be (S33)."""
_WASTED = _GUEST << 1
"""The flag of a state with copies but no place that could be copied."""
_FLAG = _WASTED << 1
"""The flag of a state that has a place of the first kind to copy; those of the others follow."""

Spots = tuple[Spot, "Spots"] | None
"""Spots that lead to a sum, the last first."""
State = int
Ways = tuple[int, Spots]
"""The mask of spots that can be left out, and the spots of one way to a sum."""
Layer = dict[State, Ways]


class GoodsSpot(NamedTuple):
    """A spot with goods: what a pawn there brings, and what an Artisan does who copies it.

    `bit` is its place in masks; `land` is None for cards. The place of another is free for a
    `guest`.
    """

    spot: Spot
    bit: int
    goods: Cubes
    land: Cubes | None = None
    guest: bool = False


def packed(goods: Cubes) -> State:
    """Goods as a number; sums of numbers are those of the goods."""
    return sum(map(lshift, goods, _SHIFTS))


GUARD = packed((1 << BITS - 1,) * len(GOODS))
"""A bit above each number of goods: it is lost where goods that are more are taken away."""


def unpacked(state: State) -> Cubes:
    """The goods of a state.

    >>> unpacked(packed((0, 1, 2, 0, 9)) + packed((1, 0, 0, 0, 1)))
    (1, 1, 2, 0, 10)
    """
    return (
        state & MOST,
        state >> BITS & MOST,
        state >> 2 * BITS & MOST,
        state >> 3 * BITS & MOST,
        state >> 4 * BITS & MOST,
    )


def priced(state: State, prices: Sequence[Sequence[float]]) -> float:
    """The price of the goods of a state, by a table for each kind."""
    first, second, third, fourth, fifth = prices
    return (
        first[state & MOST]
        + second[state >> BITS & MOST]
        + third[state >> 2 * BITS & MOST]
        + fourth[state >> 3 * BITS & MOST]
        + fifth[state >> 4 * BITS & MOST]
    )


def layers_of(
    start: Cubes,
    fixed: Sequence[GoodsSpot],
    places: Sequence[GoodsSpot],
    counts: Sequence[int],
    kinds: Sequence[Cubes] = (),
) -> list[list[Layer]]:
    """The sums for each number of copies and, up to its count, of pawns; `fixed` have one already.

    Each copy is of one of the places of a sum. With `kinds` of places the same sum with other
    kinds to copy is another state.
    """
    layers: list[list[Layer]] = [[{} for _ in range(count + 1)] for count in counts]
    state = packed(start) | _flags(fixed, kinds)
    lands = [place.land for place in fixed if place.land is not None]
    for copies, layer in enumerate(layers):
        for copied in combinations_with_replacement(lands, copies):
            layer[0][state + packed(total(copied))] = -1, None
        if not layer[0]:
            layer[0][state | _WASTED] = -1, None
    for place in places:
        # From the most pawns and copies down, so that no sum has a place twice.
        for pawns in range(counts[0] - 1, -1, -1):
            for copies in range(len(counts) - 1, -1, -1):
                if pawns <= counts[copies]:
                    _put_on(place, layers, pawns, copies, _flags([place], kinds))
    return layers


def _put_on(
    place: GoodsSpot, layers: list[list[Layer]], pawns: int, copies: int, flag: State
) -> None:
    """Add all that one pawn more on a place makes of the sums of so many pawns and copies."""
    land = None if place.land is None else packed(place.land)
    barred = _GUEST * place.guest | (0 if land is None else _WASTED)
    gain, flag, bit = packed(place.goods), flag | _GUEST * place.guest, ~place.bit
    following = [
        (layer[pawns + 1], gain + more * (land or 0))
        for more, layer in enumerate(layers[copies:] if land is not None else [layers[copies]])
        if pawns + 1 < len(layer)
    ]
    for state, (mask, linked) in layers[copies][pawns].items():
        if state & barred:
            continue
        without, spots = mask & bit, (place.spot, linked)
        for layer_, gained in following:
            after = state + gained | flag
            there = layer_.get(after)
            if there is None:
                layer_[after] = without, spots
            elif there[0] | without != there[0]:
                layer_[after] = there[0] | without, there[1]


def _flags(places: Iterable[GoodsSpot], kinds: Sequence[Cubes]) -> int:
    found = 0
    for place in places:
        if kinds and place.land is not None:
            found |= _FLAG << kinds.index(place.land)
    return found


@dataclass(slots=True)
class Copies:
    """The goods that Artisans can bring who copy places of these kinds, each of which has goods."""

    kinds: list[Cubes]
    _found: dict[tuple[int, int], tuple[State, ...]] = field(default_factory=dict)

    def of(self, state: State, count: int) -> tuple[State, ...]:
        """The choices of so many copies, each with goods that no other has all of."""
        key = state // _FLAG, count
        if key not in self._found:
            once = [kind for at, kind in enumerate(self.kinds) if key[0] >> at & 1]
            chosen = combinations_with_replacement(map(packed, once), count)
            self._found[key] = tuple(greatest({*map(sum, chosen)})) or (0,)
        return self._found[key]

    def apart(self, layer: Layer, count: int) -> dict[tuple[State, tuple[State, ...]], Ways]:
        """The sums of a layer, each with its choices of copies."""
        found: dict[tuple[State, tuple[State, ...]], Ways] = {}
        for state, (mask, spots) in layer.items():
            key = state & GOODS_OF, self.of(state, count)
            there = found.get(key)
            found[key] = (mask, spots) if there is None else (there[0] | mask, there[1])
        return found


def smaller(one: State, other: State) -> State:
    """The goods of which each kind is the smaller number."""
    kept = (other | GUARD) - one & GUARD  # The guard of each kind of which `one` has no more.
    bits = kept - (kept >> BITS - 1)  # All bits below these guards.
    return one & bits | other & ~bits


def greatest(several: Iterable[State]) -> list[State]:
    """The goods of which none are all among others, each of them told once."""
    found: list[State] = []
    guarded: list[State] = []
    # The remainder is the number of all cubes, since each kind is a digit of base 256. Of goods of
    # as many cubes none are all among the others.
    in_all = MOST.__rmod__
    for _, alike in groupby(sorted(several, key=in_all, reverse=True), in_all):
        before = len(found)
        for state in alike:
            for more in guarded:
                if more - state & GUARD == GUARD:
                    break
            else:
                found.append(state)
        guarded += [state | GUARD for state in found[before:]]
    return found


def spots_of(linked: Spots) -> tuple[Spot, ...]:
    """Spots in the order in which they were gone through."""
    found: list[Spot] = []
    while linked is not None:
        spot, linked = linked
        found.append(spot)
    return tuple(found[::-1])
