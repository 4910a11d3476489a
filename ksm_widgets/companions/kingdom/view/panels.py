"""The panels of Kingdom of Solomon for setting up: tools, the seats, the table in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import pieces
from ksm_widgets.companions.kingdom.editing import (
    BUILDING,
    CARD,
    CUBE,
    ERASE,
    EXAMPLES,
    FORTUNE,
    PAWN,
    ROAD,
    TOKEN,
)
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.telling import (
    card_phrase,
    fortune_phrase,
    good_phrase,
    place_told,
)
from ksm_widgets.companions.view import panels as shared
from ksm_widgets.companions.view.panels import grouped, segment, tile
from ksm_widgets.page.html import (
    button,
    choice,
    element,
    folded,
    note,
    row,
    section,
    segments,
)
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.view.page import Page
    from ksm_widgets.page.html import Child


def said(page: Page) -> Iterator[Child]:
    """The notice; without one, what can be done."""
    return shared.said(page, tool_help(page))


def tool_help(page: Page) -> str:
    """How the tool in hand is used."""
    draft = page.draft
    params = {
        "seat": draft.seat,
        "good": good_phrase(draft.good),
        "card": card_phrase(draft.position, draft.card),
        "fortune": fortune_phrase(draft.fortune),
    }
    return page.reader.say(Phrase(f"kingdom_tool.help_{draft.tool}", params))


def tools(page: Page) -> Child:
    """Everything that can be put on the table."""
    text, draft, say = page.text, page.draft, page.reader.say
    cubes = [
        tile(
            pieces.cube(good),
            "good",
            good,
            say(good_phrase(good)),
            good,
            pressed=draft.tool == CUBE and draft.good == good,
        )
        for good in GOODS
    ]
    seats = [(seat, str(seat)) for seat in draft.position.seats]
    things = [
        tile(sprite, "tool", tool, text(f"kingdom_tool.{tool}"), key, pressed=draft.tool == tool)
        for sprite, tool, key in (
            (pieces.house(draft.seat), BUILDING, "b"),
            (pieces.pawn(draft.seat), PAWN, "p"),
            (pieces.road(), ROAD, "r"),
            (pieces.token(), TOKEN, "t"),
        )
    ]
    cards = [
        (str(number), say(card_phrase(draft.position, number)))
        for number in draft.position.box.buildings
    ]
    fortunes = [(card, say(fortune_phrase(card))) for card in draft.position.box.fortune]
    return section(
        text("kingdom_tool.title"),
        note(tool_help(page)),
        element(
            "div.ksm-kit",
            grouped(text("kingdom_tool.cubes"), cubes),
            grouped(text("kingdom_tool.things"), things),
            element("div.ksm-numbered", segment(page, "seat", seats, draft.seat)),
            row(
                choice(text("kingdom_tool.card"), "card", cards, str(draft.card), id_="ksm-card"),
                choice(
                    text("kingdom_tool.fortune"),
                    "fortune",
                    fortunes,
                    draft.fortune,
                    id_="ksm-fortune",
                ),
            ),
            row(
                button(text("kingdom_tool.take_card"), "tool", CARD, pressed=draft.tool == CARD),
                button(
                    text("kingdom_tool.take_fortune"),
                    "tool",
                    FORTUNE,
                    pressed=draft.tool == FORTUNE,
                ),
                button(text("kingdom_tool.erase"), "tool", ERASE, pressed=draft.tool == ERASE),
                button(text("kingdom_page.clear"), "clear"),
            ),
        ),
    )


def numbers(page: Page) -> Child:
    """The seats with their scores, phase, order, temple and favour."""
    text, position = page.text, page.position
    seats = [(seat, str(seat)) for seat in position.seats]
    sizes = [(size, str(size)) for size in page.table_sizes]
    phases = [
        (phase.value, text(f"kingdom_page.phase_{phase.value}"))
        for phase in (Phase.PLACE, Phase.RESOLVE, Phase.MARKET, Phase.BUILD)
    ]
    favour = [(0, text("kingdom_page.nobody")), *seats]
    phase = text("kingdom_page.phase")
    return section(
        text("kingdom_page.table"),
        segment(page, "players", sizes, position.players),
        segment(page, "me", seats, position.me or 0),
        element("h3", phase),
        segments(phase, "phase", phases, position.phase.value),
        segment(page, "first", seats, position.order[0]),
        segment(page, "favour", favour, position.favour or 0),
        element("h3", text("kingdom_page.scores")),
        element("table.ksm-numbers", (_score(page, seat) for seat in position.seats)),
        element("h3", text("kingdom_page.temple")),
        _stepper(page, "temple", "", position.temple, 1, text("kingdom_page.temple")),
    )


def _score(page: Page, seat: int) -> Child:
    label = page.text("kingdom_told.seat", seat=seat)
    score = page.position.scores[seat - 1]
    steps = (_stepper(page, "score", f"{seat},", score, step, label) for step in (1, 10))
    return element("tr", element("th", label, scope="row"), (element("td", one) for one in steps))


def _stepper(page: Page, act: str, prefix: str, value: int, step: int, label: str) -> Child:
    less, more = (
        button(
            f"{sign}{step if step > 1 else ''}",
            act,
            f"{prefix}{change}",
            label=page.text(f"kingdom_page.{name}", what=label, step=step),
            class_="ksm-round" if step == 1 else "ksm-small",
        )
        for sign, change, name in (("−", -step, "less"), ("+", step, "more"))
    )
    shown = element("output", str(value)) if step == 1 else None
    return element("span.ksm-stepper", less, shown, more)


def whole(page: Page) -> Child:
    """Examples, the position as text, and the link."""
    return shared.whole(page, EXAMPLES)


def words(page: Page) -> Child:
    """The table in words, for who cannot see the board."""
    position = page.seen
    places = KingdomPicture(position).places
    lines = (element("li", place_told(position, place, page.language)) for place in places)
    return folded(page.text("kingdom_page.in_words"), element("ul", lines), id_="ksm-text-board")
