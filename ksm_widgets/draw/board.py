"""The board: the mine by torchlight, every quarry's topmost tile and level, and marks on it."""

from __future__ import annotations

from ksm_widgets.draw.ground import BOARD_HEIGHT, BOARD_WIDTH, CELL, corner, ground
from ksm_widgets.draw.marks import Marks, marks_above, marks_below
from ksm_widgets.draw.piles import pile
from ksm_widgets.draw.shapes import HitArea, Item, Placed, Scene
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.rules.covering import covered
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.words import sentence

__all__ = ["board_scene"]

_NO_MARKS = Marks()


def board_scene(
    position: Position,
    marks: Marks = _NO_MARKS,
    *,
    open_view: bool = False,
    theme: Theme = DARK,
    edition: str = "en",
    language: str = "en",
) -> Scene:
    """A position with marks, entrance at the bottom (R1); hit areas are its quarries.

    In the open view every tile of a quarry shows, in the covered one only the topmost (R33).
    """
    items: list[Item] = [Placed(ground(theme), 0, 0), *marks_below(marks, theme)]
    for quarry in reversed(QUARRIES):
        stack = position.stack(quarry)
        if not open_view and stack:
            stack = (Tile.UNSEEN,) * (len(stack) - 1) + stack[-1:]
        sprite = pile(stack, open_view, quarry == marks.picked, theme, edition)
        items.append(Placed(sprite, *corner(quarry)))
    items += marks_above(position, marks, open_view, theme)
    return Scene(
        BOARD_WIDTH,
        BOARD_HEIGHT,
        tuple(items),
        tuple(HitArea(*corner(quarry), CELL, CELL, quarry) for quarry in QUARRIES),
        sentence("draw.board", language),
        str(position if open_view else covered(position)),
    )
