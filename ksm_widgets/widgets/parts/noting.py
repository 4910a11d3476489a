"""Noting a game from a table of people's own: what is asked for, and what answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.deck import cards
from ksm_widgets.tutor.phrases import a_tile
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.note_page import Asked
from ksm_widgets.widgets.parts.acting import card_choice, taking_back, turn
from ksm_widgets.widgets.parts.controls import button, note
from ksm_widgets.widgets.parts.tiles import tile_rows
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.tutor.table.sharing_out import SharingOut
    from ksm_widgets.widgets.note_page import Notes
    from ksm_widgets.widgets.table_page import TablePage

__all__ = ["asked_for", "noting"]


def asked_for(page: TablePage, notes: Notes) -> str:
    """What whoever notes is asked for, in a sentence."""
    text, noting = page.text, notes.noting
    match notes.asked:
        case Asked.TOPS if notes.tops.whole:
            return text("noting.tops_whole")
        case Asked.TILE if noting is not None:
            return text("noting.tile", quarry=noting.asked[0].quarry)
        case Asked.CARDS if noting is not None:
            return text("noting.card", who=noting.seats[len(notes.cards)].name)
        case Asked.TURN if page.hand.lays and page.match is not None:
            nothing = page.match.nothing_moves
            return text("noting.lay_none" if nothing else "noting.lay", who=_actor(notes))
        case Asked.TURN:
            return text("noting.move", who=_actor(notes))
        case Asked.ADDED if notes.adding is not None:
            count = notes.adding.count
            return text(counted("noting.added", count), who=_actor(notes), count=count)
        case Asked.SHARED if notes.sharing is not None and notes.sharing.tile is not None:
            return text("noting.shared", tile=a_tile(notes.sharing.tile))
        case asked:
            return text(f"noting.{asked.value}", quarry=notes.tops.at)


def _actor(notes: Notes) -> str:
    """Who digs."""
    noting = notes.noting
    assert noting is not None
    assert noting.actor is not None, "a turn is somebody's"
    return noting.seats[noting.actor].name


def noting(page: TablePage, notes: Notes) -> Markup:
    """What can be told now; a turn is told as it is played."""
    if page.asks or notes.asked in (Asked.TURN, Asked.ADDED):
        return turn(page)
    match notes.asked:
        case Asked.TOPS | Asked.TILE:
            return _tiles(page, notes)
        case Asked.CARDS:
            return _cards(page, notes)
        case Asked.SHARED if notes.sharing is not None:
            return _sharing(page, notes.sharing)
        case _:
            ends = button(page.text("noting.end"), "note-end", class_="ksm-main")
            return _doing(page, ends)


def _doing(page: TablePage, main: Markup | None, *others: Markup | None) -> Markup:
    ways = element("div", *others, taking_back(page), class_="ksm-group")
    return element("div", main, ways, class_="ksm-doing")


def _tiles(page: TablePage, notes: Notes) -> Markup:
    """All kinds of tiles, to touch the one that lies there; the mine is whole before it begins."""
    text = page.text
    begin, told, anew, who = None, None, None, None
    if notes.asked is Asked.TOPS:
        words, whole = text("noting.deal"), notes.tops.whole
        begin = button(words, "note-deal", class_="ksm-main", disabled=not whole)
        anew = button(text("noting.anew"), "note-anew", disabled=not notes.tops.count)
        seating = page.seating
        names = [name for name, _ in seating.sitters]
        played = text(f"seating.edition_{seating.edition}")
        who = note(text("noting.who", names=names, edition=played))
        told = note(text("noting.tops_what", count=notes.tops.count))
    rows = element("div", *tile_rows(page, "note-tile"), class_="ksm-note-tiles")
    return joined([rows, told, who, _doing(page, begin, anew)])


def _cards(page: TablePage, notes: Notes) -> Markup:
    """The cards that the next one may have laid down: none that was used or is told already."""
    assert notes.noting is not None
    used = {record.card.number for record in notes.noting.game.records} | {*notes.cards}
    left = [card for card in cards() if card.number not in used]
    told = zip(notes.noting.seats, notes.cards, strict=False)
    so_far = [page.text("noting.laid", who=seat.name, number=card) for seat, card in told]
    return joined(
        [
            element("div", card_choice(page, left, "note-card"), class_="ksm-note-cards"),
            note(" · ".join(so_far)) if so_far else None,
            _doing(page, None),
        ]
    )


def _sharing(page: TablePage, sharing: SharingOut) -> Markup:
    """Who may have got the tile asked about (R26)."""
    assert page.match is not None
    seats = page.match.seats
    ways = [button(seats[seat].name, "note-got", seat) for seat in sharing.open]
    if sharing.spare:
        ways.append(button(page.text("noting.spare"), "note-got", ""))
    unseen = button(page.text("noting.unseen"), "note-unseen")
    return joined([element("div", *ways, class_="ksm-group"), _doing(page, unseen)])
