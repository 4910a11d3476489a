"""The panels of Kings under Mountains for setting up: tools, numbers, the table in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings import pieces
from ksm_widgets.companions.kings.cards import MOST_DEFENCE, RACES, STRONGEST, Unit
from ksm_widgets.companions.kings.naming import unit_phrase
from ksm_widgets.companions.kings.scene import KingsPicture
from ksm_widgets.companions.kings.tools import DONE, MINE, UNIT
from ksm_widgets.companions.kings.view.controls import LARGEST_SIZE
from ksm_widgets.companions.view.kit import Tile, clearing, kit, tiles, tool_button, with_its_key
from ksm_widgets.companions.view.numbers import counts, filling, numbered, segment, stepper, titled
from ksm_widgets.companions.view.panels import in_words
from ksm_widgets.page.html import element, row

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.view.page import Page
    from ksm_widgets.page.html import Child


def tools(page: Page) -> Child:
    """Everything that can be put on the table."""
    text, draft = page.text, page.draft
    unit = draft.unit if draft.tool == UNIT else None
    races = (
        Tile(race, pieces.race_tile(race), text(f"kings_race_many.{race}"), race.lower())
        for race in RACES
    )
    strengths = (
        Tile(
            str(one.strength),
            pieces.unit(one, page.theme),
            page.reader.say(unit_phrase(one)),
            str(one.strength),
        )
        for one in (Unit(draft.unit.race, strength) for strength in range(STRONGEST + 1))
    )
    mine = Tile(MINE, pieces.mine(draft.mine, page.theme), text("kings_tool.mine"))
    overseer = [(0, text("kings_page.overseer_no")), (1, text("kings_page.overseer_yes"))]
    return kit(
        page,
        tiles(page, "races", "race", races, unit and unit.race),
        tiles(page, "strengths", "strength", strengths, unit and str(unit.strength)),
        row(
            with_its_key(page, mine).shown("tool", draft.tool),
            tool_button(page, DONE, text("kings_tool.done")),
            clearing(page),
        ),
        element(
            "div.ksm-numbered",
            segment(page, "defence", counts(range(1, MOST_DEFENCE + 1)), draft.mine.defence),
            segment(page, "size", counts(range(1, LARGEST_SIZE + 1)), draft.mine.size),
            segment(page, "overseer", overseer, int(draft.mine.overseer)),
            element("h3", text("kings_page.value")),
            stepper(page, "value", draft.mine.value, text("kings_page.value")),
        ),
    )


def numbers(page: Page) -> Child:
    """The seats with their kings, and the cards left."""
    position, deck = page.position, page.text("kings_page.deck")
    return numbered(
        page,
        (_king(page, seat) for seat in position.seats),
        element("h3", deck),
        stepper(page, "deck", len(position.deck), deck),
        filling(page),
    )


def _king(page: Page, seat: int) -> Child:
    races = [(f"{seat},{race}", page.text(f"kings_race_many.{race}")) for race in RACES]
    chosen = f"{seat},{page.position.race(seat)}"
    return titled(page.text("kings_page.king", seat=seat), "king", races, chosen)


def words(page: Page) -> Child:
    """The table in words."""
    return in_words(page, KingsPicture(page.shown).places)
