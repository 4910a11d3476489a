"""Tiles and rules as pictures with words, to be shown in a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.draw import LIGHT, tile_scene
from ksm_widgets.mine.rulebook import RULEBOOK
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import tile_term

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.rules.tiles import Group
    from ksm_widgets.telling.phrases import Reader

    Items = Callable[[Reader], Sequence[tuple[Scene, str]]]


def tiles_of(*groups: Group) -> Items:
    """Every kind of tile of these groups, with its name in the reader's edition."""

    def items(reader: Reader) -> Sequence[tuple[Scene, str]]:
        tiles = [tile for group in groups for tile in Tile if tile.group is group]
        return [(tile_scene(tile, edition=reader.played), _name(tile, reader)) for tile in tiles]

    return items


def _name(tile: Tile, reader: Reader) -> str:
    return reader.say(Phrase("legend.tile", {"tile": tile_term(tile)}))


def rule_pictures(*numbers: str, theme: Theme = LIGHT) -> Items:
    """The pictures of some rules, with what they show."""

    def items(reader: Reader) -> Sequence[tuple[Scene, str]]:
        rules = [RULEBOOK.rules[number] for number in numbers]
        return [
            (rule.drawn(reader, theme), reader.text(f"rule_picture.{rule.number}"))
            for rule in rules
        ]

    return items
