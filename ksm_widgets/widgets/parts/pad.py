"""Buttons for what else has to be typed: the table's mine by height and tile, and unseen tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.quarries import FULL_HEIGHT
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.sitting.naming import asked_tile, unseen_on
from ksm_widgets.widgets.markup import Markup, element
from ksm_widgets.widgets.parts.controls import button, group, note, section
from ksm_widgets.widgets.parts.tiles import tile_button, tile_rows

if TYPE_CHECKING:
    from ksm_widgets.solver.problem import Slot
    from ksm_widgets.widgets.page import Page

__all__ = ["asked_about", "from_table", "naming", "pad"]


def from_table(page: Page) -> Markup:
    """The two ways to begin entering the mine that stands on the table."""
    text = page.text
    return section(
        text("palette.table"),
        element(
            "div",
            button(text("palette.table_start"), "enter", "anew", class_="ksm-small"),
            button(text("palette.table_on"), "enter", "on", class_="ksm-small"),
            class_="ksm-group",
        ),
    )


def pad(page: Page) -> Markup:
    """Heights and tiles to touch instead of typing; the height stays until another is touched."""
    session, text = page.session, page.text
    high = session.usual if session.high is None else session.high
    heights = group(
        text("pad.heights"),
        *(
            button(str(height), "pad-height", height, pressed=height == high, class_="ksm-height")
            for height in range(FULL_HEIGHT + 1)
        ),
        class_="ksm-heights",
    )
    rest = group(
        text("own.tools"),
        tile_button(page, Tile.UNSEEN, "pad-top"),
        button(text("pad.back"), "pad-back"),
        button(text("pad.done"), "tool", "place"),
        class_="ksm-tiles",
    )
    return section(
        text("palette.table"),
        heights,
        *tile_rows(page, "pad-top"),
        rest,
        note(text("palette.table_what")),
        class_="ksm-pad",
    )


def asked_about(page: Page) -> tuple[Slot | None, tuple[Slot, ...]]:
    """The unseen tile that can be named now, and all the unseen ones of its quarry.

    Without one, those below the tile in hand.
    """
    session = page.session
    slot = asked_tile(session)
    quarry = session.picked if slot is None else slot.quarry
    return slot, () if quarry is None else unseen_on(session, quarry)


def naming(page: Page) -> Markup | None:
    """What an unseen tile may be, to choose from; None while there is none to ask about."""
    text = page.text
    slot, unseen = asked_about(page)
    if not unseen:
        return None
    levels = [
        button(
            text("naming.level", level=other.level),
            "ask",
            str(other),
            pressed=other == slot,
            class_="ksm-small",
        )
        for other in unseen
    ]
    which = group(text("naming.levels"), *levels) if slot is None or len(levels) > 1 else None
    if slot is None:
        return section(text("naming.below", quarry=unseen[0].quarry), which)
    return section(
        text("tell.which", quarry=slot.quarry, level=slot.level),
        which,
        *tile_rows(page, "name"),
        class_="ksm-naming",
    )
