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
    "board=4AMc,yxzz,2M5,2cy,31x,x32z/5y5d,Cyxz,1CCd,4a3M,bd1,32z1/1zz,SbxM,ax,422y,5b,yxba/"
    "3yz,y54,cA,zxaA,a3,a2d2/12cS,131,2bS,xd,a5M,3dAc/d4S1,b5C,5yb4,c1x,dyz,31zy"
    "&card=1&shape=%23../%23%23./%23%23%23&powers=amulet&money=100&variant=beginner"
)
"""A problem as a link has it: the best dig takes minutes, uncompiled, and the five best longer.

It is the beginner variant, with six quarries to level and a hundred coins."""


def fives_and_masks(
    position: Position, held: Iterable[Tile] = (), others: Iterable[object] = ()
) -> tuple[tuple[Tile, int], ...]:
    """What a `?` can be in a box that is soon looked through: the best treasure, or a curse."""
    left = unseen_tiles(position, held)
    return tuple(kind for kind in left if kind[0] in (Tile.TREASURE_5, Tile.MASK))
