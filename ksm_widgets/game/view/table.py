"""Around the mine: what is said, the others' turns, the players, the game so far; the layout."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ksm_widgets.draw import tray_scene
from ksm_widgets.game.asking import moment_link, step_view
from ksm_widgets.game.match import Phase
from ksm_widgets.game.notes import Notes
from ksm_widgets.game.on_board import Replay
from ksm_widgets.game.seats import seat_infos
from ksm_widgets.game.steps import Kind
from ksm_widgets.game.telling import told
from ksm_widgets.game.view.added import PagePlace
from ksm_widgets.game.view.ending import final, record, replaying
from ksm_widgets.game.view.noting import noting
from ksm_widgets.game.view.parts import card_list, scrolling, tile_counts, tiles_dug, unseen
from ksm_widgets.game.view.saying import announced, notice_of, request, steps_told
from ksm_widgets.game.view.start import seating
from ksm_widgets.game.view.turn import turn
from ksm_widgets.mine.view import mine_table, small_card
from ksm_widgets.page.html import (
    Child,
    Markup,
    button,
    element,
    fault,
    folded,
    joined,
    note,
    picture,
    row,
    section,
    settings,
    theme_colours,
)
from ksm_widgets.page.page import BOARD
from ksm_widgets.page.sharing import to_explorer
from ksm_widgets.rules.dealing import CARDS_EACH
from ksm_widgets.telling.phrases import Tone

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ksm_widgets.game.match import Match
    from ksm_widgets.game.seats import SeatInfo
    from ksm_widgets.game.view.page import TablePage
    from ksm_widgets.rules.deck import Card


def head(page: TablePage) -> Markup:
    """The round, and the themes' colours as CSS; before a game the settings."""
    title = page.text("at_table.title" if page.notes is None else "noting.title")
    if page.match is not None and page.on_board is not None:
        rounds = CARDS_EACH[len(page.match.seats)]
        title = page.text("at_table.round", round=page.on_board.round, rounds=rounds)
    heading = element("h1.ksm-round-told", title)
    looks = None if page.at_table else settings(page)
    return joined(theme_colours(), element("div.ksm-header", heading, looks))


# What is said.


def said(page: TablePage) -> Child:
    """The current sentences."""
    notice = notice_of(page)
    shown = Tone.INFO if page.shows is None else page.shows.tone
    tone = shown if notice is None else notice.tone
    sentences = announced(page)
    if not sentences and not page.requests:
        return fault(page)
    sentences = sentences or (page.text("at_table.welcome"),)
    lines = element("p", (element("span", each, " ") for each in sentences))
    taken = None
    # Beside another question the tiles would seem to belong to it.
    if notice is None and page.shows is None and page.notes is None:
        taken = _last_dig(page)
    class_ = f"ksm-tone-{tone.value}" + (" ksm-told" if len(sentences) > 1 else "")
    class_ += "" if request(page) is None else " ksm-asks"
    box = element(
        "div.ksm-notice",
        lines,
        taken,
        class_=class_,
        role="group",
        aria_label=page.text("at_table.said"),
    )
    return joined(fault(page), box)


def _last_dig(page: TablePage) -> Markup | None:
    """The tiles of the last dig that is announced."""
    digs = [step for step in steps_told(page) if step.kind is Kind.DUG]
    taken = digs[-1].game.records[-1].taken if digs else ()
    return tiles_dug(page, taken) if taken else None


# The players.


def players(page: TablePage) -> Markup | None:
    """Every player, with what everybody knows of them (R33)."""
    match, extended = page.match, page.shows is not None
    if match is None or (page.phase is None and not extended):
        return None
    records, infos, actor = match.game.records, match.seat_infos, match.actor
    if extended:
        if page.seen is None:
            return None
        records, infos = page.seen.records, seat_infos(page.seen, match.seats)
        actor = page.seen.player
    elif page.notes is not None and page.notes.noted is not None:
        infos = page.notes.noted.seat_infos
    rows = []
    for seat, info in enumerate(infos):
        cards = [record.card for record in records if record.player == seat]
        rows.append(_player(page, match, seat, info, cards, acts=seat == actor))
    return section(page.text("round_table.title"), element("ul.ksm-players", rows))


def _player(
    page: TablePage, match: Match, seat: int, info: SeatInfo, cards: Sequence[Card], *, acts: bool
) -> Markup:
    """A player: the card on the table, what everybody knows, the cards played."""
    text, who = page.text, info.seat
    kind = text("round_table.person" if who.level is None else f"seating.short_{who.level}")
    shares = len(match.persons) > 1 and page.notes is None and not page.apart
    if match.eyes == seat and shares:
        kind += f" · {text('round_table.you')}"
    facts = [
        text("round_table.curses", points=info.collected.curses),
        text("round_table.magic", number=info.collected.magic),
        text("round_table.cards", number=info.cards_left),
    ]
    if info.place is not None:
        facts.insert(0, text(f"round_table.digs_{'later' if info.place else 'now'}"))
    known = element("p.ksm-note.ksm-facts", (element("span", fact, " ") for fact in facts))
    name = element("p", element("b", who.name), " ", element("small", kind))
    played = card_list(page, cards, "ksm-used-cards", text("round_table.played")) if cards else None
    return element(
        "li.ksm-player",
        _card_on_table(page, info),
        element("div", name, known),
        played,
        class_="ksm-acts" if acts else "",
        aria_current="true" if acts else None,
    )


