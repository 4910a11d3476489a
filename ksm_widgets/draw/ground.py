"""The ground of the board: rock, torchlight, the entrance, empty quarries and their names (R1)."""

from __future__ import annotations

from functools import cache

from ksm_widgets.draw.shapes import Circle, Drawn, Path, Placed, Rect, Sprite
from ksm_widgets.draw.signs import word
from ksm_widgets.draw.themes import Theme
from ksm_widgets.rules.quarries import COLUMNS, QUARRIES, ROWS, SIDE, Quarry

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
