"""The mine, its tiles and cards on a page: pictures, buttons, and the mine in words."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from ksm_widgets.draw import card_scene, small_card_scene, tile_scene
from ksm_widgets.page.html import Markup, button, element, folded, group, joined, picture
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.quarries import COLUMNS, QUARRIES, ROWS, SIDE
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.plans import read_out
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.draw import Theme
    from ksm_widgets.page.state import PageState
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Quarry, Stack


def mine_table(position: Position, language: str) -> Markup:
    """A mine as a table, folded away."""
    title = sentence("touch.as_text", language)
    head = element("tr", element("td"), (element("th", each, scope="col") for each in COLUMNS))
    rows = []
    for row in reversed(range(SIDE)):
        cells = (
            _cell(quarry, position.stack(quarry), language)
            for quarry in QUARRIES[row * SIDE : (row + 1) * SIDE]
        )
        rows.append(element("tr", element("th", ROWS[row], scope="row"), cells))
    table = element("table.ksm-table", element("caption.ksm-unseen", title), head, rows)
    return folded(title, table, id_="ksm-text-board")


@lru_cache(maxsize=4096)
def _cell(quarry: Quarry, stack: Stack, language: str) -> Markup:
    """A quarry in the table: its letters, and what is read out instead of them."""
    letters = "".join(tile.letter for tile in stack) or "-"
    return element(
        "td",
        element("span", letters, aria_hidden="true"),
        element("span.ksm-unseen", read_out(quarry, stack, Reader(language))),
    )


@cache
def lamps(reached: HintLevel) -> Markup:
    """The hint levels as a row of lamps, lit up to the one reached."""
    lit = (
        element("i.ksm-lamp", class_="ksm-lit" if level <= reached else "")
        for level in HintLevel
        if level
    )
    return element("span.ksm-lamps", lit, aria_hidden="true")


@cache
def tile_face(tile: Tile, theme: Theme, edition: str) -> Markup:
    """A tile's picture."""
    return picture(tile_scene(tile, theme=theme, edition=edition))


@cache
def card_face(card: Card, quarters: int, theme: Theme) -> Markup:
    """A card's picture, turned clockwise by a number of quarters."""
    return picture(card_scene(card, quarters=quarters, theme=theme))


@cache
def small_card(card: Card, theme: Theme) -> Markup:
    """A card's picture among others: number and a large shape."""
    return picture(small_card_scene(card, theme=theme))


def tile_button(page: PageState, tile: Tile, act: str, *, pressed: bool | None = None) -> Markup:
    """A button with a tile's picture that sends its letter."""
    return _tile_button(tile, act, pressed, page.theme, page.edition, page.language)


def tile_rows(page: PageState, act: str, held: Tile | None = None) -> Markup:
    """A row of buttons for each group of known tiles; with `held`, switches of which it is on."""
    return _tile_rows(act, held, page.theme, page.edition, page.language)


@cache
def _tile_button(
    tile: Tile, act: str, pressed: bool | None, theme: Theme, played: str, language: str
) -> Markup:
    name = sentence(edition(played).tile_term(tile).key, language)
    face = tile_face(tile, theme, played)
    return button(
        (face, element("kbd.ksm-letter", tile.letter, aria_hidden="true")),
        act,
        tile.letter,
        pressed=pressed,
        label=sentence("palette.key", language, tile=name, letter=tile.letter),
        class_="ksm-tile",
    )


@cache
def _tile_rows(act: str, held: Tile | None, theme: Theme, played: str, language: str) -> Markup:
    look = theme, played, language
    return joined(
        group(
            sentence(f"group.{kind.value}", language),
            (
                _tile_button(tile, act, None if held is None else tile is held, *look)
                for tile in tiles
            ),
            class_="ksm-tiles",
        )
        for kind, tiles in groupby(Tile, key=lambda tile: tile.group)
        if kind is not Group.UNSEEN
    )


def dug(
    taken: Iterable[Tile], name: Callable[[Tile], str], *, theme: Theme, edition: str
) -> Markup:
    """Tiles dug, side by side: their pictures, and their names for screen readers."""
    return element(
        "ul.ksm-loot",
        (
            element("li", tile_face(tile, theme, edition), element("span.ksm-unseen", name(tile)))
            for tile in taken
        ),
    )


def tiles_dug(page: PageState, taken: Iterable[Tile]) -> Markup:
    """Tiles dug, on a page that calls them as its language does."""

    def name(tile: Tile) -> str:
        return page.text(f"tile.{tile.letter}")

    return dug(taken, name, theme=page.theme, edition=page.edition)
