"""Tiles as buttons: the box's kinds row by row, each with its picture and the letter of its key."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from ksm_widgets.draw import Theme, tile_scene
from ksm_widgets.rules.rulebooks import edition
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.widgets.markup import Markup, element, joined, picture
from ksm_widgets.widgets.parts.controls import button, group

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.widgets.page import Page

__all__ = ["Shown", "dug", "loot", "tile_button", "tile_face", "tile_rows"]


class Shown(Protocol):
    """A page on which tiles are shown."""

    @property
    def theme(self) -> Theme:
        """The theme that is seen."""

    @property
    def edition(self) -> str:
        """Whose pictures and names the tiles have (R22)."""

    def text(self, key: str, **params: object) -> str:
        """A sentence of the catalogue in the page's language."""


def tile_button(page: Shown, tile: Tile, act: str, *, pressed: bool | None = None) -> Markup:
    """A button with a tile's picture that sends its letter."""
    name = page.text(edition(page.edition).tile_term(tile).key)
    return button(
        joined(
            [
                tile_face(tile, page.theme, page.edition),
                element("kbd", tile.letter, class_="ksm-letter", aria_hidden="true"),
            ]
        ),
        act,
        tile.letter,
        pressed=pressed,
        label=page.text("palette.key", tile=name, letter=tile.letter),
        class_="ksm-tile",
    )


def tile_rows(page: Shown, act: str, held: Tile | None = None) -> list[Markup]:
    """The known kinds of tiles, a group each; with `held` as switches of which that one is on."""
    return [
        group(
            page.text(f"group.{kind.value}"),
            *(
                tile_button(page, tile, act, pressed=None if held is None else tile is held)
                for tile in tiles
            ),
            class_="ksm-tiles",
        )
        for kind, tiles in groupby(Tile, key=lambda tile: tile.group)
        if kind is not Group.UNSEEN
    ]


@cache
def tile_face(tile: Tile, theme: Theme, edition: str) -> Markup:
    """A tile's picture."""
    return picture(tile_scene(tile, theme=theme, edition=edition))


def dug(
    taken: Iterable[Tile], name: Callable[[Tile], str], *, theme: Theme, edition: str
) -> Markup:
    """Tiles that are dug, side by side, each with its picture and, read out, its name."""
    return element(
        "ul",
        *(
            element(
                "li",
                tile_face(tile, theme, edition),
                element("span", name(tile), class_="ksm-unseen"),
            )
            for tile in taken
        ),
        class_="ksm-loot",
    )


def loot(page: Page, taken: tuple[Tile, ...]) -> Markup | None:
    """The tiles that were dug, as pictures; None if there are none."""
    if not taken:
        return None
    return element(
        "div",
        element("span", page.text("own.loot"), class_="ksm-label"),
        dug(
            taken,
            lambda tile: page.text(f"tile.{tile.letter}"),
            theme=page.theme,
            edition=page.edition,
        ),
        class_="ksm-group",
    )
