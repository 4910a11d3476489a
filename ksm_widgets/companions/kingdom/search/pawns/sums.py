"""The sums of goods that a seat's pawns can bring in Kingdom of Solomon (S14, S18).

Spots are gone through one by one. Of all sets of as many spots that bring the same goods one is
kept, with the bits of the spots that some of these sets leave out. So there are few sums where
there are thousands of sets, and the loss of a spot is known without another pass.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import nlargest
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import MOST_COPIES
from ksm_widgets.companions.kingdom.goods import MOST_GOODS, Cubes, least, total
from ksm_widgets.companions.kingdom.places import Spot
from ksm_widgets.companions.kingdom.search.pawns.packing import (
    ABOVE,
    GOODS_BITS,
    MOST,
    Packed,
    State,
    greatest,
    pack,
    smaller,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_GUEST = 1 << ABOVE
"""The flag of a pawn on another's place, where a second one may not be (S33)."""
_WASTED = _GUEST << 1
"""The flag of copies without a place that could be copied."""
_FLAG = _WASTED << 1
"""The flag of a place of the first kind to copy; those of other kinds are above it."""
_ADDED = (1 + MOST_COPIES) * MOST_GOODS + 1
"""The most goods of a kind that are added to a sum: those of both Artisans, and the tribute."""

Spots = tuple[Spot, "Spots"] | None
"""Spots that lead to a sum, the last first."""
Ways = tuple[int, Spots]
"""The bits of spots that some way to a sum leaves out, and the spots of one of the ways."""
Layer = dict[State, Ways]
"""The sums of as many pawns and copies."""


class GoodsSpot(NamedTuple):
    """A spot with goods of its own.

    `bit` stands for it in sets of spots. `goods` is what a pawn there brings, `land` what an
    Artisan that copies it brings, None for a card. On another player's place a pawn is a `guest`.
    """

    spot: Spot
    bit: int
    goods: Cubes
    land: Cubes | None = None
    guest: bool = False


class Sum(NamedTuple):
    """The goods that some pawns bring.

    `copies` are the goods of each choice of copies besides, `left_out` has the bits of spots that
    can be left out, `spots` are one way to it. `prices` are its prices with the dearest copies, by
    each of the prices in use as far as they were looked up; it is sorted by the first one.
    """

    goods: Packed
    copies: tuple[Packed, ...]
    left_out: int
    spots: Spots
    prices: list[float]


def layers_of(
    start: Cubes,
    fixed: Sequence[GoodsSpot],
    places: Sequence[GoodsSpot],
    counts: Sequence[int],
    kinds: Sequence[Cubes] = (),
    *,
    most: Cubes,
) -> list[list[Layer]]:
    """The sums by number of copies and number of pawns.

    `start` is what there is anyway, `fixed` are the spots that have a pawn already. `counts` are
    the most pawns more on `places`, for 0, 1, 2 and more copies, each of a place of its sum. With
    `kinds` of places the same goods with other kinds to copy are another sum. More than `most` of a
    kind are of no use, and left out of sums that would be too large to be packed.
    """
    limit = None
    if _is_large(start, places, counts):
        start, limit = least(start, most), pack(most)
        places = [place._replace(goods=least(place.goods, most)) for place in places]
    layers: list[list[Layer]] = [[{} for _ in range(count + 1)] for count in counts]
    state = State(pack(start) | _flags(fixed, kinds))
    lands = [place.land for place in fixed if place.land is not None]
    for copies, layer in enumerate(layers):
        for copied in combinations_with_replacement(lands, copies):
            layer[0][_limited(State(state + pack(total(copied))), limit)] = -1, None
        if not layer[0]:
            layer[0][State(state | _WASTED)] = -1, None
    for place in places:
        # From the most pawns and copies down, so that no sum has a place twice.
        for pawns in range(counts[0] - 1, -1, -1):
            for copies in range(len(counts) - 1, -1, -1):
                if pawns <= counts[copies]:
                    _put_on(place, layers, pawns, copies, _flags([place], kinds), limit)
    return layers


def _is_large(start: Cubes, places: Sequence[GoodsSpot], counts: Sequence[int]) -> bool:
    """Whether a sum may have more goods of a kind than can be packed and compared."""
    columns = zip(start, *(place.goods for place in places), strict=True)
    return any(
        begun + sum(nlargest(counts[0], gains)) + _ADDED > MOST // 2 for begun, *gains in columns
    )


def _limited(state: State, limit: Packed | None) -> State:
    """A state with no more goods of a kind than a limit, if there is one."""
    if limit is None:
        return state
    return State(smaller(state & GOODS_BITS, limit) | state & ~GOODS_BITS)


def _put_on(
    place: GoodsSpot,
    layers: list[list[Layer]],
    pawns: int,
    copies: int,
    flags: int,
    limit: Packed | None,
) -> None:
    """Add the sums that one more pawn, on a place, makes of those of `pawns` and `copies`."""
    land = None if place.land is None else pack(place.land)
    barred = _GUEST * place.guest | (0 if land is None else _WASTED)
    gain, flags = pack(place.goods), flags | _GUEST * place.guest
    onto = [
        (layer[pawns + 1], gain + more * (land or 0))
        for more, layer in enumerate(layers[copies:] if land is not None else [layers[copies]])
        if pawns + 1 < len(layer)
    ]
    for state, (before, linked) in layers[copies][pawns].items():
        if state & barred:
            continue
        left_out, spots = before & ~place.bit, (place.spot, linked)
        for following, gained in onto:
            after = State(state + gained | flags)
            if limit is not None:
                after = _limited(after, limit)
            there = following.get(after)
            if there is None:
                following[after] = left_out, spots
            elif there[0] | left_out != there[0]:
                following[after] = there[0] | left_out, there[1]


def _flags(places: Iterable[GoodsSpot], kinds: Sequence[Cubes]) -> int:
    """The flags of the kinds of these places."""
    found = 0
    for place in places:
        if kinds and place.land is not None:
            found |= _FLAG << kinds.index(place.land)
    return found


@dataclass(slots=True)
class Copies:
    """The goods that Artisans can bring by copying places, each of one of these kinds."""

    kinds: list[Cubes]
    _found: dict[tuple[int, int], tuple[Packed, ...]] = field(default_factory=dict)

    def of(self, state: State, count: int) -> tuple[Packed, ...]:
        """The goods of each choice of `count` copies; none are all among those of another."""
        key = state // _FLAG, count
        if key not in self._found:
            once = [kind for at, kind in enumerate(self.kinds) if key[0] >> at & 1]
            chosen = combinations_with_replacement(map(pack, once), count)
            self._found[key] = tuple(greatest({*map(sum, chosen)})) or (0,)
        return self._found[key]

    def apart(self, layer: Layer, count: int) -> dict[tuple[Packed, tuple[Packed, ...]], Ways]:
        """The sums of a layer, each with its choices of copies."""
        found: dict[tuple[Packed, tuple[Packed, ...]], Ways] = {}
        for state, (left_out, spots) in layer.items():
            key = state & GOODS_BITS, self.of(state, count)
            there = found.get(key)
            found[key] = (left_out, spots) if there is None else (there[0] | left_out, there[1])
        return found


def spots_of(linked: Spots) -> tuple[Spot, ...]:
    """Spots in the order in which they were gone through."""
    found: list[Spot] = []
    while linked is not None:
        spot, linked = linked
        found.append(spot)
    return tuple(found[::-1])
