"""What each card of the hand comes to, as tables and in words, for who asked which to lay down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.tutor.table.choosing import card_reasons
from ksm_widgets.tutor.table.coaching import figure_told
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.parts.cards import small_card
from ksm_widgets.widgets.parts.controls import button, note

if TYPE_CHECKING:
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.tutor.table.choosing import CardTable
    from ksm_widgets.widgets.markup import Child
    from ksm_widgets.widgets.table_page import TablePage

__all__ = ["weighed_cards"]


def weighed_cards(page: TablePage) -> Markup:
    """The cards as far as they are weighed: how far that is, in words, one by one, and by answers.

    Nothing as long as nobody has asked, and while the coach shows something else.
    """
    cards, text = page.cards, page.text
    if cards is None or page.coach is not None:
        return Markup("")
    away = button(text("weighed.away"), "cards-away")
    parts: list[Child] = [
        element("div", element("h3", text("weighed.title")), away, class_="ksm-header")
    ]
    table = cards.table
    if cards.running:
        words = text("weighed.begins" if table is None else "weighed.closer")
        bar = element("progress", aria_label=text("weighed.title"))
        stop = button(text("coach.stop"), "cards-stop")
        parts.append(element("div", element("div", note(words), bar), stop, class_="ksm-weighing"))
    if table is not None:
        told = (element("li", page.reader.say(phrase)) for phrase in card_reasons(table))
        parts += [
            element("ul", *told),
            _one_by_one(page, table),
            note(text("weighed.what", games=table.games)),
            _against_answers(page, table),
        ]
    return joined(parts)


def _one_by_one(page: TablePage, table: CardTable) -> Markup:
    """Every card with the points it is expected to bring, the best first."""
    text, say = page.text, page.reader.say
    head = [text("weighed.card"), text("coach.ahead"), text("coach.loss")]
    rows = [
        element(
            "tr",
            _named(page, option.card),
            element("td", say(figure_told(option.ahead))),
            element("td", say(figure_told(option.loss)) if number else "–"),
        )
        for number, option in enumerate(table.cards)
    ]
    return _scrolled(text("weighed.title"), head, rows)


def _against_answers(page: TablePage, table: CardTable) -> Markup | None:
    """The first few cards against those the only other player is likely to lay down."""
    match, text = page.match, page.text
    if not table.answers or match is None:
        return None
    other = match.seats[table.answers[0].player].name
    title = text("card_table.answers", other=other)
    head = ["", *(f"{answer.card.number}" for answer in table.answers)]
    chances = (element("td", f"{100 * answer.chance:.0f} %") for answer in table.answers)
    rows = [element("tr", element("th", text("card_table.chance"), scope="row"), *chances)]
    for card, cells in zip(table.rows, table.cells, strict=True):
        figures = (element("td", page.reader.say(figure_told(cell))) for cell in cells)
        rows.append(element("tr", _named(page, card), *figures))
    return joined([note(title), _scrolled(title, head, rows)])


def _named(page: TablePage, card: Card | None) -> Markup:
    """A card at the head of a row: as it looks, and its number."""
    assert card is not None, "cards were weighed"
    return element("th", small_card(card, page.theme), str(card.number), scope="row")


def _scrolled(title: str, head: list[str], rows: list[Markup]) -> Markup:
    """A table that scrolls by itself where it is too wide."""
    heads = (element("th", words, scope="col") for words in head)
    return element(
        "div",
        element("table", element("tr", *heads), *rows, class_="ksm-points-table ksm-card-points"),
        class_="ksm-scrolls",
        tabindex=0,
        role="region",
        aria_label=title,
    )
