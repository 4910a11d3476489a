"""What a tile is worth to whoever keeps it, roughly: for players who do not reckon exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.tiles import Group

if TYPE_CHECKING:
    from ksm_widgets.rules.tiles import Tile

__all__ = ["half_coins"]


def half_coins(tile: Tile) -> int:
    """The rough worth of keeping a tile, in half coins; a curse's cost is not taken off.

    A quarter of a parchment set, a chance of a bonus for a magic object or a curse (R28, R29).
    """
    match tile.group:
        case Group.TREASURE:
            return 2 * tile.points
        case Group.PARCHMENT:
            return 5
        case Group.MAGIC:
            return 4
        case Group.CURSE:
            return tile.points
        case Group.UNSEEN:
            return 0
