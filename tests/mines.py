"""The mine on which many tests play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules import Tile
from ksm_widgets.solver import unseen_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules import Position

__all__ = ["CURSED", "FAR", "fives_and_masks"]

FAR = "-,-,-,-,-,-/" * 4
"""Four empty rows; the two at the entrance are still to be said."""
CURSED = f"{FAR}-,-,-,-,-,-/5,4,3z,-,-,-"
"""A mummy stands on the third of three treasures at the entrance; card 1 digs three in a row."""


def fives_and_masks(
    position: Position, held: Iterable[Tile] = (), others: Iterable[object] = ()
) -> tuple[tuple[Tile, int], ...]:
    """What a `?` can be in a box that is soon looked through: the best treasure, or a curse."""
    left = unseen_tiles(position, held)
    return tuple(kind for kind in left if kind[0] in (Tile.TREASURE_5, Tile.MASK))
