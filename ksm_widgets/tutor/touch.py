"""Touching the mine: the cursor, the tile in hand, the card held over it, what a press meant.

The explorer's sittings and the tasks of the course are touched alike; both are made of this.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from ksm_widgets.draw.marks import Marks
from ksm_widgets.rules.moves import Move, targets
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import QUARRIES, SIDE, Quarry
from ksm_widgets.rules.shapes import around
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Variant
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.shapes import Placement, Shape

__all__ = ["Gesture", "Press", "Touch", "bared", "picked_up", "tile_of_key"]

_LETTERS = {tile.letter: tile for tile in Tile}
_ARROWS = {"ArrowUp": (1, 0), "ArrowDown": (-1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """What hand and pointer do on the mine.

    `cursor` is the quarry that keys act on, `pointed` the one under the pointer. `picked` is the
    quarry whose topmost tile is in hand, `marked` are the quarries chosen for a dig so far,
    `turned` by how many quarters the mirror has turned the card (R21).
    """

    cursor: Quarry = QUARRIES[0]
    pointed: Quarry | None = None
    picked: Quarry | None = None
    marked: Placement = ()
    turned: int = 0

    def walked(self, key: str) -> Self | None:
        """With the cursor a quarry further, as far as the mine goes; None if the key is no arrow.

        >>> [str(Touch().walked(key).cursor) for key in ("ArrowUp", "ArrowLeft")]
        ['a2', 'a1']
        """
        if key not in _ARROWS:
            return None
        rows, columns = _ARROWS[key]
        row = max(0, min(SIDE - 1, self.cursor.row + rows))
        column = max(0, min(SIDE - 1, self.cursor.column + columns))
        return replace(self, cursor=QUARRIES[row * SIDE + column])

    def at(self, *, keyboard: bool) -> Quarry | None:
        """Where the hand is: at the cursor while keys are used, else under the pointer."""
        return self.cursor if keyboard else self.pointed

    def reach(self, position: Position, variant: Variant) -> tuple[Quarry, ...]:
        """Where the tile in hand may step (R12, R13, R15); empty if none is held."""
        return () if self.picked is None else targets(position, self.picked, variant)

    def card_held(self, shape: Shape, powers: frozenset[Power]) -> Shape:
        """A card's shape as it is held: turned only if the mirror is spent (R21)."""
        return shape.turned(self.turned) if Power.MIRROR in powers else shape

    def held_over(self, quarry: Quarry, shape: Shape, powers: frozenset[Power]) -> Placement:
        """The quarries under a card held over one of them, turned only if the mirror is spent."""
        return around(self.card_held(shape, powers), quarry)

    def toggled(self, quarry: Quarry) -> Placement:
        """The quarries marked if one more is, or no longer if it is marked already."""
        return tuple(sorted(set(self.marked) ^ {quarry}))

    def marks(self, *, keyboard: bool) -> Marks:
        """What the hand itself shows on the board: the tile it holds, and the keys' cursor."""
        return Marks(picked=self.picked, focus=self.cursor if keyboard else None)


def bared(moves: tuple[Move, ...]) -> tuple[Quarry, ...]:
    """The quarry that the last move has laid bare; none before the first."""
    return (moves[-1].source,) if moves else ()


def picked_up(count: int) -> str:
    """The key of what is told of a tile just picked up that may step to so many quarries."""
    return counted("tell.picked", count) if count else "tell.picked_none"


def tile_of_key(key: str) -> Tile | None:
    """The tile of a letter typed in either case, where only one tile has it; None if no tile has.

    >>> tile_of_key("m"), tile_of_key("Y"), tile_of_key("c"), tile_of_key("q")
    (Tile('M'), Tile('y'), Tile('c'), None)
    """
    return next((_LETTERS[way] for way in (key, key.swapcase()) if way in _LETTERS), None)


class Gesture(Enum):
    """What a press meant, once it is lifted."""

    NOTHING = "nothing"
    """A tile was just picked up, or the pointer was lifted beside the board with one in hand."""
    TOUCH = "touch"
    """Down and up on one quarry."""
    DRAG = "drag"
    """Down on one quarry, up on another, with no tile in hand."""
    DROP = "drop"
    """The tile in hand is put down where the press was lifted."""
    CARRY = "carry"
    """The tile dragged is meant, not the one that was in hand before."""
    LET_GO = "let_go"
    """The tile just picked up was dragged off the board."""


@dataclass(frozen=True, slots=True)
class Press:
    """Where the button or a finger went down, and whether a tile was in hand already."""

    quarry: Quarry
    held: bool

    def lifted(self, quarry: Quarry | None, *, moving: bool) -> Gesture:
        """What was meant, lifted on a quarry or (None) beside them; `moving` tiles or not.

        >>> a1, b1 = QUARRIES[:2]
        >>> Press(a1, held=False).lifted(b1, moving=True)
        <Gesture.DROP: 'drop'>
        """
        if quarry is None:
            return Gesture.NOTHING if self.held else Gesture.LET_GO
        dragged = quarry != self.quarry
        if not moving:
            return Gesture.DRAG if dragged else Gesture.TOUCH
        if self.held:
            return Gesture.CARRY if dragged else Gesture.DROP
        return Gesture.DROP if dragged else Gesture.NOTHING
