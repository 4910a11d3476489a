"""Tiles in a list, as people say it."""

from __future__ import annotations

import pytest

from ksm_widgets.rules import Tile
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.plans import tiles_phrase


@pytest.mark.parametrize(
    ("letters", "english", "german"),
    [
        ("5", "A treasure of 5", "Ein Schatz im Wert von 5"),
        ("x1", "A mask and a treasure of 1", "Eine Maske und ein Schatz im Wert von 1"),
        ("45", "Treasures of 5 and 4", "Schätze im Wert von 5 und 4"),
        ("222", "3 treasures of 2", "3 Schätze im Wert von 2"),
        (
            "4xS1x4",
            "2 masks, a seal and treasures of 4, 4 and 1",
            "2 Masken, ein Siegel und Schätze im Wert von 4, 4 und 1",
        ),
        (
            "CCz",
            "2 carpets and a mummy",
            "2 magische Beile und eine Mumie",
        ),
    ],
)
def test_tiles_are_listed_as_people_do(letters: str, english: str, german: str) -> None:
    """Equal tiles are counted, treasures come last and are said together."""
    phrase = tiles_phrase(map(Tile, letters))
    assert Reader("en").say(phrase) == english
    assert Reader("de").say(phrase) == german


@pytest.mark.parametrize("tile", [tile for tile in Tile if not tile.treasure])
def test_every_tile_has_a_plural(tile: Tile) -> None:
    said = Reader("de").say(tiles_phrase([tile, tile]))
    assert said.startswith("2 ")


def test_the_carpet_is_named_as_the_reader_s_edition_does() -> None:
    assert Reader("en", "de").say(tiles_phrase(map(Tile, "C"))) == "A magic axe"
    assert Reader("en", "de").say(tiles_phrase(map(Tile, "CC"))) == "2 magic axes"
    assert Reader("de", "en").say(tiles_phrase(map(Tile, "CC"))) == "2 fliegende Teppiche"
