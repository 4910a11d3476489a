"""The sums of goods that a seat's pawns can bring in Kingdom of Solomon (S14, S18).

Spots are gone through one by one. Of all sets of as many spots that bring the same goods one is
kept, with a mask of the spots that some of these sets leave out: there are few sums, where there
are thousands of sets, and no other pass is needed to tell what the loss of a spot would cost.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_BITS = 8
MOST = (1 << _BITS) - 1
"""The most goods of a kind that a number can tell."""
_GUEST = 1 << (_BITS * len(GOODS))
"""The flag of a state with a pawn on another's place; a second one there may not be (S33)."""
_FLAG = _GUEST << 1
"""The flag of a state that has a place of the first kind to copy; those of the others follow."""

Spots = tuple[str, "Spots"] | None
"""Spots that lead to a sum, the last first."""
State = int
Ways = tuple[int, Spots]
"""The mask of spots that can be left out, and the spots of one way to a sum."""
Layer = dict[State, Ways]


class Place(NamedTuple):
    """A spot with goods: what a pawn there brings, and the kind of place that an Artisan copies.

    `bit` is its place in masks; `kind` is None for cards, and where nobody copies. The place of
    another is free for a `guest`.
    """

    spot: str
    bit: int
    goods: Cubes
    kind: int | None = None
    guest: bool = False


def packed(goods: Cubes) -> State:
    """Goods as a number; sums of numbers are those of the goods."""
    state = 0
    for kind, count in enumerate(goods):
        state += count << (_BITS * kind)
    return state


def unpacked(state: State) -> Cubes:
    """The goods of a state.

    >>> unpacked(packed((0, 1, 2, 0, 9)) + packed((1, 0, 0, 0, 1)))
    (1, 1, 2, 0, 10)
    """
    return (
        state & MOST,
        state >> _BITS & MOST,
        state >> 2 * _BITS & MOST,
        state >> 3 * _BITS & MOST,
        state >> 4 * _BITS & MOST,
    )


def priced(state: State, prices: Sequence[Sequence[float]]) -> float:
    """The price of the goods of a state, by a table for each kind."""
    first, second, third, fourth, fifth = prices
    return (
        first[state & MOST]
        + second[state >> _BITS & MOST]
        + third[state >> 2 * _BITS & MOST]
        + fourth[state >> 3 * _BITS & MOST]
        + fifth[state >> 4 * _BITS & MOST]
    )


def layers_of(
    start: Cubes, fixed: Sequence[Place], places: Sequence[Place], count: int
) -> list[Layer]:
    """The sums after each number of pawns up to `count`; `fixed` are places that have one already.

    The same sum with other places to copy is another state.
    """
    layers: list[Layer] = [{} for _ in range(count + 1)]
    layers[0][packed(start) | _flags(place.kind for place in fixed)] = (-1, None)
    for place in places:
        gain, flag, bit = packed(place.goods), _flags([place.kind]), ~place.bit
        guest = _GUEST * place.guest
        for pawns in range(count - 1, -1, -1):
            following = layers[pawns + 1]
            for state, (mask, linked) in layers[pawns].items():
                if not state & guest:
                    after = state + gain | flag | guest
                    _put(following, after, mask & bit, (place.spot, linked))
    return layers


def _flags(kinds: Iterable[int | None]) -> int:
    found = 0
    for kind in kinds:
        if kind is not None:
            found |= _FLAG << kind
    return found


def _put(layer: Layer, state: State, mask: int, spots: Spots) -> None:
    there = layer.get(state)
    layer[state] = (mask, spots) if there is None else (there[0] | mask, there[1])


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
            several = {total(chosen) for chosen in combinations_with_replacement(once, count)}
            self._found[key] = tuple(map(packed, greatest(several))) or (0,)
        return self._found[key]

    def apart(self, layer: Layer, count: int) -> dict[tuple[State, tuple[State, ...]], Ways]:
        """The sums of a layer, each with its choices of copies."""
        found: dict[tuple[State, tuple[State, ...]], Ways] = {}
        for state, (mask, spots) in layer.items():
            key = state & _GUEST - 1, self.of(state, count)
            there = found.get(key)
            found[key] = (mask, spots) if there is None else (there[0] | mask, there[1])
        return found


def greatest(several: set[Cubes]) -> list[Cubes]:
    """The goods of which none are all among others."""
    found: list[Cubes] = []
    for one in sorted(several, key=sum, reverse=True):
        a, b, c, d, e = one
        for v, w, x, y, z in found:
            if v >= a and w >= b and x >= c and y >= d and z >= e:
                break
        else:
            found.append(one)
    return found


def spots_of(linked: Spots) -> tuple[str, ...]:
    """Spots in the order in which they were gone through."""
    found: list[str] = []
    while linked is not None:
        spot, linked = linked
        found.append(spot)
    return tuple(found[::-1])
