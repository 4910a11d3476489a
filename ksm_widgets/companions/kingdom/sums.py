"""The sums of goods that a seat's pawns can bring in Kingdom of Solomon (S14, S18).

Spots are gone through one by one. Of all sets of as many spots that bring the same goods one is
kept, with a mask of the spots that some of these sets leave out: there are few sums, where there
are thousands of sets, and no other pass is needed to tell what the loss of a spot would cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import GOODS, Cubes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_BITS = 8
_MASK = (1 << _BITS) - 1
_SIMPLE = 1 << (_BITS * len(GOODS))
"""The flag of a state whose Artisan was used; above it the Master Artisan's copies are counted."""
_COPY = _SIMPLE << 1

Spots = tuple[str, "Spots"] | None
"""Spots that lead to a sum, the last first."""
State = int
Layer = dict[State, tuple[int, Spots]]
"""For each sum, the mask of spots that can be left out, and the spots of one way there."""


class Place(NamedTuple):
    """A spot with goods: what a pawn there brings, and what an Artisan copies (nothing of cards).

    `bit` is its place in masks.
    """

    spot: str
    bit: int
    goods: Cubes
    once: Cubes | None


@dataclass(frozen=True, slots=True)
class Copying:
    """The Artisans that can copy places: the spots to put a pawn on, None if that is not needed.

    `simple` copies once, `master` as often as `most`; those not to be had have `None` as their bit.
    """

    simple: str | None = None
    simple_bit: int | None = None
    master: str | None = None
    master_bit: int | None = None
    most: int = 0


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
        state & _MASK,
        state >> _BITS & _MASK,
        state >> 2 * _BITS & _MASK,
        state >> 3 * _BITS & _MASK,
        state >> 4 * _BITS & _MASK,
    )


def spots_of(linked: Spots) -> tuple[str, ...]:
    """Spots in the order in which they were gone through."""
    found: list[str] = []
    while linked is not None:
        spot, linked = linked
        found.append(spot)
    return tuple(found[::-1])


def layers_of(
    start: Cubes, fixed: Sequence[Place], places: Sequence[Place], copying: Copying, count: int
) -> list[Layer]:
    """The sums after each number of pawns up to `count`; `fixed` are places that have one already.

    The same sum with fewer copies made is another state.
    """
    layers: list[Layer] = [{} for _ in range(count + 1)]
    layers[0][packed(start)] = (-1, None)
    for place in fixed:
        if place.once is None:
            continue
        for pawns in range(count, -1, -1):
            for state, (mask, linked) in [*layers[pawns].items()]:
                for more, after, put, taken in _copied(state, linked, place.once, copying):
                    if more or after != state:
                        _add(layers, pawns + more, after, mask & ~taken, put)
    for place in places:
        gain = packed(place.goods)
        for pawns in range(count - 1, -1, -1):
            layer = layers[pawns]
            following = layers[pawns + 1]
            for state, (mask, linked) in [*layer.items()]:
                after = state + gain
                left = mask & ~place.bit
                put = place.spot, linked
                if place.once is None:
                    _put(following, after, left, put)
                    continue
                for more, last, witness, taken in _copied(after, put, place.once, copying):
                    if more:
                        _add(layers, pawns + 1 + more, last, left & ~taken, witness)
                    else:
                        _put(following, last, left, witness)
    return layers


def _add(layers: list[Layer], pawns: int, state: State, mask: int, spots: Spots) -> None:
    if pawns < len(layers):
        _put(layers[pawns], state, mask, spots)


def _put(layer: Layer, state: State, mask: int, spots: Spots) -> None:
    there = layer.get(state)
    layer[state] = (mask, spots) if there is None else (there[0] | mask, there[1])


def _copied(
    state: State, spots: Spots, once: Cubes, copying: Copying
) -> Iterator[tuple[int, State, Spots, int]]:
    """A place's goods, and once more with each Artisan: pawns used, state, spots, their bits."""
    yield 0, state, spots, 0
    gain = packed(once)
    able = copying.simple_bit is not None and not state & _SIMPLE
    for with_simple in (False, True) if able else (False,):
        pawns, after, put, taken = 0, state, spots, 0
        if with_simple:
            after = state + gain | _SIMPLE
            if copying.simple is not None:
                pawns, put, taken = 1, (copying.simple, spots), copying.simple_bit or 0
            yield pawns, after, put, taken
        if copying.master_bit is None:
            continue
        for number in range(state // _COPY + 1, copying.most + 1):
            after = after + gain + _COPY
            if number == 1 and copying.master is not None:
                pawns, put = pawns + 1, (copying.master, put)
                taken |= copying.master_bit
            yield pawns, after, put, taken


def sums_of(layer: Layer) -> Layer:
    """The sums of a layer, whatever copies were made."""
    found: Layer = {}
    for state, (mask, spots) in layer.items():
        _put(found, state & (_SIMPLE - 1), mask, spots)
    return found
