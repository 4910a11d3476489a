"""The card to play: as it is held, the gallery of all, and the editor for the real game's."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ksm_widgets.draw import Theme
from ksm_widgets.draw.cards import card_scene, small_card_scene
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import SIDE
from ksm_widgets.widgets.markup import Markup, element, joined, picture
from ksm_widgets.widgets.parts.controls import (
    button,
    choice,
    file_button,
    folded,
    group,
    note,
    number_field,
)
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.widgets.page import Draft, Page

__all__ = ["card_face", "card_in_hand", "choose_number", "editor", "gallery", "small_card"]


@cache
def card_face(card: Card, quarters: int, theme: Theme) -> Markup:
    """A card's picture, turned clockwise by so many quarters."""
    return picture(card_scene(card, quarters=quarters, theme=theme))


@cache
def small_card(card: Card, theme: Theme) -> Markup:
    """A card among others: number and shape as large as there is room for."""
    return picture(small_card_scene(card, theme=theme))


def card_in_hand(page: Page) -> Markup:
    """The card that is played, drawn as it is held."""
    session = page.session
    card = session.situation.card
    turned = session.turned if Power.MIRROR in session.situation.powers else 0
    return element(
        "div",
        card_face(card, turned, page.theme),
        element("span", _told(page, card), class_="ksm-unseen"),
        class_="ksm-held-card",
    )


def choose_number(page: Page) -> Markup:
    """A field to choose the card in by its number."""
    situation = page.session.situation
    numbers = [(str(card.number), str(card.number)) for card in situation.deck]
    return choice(
        page.text("gallery.title"), "card", numbers, str(situation.number), id_="ksm-number"
    )


def _told(page: Page, card: Card) -> str:
    key = counted("gallery.number", card.shape.size)
    return page.text(key, number=card.number, size=card.shape.size, shape=str(card.shape))


def gallery(page: Page) -> Markup:
    """All cards to choose from, by size; one or more may be taken into the hand."""
    text, situation = page.text, page.session.situation
    sizes = sorted({card.shape.size for card in situation.deck})
    filters = group(
        text("gallery.sizes"),
        button(text("gallery.all"), "sizes", 0, pressed=page.sizes == 0, class_="ksm-small"),
        *(
            button(str(size), "sizes", size, pressed=page.sizes == size, class_="ksm-small")
            for size in sizes
        ),
    )
    shown = [card for card in situation.deck if page.sizes in (0, card.shape.size)]
    faces = group(
        text("gallery.choose"),
        *(
            button(
                card_face(card, 0, page.theme),
                "hold" if page.gathering else "card",
                card.number,
                pressed=card.number in situation.hand
                if page.gathering
                else card.number == situation.number,
                label=_label(page, card),
                class_="ksm-card" + (" ksm-in-hand" if card.number in situation.hand else ""),
            )
            for card in shown
        ),
        class_="ksm-gallery",
    )
    touch = group(
        text("gallery.touch"),
        button(text("gallery.play"), "gather", "", pressed=not page.gathering, class_="ksm-small"),
        button(text("gallery.hold"), "gather", "on", pressed=page.gathering, class_="ksm-small"),
        class_="ksm-segments",
    )
    return folded(
        text("gallery.choose"),
        note(text("gallery.touch")),
        touch,
        filters,
        faces,
        note(text("gallery.assumed")),
        id_="ksm-gallery",
    )


def _label(page: Page, card: Card) -> str:
    held = card.number in page.session.situation.hand
    return _told(page, card) + (f" ({page.text('gallery.held')})" if held else "")


def editor(page: Page) -> Markup:
    """A grid to enter the shapes of the real game's cards with, and card files in and out."""
    text = page.text
    draft = page.drawn
    return folded(
        text("gallery.editor"),
        note(text("gallery.editor_what")),
        number_field(
            text("gallery.editor_number"),
            "draft-number",
            str(draft.number),
            id_="ksm-draft",
            least="1",
        ),
        _grid(page, draft),
        element(
            "div",
            button(text("gallery.editor_take"), "draft-take"),
            button(text("gallery.editor_empty"), "draft-empty"),
            class_="ksm-group",
        ),
        element(
            "div",
            button(text("gallery.save"), "save", "cards"),
            file_button(text("gallery.open"), "deck", ".csv,text/csv"),
            class_="ksm-group",
        ),
        id_="ksm-card-editor",
    )


def _grid(page: Page, draft: Draft) -> Markup:
    cells = [
        button(
            "",
            "draft-cell",
            f"{row},{column}",
            pressed=(row, column) in draft.cells,
            label=page.text("gallery.editor_cell", row=row + 1, column=column + 1),
            class_="ksm-cell",
        )
        for row in reversed(range(SIDE))
        for column in range(SIDE)
    ]
    return joined(
        [
            element("div", *cells, class_="ksm-grid", role="group", data_roving=True),
            element("div", "▼", class_="ksm-grid-arrow", aria_hidden="true"),
        ]
    )
