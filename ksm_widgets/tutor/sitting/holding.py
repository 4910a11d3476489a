"""Commands for what the player holds, and for how near the end of the game is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.players import CARDS_EACH
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.stakes import Collected
from ksm_widgets.tutor.phrases import Notice, Tone, a_tile, the_tile
from ksm_widgets.tutor.sitting.editing import under
from ksm_widgets.tutor.sitting.screen import MOST_COLLECTED, Screen

if TYPE_CHECKING:
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.tutor.sitting.session import Session

__all__ = [
    "hold_tile",
    "put_back",
    "set_last",
    "set_other",
    "set_players",
    "set_rounds_left",
    "use_screen",
]


def use_screen(session: Session, used: bool) -> Session:
    """Reckon by what is held, or by the usual worth; what is spent this turn is held (R19)."""
    screen = replace(session.situation.screen, used=used)
    if used:
        screen = screen.holding_all(power.tile for power in session.situation.powers)
    return _with(session, screen, Notice.of("screen.told_used" if used else "screen.told_usual"))


def hold_tile(session: Session, tile: Tile) -> Session:
    """Put a tile behind the screen; the box must have another one of its group (R2)."""
    screen = session.situation.screen
    if not screen.room_for(tile):
        return session.telling(Notice.of("screen.no_more", Tone.WARNING, tile=a_tile(tile)))
    held = screen.with_tiles([tile])
    told = Notice.of("screen.told_held", tile=a_tile(tile), count=held.tiles.count(tile))
    return _with(session, held, told)


def put_back(session: Session, tile: Tile) -> Session:
    """Take a tile away from behind the screen; who has none of an object cannot spend it (R19)."""
    situation = session.situation
    if tile not in situation.screen.tiles:
        return session
    screen = situation.screen.without([tile])
    gone = {power for power in Power if power.tile is tile and tile not in screen.tiles}
    told = Notice.of("screen.told_back", tile=the_tile(tile), count=screen.tiles.count(tile))
    changed = replace(situation, screen=screen, powers=situation.powers - gone)
    return under(session, changed, told)


def set_players(session: Session, players: int) -> Session:
    """Set how many play."""
    players = max(min(CARDS_EACH), min(players, max(CARDS_EACH)))
    return _with(session, replace(session.situation.screen, players=players))


def set_rounds_left(session: Session, rounds: int) -> Session:
    """Set how many rounds follow this one."""
    return _with(session, replace(session.situation.screen, rounds_left=max(0, rounds)))


def set_last(session: Session, last: bool) -> Session:
    """Say whether this is the last dig of the game, or rounds are still to come."""
    return _with(session, replace(session.situation.screen, last=last))


def set_other(
    session: Session, player: int, *, curses: int | None = None, magic: int | None = None
) -> Session:
    """Set what another player has collected, counted from 0; IndexError if there is none such."""
    screen = session.situation.screen
    if not 0 <= player < len(screen.others):
        raise IndexError(player)
    there = screen.others[player]
    other = Collected(
        there.curses if curses is None else max(0, min(curses, MOST_COLLECTED)),
        there.magic if magic is None else max(0, min(magic, MOST_COLLECTED)),
    )
    others = (*screen.others[:player], other, *screen.others[player + 1 :])
    return _with(session, replace(screen, others=others))


def _with(session: Session, screen: Screen, notice: Notice | None = None) -> Session:
    return under(session, replace(session.situation, screen=screen), notice)
