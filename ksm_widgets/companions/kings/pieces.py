"""The pieces of Kings under Mountains as sprites: units, mines, kings.

Each is drawn in a box of 100 by 100 units. A race has a sign besides its colour, so that nobody
needs to tell colours apart.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import UNSEEN, Mine, Race, Unit, Unseen
from ksm_widgets.companions.painting import BLUE, VIOLET, question_mark
from ksm_widgets.companions.picture import four_pieces
from ksm_widgets.draw import themes
from ksm_widgets.draw.shapes import Circle, Drawn, Path, Placed, Rect, Scene, Sprite
from ksm_widgets.draw.signs import word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.draw import Theme

COLOURS = {
    Race.DWARFS: BLUE,
    Race.ORCS: themes.Face("#39753b", "#82c384", "#173d19", "#ffffff"),
    Race.GOBLINS: themes.Face("#e0a526", "#ffd982", "#8a5c05", "#2a1800"),
    Race.GIANTS: VIOLET,
}
"""The colours of the races."""
_SIGNS = {
    Race.DWARFS: "M16 40 C34 12 66 8 92 24 C76 22 68 26 62 32 L70 40 L28 86 L16 74 L54 30 "
    "C44 28 30 32 16 40 Z",
    Race.ORCS: "M20 22 C24 60 40 66 50 66 C60 66 76 60 80 22 "
    "C96 66 70 86 50 86 C30 86 4 66 20 22 Z",
    Race.GOBLINS: "M8 52 C30 18 70 18 92 52 C70 86 30 86 8 52 Z",
    Race.GIANTS: "M6 84 L36 22 L52 54 L64 36 L94 84 Z",
}
"""A tilted pick, tusks, an eye, a mountain."""
_OUTLINE = "#140d07"


def few_pieces() -> Scene:
    """A mine, a king and two units, for the shelf's door."""
    return four_pieces(
        mine(Mine(2, 3, True, 5, 5), themes.DARK),
        king(Race.DWARFS),
        unit(Unit(Race.ORCS, 7), themes.DARK),
        unit(Unit(Race.GOBLINS, 0), themes.DARK),
    )


@cache
def race_sign(race: Race) -> Sprite:
    """The sign of a race alone."""
    colours = COLOURS[race]
    shapes: list[Drawn | Placed] = [Path(_SIGNS[race], colours.ink)]
    if race is Race.GOBLINS:
        shapes.append(Circle(50, 52, 15, colours.edge))
    return Sprite(tuple(shapes))


@cache
def race_tile(race: Race) -> Sprite:
    """A card of a race without a strength."""
    return Sprite((*_card(COLOURS[race]), Placed(race_sign(race), 20, 20, 0.6)))


@cache
def unit(of: Unit | Unseen, theme: Theme) -> Sprite:
    """A unit: its race's colour and sign, its strength; unseen ones have a bare back."""
    if of is UNSEEN:
        return _unseen(theme)
    colours = COLOURS[of.race]
    return Sprite(
        (
            *_card(colours),
            Placed(race_sign(of.race), 8, 8, 0.44),
            *word(str(of.strength), 60, 42, 44, colours.ink, 15),
        )
    )


def units(of: Iterable[Unit], theme: Theme) -> list[Sprite]:
    """Several units."""
    return [unit(one, theme) for one in of]


@cache
def king(race: Race) -> Sprite:
    """A king: a crown over the sign of his race."""
    colours = COLOURS[race]
    crown = "M22 42 L18 14 L36 28 L50 8 L64 28 L82 14 L78 42 Z"
    return Sprite(
        (
            *_card(colours),
            Path(crown, "#f3bd3c", _OUTLINE, 3),
            Placed(race_sign(race), 27, 46, 0.46),
        )
    )


@cache
def mine(of: Mine | Unseen, theme: Theme) -> Sprite:
    """A mine: defence on a shield, size on a cart, value on a coin, a crown for an overseer.

    A plate below the coin has the penalty, if that is another number than the value.
    """
    if of is UNSEEN:
        return _unseen(theme)
    shapes: list[Drawn | Placed] = [
        *_card(theme.unseen),
        Path("M30 96 L30 76 C30 52 70 52 70 76 L70 96 Z", "#17100a"),
        Path("M8 10 L40 10 L40 26 C40 40 30 45 24 48 C18 45 8 40 8 26 Z", "#c9d3dc", _OUTLINE, 3),
        *word(str(of.defence), 24, 15, 22, _OUTLINE, 15),
        Circle(76, 28, 19, "#b47a10"),
        Circle(76, 27, 17, "#f3bd3c"),
        *word(str(of.value), 76, 17, 20, "#4a2c04", 15),
        Path("M14 60 L46 60 L41 82 L19 82 Z", "#8a5a2c", _OUTLINE, 3),
        Circle(23, 87, 6, _OUTLINE),
        Circle(37, 87, 6, _OUTLINE),
        *word(str(of.size), 30, 61, 18, "#ffffff", 16),
    ]
    if of.overseer:
        crown = "M58 84 L55 60 L66 70 L74 56 L82 70 L93 60 L90 84 Z"
        shapes.append(Path(crown, "#f3bd3c", _OUTLINE, 3))
    if of.penalty != of.value:
        shapes.append(Rect(58, 45, 36, 17, 5, "#8c1d1d"))
        shapes += word(f"-{of.penalty}", 76, 48, 11, "#ffffff", 16)
    return Sprite(tuple(shapes))


def _unseen(theme: Theme) -> Sprite:
    """A card of which the side shown is not known."""
    stone = theme.unseen
    return Sprite((*_card(stone), *question_mark(stone.ink)))


def _card(colours: themes.Face) -> tuple[Drawn, ...]:
    return (
        Rect(0, 0, 100, 100, 12, colours.edge),
        Rect(1.5, 1.5, 97, 94, 11, colours.rim),
        Rect(4, 4, 92, 91, 9, colours.face),
    )
