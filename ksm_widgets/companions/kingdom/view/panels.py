"""The panels of Kingdom of Solomon for setting up: tools and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import pieces
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.naming import (
    card_phrase,
    fortune_phrase,
    good_phrase,
    phase_phrase,
)
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.tools import BUILDING, CARD, CUBE, FORTUNE, PAWN, ROAD, TOKEN
from ksm_widgets.companions.telling import player_phrase
from ksm_widgets.companions.view.kit import Tile, clearing, kit, tiles, tool_button, tools_of
from ksm_widgets.companions.view.numbers import (
    counts,
    number_row,
    number_table,
    numbered,
    segment,
    stepper,
)
from ksm_widgets.page.html import choice, element, row

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.view.page import Page
    from ksm_widgets.page.html import Child, Markup


def tools(page: Page) -> Child:
    """Everything that can be put on the table."""
    text, draft, say = page.text, page.draft, page.reader.say
    box = draft.position.box
    cubes = (Tile(good, pieces.cube(good), say(good_phrase(good)), good) for good in GOODS)
    things = (
        Tile(tool, sprite, text(f"kingdom_tool.{tool}"))
        for sprite, tool in (
            (pieces.house(draft.seat), BUILDING),
            (pieces.pawn(draft.seat), PAWN),
            (pieces.road(), ROAD),
            (pieces.token(), TOKEN),
        )
    )
    cards = [(str(card), say(card_phrase(draft.position, card))) for card in box.buildings]
    fortunes = [(card, say(fortune_phrase(card))) for card in box.fortune]
    seats = counts(draft.position.seats)
    return kit(
        page,
        tiles(page, "cubes", "good", cubes, draft.good if draft.tool == CUBE else None),
        tools_of(page, "things", things),
        element("div.ksm-numbered", segment(page, "seat", seats, draft.seat)),
        row(
            choice(text("kingdom_tool.card"), "card", cards, str(draft.card), id_="ksm-card"),
            choice(
                text("kingdom_tool.fortune"), "fortune", fortunes, draft.fortune, id_="ksm-fortune"
            ),
        ),
        row(
            tool_button(page, CARD, text("kingdom_tool.take_card")),
            tool_button(page, FORTUNE, text("kingdom_tool.take_fortune")),
            clearing(page),
        ),
    )


def numbers(page: Page) -> Child:
    """The seats with their scores, phase, order, temple and favour."""
    text, position = page.text, page.position
    seats, temple = counts(position.seats), text("kingdom_page.temple")
    phases = [
        (phase.value, page.reader.say(phase_phrase(phase)))
        for phase in (Phase.PLACE, Phase.RESOLVE, Phase.MARKET, Phase.BUILD)
    ]
    favour = [(0, text("kingdom_page.nobody")), *seats]
    return numbered(
        page,
        segment(page, "phase", phases, position.phase.value),
        segment(page, "first", seats, position.order[0]),
        segment(page, "favour", favour, position.favour or 0),
        element("h3", text("kingdom_page.scores")),
        number_table(_score(page, seat) for seat in position.seats),
        element("h3", temple),
        stepper(page, "temple", position.temple, temple),
    )


def _score(page: Page, seat: int) -> Markup:
    label, score = page.reader.say(player_phrase(seat)), page.position.points(seat)
    steps = (stepper(page, "score", score, label, of=f"{seat},", by=by) for by in (1, 10))
    return number_row(label, *steps)
