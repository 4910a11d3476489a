"""The way a single tile goes from one picture of the board to the next.

The board: the mine by torchlight, every quarry's topmost tile and level, and marks on it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ksm_widgets.draw.ground import BOARD_HEIGHT, BOARD_WIDTH, CELL, corner, ground
from ksm_widgets.draw.marks import Marks, marks_above, marks_below
from ksm_widgets.draw.piles import FACE_LEFT, face_top, pile
from ksm_widgets.draw.shapes import HitArea, Item, Placed, Scene
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.rules.given import covered
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.words import sentence

_NO_MARKS = Marks()
_HITS = tuple(HitArea(*corner(quarry), CELL, CELL, quarry) for quarry in QUARRIES)


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
    for quarry, area in zip(reversed(QUARRIES), reversed(_HITS), strict=True):
        stack = position.stack(quarry)
        if not open_view and stack:
            stack = (Tile.UNSEEN,) * (len(stack) - 1) + stack[-1:]
        sprite = pile(stack, open_view, quarry == marks.picked, theme, edition)
        items.append(Placed(sprite, area.x, area.y))
    items += marks_above(position, marks, open_view, theme)
    return Scene(
        BOARD_WIDTH,
        BOARD_HEIGHT,
        tuple(items),
        _HITS,
        sentence("draw.board", language),
        str(position if open_view else covered(position)),
    )


@dataclass(frozen=True, slots=True)
class Glide:
    """A tile, and where its face lies before and after, as (x, y) of the upper left corner."""

    tile: Tile
    source: tuple[float, float]
    target: tuple[float, float]
    cell: tuple[float, float]
    """The corner of the cell it goes to."""


def glide_between(before: Position, after: Position, *, open_view: bool) -> Glide | None:
    """The glide that leads from one position to another, None if more or less than that changed.

    What lies below a tile may become known on the way.
    """
    changed = [quarry for quarry in QUARRIES if before.height(quarry) != after.height(quarry)]
    if len(changed) != 2:
        return None
    source, target = sorted(
        changed, key=lambda quarry: after.height(quarry) - before.height(quarry)
    )
    tile = before.top(source)
    others = (quarry for quarry in QUARRIES if quarry not in changed)
    if (
        tile is None
        or after.stack(target) != (*before.stack(target), tile)
        or after.height(source) != before.height(source) - 1
        or any(before.top(quarry) is not after.top(quarry) for quarry in others)
    ):
        return None
    return Glide(
        tile,
        _face(before, source, open_view),
        _face(after, target, open_view),
        corner(target),
    )


def _face(position: Position, quarry: Quarry, open_view: bool) -> tuple[float, float]:
    x, y = corner(quarry)
    return x + FACE_LEFT, y + face_top(position.height(quarry), open_view)
