"""The panels of Kings under Mountains for setting up: tools, the seats, the table in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings import pieces
from ksm_widgets.companions.kings.box import RACES, STRONGEST, Unit
from ksm_widgets.companions.kings.editing import DONE, ERASE, EXAMPLES, MINE, UNIT
from ksm_widgets.companions.kings.scene import KingsPicture
from ksm_widgets.companions.kings.telling import mine_phrase, place_told, unit_phrase
from ksm_widgets.companions.kings.view.acts import MOST_DEFENCE, MOST_SIZE
from ksm_widgets.companions.view import panels as shared
from ksm_widgets.companions.view.panels import grouped, segment, tile
from ksm_widgets.page.html import button, element, folded, note, row, section, segments
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kings.view.page import Page
    from ksm_widgets.page.html import Child


def said(page: Page) -> Iterator[Child]:
    """The notice; without one, what can be done."""
    return shared.said(page, tool_help(page))


def tool_help(page: Page) -> str:
    """A sentence on how to use the tool in hand."""
    draft = page.draft
    thing = unit_phrase(draft.unit) if draft.tool == UNIT else mine_phrase(draft.mine)
    return page.reader.say(Phrase(f"kings_tool.help_{draft.tool}", {"thing": thing}))


def tools(page: Page) -> Child:
    """All pieces that can be put on the table."""
    text, draft = page.text, page.draft
    in_hand = draft.tool == UNIT
    races = [
        tile(
            pieces.race_tile(race),
            "race",
            race,
            page.text(f"kings_race_many.{race}"),
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
    mine = tile(
        pieces.mine(draft.mine, page.theme),
        "tool",
        MINE,
        text("kings_tool.mine"),
        "m",
        pressed=draft.tool == MINE,
    )
    done = button(text("kings_tool.done"), "tool", DONE, pressed=draft.tool == DONE)
    erase = button(text("kings_tool.erase"), "tool", ERASE, pressed=draft.tool == ERASE)
    overseer = [(0, text("kings_page.overseer_no")), (1, text("kings_page.overseer_yes"))]
    return section(
        text("kings_tool.title"),
        note(tool_help(page)),
        element(
            "div.ksm-kit",
            grouped(text("kings_tool.races"), races),
            grouped(text("kings_tool.strengths"), strengths),
            row(mine, done, erase, button(text("kings_page.clear"), "clear")),
            element(
                "div.ksm-numbered",
                segment(page, "defence", _upto(MOST_DEFENCE), draft.mine.defence),
                segment(page, "size", _upto(MOST_SIZE), draft.mine.size),
                segment(page, "overseer", overseer, int(draft.mine.overseer)),
            ),
        ),
    )


def _upto(most: int) -> list[tuple[int, str]]:
    return [(number, str(number)) for number in range(1, most + 1)]


def numbers(page: Page) -> Child:
    """The seats with their kings, and the cards left."""
    text, position = page.text, page.position
    seats = [(seat, str(seat)) for seat in position.seats]
    sizes = [(size, str(size)) for size in page.table_sizes]
    count = len(position.deck)
    deck = element(
        "span.ksm-stepper",
        button("−", "deck", -1, label=text("kings_page.deck_less"), class_="ksm-round"),
        element("output", str(count)),
        button("+", "deck", 1, label=text("kings_page.deck_more"), class_="ksm-round"),
    )
    return section(
        text("kings_page.table"),
        segment(page, "players", sizes, position.players),
        segment(page, "me", seats, position.me or 0),
        (_king(page, seat) for seat in position.seats),
        element("h3", text("kings_page.deck")),
        deck,
        button(text("kings_page.fill"), "fill", class_="ksm-small"),
        note(text("kings_page.fill_what")),
    )


def _king(page: Page, seat: int) -> Child:
    label = page.text("kings_page.king", seat=seat)
    races = [(f"{seat},{race}", page.text(f"kings_race_many.{race}")) for race in RACES]
    chosen = f"{seat},{page.position.race(seat)}"
    return element("h3", label), segments(label, "king", races, chosen)


def whole(page: Page) -> Child:
    """Examples, the position as text, and the link."""
    return shared.whole(page, EXAMPLES)


def words(page: Page) -> Child:
    """The table in words, for readers who cannot see the board."""
    position = page.seen
    places = KingsPicture(position).places
    lines = (element("li", place_told(position, place, page.language)) for place in places)
    return folded(page.text("kings_page.in_words"), element("ul", lines), id_="ksm-text-board")
