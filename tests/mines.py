"""The mine on which many tests play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules import Tile
from ksm_widgets.solver import unseen_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules import Position

__all__ = ["CURSED", "ENDLESS", "FAR", "fives_and_masks"]

FAR = "-,-,-,-,-,-/" * 4
"""Four empty rows; the two at the entrance are still to be said."""
CURSED = f"{FAR}-,-,-,-,-,-/5,4,3z,-,-,-"
"""A mummy stands on the third of three treasures at the entrance; card 1 digs three in a row."""
ENDLESS = (
    "board=x1xx,4y2a,z2xx,c2y2,4bbb,M51C/3dz,4a3,ccS1,y5b,zd1,5zb/3d2y,4My,3Myb,251z,1ad,by1x/"
    "yAac,5xC,za,x2,b1,SM1C/525a,yAa,1a,45,bd,42S4/44Ax,yxdy,1zz,Mcx,533,2cxS"
    "&card=1&shape=.%23./.%23./%23%23%23/.%23.&powers=mirror,seal&money=10&variant=beginner"
)
"""A problem as a link has it: the best dig takes minutes, uncompiled, and the five best longer.

It is the beginner variant, with six quarries of any shape."""


def fives_and_masks(
    position: Position, held: Iterable[Tile] = (), others: Iterable[object] = ()
) -> tuple[tuple[Tile, int], ...]:
    """What a `?` can be in a box that is soon looked through: the best treasure, or a curse."""
    left = unseen_tiles(position, held)
    return tuple(kind for kind in left if kind[0] in (Tile.TREASURE_5, Tile.MASK))