def _card_on_table(page: TablePage, info: SeatInfo) -> Markup:
    """A player's card: open, face down, or none yet."""
    if info.card is not None:
        return element("div.ksm-player-card", small_card(info.card, page.theme))
    face, key = ("card-back", "face_down") if info.has_chosen else ("card-none", "no_card")
    empty = element("i", class_=f"ksm-{face}")
    return element("div.ksm-player-card", empty, unseen(page.text(f"round_table.{key}")))


def own_screen(page: TablePage) -> Markup | None:
    """The player's things behind the screen: coins, tiles, and the cards of the hand."""
    seen, match, text = page.seen, page.match, page.text
    if seen is None or match is None or page.phase is Phase.OVER:
        return None
    coins = tray_scene(seen.holding.coins, theme=page.theme, language=page.language)
    tiles, cards = seen.holding.tiles, None
    # Nobody knows the hands in a noted game.
    if page.phase is not Phase.CHOOSE and page.notes is None and seen.hand:
        cards = card_list(page, seen.hand, "ksm-kept-cards")
    return section(
        text("round_table.screen", name=match.seats[seen.player].name),
        element(
            "div.ksm-purse",
            element("div.ksm-coins", picture(coins, decorative=False)),
            note(text("round_table.money", money=seen.holding.money)),
        ),
        tile_counts(page, tiles, badges=True) if tiles else None,
        cards,
    )


# The game so far.


_TOLD = 24
"""Steps of the game so far that are listed."""


def so_far(page: TablePage) -> Markup | None:
    """The events so far, the last first."""
    match = page.match
    if match is None or page.phase is None or page.shows is not None:
        return None
    steps = [step for step in match.steps if step.kind is not Kind.CHOSEN][-_TOLD:]
    rows = [
        element("li", page.reader.say(phrase))
        for step in reversed(steps)
        for phrase in told(step, match.seats, match.eyes)
    ]
    title = page.text("round_table.so_far")
    listed = scrolling(title, element("ul.ksm-so-far", rows), class_="ksm-scrolled")
    return folded(title, listed, id_="ksm-so-far", open_=True)


def leaving(page: TablePage) -> Markup:
    """The ways to leave the game: for now, or for good."""
    match, text, concede = page.match, page.text, None
    kept = "round_table.kept" if page.start.lasting else "round_table.kept_meanwhile"
    if match is not None and page.notes is None:
        kept = "round_table.left_over" if match.over else kept
        if not match.over and match.eyes is not None:
            concede = button(text("round_table.concede"), "concede")
    leave = button(text("round_table.leave"), "leave")
    return joined(row(leave, page.added(PagePlace.LEAVING), concede), note(text(kept)))


# All panels, and their layout.


def _at_table(panel: Callable[[TablePage], Child]) -> Callable[[TablePage], Child]:
    """A panel that is only shown with a mine on the table."""
    return lambda page: panel(page) if page.at_table else None


def _as_text(page: TablePage) -> Child:
    """The mine as a table, for screen readers."""
    return None if page.mine is None else mine_table(page.mine, page.language)


def _doing(page: TablePage) -> Child:
    """The player's controls now: in a turn, in a replay, or with whatever else is shown."""
    board = page.on_board
    if isinstance(board, Replay):
        return replaying(page), _to_explorer(page)
    if isinstance(board, Notes):
        return noting(page, board)
    return turn(page), page.added(PagePlace.TURN), _to_explorer(page)


def _to_explorer(page: TablePage) -> Markup | None:
    """The way to the explorer, with what one player knows; None while nobody has a choice."""
    match = page.match
    if match is None or page.apart:
        return None
    if page.at is not None:
        seen = step_view(match, page.at)
    elif page.phase is Phase.OVER:
        return None
    else:
        seen = match.view if page.shows is None else page.shows.asked
    link = None if seen is None else moment_link(seen, page.turn.tried)
    differs = page.text("at_table.explorer_differs")
    return None if link is None else to_explorer(page, link, "copied", differs)


def _settings(page: TablePage) -> Child:
    """Ways to leave, the record, colours and language; what else is shown has its own way out."""
    if page.shows is not None:
        return settings(page)
    return leaving(page), record(page), settings(page)


PANELS: Mapping[str, Callable[[Any], Child]] = MappingProxyType(
    {
        "head": head,
        "start": lambda page: None if page.at_table else seating(page),
        "said": _at_table(said),
        "turn": _at_table(_doing),
        "ending": _at_table(final),
        "words": _at_table(_as_text),
        "side": _at_table(players),
        "holding": _at_table(own_screen),
        "plans": _at_table(so_far),
        "set": _at_table(_settings),
    }
)
"""The game's panels by name."""


def layout(*added: str) -> tuple[Any, ...]:
    """The layout of board and panels; those that a feature has `added` before the other ones."""
    return (
        "sheet",
        "head",
        "start",
        ("middle", BOARD, "words"),
        ("right", "said", "ending", "turn", "set"),
        ("left", *added, "holding", "side", "plans"),
    )
