"""Tiles: their faces, large and small, and the edges of covered ones (R2, R3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ksm_widgets.draw.shapes import Circle, Drawn, HitArea, Placed, Rect, Scene, Sprite
from ksm_widgets.draw.signs import (
    amulet,
    axe,
    carpet,
    glyph,
    mask,
    mirror,
    mummy,
    scorpion,
    scroll,
    seal,
)
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.rules.edition_rules import edition as edition_named
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.words import sentence

FACE_WIDTH = 72.0
FACE_HEIGHT = 62.0
MINI = 24.0
TILE_FACE = (2.0, 1.0)
"""The corner of the face in the scene of a single tile."""
_SIGNS: dict[Tile, Callable[[], tuple[Drawn, ...]]] = {
    Tile.MASK: mask,
    Tile.SCORPION: scorpion,
    Tile.MUMMY: mummy,
    Tile.MIRROR: mirror,
    Tile.SEAL: seal,
    Tile.AMULET: amulet,
}
_LETTERS = {
    Tile.ALPHA: ("α", -4.2),
    Tile.BETA: ("β", -3.2),
    Tile.GAMMA: ("γ", -7.2),
    Tile.DELTA: ("δ", 0.0),
}
"""A parchment's letter, and by how much to lift it to the middle."""


def _sign(tile: Tile, edition: str) -> tuple[Drawn, ...]:
    if tile is Tile.CARPET:
        return {"carpet": carpet, "axe": axe}[edition_named(edition).carpet]()
    return _SIGNS[tile]()


@cache
def _picture(tile: Tile, edition: str) -> Sprite:
    return Sprite(_sign(tile, edition))


@cache
def face(tile: Tile, theme: Theme = DARK, edition: str = "en") -> Sprite:
    """A tile's face, 72 wide and 62 high, with nothing below it."""
    look = theme.face(tile.group)
    shapes: list[Drawn | Placed] = [
        Rect(0, 0, FACE_WIDTH, FACE_HEIGHT, 9, fill=look.edge),
        Rect(1, 1, FACE_WIDTH - 2, FACE_HEIGHT - 2, 8, fill=look.rim),
        Rect(2.4, 3, FACE_WIDTH - 4.8, FACE_HEIGHT - 5, 7, fill=look.face),
    ]
    match tile.group:
        case Group.TREASURE:
            shapes += [
                Circle(36, 32.4, 23.5, fill=look.edge),
                Circle(36, 31, 23.5, fill="#ffdf7e"),
                Circle(36, 31, 20, fill="#f9cb52", stroke=look.edge, stroke_width=1.4),
                Circle(36, 31, 22.2, stroke="#fff3c2", stroke_width=0.9),
                Placed(glyph(tile.letter, look.ink, 19), 26.4, 15, 0.32),
            ]
        case Group.CURSE:
            shapes += [
                Placed(_picture(tile, edition), 8.5, 7.4, 0.48),
                *_seal_of_price(57.5, 46.5, 11, tile.curse),
            ]
        case Group.PARCHMENT:
            letter, lift = _LETTERS[tile]
            shapes += [
                Placed(Sprite(scroll()), 10, 6.5, 0.5),
                Placed(glyph(letter, look.ink, 15), 25, 13.5 + lift, 0.35),
            ]
        case Group.MAGIC:
            shapes.append(Placed(_picture(tile, edition), 10.5, 5.6, 0.51))
        case Group.UNSEEN:
            shapes += [
                Circle(36, 31, 21, stroke=look.rim, stroke_width=2, dash=(3, 4)),
                Placed(glyph("?", look.ink, 15), 26.4, 15, 0.32),
            ]
    return Sprite(tuple(shapes))


def _seal_of_price(x: float, y: float, radius: float, price: int) -> tuple[Drawn | Placed, ...]:
    """A red seal with the cost of a curse."""
    return (
        Circle(x, y, radius + 1.2, fill="#3a0605"),
        Circle(x, y, radius, fill="#c92f24"),
        Circle(x, y, radius - 2.2, stroke="#f07a68", stroke_width=0.9),
        Placed(glyph(str(price), "#ffffff", 19), x - 0.3 * 13.5, y - 6.8, 0.135),
    )


@cache
def mini(tile: Tile, theme: Theme = DARK, edition: str = "en") -> Sprite:
    """A small face, 24 by 24, on which only the sign is left."""
    look = theme.face(tile.group)
    shapes: list[Drawn | Placed] = [
        Rect(0, 0, MINI, MINI, 4.5, fill=look.rim),
        Rect(0.9, 0.9, MINI - 1.8, MINI - 1.8, 3.8, fill=look.face),
    ]
    match tile.group:
        case Group.TREASURE | Group.UNSEEN:
            shapes.append(Placed(glyph(tile.letter, look.ink, 19), 6.9, 3.5, 0.17))
        case Group.PARCHMENT:
            letter, lift = _LETTERS[tile]
            shapes.append(Placed(glyph(letter, look.ink, 18), 6.6, 3 + lift / 2, 0.18))
        case Group.CURSE | Group.MAGIC:
            shapes.append(Placed(_picture(tile, edition), 3.2, 3.4, 0.176))
    return Sprite(tuple(shapes))


def tile_scene(
    tile: Tile, *, theme: Theme = DARK, edition: str = "en", language: str = "en"
) -> Scene:
    """A single tile, 76 by 72, as in a palette; its hit area is `tile:` and its letter."""
    look = theme.face(tile.group)
    name = sentence(edition_named(edition).tile_term(tile).key, language)
    return Scene(
        76,
        72,
        (
            Rect(TILE_FACE[0], 8, FACE_WIDTH, FACE_HEIGHT, 9, fill=look.edge),
            Placed(face(tile, theme, edition), *TILE_FACE),
        ),
        (HitArea(0, 0, 76, 72, f"tile:{tile.letter}"),),
        name,
    )
