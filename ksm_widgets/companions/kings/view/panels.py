"""The panels of Kings under Mountains for setting up: tools, numbers, the table in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings import pieces
from ksm_widgets.companions.kings.box import RACES, STRONGEST, Unit
from ksm_widgets.companions.kings.editing import DONE, MINE, UNIT
from ksm_widgets.companions.kings.naming import unit_phrase
from ksm_widgets.companions.kings.scene import KingsPicture
from ksm_widgets.companions.kings.view.acts import MOST_DEFENCE, MOST_SIZE
from ksm_widgets.companions.view.panels import (
    clearing,
    counts,
    filling,
    grouped,
    in_words,
    kit,
    numbered,
    segment,
    stepper,
    tile,
    titled,
    tool_button,
    tool_tile,
)
from ksm_widgets.page.html import element, row

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.view.page import Page
    from ksm_widgets.page.html import Child


def tools(page: Page) -> Child:
    """Everything that can be put on the table."""
    text, draft = page.text, page.draft
    in_hand = draft.tool == UNIT
    races = [
        tile(
            pieces.race_tile(race),
            "race",
            race,
            text(f"kings_race_many.{race}"),
            race.lower(),
            pressed=in_hand and draft.unit.race == race,
        )
        for race in RACES
    ]
    strengths = [
        tile(
            pieces.unit(Unit(draft.unit.race, strength)),
            "strength",
            str(strength),
            page.reader.say(unit_phrase(Unit(draft.unit.race, strength))),
            str(strength),
            pressed=in_hand and draft.unit.strength == strength,
        )
        for strength in range(STRONGEST + 1)
    ]
    mine = pieces.mine(draft.mine, page.theme)
    overseer = [(0, text("kings_page.overseer_no")), (1, text("kings_page.overseer_yes"))]
    return kit(
        page,
        grouped(text("kings_tool.races"), races),
        grouped(text("kings_tool.strengths"), strengths),
        row(
            tool_tile(page, mine, MINE, text("kings_tool.mine"), "m"),
            tool_button(page, DONE, text("kings_tool.done")),
            clearing(page),
        ),
        element(
            "div.ksm-numbered",
            segment(page, "defence", counts(range(1, MOST_DEFENCE + 1)), draft.mine.defence),
            segment(page, "size", counts(range(1, MOST_SIZE + 1)), draft.mine.size),
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
    return in_words(page, KingsPicture(page.seen).places)
