"""Small parts that several panels of a game's page are made of: cards, tiles, tables."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from ksm_widgets.mine.view import dug, small_card, tile_face
from ksm_widgets.page.html import Markup, button, element, group
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.game.view.page import TablePage
    from ksm_widgets.page.html import Child
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.tiles import Tile


def doing(main: Child, *others: Child) -> Markup:
    """The main button of a panel, and the others beside it."""
    return element("div.ksm-doing", main, element("div.ksm-group", others))


def unseen(words: str) -> Markup:
    """Words for screen readers only."""
    return element("span.ksm-unseen", words)


def scrolling(title: str, *children: Child, class_: str = "ksm-scrolls") -> Markup:
    """A region that scrolls where it is too large for the page."""
    return element("div", children, class_=class_, tabindex=0, role="region", aria_label=title)


def table(title: str, head: Iterable[Child], rows: Iterable[Child], class_: str = "") -> Markup:
    """A table of figures below its column heads."""
    heads = element("tr", (element("th", each, scope="col") for each in head))
    return scrolling(title, element("table.ksm-points-table", heads, rows, class_=class_))


def figures(name: Child, cells: Iterable[Child], class_: str = "") -> Markup:
    """A row of a table: a name and its figures."""
    head = element("th", name, scope="row", class_=class_)
    return element("tr", head, (element("td", cell) for cell in cells))


# Cards and tiles.


def card_told(page: TablePage, card: Card) -> str:
    """A card in words: its number and its shape."""
    key = counted("gallery.number", card.shape.size)
    return page.text(key, number=card.number, size=card.shape.size, shape=str(card.shape))


def card_list(page: TablePage, cards: Iterable[Card], class_: str, label: str = "") -> Markup:
    """Cards side by side."""
    shown = (
        element("li", small_card(card, page.theme), unseen(words), title=words)
        for card, words in ((card, card_told(page, card)) for card in cards)
    )
    return element("ul", shown, class_=class_, aria_label=label or None)


def card_choice(
    page: TablePage, cards: Iterable[Card], act: str, thought: Card | None = None
) -> Markup:
    """Cards to choose one from; `thought` is the one being tried."""
    buttons = (
        button(
            small_card(card, page.theme),
            act,
            card.number,
            pressed=card == thought,
            label=card_told(page, card),
            class_="ksm-card",
        )
        for card in cards
    )
    return group(page.text("at_table.hand"), buttons, class_="ksm-hand")


def tile_named(page: TablePage, tile: Tile) -> str:
    """A tile as the edition on the table calls it."""
    return page.text(edition(page.edition).tile_term(tile).key)


def tile_counts(page: TablePage, tiles: Iterable[Tile], *, badges: bool) -> Markup:
    """Kinds of tiles, each with its number: as a badge on it, or beside it."""
    shown = []
    for tile, count in Counter(tiles).items():
        number = element("span.ksm-count", str(count)) if badges else element("span", f"×{count}")
        face = tile_face(tile, page.theme, page.edition)
        shown.append(element("li", face, number, unseen(tile_named(page, tile))))
    return element("ul.ksm-own-tiles" if badges else "ul.ksm-held-tiles", shown)


def tiles_dug(page: TablePage, taken: Iterable[Tile]) -> Markup:
    """Tiles of a dig, side by side."""
    name = partial(tile_named, page)
    return dug(taken, name, theme=page.theme, edition=page.edition)
