"""The puzzles' door on the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.draw import DARK, card_scene, tile_scene
from ksm_widgets.draw.shapes import beside
from ksm_widgets.rules.deck import card
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.telling.doors import Door

if TYPE_CHECKING:
    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.phrases import Reader


def _picture(reader: Reader) -> Scene:
    return beside(
        *(tile_scene(Tile(letter), theme=DARK, edition=reader.played) for letter in "4z"),
        card_scene(card(8), theme=DARK, language=reader.language),
    )


PUZZLES = Door("puzzles", "puzzles.ipynb", _picture)
