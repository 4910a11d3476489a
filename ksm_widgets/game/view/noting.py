"""Noting a game from a real table: the controls to enter what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.game.notes import Asked
from ksm_widgets.game.view.parts import card_choice, doing, tile_named
from ksm_widgets.game.view.turn import taking_back, turn
from ksm_widgets.mine.view import tile_rows
from ksm_widgets.page.html import Child, button, choice, element, folded, note, row

if TYPE_CHECKING:
    from ksm_widgets.game.noted_game import NotedGame
    from ksm_widgets.game.notes import Notes, ShareOut
    from ksm_widgets.game.view.page import TablePage


def noting(page: TablePage, notes: Notes) -> Child:
    """The controls to enter what comes next, and to correct a tile named before."""
    correcting = None if notes.noted is None else _correcting(page, notes, notes.noted)
    return _entering(page, notes), correcting


def _entering(page: TablePage, notes: Notes) -> Child:
    """The controls to enter what comes next; a turn is entered as it is played."""
    if page.turn.asks or notes.asked in (Asked.TURN, Asked.ADDED):
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
            return doing(ends, taking_back(page))


def _tiles(page: TablePage, notes: Notes) -> Child:
    """All kinds of tiles to choose from; before the game, also the ways to begin or start over."""
    text, tops, seating = page.text, notes.tops, page.start.seating
    rows = element("div.ksm-note-tiles", tile_rows(page, "note-tile"))
    if notes.asked is not Asked.TOPS:
        return rows, doing(None, taking_back(page))
    names = [name for name, _ in seating.sitters]
    played = text(f"seating.edition_{seating.edition}")
    begin = button(text("noting.deal"), "note-deal", class_="ksm-main", disabled=not tops.whole)
    clear = button(text("noting.clear"), "note-clear", disabled=not tops.count)
    return (
        rows,
        note(text("noting.tops_what", count=tops.count)),
        note(text("noting.who", names=names, edition=played)),
        doing(begin, clear, taking_back(page)),
    )


def _cards(page: TablePage, notes: Notes) -> Child:
    """The cards that the next player may have laid down."""
    assert notes.noted is not None
    used = {record.card.number for record in notes.noted.game.records} | {*notes.cards}
    left = [card for card in notes.noted.game.setting.deck if card.number not in used]
    told = zip(notes.noted.seats, notes.cards, strict=False)
    so_far = [page.text("noting.laid", who=seat.name, number=card) for seat, card in told]
    return (
        element("div.ksm-note-cards", card_choice(page, left, "note-card")),
        note(" · ".join(so_far)) if so_far else None,
        doing(None, taking_back(page)),
    )


def _sharing(page: TablePage, sharing: ShareOut) -> Child:
    """The players who may have got the next tile (R26)."""
    assert page.match is not None
    seats = page.match.seats
    ways = [button(seats[seat].name, "note-got", seat) for seat in sharing.open]
    if sharing.spare:
        ways.append(button(page.text("noting.spare"), "note-got", ""))
    unseen = button(page.text("noting.unseen"), "note-unseen")
    return row(ways), doing(unseen, taking_back(page))


def _correcting(page: TablePage, notes: Notes, noted: NotedGame) -> Child:
    """A tile named before, to choose and to name otherwise."""
    text, slot = page.text, notes.correcting
    listed = [("", text("noting.which_none"))]
    for one in noted.known:
        tile = tile_named(page, noted.given.mine.stack(one.quarry)[one.level - 1])
        told = text("noting.which_one", quarry=one.quarry, level=one.level, tile=tile)
        listed.append((str(one), told))
    which = choice(
        text("noting.which"), "note-which", listed, str(slot or ""), id_="ksm-note-which"
    )
    rows = None if slot is None else element("div.ksm-note-tiles", tile_rows(page, "note-correct"))
    explained = note(text("noting.correct_what"))
    title, open_ = text("noting.correct"), slot is not None
    return folded(title, explained, which, rows, id_="ksm-note-correct", open_=open_)
