"""The sentences on a game's page and the marks on its board: what happened, and what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.draw import Marks
from ksm_widgets.game.match import Phase
from ksm_widgets.game.notes import Asked, Notes
from ksm_widgets.game.own_turn import Confirm
from ksm_widgets.game.steps import Kind
from ksm_widgets.game.telling import told
from ksm_widgets.mine.hand import uncovered
from ksm_widgets.rules.tile_words import a_tile
from ksm_widgets.rules.tiles import Power
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.game.match import Match
    from ksm_widgets.game.seats import Seat
    from ksm_widgets.game.steps import Steps
    from ksm_widgets.game.view.page import TablePage
    from ksm_widgets.telling.phrases import Notice


PACE = 1.2
"""Seconds that a step is shown before the next one, if they advance automatically."""
_READING = 0.035
"""More seconds for each letter of its sentences."""


def announced(page: TablePage) -> tuple[str, ...]:
    """The words said now, sentence by sentence: the next thing to do, then the last event."""
    notice, board = notice_of(page), page.on_board
    if notice is not None:
        words = (*notice.sentences(page.reader), *((f"({notice.rule})",) if notice.rule else ()))
        if not isinstance(board, Notes) or board.asked is Asked.TURN:
            return words
        return (*words, _to_enter(page, board))
    if page.shows is not None:
        return page.shows.said(page.reader)
    # On a phone there may be no room below the board for all that happened.
    return (*filter(None, [request(page)]), *_happened(page))


def request(page: TablePage) -> str | None:
    """The next thing for the player to do; None if there is none, or a notice takes its place."""
    if notice_of(page) is not None:
        return None
    if isinstance(page.on_board, Notes):
        return _to_enter(page, page.on_board)
    return None if page.shows is not None or not page.requests else _asked(page)


def time_to_read(page: TablePage) -> float:
    """Seconds for what is said now, before the next step."""
    return PACE + _READING * sum(map(len, announced(page)))


def notice_of(page: TablePage) -> Notice | None:
    """A notice of the page or the hand, which is said instead of what happened last."""
    if page.told is not None:
        return page.told
    if page.seen is None or page.phase not in (Phase.CHOOSE, Phase.DIG):
        return None
    return page.turn.told(page.seen)


def _happened(page: TablePage) -> tuple[str, ...]:
    """The events since the player's last act, or in this step of a replay."""
    match = page.match
    if match is None:
        return ()
    eyes = match.eyes if page.at is None else None
    phrases = (each for step in steps_told(page) for each in told(step, match.seats, eyes))
    return tuple(map(page.reader.say, phrases))


def steps_told(page: TablePage) -> Steps:
    """The steps to announce now.

    A card laid down is left out unless nothing else has happened, and apart from the others anyway:
    there it is told who still has none. A finished turn's moves are left out, too.
    """
    match, notes = page.match, page.notes
    # A noted turn is announced once everything about it is entered.
    incomplete = notes is not None and notes.asked in (Asked.TILE, Asked.ADDED, Asked.SHARED)
    if match is None or incomplete:
        return ()
    at = len(match.steps) - 1 if page.at is None else page.at
    # At the end of a game, the end is announced, not the last turn.
    since = min(page.since, at) if page.at is None and not match.over else at
    steps = match.steps[since : at + 1]
    if page.apart or (steps and steps[-1].kind is not Kind.CHOSEN):
        steps = tuple(step for step in steps if step.kind is not Kind.CHOSEN)
    last_dig = max((at for at, step in enumerate(steps) if step.kind is Kind.DUG), default=-1)
    return tuple(
        step for at, step in enumerate(steps) if step.kind is not Kind.MOVED or at > last_dig
    )


def _has_one_card(page: TablePage) -> bool:
    """Whether there is no card to choose: only one is left."""
    return page.seen is not None and len(page.seen.hand) == 1


