"""Setting up: the palette, random mines and examples, text and link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.stages import Stage
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.sitting.examples import EXAMPLES
from ksm_widgets.tutor.sitting.links import link_of
from ksm_widgets.tutor.sitting.session import Tool
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.parts.controls import (
    button,
    folded,
    group,
    note,
    number_field,
    section,
)
from ksm_widgets.widgets.parts.pad import from_table
from ksm_widgets.widgets.parts.tiles import tile_button, tile_rows

if TYPE_CHECKING:
    from ksm_widgets.widgets.page import Page

__all__ = ["examples", "palette", "saving", "setting_up"]


def setting_up(page: Page) -> Markup:
    """What lays out a whole mine at once."""
    return joined([examples(page), _random(page), _text(page)])


def palette(page: Page) -> Markup:
    """The tiles to take in hand and place, and what else the hand can do while setting up."""
    session, text = page.session, page.text
    placing = session.tool is Tool.PLACE
    # An unseen tile stands in for none of the rows' tiles.
    held = session.brush if placing else Tile.UNSEEN
    unseen = placing and session.brush is Tile.UNSEEN
    tools = group(
        text("own.tools"),
        tile_button(page, Tile.UNSEEN, "brush", pressed=unseen),
        button(text("palette.erase"), "tool", "erase", pressed=session.tool is Tool.ERASE),
        button(text("palette.move"), "tool", "move", pressed=session.tool is Tool.MOVE),
    )
    return section(
        text("palette.title"),
        note(text("palette.what")),
        *tile_rows(page, "brush", held),
        tools,
        button(text("palette.clear"), "clear"),
        from_table(page),
    )


def _random(page: Page) -> Markup:
    text = page.text
    stages = (
        button(text(f"palette.{stage.value}"), "random", stage.value, class_="ksm-small")
        for stage in Stage
    )
    return section(
        text("palette.random"),
        element("div", *stages, class_="ksm-group"),
        number_field(text("palette.seed"), "seed", str(page.seed), id_="ksm-seed"),
        note(text("palette.seed_why")),
    )


def examples(page: Page) -> Markup:
    """Positions to play, by name; what one sees in each is said when it lies on the board."""
    buttons = (
        button(page.text(f"example.{example.key}"), "example", example.key, class_="ksm-small")
        for example in EXAMPLES
    )
    return section(page.text("palette.examples"), element("div", *buttons, class_="ksm-group"))


def _text(page: Page) -> Markup:
    text = page.text
    board = page.session.position.text
    query = link_of(page.session.situation)
    return folded(
        text("palette.text"),
        element("label", text("palette.text_field"), for_="ksm-text", class_="ksm-label"),
        element(
            "textarea",
            board,
            id="ksm-text",
            name="board",
            rows=4,
            spellcheck="false",
            class_="ksm-field ksm-text",
        ),
        element(
            "div",
            button(text("palette.read"), "paste", from_="board"),
            button(text("palette.copy"), "copied", copy="board"),
            class_="ksm-group",
        ),
        element("label", text("palette.link_field"), for_="ksm-link", class_="ksm-label"),
        element(
            "input",
            type="text",
            id="ksm-link",
            name="link",
            value=f"{page.here}?{query}",
            readonly=True,
            class_="ksm-field ksm-text",
        ),
        button(text("palette.copy"), "copied", copy="link", label=_copy(page, "link_field")),
        element("label", text("palette.line_field"), for_="ksm-line", class_="ksm-label"),
        element(
            "input",
            type="text",
            id="ksm-line",
            name="line",
            readonly=True,
            value=f'from ksm_widgets.widgets import Explorer; Explorer("{query}")',
            class_="ksm-field ksm-text",
        ),
        button(text("palette.copy"), "copied", copy="line", label=_copy(page, "line_field")),
        note(text("palette.link_what")),
        id_="ksm-as-text",
        open_=True,
    )


def _copy(page: Page, field: str) -> str:
    return f"{page.text('palette.copy')}: {page.text(f'palette.{field}')}"


def saving(page: Page) -> Markup:
    """What can be saved as a file."""
    return folded(
        page.text("palette.save"),
        element(
            "div",
            *(
                button(page.text(f"palette.save_{kind}"), "save", kind)
                for kind in ("svg", "png", "text")
            ),
            class_="ksm-group",
        ),
        id_="ksm-save",
    )
