"""The list of keys: what each does on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.tiles import Tile
from ksm_widgets.widgets.markup import Markup, element
from ksm_widgets.widgets.parts.controls import button

if TYPE_CHECKING:
    from ksm_widgets.widgets.page import Page

__all__ = ["keys"]

_KEYS = (
    "arrows", "touch", "off", "letter", "unseen", "move", "dig", "turn", "step", "undo", "let_go",
    "list",
)  # fmt: skip
"""What each key does, by its name in the catalogue."""


def keys(page: Page) -> Markup:
    """The list, while it is asked for."""
    if not page.keys:
        return Markup("")
    letters = " ".join(tile.letter for tile in Tile)
    rows = [
        element(
            "div",
            element("dt", element("kbd", page.text(f"keys.{name}_key", letters=letters))),
            element("dd", page.text(f"keys.{name}")),
        )
        for name in _KEYS
    ]
    return element(
        "section",
        element("h3", page.text("keys.title")),
        element("dl", *rows, class_="ksm-keys"),
        button(page.text("keys.close"), "keys", "", class_="ksm-small"),
        role="region",
        aria_label=page.text("keys.title"),
        class_="ksm-over",
    )
