"""Editions are data; the carpet is named by language and by edition (R22, R26)."""

from __future__ import annotations

import pytest

from ksm_widgets.rules import (
    EditionError,
    Power,
    PowerError,
    Sharing,
    Tile,
    edition,
    editions,
)
from ksm_widgets.words import catalogue
from tests.rules.tables import mine, table, turn


def test_there_are_two() -> None:
    assert list(editions()) == ["en", "de"]
    for name, found in editions().items():
        assert found.name == name
        assert edition(name) is found
    with pytest.raises(EditionError):
        edition("it")


def test_where_they_differ() -> None:
    english, german = edition("en"), edition("de")
    assert (english.shares, german.shares) == (Sharing.ONE, Sharing.EVENLY)
    assert (english.offender_chooses, german.offender_chooses) == (True, False)
    assert (english.shares_shown, german.shares_shown) == (True, False)


@pytest.mark.parametrize(
    ("language", "name", "tile", "power"),
    [
        ("en", "en", "flying carpet", "carpet"),
        ("en", "de", "magic axe", "axe"),
        ("de", "en", "fliegender Teppich", "Teppich"),
        ("de", "de", "magisches Beil", "Beil"),
    ],
)
def test_the_carpet_by_language_and_edition(
    language: str, name: str, tile: str, power: str
) -> None:
    words = catalogue(language)
    assert words[edition(name).tile_term(Tile.CARPET).key] == tile
    assert words[edition(name).power_term(Power.CARPET).key] == power
    game = table(mine("1,-,-,-,-,-"), "#", (0, ""), (0, ""), edition_name=name)
    with pytest.raises(PowerError) as caught:
        game.play(0, turn("", "a1", Power.CARPET))
    assert power in caught.value.sentence(language)


def test_everything_else_has_one_name() -> None:
    for tile in Tile:
        if tile is not Tile.CARPET:
            assert edition("en").tile_term(tile) == edition("de").tile_term(tile)
    for power in Power:
        if power is not Power.CARPET:
            assert edition("en").power_term(power) == edition("de").power_term(power)
