"""The board: the mine by torchlight, every stack's topmost tile and level, and all marks on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import atan2, cos, hypot, sin

from ksm_widgets.draw.glyphs import glyph, word
from ksm_widgets.draw.shapes import Circle, Drawn, HitArea, Item, Path, Placed, Rect, Scene, Sprite
from ksm_widgets.draw.text import text_board
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.draw.tiles import FACE_HEIGHT, FACE_WIDTH, face, mini
from ksm_widgets.rules.moves import Move
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import COLUMNS, QUARRIES, ROWS, SIDE, Quarry
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.words import say

__all__ = ["BOARD_HEIGHT", "BOARD_WIDTH", "Marks", "board_scene"]

CELL = 108.0
MARGIN = 34.0
TOP = 34.0
FOOT = 62.0
BOARD_WIDTH = 2 * MARGIN + SIDE * CELL
BOARD_HEIGHT = TOP + SIDE * CELL + FOOT
WELL = 104.0
LAYER = 9.5


@dataclass(frozen=True, slots=True)
class Marks:
    """What a view wants pointed out on a board; all empty by default.

    Each is told by shape or dash as well as by colour.
    """

    picked: Quarry | None = None
    """The tile picked up: it hovers, with a dashed ring."""
    targets: tuple[Quarry, ...] = ()
    """Where it may go: a dot on each."""
    dig: tuple[Quarry, ...] = ()
    """The chosen dig: a gold ring."""
    not_diggable: tuple[Quarry, ...] = ()
    """Selected, but not to be dug as it lies: a dashed red ring with a cross."""
    ghost: tuple[Quarry, ...] = ()
    """The card's shape under the pointer."""
    ghost_ok: bool = True
    """Whether the ghost could be dug: a tick or a cross stands on it."""
    path: tuple[Move, ...] = ()
    """Moves as arrows with step numbers."""
    first_step: int = 1
    """The number of the first of them."""
    bare: tuple[Quarry, ...] = ()
    """What a move has just laid bare: rays at the corners."""
    illegal: Move | None = None
    """A move that is not allowed: a broken red arrow with both levels."""
    wanted: tuple[tuple[Quarry, int], ...] = ()
    """Tiles that must be taken, by quarry and level: a flag."""
    faults: tuple[Quarry, ...] = ()
    """Quarries with a fault: a red triangle with an exclamation mark."""
    focus: Quarry | None = None
    """The keyboard's place: a double frame round the quarry."""
    pointer: Quarry | None = None
    """The quarry under the pointer: a thin frame."""
    area: tuple[Quarry, ...] = ()
    """Where a hint points: a hatched ground."""
    dimmed: tuple[Quarry, ...] = ()
    """Quarries that matter less now."""


def board_scene(
    position: Position,
    marks: Marks | None = None,
    *,
    open_view: bool = False,
    theme: Theme = DARK,
    edition: str = "en",
    language: str = "en",
) -> Scene:
    """A position with marks, entrance at the bottom (R1); hit areas are its quarries.

    In the open view every tile of a quarry shows, in the covered one only the topmost (R33).
    """
    wanted = marks or Marks()
    items: list[Item] = [Placed(_ground(theme), 0, 0)]
    for quarry in reversed(QUARRIES):
        x, y = corner(quarry)
        stack = position.stack(quarry)
        items.append(Placed(_pile(stack, open_view, theme, edition), x, y))
    return Scene(
        BOARD_WIDTH,
        BOARD_HEIGHT,
        tuple(items),
        tuple(HitArea(*corner(quarry), CELL, CELL, quarry) for quarry in QUARRIES),
        say("draw.board", language),
        text_board(position, covered=not open_view),
    )


def corner(quarry: Quarry) -> tuple[float, float]:
    """The upper left corner of a quarry's cell."""
    return MARGIN + quarry.column * CELL, TOP + (SIDE - 1 - quarry.row) * CELL


@cache
def _ground(theme: Theme) -> Sprite:
    return Sprite((Rect(0, 0, BOARD_WIDTH, BOARD_HEIGHT, 18, fill=theme.page),))


@cache
def _pile(stack: tuple[Tile, ...], open_view: bool, theme: Theme, edition: str) -> Sprite:
    shapes: list[Drawn | Placed] = [Rect(2, 2, WELL, WELL, 10, fill=theme.well)]
    if stack:
        shapes.append(
            Placed(face(stack[-1], theme, edition), 30, 104 - FACE_HEIGHT - LAYER * len(stack))
        )
    return Sprite(tuple(shapes))
