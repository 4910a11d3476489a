"""Goods of Kingdom of Solomon: a number of cubes of each kind, in text as letters (S1).

There are five kinds. The searches (`search.round.spending`, and `packing`, `needs` and
`price_search` of `search.pawns`) write the five out one by one, since loops over them take much
longer; a sixth needs changes there, too.
"""

from __future__ import annotations

from functools import lru_cache
from operator import add
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

GOODS = "gcswf"
"""Gold, copper, stone, wood and food, as in text."""
MOST_GOODS = 3
"""The most goods of a resource place or a card."""
GOLD = 0
"""The kind of gold, which no Master Trader brings."""

Cubes = tuple[int, ...]
"""The number of cubes of each kind, in the order of GOODS."""
NONE: Cubes = (0,) * len(GOODS)
ONE_OF_EACH: Cubes = (1,) * len(GOODS)
USUAL_WORTHS: Cubes = (4, 3, 3, 2, 2)
"""The points that a building card mostly gives for a cube of each kind."""


@lru_cache(maxsize=256)
def read_cubes(letters: str) -> Cubes:
    """Cubes from letters in any order; `-` is none, letters of no good count for nothing.

    >>> read_cubes("sswf")
    (0, 0, 2, 1, 1)
    """
    return tuple(letters.count(good) for good in GOODS)


def cubes_text(cubes: Cubes) -> str:
    """Cubes as letters.

    >>> cubes_text((0, 0, 2, 1, 1)), cubes_text(NONE)
    ('sswf', '-')
    """
    return "".join(good * count for good, count in zip(GOODS, cubes, strict=True)) or "-"


def added(cubes: Cubes, *others: Cubes) -> Cubes:
    """The sum of these cubes."""
    for other in others:
        cubes = tuple(map(add, cubes, other))
    return cubes


def less(cubes: Cubes, other: Cubes) -> Cubes:
    """The cubes without others; a number is below 0 where there are too few."""
    return tuple(a - b for a, b in zip(cubes, other, strict=True))


def least(cubes: Cubes, other: Cubes) -> Cubes:
    """Of each kind the smaller number."""
    return tuple(map(min, cubes, other))


def kinds_in(cubes: Cubes) -> list[str]:
    """The goods of which there are any, as letters."""
    return [good for good, count in zip(GOODS, cubes, strict=True) if count]


def one_cube(kind: int) -> Cubes:
    """One cube of a kind."""
    return tuple(int(kind == other) for other in range(len(GOODS)))


def total(cubes: Iterable[Cubes]) -> Cubes:
    """The sum of any number of cubes; none of any kind if there are none."""
    return added(NONE, *cubes)
