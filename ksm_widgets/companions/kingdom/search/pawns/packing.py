"""Goods of Kingdom of Solomon packed into one number, so that sums of numbers are sums of goods.

Each kind has a byte, gold the lowest one.
"""

from __future__ import annotations

from itertools import groupby
from operator import lshift
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.goods import GOODS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ksm_widgets.companions.kingdom.goods import Cubes

BITS = 8
"""The bits of each kind."""
MOST = (1 << BITS) - 1
"""The most goods of a kind that a byte can hold; only half as many can be compared."""
GOODS_BITS = (1 << BITS * len(GOODS)) - 1
"""The bits of the goods; there may be others above them."""
_SHIFTS = tuple(range(0, 2 * BITS * len(GOODS), BITS))
"""The place of each kind, and of each kind of a second lot of goods above them."""

Packed = int
"""Goods as one number. The difference of two is a change of goods, which may be below 0."""


def pack(goods: Cubes) -> Packed:
    """Goods as one number.

    >>> pack((1, 2, 0, 0, 0)) == 1 + 2 * 256
    True
    """
    return sum(map(lshift, goods, _SHIFTS))


def unpack(goods: Packed) -> Cubes:
    """The goods of a number, whatever is above them.

    >>> unpack(pack((0, 1, 2, 0, 9)) + pack((1, 0, 0, 0, 1)))
    (1, 1, 2, 0, 10)
    """
    return (
        goods & MOST,
        goods >> BITS & MOST,
        goods >> 2 * BITS & MOST,
        goods >> 3 * BITS & MOST,
        goods >> 4 * BITS & MOST,
    )


GUARD = pack((1 << BITS - 1,) * len(GOODS))
"""The highest bit of each byte.

With it added, goods can be compared all at once: `more + GUARD - goods & GUARD == GUARD` if there
are no more `goods` than `more` of any kind, since a byte that is too small borrows its guard.
"""


def priced(goods: Packed, tables: Sequence[Sequence[float]]) -> float:
    """The price of goods; each kind has a table of the prices of 0, 1, 2 and more cubes."""
    first, second, third, fourth, fifth = tables
    return (
        first[goods & MOST]
        + second[goods >> BITS & MOST]
        + third[goods >> 2 * BITS & MOST]
        + fourth[goods >> 3 * BITS & MOST]
        + fifth[goods >> 4 * BITS & MOST]
    )


def smaller(one: Packed, other: Packed) -> Packed:
    """Of each kind the smaller number.

    >>> unpack(smaller(pack((0, 1, 2, 0, 9)), pack((1, 1, 1, 1, 1))))
    (0, 1, 1, 0, 1)
    """
    kept = (other | GUARD) - one & GUARD  # The guard of each kind of which `one` has no more.
    bits = kept - (kept >> BITS - 1)  # All bits below these guards.
    return one & bits | other & ~bits


def greatest(several: Iterable[Packed]) -> list[Packed]:
    """The goods that are not all among others, each of them once.

    >>> [*map(unpack, greatest(map(pack, [(1, 1, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0)])))]
    [(1, 1, 0, 0, 0), (0, 0, 1, 0, 0)]
    """
    found: list[Packed] = []
    guarded: list[Packed] = []
    # Bytes are digits of base 256, so the remainder by 255 is the number of all cubes. No goods are
    # among others of as many cubes: only those with more are looked at.
    in_all = MOST.__rmod__
    for _, alike in groupby(sorted(several, key=in_all, reverse=True), in_all):
        before = len(found)
        for goods in alike:
            for more in guarded:
                if more - goods & GUARD == GUARD:
                    break
            else:
                found.append(goods)
        guarded += [goods | GUARD for goods in found[before:]]
    return found
