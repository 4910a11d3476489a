"""The stack on a quarry: its layers, its topmost tile, its level shown four ways (R3, R9, R33)."""

from __future__ import annotations

from functools import cache, lru_cache

from ksm_widgets.draw.shapes import Drawn, Placed, Rect, Sprite
from ksm_widgets.draw.signs import word
from ksm_widgets.draw.themes import Theme
from ksm_widgets.draw.tiles import FACE_HEIGHT, FACE_WIDTH, MINI, face, mini
from ksm_widgets.rules.quarries import FULL_HEIGHT
from ksm_widgets.rules.tiles import Tile

FACE_LEFT = 30.0
"""Where a face begins in its cell; to the left stand the level and its lamps."""
_LOW = 103.0
"""Where the lowest tile ends."""
_STRIP = 26.0
"""How high the strip of small tiles is in the open view."""


def _layer(height: int, open_view: bool) -> float:
    """The thickness of a tile; a faulty, higher stack is squeezed to fit its cell."""
    return (14.0 if open_view else 38.0) / max(FULL_HEIGHT, height)


def _foot(open_view: bool) -> float:
    return _LOW - _STRIP if open_view else _LOW


def face_top(height: int, open_view: bool) -> float:
    """The y of the face of a tile on this level, in its cell."""
    return _foot(open_view) - FACE_HEIGHT - height * _layer(height, open_view)


def lift(height: int, open_view: bool) -> float:
    """The height by which a tile that is picked up rises without leaving its cell."""
    return min(6.0, face_top(height, open_view) - 1)


def slot(level: int, height: int) -> tuple[float, float, float]:
    """x, y and scale of a level's small tile in the open view, level 1 at the left."""
    step = 100.0 / max(FULL_HEIGHT, height)
    return 4 + (level - 1) * step + 0.5, _LOW - 23.5, (step - 1) / MINI


@lru_cache(maxsize=4096)
def pile(
    stack: tuple[Tile, ...], open_view: bool, lifted: bool, theme: Theme, edition: str
) -> Sprite:
    """A stack in its cell. Covered tiles show a neutral edge, whatever they are.

    If `lifted`, the topmost tile hovers a little above the others.
    """
    height = len(stack)
    shapes: list[Drawn | Placed] = [Placed(_base(height, open_view, theme), 0, 0)]
    if open_view:
        shapes += _strip(stack, theme, edition)
    if not stack:
        return Sprite(tuple(shapes))
    layer, top = _layer(height, open_view), face_top(height, open_view)
    rise = lift(height, open_view) if lifted else 0.0
    if lifted:
        shapes.append(
            Rect(FACE_LEFT + 2, top + 10, FACE_WIDTH, FACE_HEIGHT, 9, theme.shadow, opacity=0.5)
        )
    side = theme.face(stack[-1].group).edge
    low = top - rise + 10
    shapes += [
        Rect(FACE_LEFT, low, FACE_WIDTH, FACE_HEIGHT - 10 + layer, 9, fill=theme.layer_line),
        Rect(FACE_LEFT, low, FACE_WIDTH, FACE_HEIGHT - 11 + layer, 9, fill=side),
        Placed(face(stack[-1], theme, edition), FACE_LEFT, top - rise),
    ]
    return Sprite(tuple(shapes))


@cache
def _base(height: int, open_view: bool, theme: Theme) -> Sprite:
    """The parts common to stacks of one height: lamps, number, shadow and covered layers."""
    shapes: list[Drawn | Placed] = [*_lamps(height, open_view, theme)]
    if not height:
        return Sprite(tuple(shapes))
    layer, foot, top = _layer(height, open_view), _foot(open_view), face_top(height, open_view)
    shapes += word(str(height), 16.5, 9, 29, theme.number, 17)
    shapes.append(
        Rect(
            FACE_LEFT + 3,
            top + 8,
            FACE_WIDTH - 1 + 0.6 * height,
            foot - top - 6,
            9,
            fill=theme.shadow,
            opacity=0.4,
        )
    )
    for level in range(height - 1):
        left = FACE_LEFT + (0.9 if level % 2 else -0.9)
        low = foot - level * layer
        shapes += [
            Rect(left, low - 26, FACE_WIDTH, 26, 7, fill=theme.layer_line),
            Rect(left, low - 27, FACE_WIDTH, 26, 7, fill=theme.layers[level % 2]),
        ]
    return Sprite(tuple(shapes))


def _lamps(height: int, open_view: bool, theme: Theme) -> list[Drawn]:
    """Four lamps beside the four layers, lit up to the level; the open view's strip tells it."""
    if open_view:
        return []
    lamps: list[Drawn] = []
    layer = _layer(FULL_HEIGHT, open_view)
    for level in range(FULL_HEIGHT):
        y = _LOW - (level + 1) * layer + 1.2
        if level < height:
            lamps += [
                Rect(7, y - 1.5, 18, layer + 0.6, 4.5, fill=theme.lamp, opacity=0.28),
                Rect(9, y, 14, layer - 2.4, 3, fill=theme.lamp),
            ]
        else:
            lamps.append(Rect(9, y, 14, layer - 2.4, 3, fill=theme.lamp_off))
    return lamps


def _strip(stack: tuple[Tile, ...], theme: Theme, edition: str) -> list[Drawn | Placed]:
    """All tiles of a quarry, small, the lowest at the left as in the board's text."""
    found: list[Drawn | Placed] = []
    for level in range(1, max(FULL_HEIGHT, len(stack)) + 1):
        x, y, scale = slot(level, len(stack))
        if level <= len(stack):
            found.append(Placed(mini(stack[level - 1], theme, edition), x, y, scale))
        else:
            side = MINI * scale
            found.append(Rect(x + 1, y + 1, side - 2, side - 2, 4, fill=theme.well))
    return found
