"""The tools on a game's page with which a position is set up, in groups."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.drafting import ERASE
from ksm_widgets.companions.picture import one_piece
from ksm_widgets.page.html import Markup, button, element, group, note, picture, section

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.view.page import AnyPage
    from ksm_widgets.draw.shapes import Sprite
    from ksm_widgets.page.html import Child


@cache
def _drawn_sprite(sprite: Sprite) -> Markup:
    return picture(one_piece(sprite))


class Tile(NamedTuple):
    """A button with the picture of what it puts on the board, and its key."""

    value: str
    sprite: Sprite
    words: str
    key: str = ""

    def shown(self, act: str, chosen: str | None) -> Markup:
        """The button of an act, pressed if its value is the chosen one."""
        letter = element("kbd.ksm-letter", self.key, aria_hidden="true") if self.key else None
        return button(
            (_drawn_sprite(self.sprite), letter),
            act,
            self.value,
            pressed=self.value == chosen,
            label=self.words,
            class_="ksm-tile",
        )


def tool_button(page: AnyPage, tool: str, words: str) -> Markup:
    """A button with words that takes a tool in hand."""
    return button(words, "tool", tool, pressed=page.draft.tool == tool)


def clearing(page: AnyPage) -> Child:
    """The tool that takes things away, and the button that takes everything away."""
    erase = tool_button(page, ERASE, page.text("shelf_page.erase"))
    return erase, button(page.text("shelf_page.clear"), "clear")


def tiles(page: AnyPage, name: str, act: str, shown: Iterable[Tile], chosen: str | None) -> Child:
    """Tiles of an act under a heading of the game's tools."""
    label = page.text(f"{page.name}_tool.{name}")
    buttons = (tile.shown(act, chosen) for tile in shown)
    return element("div", element("h3", label), group(label, *buttons, class_="ksm-tiles"))


def with_its_key(page: AnyPage, tile: Tile) -> Tile:
    """The tile of a tool with the tool's key, if it has one."""
    keys = {tool: key for key, tool in page.tool_keys.items()}
    return tile._replace(key=keys.get(tile.value, ""))


def tools_of(page: AnyPage, name: str, shown: Iterable[Tile]) -> Child:
    """Tiles that take a tool in hand, under a heading of the game's tools."""
    return tiles(page, name, "tool", (with_its_key(page, tile) for tile in shown), page.draft.tool)


def kit(page: AnyPage, *groups: Child) -> Child:
    """All tools in groups, below a sentence on the one in hand."""
    tools = element("div.ksm-kit", groups)
    usage = " ".join(map(page.reader.say, page.tool_help))
    return section(page.text("shelf_page.put"), note(usage), tools)
