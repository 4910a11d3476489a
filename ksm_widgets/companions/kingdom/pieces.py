"""The pieces of Kingdom of Solomon as sprites: cubes, buildings, pawns, fortune cards.

Each is drawn in a box of 100 by 100 units. A good has a sign besides its colour, a player a number,
so that nobody needs to tell colours apart.
"""

from __future__ import annotations

from functools import cache

from ksm_widgets.companions.kingdom.fortune import ANY, UNSEEN, points_of
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.painting import BLUE, VIOLET, question_mark
from ksm_widgets.companions.picture import four_pieces
from ksm_widgets.draw import themes
from ksm_widgets.draw.shapes import Circle, Drawn, Path, Placed, Rect, Scene, Sprite
from ksm_widgets.draw.signs import word

_OUTLINE = "#1b120a"
GOOD_COLOURS = {
    "g": themes.Face("#e9b824", "#ffe08a", "#8a5c05", "#4a2c04"),
    "c": themes.Face("#c4692f", "#eda673", "#6b3010", "#3a1604"),
    "s": themes.Face("#9aa3ad", "#d3dae1", "#565e67", "#2b3138"),
    "w": themes.Face("#8a5a2c", "#c08c55", "#4c2c10", "#2c1705"),
    "f": themes.Face("#5c9e45", "#a2d48e", "#2c5a1d", "#12330a"),
}
"""The colours of the goods."""
_SIGNS = {
    "g": "M18 72 L30 34 L70 34 L82 72 Z",
    "c": "M50 22 L74 36 L74 64 L50 78 L26 64 L26 36 Z",
    "s": "M20 70 L28 40 L52 26 L78 42 L82 70 Z",
    "w": "M16 40 L84 28 L84 46 L16 58 Z M16 64 L84 52 L84 66 L16 78 Z",
    "f": "M50 18 C76 34 78 60 50 82 C22 60 24 34 50 18 Z",
}
"""A bar, an ingot, a block, planks, a grain."""
_PAWN = "M50 30 C66 44 84 82 88 98 L12 98 C16 82 34 44 50 30 Z"
"""The body of a pawn."""
SEATS = {
    1: BLUE,
    2: themes.Face("#b23a32", "#ea8f88", "#601712", "#ffffff"),
    3: VIOLET,
    4: themes.Face("#1f7a70", "#77c9bf", "#0b403a", "#ffffff"),
}
"""The colours of the players."""


def few_pieces() -> Scene:
    """A cube, a building, a pawn and a fortune card, for the shelf's door."""
    return four_pieces(cube("g"), house(1), pawn(2), fortune("ww"))


@cache
def cube(good: str) -> Sprite:
    """A cube with the sign of its good."""
    colours = GOOD_COLOURS[good]
    return Sprite(
        (
            Rect(0, 0, 100, 100, 16, colours.edge),
            Rect(4, 4, 92, 88, 14, colours.rim),
            Rect(10, 12, 80, 80, 10, colours.face),
            Path(_SIGNS[good], colours.ink, opacity=0.85),
        )
    )


@cache
def house(seat: int) -> Sprite:
    """A building of a player."""
    colours = SEATS[seat]
    return Sprite(
        (
            Path("M50 4 L98 40 L98 98 L2 98 L2 40 Z", colours.edge),
            Path("M50 11 L92 43 L92 92 L8 92 L8 43 Z", colours.face, colours.rim, 3),
            *word(str(seat), 50, 44, 40, colours.ink, 17),
        )
    )


@cache
def pawn(seat: int, count: int = 1) -> Sprite:
    """A player's pawn, with the count if it stands for more than one."""
    colours = SEATS[seat]
    shapes: list[Drawn | Placed] = [
        Path(_PAWN, colours.face, colours.edge, 5),
        Circle(50, 24, 21, colours.face, colours.edge, 5),
        *word(str(seat), 50, 56, 34, colours.ink, 18),
    ]
    if count > 1:
        shapes += [
            Circle(74, 28, 27, "#ffffff", _OUTLINE, 3),
            *word(str(count), 74, 12, 32, _OUTLINE, 17),
        ]
    return Sprite(tuple(shapes))


@cache
def any_pawn() -> Sprite:
    """A pawn of no player in particular."""
    colour = "#8c7b62"
    return Sprite((Path(_PAWN, colour), Circle(50, 24, 21, colour)))


@cache
def fortune(card: str) -> Sprite:
    """A fortune card: its goods, its points, or its back."""
    stone = themes.DARK.unseen
    shapes: list[Drawn | Placed] = [
        Rect(10, 0, 80, 100, 12, stone.edge),
        Rect(14, 4, 72, 92, 10, stone.rim),
        Rect(17, 7, 66, 86, 8, "#f6e7c4" if card != UNSEEN else stone.face),
    ]
    if card == UNSEEN:
        return Sprite((*shapes, *question_mark(stone.ink)))
    if points_of(card):
        return Sprite((*shapes, *word(str(points_of(card)), 50, 26, 48, "#7a4a00", 15)))
    if card == ANY:
        small = [
            Placed(cube(good), 22 + 30 * (at % 2), 10 + 28 * (at // 2), 0.26)
            for at, good in enumerate(GOODS)
        ]
        return Sprite((*shapes, *small))
    size = 0.5 if len(card) == 1 else 0.36
    for at, good in enumerate(card[:3]):
        top = 50 - 50 * size - (len(card) - 1) * 20 + at * 40
        shapes.append(Placed(cube(good), 50 - 50 * size, top, size))
    return Sprite(tuple(shapes))


@cache
def road() -> Sprite:
    """A road, for its tool."""
    return Sprite(
        (
            Path("M16 84 L84 16", None, "#5b3d1c", 26),
            Path("M16 84 L84 16", None, "#d9b36b", 14),
        )
    )


@cache
def token() -> Sprite:
    """A temple token."""
    return Sprite(
        (
            Circle(50, 50, 46, "#8a5c05"),
            Circle(50, 50, 41, "#f3d06a"),
            Path("M26 74 L26 44 L50 26 L74 44 L74 74 Z", "#8a5c05"),
            Rect(40, 52, 20, 22, 2, "#f3d06a"),
        )
    )
