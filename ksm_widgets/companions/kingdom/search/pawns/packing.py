"""Goods of Kingdom of Solomon packed into one number, so that sums of numbers are sums of goods.

Each kind has a byte, gold the lowest one. Above these five bytes there may be something else:

Packed   nothing: these are goods, or a change of goods
Holding  a byte each for cards of gold and of copper, with those of other goods among the cubes
Supply   five bytes for the cubes in the stock, with those held below them
State    flags of a set of spots, which has these goods (`sums`)

A `Packed` and a `Holding` are added up in the innermost loops, where the call that makes a type of
its own of each result would take longer than the sum. So these are plain numbers.
"""

from __future__ import annotations

from itertools import groupby
from operator import lshift
from typing import TYPE_CHECKING, NewType

from ksm_widgets.companions.kingdom.goods import GOODS, Cubes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BITS = 8
"""The bits of each kind."""
MOST = (1 << BITS) - 1
"""The most goods of a kind that a byte can hold; only half as many can be compared."""
ABOVE = BITS * len(GOODS)
"""The place of the lowest bit above the goods."""
GOODS_BITS = (1 << ABOVE) - 1
"""All bits of the goods."""
_SHIFTS = tuple(range(0, ABOVE, BITS))
"""The place of each kind."""

Packed = int
"""Goods as one number. The difference of two is a change of goods, which may be below 0."""
Holding = int
"""Goods with cards: the goods packed, with the code of the cards added (`code_of`)."""
Supply = NewType("Supply", int)
"""Cubes held, packed, with those in the stock packed above them (`supply`)."""
State = NewType("State", int)
"""The goods of a set of spots, packed, with its flags above them."""

_OFFSET = (MOST + 1) // 4
"""A number added to each kind of a change, so that none is below 0 and none too large for a byte.

No change takes away that many, and goods that can be compared have less than half of a byte.
"""


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


_OFFSETS = pack((_OFFSET,) * len(GOODS))
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


def greatest(all_goods: Iterable[Packed]) -> list[Packed]:
    """The goods that are not all among others, each of them once.

    >>> [*map(unpack, greatest(map(pack, [(1, 1, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0)])))]
    [(1, 1, 0, 0, 0), (0, 0, 1, 0, 0)]
    """
    found: list[Packed] = []
    guarded: list[Packed] = []
    # Bytes are digits of base 256, so the remainder by 255 is the number of all cubes. No goods are
    # among others of as many cubes: only those with more are looked at.
    in_all = MOST.__rmod__
    for _, alike in groupby(sorted(all_goods, key=in_all, reverse=True), in_all):
        before = len(found)
        for goods in alike:
            for more in guarded:
                if more - goods & GUARD == GUARD:
                    break
            else:
                found.append(goods)
        guarded += [goods | GUARD for goods in found[before:]]
    return found


# Goods with cards.


def code_of(cards: Cubes) -> Holding:
    """The number to add to packed goods for cards, each taken for a cube of each good on it.

    Stone, wood and food are added to the cubes, which shares the work with them. As cards can't be
    sold, that promises a little too much; for gold and copper it would be most, so cards of these
    are counted in bytes of their own.
    """
    gold, copper, *others = cards
    return pack((0, 0, *others)) + (pack((gold, copper, 0, 0, 0)) << ABOVE)


def parts_of(holding: Holding) -> tuple[Cubes, Cubes]:
    """The cubes, with the cards counted among them, and the cards of gold and copper.

    >>> parts_of(pack((1, 0, 0, 0, 9)) + code_of((2, 0, 0, 1, 0)))
    ((1, 0, 0, 1, 9), (2, 0, 0, 0, 0))
    """
    return unpack(holding), unpack(holding >> ABOVE)


def cubes_of(holding: Holding) -> Cubes:
    """All goods and cards as cubes; of a change some may be below 0.

    >>> cubes_of(pack((0, 1, 2, 0, 9)) - pack((1, 0, 0, 0, 10)) + code_of((2, 0, 0, 1, 0)))
    (1, 1, 2, 1, -1)
    """
    goods, cards = parts_of(holding + _OFFSETS)
    return tuple([cube + card - _OFFSET for cube, card in zip(goods, cards, strict=True)])


# Cubes held and in the stock.


def supply(held: Packed, stock: Packed) -> Supply:
    """Cubes held and in the stock as one number."""
    return Supply(held | stock << ABOVE)


def lots_of(there: Supply) -> tuple[Packed, Packed]:
    """The cubes held, and those in the stock."""
    return there & GOODS_BITS, there >> ABOVE
