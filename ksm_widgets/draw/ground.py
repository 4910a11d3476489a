"""The ground of the mine and the piles on it: rock, torchlight, levels, tiles (R1, R3, R9, R33)."""

from __future__ import annotations

from functools import cache, lru_cache

from ksm_widgets.draw.shapes import Circle, Drawn, Path, Placed, Rect, Sprite
from ksm_widgets.draw.signs import word
from ksm_widgets.draw.themes import Theme
from ksm_widgets.draw.tiles import FACE_HEIGHT, FACE_WIDTH, MINI, face, mini
from ksm_widgets.rules.quarries import COLUMNS, FULL_HEIGHT, QUARRIES, ROWS, SIDE, Quarry
from ksm_widgets.rules.tiles import Tile

CELL = 108.0
"""A quarry's cell, in units; its well is a little smaller."""
WELL = 104.0
_LEFT, _TOP, _RIGHT, _FOOT = 32.0, 16.0, 18.0, 88.0
BOARD_WIDTH = _LEFT + SIDE * CELL + _RIGHT
BOARD_HEIGHT = _TOP + SIDE * CELL + _FOOT
_MIDDLE = _LEFT + SIDE * CELL / 2
_FLOOR = _TOP + SIDE * CELL
_DOMES = 13


def corner(quarry: Quarry) -> tuple[float, float]:
    """The upper left corner of a quarry's cell."""
    return _LEFT + quarry.column * CELL, _TOP + (SIDE - 1 - quarry.row) * CELL


@cache
def ground(theme: Theme) -> Sprite:
    """Draw everything below the tiles."""
    return Sprite(
        (
            Rect(0, 0, BOARD_WIDTH, BOARD_HEIGHT, 20, fill=theme.page),
            Rect(
                _LEFT - 6,
                _TOP - 6,
                SIDE * CELL + 12,
                SIDE * CELL + 12,
                16,
                fill=theme.frame,
                stroke=theme.well_rim,
                stroke_width=1.5,
            ),
            *(Placed(_well(theme), *corner(quarry)) for quarry in QUARRIES),
            *_glow(theme),
            *_entrance(theme),
            *_names(theme),
        )
    )


def _glow(theme: Theme) -> list[Drawn]:
    """Light from the entrance, as domes on top of each other."""
    if not theme.glow_strength:
        return []
    domes: list[Drawn] = []
    for step in range(_DOMES):
        part = 1 - step / _DOMES
        wide = (BOARD_WIDTH / 2 - 20) * part**0.9
        top = BOARD_HEIGHT * (1 - 1.26 * part)
        domes.append(
            Path(
                f"M{_MIDDLE - wide:.1f} {BOARD_HEIGHT} C{_MIDDLE - wide:.1f} {top:.1f} "
                f"{_MIDDLE + wide:.1f} {top:.1f} {_MIDDLE + wide:.1f} {BOARD_HEIGHT} Z",
                fill=theme.glow,
                opacity=theme.glow_strength,
            )
        )
    return domes


def _entrance(theme: Theme) -> list[Drawn]:
    """The stairway, with a torch to either side."""
    shapes: list[Drawn] = []
    steps = 4
    top = _FLOOR + 28
    for step in range(steps):
        y = top + step * 13
        wide = 82 + step * 15
        shapes += [
            Rect(_MIDDLE - wide, y, 2 * wide, 15, 3, fill=theme.stairs_edge),
            Rect(_MIDDLE - wide, y, 2 * wide, 9, 3, fill=theme.stairs, opacity=0.55 + 0.15 * step),
        ]
    for side in (-1, 1):
        shapes += _torch(_MIDDLE + side * 2 * CELL, top - 8, theme)
    return shapes


def _torch(x: float, y: float, theme: Theme) -> list[Drawn]:
    flame = (
        f"M{x} {y - 9} C{x + 13} {y + 3} {x + 12} {y + 11} {x + 9} {y + 15} "
        f"C{x + 6} {y + 20} {x - 6} {y + 20} {x - 9} {y + 15} "
        f"C{x - 13} {y + 9} {x - 5} {y + 5} {x} {y - 9} Z"
    )
    heart = (
        f"M{x + 1} {y + 3} C{x + 7} {y + 10} {x + 6} {y + 14} {x + 4} {y + 17} "
        f"C{x + 2} {y + 19} {x - 3} {y + 19} {x - 5} {y + 16} C{x - 7} {y + 12} {x - 1} {y + 9} "
        f"{x + 1} {y + 3} Z"
    )
    halo = [
        Circle(x, y + 8, radius, fill=theme.glow, opacity=1.8 * theme.glow_strength)
        for radius in (46, 35, 26, 18)
        if theme.glow_strength
    ]
    return [
        *halo,
        Path(
            f"M{x - 5} {y + 22} L{x + 5} {y + 22} L{x + 2.5} {y + 54} L{x - 2.5} {y + 54} Z",
            fill="#6b4526",
        ),
        Rect(x - 9, y + 15, 18, 8, 3, fill=theme.stairs_edge),
        Path(flame, fill="#ff9a2e"),
        Path(heart, fill="#ffe27a"),
    ]


@cache
def _well(theme: Theme) -> Sprite:
    """An empty quarry: a recess in the rock, lit from the entrance, with a few cracks."""
    return Sprite(
        (
            Rect(2, 2, WELL, WELL, 11, fill=theme.well_rim),
            Rect(2, 2, WELL, WELL - 1.6, 11, fill=theme.well),
            Rect(6, 8, WELL - 8, WELL - 9, 8, fill=theme.floor),
            Path(
                "M44 30 L52 40 L49 52 M52 40 L63 45 M84 84 L76 78 L78 68 M40 88 L48 82",
                stroke=theme.well,
                stroke_width=1.8,
            ),
        )
    )


def _names(theme: Theme) -> list[Placed]:
    """The columns' letters at the entrance side, the rows' digits at the left."""
    names: list[Placed] = []
    for index in range(SIDE):
        middle = index * CELL + CELL / 2
        names += word(COLUMNS[index], _LEFT + middle, _FLOOR + 8, 17, theme.label, 13)
        names += word(ROWS[SIDE - 1 - index], _LEFT - 17, _TOP + middle - 9, 17, theme.label, 13)
    return names


FACE_LEFT = 30.0
"""The left side of a face in its cell; the level and its lamps are left of it."""
_LOW = 103.0
"""The lower end of the lowest tile."""
_STRIP = 26.0
"""The height of the strip of small tiles in the open view."""


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
