"""The final score: money, sets of parchments and the two bonuses with all their ties (R28-R31)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from ksm_widgets.rules.tiles import PARCHMENTS, Group, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ksm_widgets.rules.payment import Holding


Bonus = tuple[int, int]
"""The points for the largest collection and for the second (R29)."""
CURSE_BONUS: Bonus = (24, 12)
MAGIC_BONUS: Bonus = (16, 8)
BonusKind = Literal["curses", "magic"]
"""A collection that brings a bonus: curse points, or magic objects (R29)."""
BONUSES: Mapping[BonusKind, Bonus] = MappingProxyType({"curses": CURSE_BONUS, "magic": MAGIC_BONUS})
PARCHMENT_SET = 10
"""Points for a complete set of the four parchments (R28)."""


@dataclass(frozen=True, slots=True)
class Score:
    """A player's points at the end, by what they are for (R28)."""

    coins: int
    treasures: int
    parchments: int
    curses: int
    magic: int

    @property
    def total(self) -> int:
        """All points together; the most wins."""
        return self.coins + self.treasures + self.parchments + self.curses + self.magic


def parchment_sets(tiles: Iterable[Tile]) -> int:
    """Count the complete sets of the four parchments (R18)."""
    held = tuple(tiles)
    return min(held.count(tile) for tile in PARCHMENTS)


def curse_points(tiles: Iterable[Tile]) -> int:
    """The size of a collection of curses: the sum of their values (R29)."""
    return sum(tile.curse for tile in tiles)


def magic_objects(tiles: Iterable[Tile]) -> int:
    """The size of a collection of magic objects: their number (R29)."""
    return sum(tile.group is Group.MAGIC for tile in tiles)


def bonuses(collections: Sequence[int], bonus: Bonus) -> tuple[int, ...]:
    """Each player's part of a bonus, by the sizes of the collections (R29-R31).

    Players tied for first share both parts and there is no second; those tied for second share
    theirs; shares are rounded down. A second must have at least half of the largest collection,
    and an empty collection gets nothing.

    >>> bonuses([29, 13], (24, 12)), bonuses([16, 16, 8], (24, 12))
    ((24, 0), (18, 18, 0))
    """
    first, second = bonus
    largest = max(collections, default=0)
    if largest <= 0:
        return (0,) * len(collections)
    leaders = sum(size == largest for size in collections)
    if leaders > 1:
        share = (first + second) // leaders
        return tuple(share if size == largest else 0 for size in collections)
    next_largest = max((size for size in collections if size != largest), default=0)
    share = 0
    if next_largest > 0 and 2 * next_largest >= largest:
        share = second // sum(size == next_largest for size in collections)
    parts = {largest: first, next_largest: share}
    return tuple(parts.get(size, 0) for size in collections)


class Place(Enum):
    """The rank of a collection, which decides its bonus (R29-R31)."""

    FIRST = "first"
    TIED_FIRST = "tied_first"
    SECOND = "second"
    TIED_SECOND = "tied_second"
    NONE = "none"


def place(own: int, others: Sequence[int]) -> Place:
    """The rank of a collection of that size among the others' (R29-R31).

    >>> [place(size, [10, 4]).value for size in (11, 10, 5, 4, 0)]
    ['first', 'tied_first', 'second', 'none', 'none']
    """
    largest, larger = max(others, default=0), [size for size in others if size > own]
    if own == 0 or len(larger) > 1 or 2 * own < largest:
        return Place.NONE
    if own in others:
        return Place.TIED_SECOND if larger else Place.TIED_FIRST
    return Place.SECOND if larger else Place.FIRST


def final_scores(holdings: Sequence[Holding]) -> tuple[Score, ...]:
    """Everyone's points, from their holdings after the last card (R28)."""
    curses = bonuses([curse_points(holding.tiles) for holding in holdings], CURSE_BONUS)
    magic = bonuses([magic_objects(holding.tiles) for holding in holdings], MAGIC_BONUS)
    return tuple(
        Score(
            coins=holding.coins,
            treasures=holding.treasures,
            parchments=PARCHMENT_SET * parchment_sets(holding.tiles),
            curses=curse_share,
            magic=magic_share,
        )
        for holding, curse_share, magic_share in zip(holdings, curses, magic, strict=True)
    )


def winners(scores: Sequence[Score]) -> tuple[int, ...]:
    """The players with the most points, counted from 0; several share a tie (R28)."""
    most = max(score.total for score in scores)
    return tuple(player for player, score in enumerate(scores) if score.total == most)
