"""Round the table: who sits there and has collected what, one's own screen, what happened."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ksm_widgets.draw import tray_scene
from ksm_widgets.tutor.table.match import Phase, standings
from ksm_widgets.tutor.table.steps import Kind
from ksm_widgets.tutor.table.telling import told
from ksm_widgets.widgets.markup import Markup, element, joined, picture
from ksm_widgets.widgets.parts.acting import card_told, tile_named
from ksm_widgets.widgets.parts.cards import small_card
from ksm_widgets.widgets.parts.controls import button, folded, note, section
from ksm_widgets.widgets.parts.tiles import tile_face

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules.deck import Card
    from ksm_widgets.tutor.table.match import Match, Standing
    from ksm_widgets.widgets.table_page import TablePage

__all__ = ["leaving", "own_screen", "round_the_table", "so_far"]

_TOLD = 24
"""Steps that are told beside the board, the last one first."""


def round_the_table(page: TablePage) -> Markup:
    """Everybody at the table with what all may know of them (R33)."""
    match = page.match
    if match is None or (page.phase is None and page.coach is None):
        return Markup("")
    records, of_all, actor = match.game.records, match.standings, match.actor
    if page.coach is not None:
        if page.seen is None:
            return Markup("")
        records, of_all = page.seen.records, standings(page.seen, match.seats)
        actor = page.seen.player
    if page.notes is not None and page.notes.noting is not None:
        of_all = page.notes.noting.standings
    rows = []
    for seat, standing in enumerate(of_all):
        cards = [record.card for record in records if record.player == seat]
        rows.append(_player(page, match, seat, standing, cards, acts=seat == actor))
    return section(page.text("round_table.title"), element("ul", *rows, class_="ksm-players"))


def _player(
    page: TablePage,
    match: Match,
    seat: int,
    standing: Standing,
    cards: Sequence[Card],
    *,
    acts: bool,
) -> Markup:
    """A player, and the cards they have used."""
    text = page.text
    who = standing.seat
    kind = text("round_table.person" if who.level is None else f"seating.short_{who.level}")
    here = match.eyes == seat and len(match.persons) > 1 and page.notes is None
    facts = [
        text("round_table.curses", points=standing.collected.curses),
        text("round_table.magic", number=standing.collected.magic),
        text("round_table.cards", number=standing.cards_left),
    ]
    if standing.place is not None:
        order = text("round_table.digs_now" if standing.place == 0 else "round_table.digs_later")
        facts.insert(0, order)
    known = (element("span", fact, " ") for fact in facts)
    return element(
        "li",
        _card_of(page, standing),
        element(
            "div",
            element(
                "p",
                element("b", who.name),
                " ",
                element("small", kind + (f" · {text('round_table.you')}" if here else "")),
            ),
            element("p", *known, class_="ksm-note ksm-facts"),
        ),
        _played(page, cards),
        class_="ksm-player" + (" ksm-acts" if acts else ""),
        aria_current="true" if acts else None,
    )


def _played(page: TablePage, cards: Sequence[Card]) -> Markup | None:
    """The cards a player has used, in the order of the rounds; none before the first."""
    if not cards:
        return None
    return element(
        "ul",
        *(
            element(
                "li",
                small_card(card, page.theme),
                element("span", card_told(page, card), class_="ksm-unseen"),
                title=card_told(page, card),
            )
            for card in cards
        ),
        class_="ksm-used-cards",
        aria_label=page.text("round_table.played"),
    )


def _card_of(page: TablePage, standing: Standing) -> Markup:
    """The card before a player: open, face down, or none."""
    if standing.card is not None:
        face = small_card(standing.card, page.theme)
        words = card_told(page, standing.card)
    elif standing.has_chosen and standing.place is None:
        face, words = element("i", class_="ksm-card-back"), page.text("round_table.face_down")
    else:
        face, words = element("i", class_="ksm-card-none"), page.text("round_table.no_card")
    return element(
        "div", face, element("span", words, class_="ksm-unseen"), class_="ksm-player-card"
    )


def own_screen(page: TablePage) -> Markup:
    """What lies behind the screen of whoever sits here: coins, tiles, and the hand of cards."""
    seen, match = page.seen, page.match
    if seen is None or match is None or page.phase is Phase.OVER:
        return Markup("")
    name = match.seats[seen.player].name
    coins = tray_scene(seen.holding.coins, theme=page.theme, language=page.language)
    tiles = (
        element(
            "li",
            tile_face(tile, page.theme, page.edition),
            element("span", str(count), class_="ksm-count"),
            element("span", tile_named(page, tile), class_="ksm-unseen"),
        )
        for tile, count in Counter(seen.holding.tiles).items()
    )
    cards = None
    # Of a game that is noted nobody knows the hands.
    if page.phase is not Phase.CHOOSE and page.notes is None and seen.hand:
        cards = element(
            "ul",
            *(
                element(
                    "li",
                    small_card(card, page.theme),
                    element("span", card_told(page, card), class_="ksm-unseen"),
                )
                for card in seen.hand
            ),
            class_="ksm-kept-cards",
        )
    return section(
        page.text("round_table.screen", name=name),
        element(
            "div",
            element("div", picture(coins, decorative=False), class_="ksm-coins"),
            note(page.text("round_table.money", money=seen.holding.money)),
            class_="ksm-purse",
        ),
        element("ul", *tiles, class_="ksm-own-tiles") if seen.holding.tiles else None,
        cards,
    )


def so_far(page: TablePage) -> Markup:
    """What happened, the last first; who laid a card down when is nobody's concern."""
    match = page.match
    if match is None or page.phase is None:
        return Markup("")
    steps = [step for step in match.steps if step.kind is not Kind.CHOSEN][-_TOLD:]
    rows = [
        element("li", page.reader.say(phrase))
        for step in reversed(steps)
        for phrase in told(step, match.seats, match.eyes)
    ]
    title = page.text("round_table.so_far")
    return folded(
        title,
        element(
            "div",
            element("ul", *rows, class_="ksm-so-far"),
            class_="ksm-scrolled",
            tabindex=0,
            role="region",
            aria_label=title,
        ),
        id_="ksm-so-far",
        open_=True,
    )


def leaving(page: TablePage) -> Markup:
    """Ways away from the table: the game is kept, or given up."""
    match, text = page.match, page.text
    kept = "round_table.kept" if page.lasting else "round_table.kept_meanwhile"
    parts = [button(text("round_table.leave"), "leave")]
    if page.notes is not None or match is None:
        return joined([element("div", *parts, class_="ksm-group"), note(text(kept))])
    if page.phase in (Phase.CHOOSE, Phase.DIG) and match.game.records:
        parts.append(button(text("coach.so_far"), "coach"))
    if not match.over and match.eyes is not None and page.at is None:
        parts.append(button(text("round_table.concede"), "concede"))
    told_of = "round_table.left_over" if match.over else kept
    return joined([element("div", *parts, class_="ksm-group"), note(text(told_of))])