def _asked(page: TablePage) -> str | None:
    """The request to the player."""
    match, text = page.match, page.text
    if match is None or match.actor is None:
        return None
    name = match.seats[match.actor].name
    match page.phase:
        case Phase.CHOOSE | Phase.DIG if page.thinking:
            return text("at_table.hinting")
        case Phase.CHOOSE if page.turn.tried is not None:
            key = "try_last" if _has_one_card(page) else "try_card"
            return text(f"at_table.{key}", number=page.turn.tried.number)
        case Phase.CHOOSE:
            return text("at_table.choose_last" if _has_one_card(page) else "at_table.choose")
        case Phase.DIG if match.nothing_moves:
            return f"{text('at_table.move_none')} {text(_laying(page))}"
        case Phase.DIG:
            return text(_laying(page) if page.turn.lays else "at_table.move")
        case Phase.ADD if match.adding is not None:
            return text(counted("at_table.add", match.adding.count), count=match.adding.count)
        case Phase.HAND_OVER | Phase.WATCH if page.apart and match.game.current is None:
            left = [seat.name for seat in missing(match)]
            return text(counted("at_table.others_choose", len(left)), names=left)
        case Phase.HAND_OVER:
            return text("at_table.hand_over", name=name)
        case Phase.WATCH if page.apart:
            return text("at_table.hand_over", name=name)
        case Phase.WATCH if page.thinking:
            return text("at_table.thinks", name=name)
        case _:
            return None


def _laying(page: TablePage) -> str:
    """The key of how the card is laid."""
    return "at_table.lay_sealed" if Power.SEAL in page.turn.powers else "at_table.lay"


def missing(match: Match) -> tuple[Seat, ...]:
    """The players who have not laid down a card yet; bots wait for people."""
    players = match.game.players
    left = [seat for at, seat in enumerate(match.seats) if players[at].chosen is None]
    return tuple([seat for seat in left if seat.person] or left)


def _to_enter(page: TablePage, notes: Notes) -> str:
    """The next thing to enter of a game that is noted."""
    text, noted = page.text, notes.noted
    if noted is None:
        key = "noting.tops_whole" if notes.tops.whole else "noting.tops"
        return text(key, quarry=notes.tops.at)
    who = "" if noted.actor is None else noted.seats[noted.actor].name
    match notes.asked:
        case Asked.TILE:
            return text("noting.tile", quarry=noted.asked[0].quarry)
        case Asked.CARDS:
            return text("noting.card", who=noted.seats[len(notes.cards)].name)
        case Asked.TURN if page.turn.lays and page.match is not None:
            nothing = page.match.nothing_moves
            return text("noting.lay_none" if nothing else "noting.lay", who=who)
        case Asked.TURN:
            return text("noting.move", who=who)
        case Asked.ADDED if notes.adding is not None:
            count = notes.adding.count
            return text(counted("noting.added", count), who=who, count=count)
        case Asked.SHARED if notes.sharing is not None and notes.sharing.tile is not None:
            return text("noting.shared", tile=a_tile(notes.sharing.tile))
        case _:
            return text("noting.over")


def marks_of(page: TablePage) -> Marks:
    """The marks on the board."""
    advised, path = ((), ()) if page.told is None else (page.told.places, page.told.path)
    board, match = page.on_board, page.match
    if isinstance(board, Notes) and board.place is not None:
        advised = (board.place,)
    playable, hand, seen = page.playable, page.turn.hand, page.seen
    if seen is not None and page.turn.asks is Confirm.UNPAID:
        playable = page.turn.playable(seen)  # The question still shows where the turn digs.
    if playable is not None:
        marks = page.turn.marks(playable)
        if advised and hand.at is None:
            marks = replace(marks, ghost=())  # One thing pointed out at a time.
        if path:  # The moves to come, after those that were made.
            marks = replace(marks, path=path, first_step=len(playable.moves) + 1)
        return replace(marks, area=advised)
    focus = hand.cursor if hand.keyboard else None
    if page.shows is not None and seen is not None:
        path = seen.begun
        return Marks(path=path, bare=uncovered(path), dig=page.shows.dig, focus=focus)
    if match is None:
        return Marks(focus=focus, area=advised, path=path)
    step = match.steps[-1 if page.at is None else page.at]
    if step.kind in (Kind.DUG, Kind.PAID, Kind.SHARED_OUT):
        dug = step.game.records[-1].turn.dig
        bare = tuple(quarry for quarry in dug or () if step.game.position.height(quarry))
        return Marks(bare=bare, focus=focus, area=advised)
    path = tuple(begun.move for begun in step.game.begun)
    return Marks(path=path, bare=uncovered(path), focus=focus, area=advised)
