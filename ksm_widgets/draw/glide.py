"""The way a single tile goes from one picture of the board to the next."""

from __future__ import annotations

from dataclasses import dataclass

from ksm_widgets.draw.ground import corner
from ksm_widgets.draw.piles import FACE_LEFT, face_top
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.tiles import Tile

__all__ = ["Glide", "glide_between"]


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
