"""Commands to enter a real mine quickly, what the player holds, and which tile an unseen one is.

An unseen tile may be named during a turn, once it shows (R33): the moves stand, and the tile is
entered in the mine at the start of the turn, in the place where it was then.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.explorer.editing import choose_tool, lay, under
from ksm_widgets.explorer.plans import take_over
from ksm_widgets.explorer.session import Session, State, Tool
from ksm_widgets.explorer.situation import MOST_COLLECTED, Other, Screen
from ksm_widgets.mine.hand import tile_of_key
from ksm_widgets.rules.dealing import CARDS_EACH
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, SIDE, Quarry
from ksm_widgets.rules.tile_words import a_tile
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.solver.turn_parts import origin_of
from ksm_widgets.telling.phrases import Notice, Phrase, Tone
from ksm_widgets.telling.plans import the_tile

if TYPE_CHECKING:
    from collections.abc import Sequence


READING_ORDER: Sequence[Quarry] = tuple(
    QUARRIES[row * SIDE + column] for row in reversed(range(SIDE)) for column in range(SIDE)
)
"""The quarries in reading order: the far row first, from left to right."""


def start_entering(session: Session, *, anew: bool = True) -> Session:
    """Begin at the far left quarry, by default with an empty mine."""
    session = choose_tool(session, Tool.TABLE)
    if anew:
        situation = replace(session.situation, position=Position())
        session = session.step(replace(session.state, situation=situation))
    notice = Notice.of("enter.height", quarry=READING_ORDER[0])
    return replace(session.at(READING_ORDER[0]), high=None, notice=notice)


def enter_key(session: Session, key: str) -> Session:
    """Take a key: a height from 0 to 4, then the topmost tile's letter; Backspace goes back."""
    here = session.hand.cursor
    if key == "Backspace":
        return enter_back(session)
    if session.high is None:
        if key not in "01234" or len(key) != 1:
            notice = Notice.of("enter.height_wanted", Tone.WARNING, found=key, quarry=here)
            return session.telling(notice)
        return enter_height(session, int(key))
    tile = tile_of_key(key)
    if tile is None:
        notice = Notice.of("enter.tile_wanted", Tone.WARNING, found=key, quarry=here)
        return session.telling(notice)
    return enter_top(session, tile)


def enter_height(session: Session, height: int) -> Session:
    """Enter the height of the quarry at the cursor; 0 is all there is to an empty one."""
    here = session.hand.cursor
    if height == 0:
        return _at(replace(lay(session, here, 0, Tile.UNSEEN), high=None), _next(here))
    height = min(height, FULL_HEIGHT)
    notice = Notice.of("enter.top", quarry=here, height=height)
    return replace(session, high=height, usual=height, notice=notice)


def enter_top(session: Session, tile: Tile) -> Session:
    """Enter the topmost tile; without a height before it, the height is the last quarry's."""
    height = session.usual if session.high is None else session.high
    here = session.hand.cursor
    entered = lay(session, here, height, tile)
    return _at(replace(entered, high=None), _next(here))


def enter_back(session: Session) -> Session:
    """Take the height back, or go back a quarry."""
    here = session.hand.cursor
    before = here if session.high is not None else _next(here, -1)
    return _at(replace(session, high=None), before)


def walk_entering(session: Session, quarry: Quarry) -> Session:
    """Continue at another quarry."""
    notice = Notice.of("enter.height", quarry=quarry)
    return replace(session.at(quarry), high=None, notice=notice)


def _next(quarry: Quarry, by: int = 1) -> Quarry:
    place = READING_ORDER.index(quarry) + by
    return READING_ORDER[place % len(READING_ORDER)]


def _at(session: Session, quarry: Quarry) -> Session:
    if session.hand.cursor == READING_ORDER[-1] and quarry == READING_ORDER[0]:
        return session.at(quarry).telling(Notice.of("enter.done", Tone.GOOD))
    return session.at(quarry).telling(Notice.of("enter.height", quarry=quarry))


def use_screen(session: Session, used: bool) -> Session:
    """Value tiles by what the player holds, or by their standard values."""
    screen = replace(session.situation.screen, used=used)
    if used:
        screen = screen.holding_all(power.tile for power in session.situation.powers)
    return _with(session, screen, Notice.of("screen.told_used" if used else "screen.told_usual"))


def hold_tile(session: Session, tile: Tile) -> Session:
    """Put a tile behind the screen, if the box has another one of its group (R2)."""
    screen = session.situation.screen
    if not screen.room_for(tile):
        return session.telling(Notice.of("screen.no_more", Tone.WARNING, tile=a_tile(tile)))
    held = screen.with_tiles([tile])
    notice = Notice.of("screen.told_held", tile=a_tile(tile), count=held.tiles.count(tile))
    return _with(session, held, notice)


def put_back(session: Session, tile: Tile) -> Session:
    """Remove a tile from behind the screen; an object not held is not spent either (R19)."""
    situation = session.situation
    if tile not in situation.screen.tiles:
        return session
    screen = situation.screen.without([tile])
    gone = {power for power in Power if power.tile is tile and tile not in screen.tiles}
    notice = Notice.of("screen.told_back", tile=the_tile(tile), count=screen.tiles.count(tile))
    changed = replace(situation, screen=screen, powers=situation.powers - gone)
    return under(session, changed, notice)


def set_players(session: Session, players: int) -> Session:
    """Set the number of players."""
    players = max(min(CARDS_EACH), min(players, max(CARDS_EACH)))
    return _with(session, replace(session.situation.screen, players=players))


def set_rounds_left(session: Session, rounds: int) -> Session:
    """Set the number of rounds after this one."""
    return _with(session, replace(session.situation.screen, rounds_left=max(0, rounds)))


def set_last(session: Session, last: bool) -> Session:
    """Set whether this is the last dig of the game."""
    return _with(session, replace(session.situation.screen, last=last))


def set_other(
    session: Session, player: int, *, curses: int | None = None, magic: int | None = None
) -> Session:
    """Set what another player, counted from 0, has collected."""
    screen = session.situation.screen
    there = screen.others[player]
    other = Other(
        there.curses if curses is None else max(0, min(curses, MOST_COLLECTED)),
        there.magic if magic is None else max(0, min(magic, MOST_COLLECTED)),
        there.to_dig,
    )
    others = (*screen.others[:player], other, *screen.others[player + 1 :])
    return _with(session, replace(screen, others=others))


def set_rest_empty(session: Session) -> Session:
    """Set what has not been entered for the other players to none."""
    screen = session.situation.screen
    others = tuple(
        replace(one, curses=one.curses or 0, magic=one.magic or 0) for one in screen.others
    )
    return _with(session, replace(screen, others=others))


def _with(session: Session, screen: Screen, notice: Notice | None = None) -> Session:
    return under(session, replace(session.situation, screen=screen), notice)


def ask_about(session: Session, quarry: Quarry, level: int | None = None) -> Session:
    """Ask which tile an unseen one of a quarry is: the highest, or the next below the last one."""
    unseen = session.unseen_on(quarry)
    if level is not None:
        unseen = tuple(slot for slot in unseen if slot.level == level)
    if not unseen:
        return session.telling(Notice.of("tell.none_unseen", quarry=quarry))
    at = unseen.index(session.asked) + 1 if session.asked in unseen else 0
    slot = unseen[at % len(unseen)]
    notice = Notice.of("tell.which", quarry=quarry, level=slot.level)
    hand = replace(session.hand, cursor=quarry, picked=None)
    return replace(session, hand=hand, asked=slot, notice=notice)


def name_tile(session: Session, tile: Tile) -> Session:
    """Name the tile asked about; moves made stand, a dig is gone.

    A plan being watched is taken over as far as it was shown.
    """
    slot = session.unseen_tile
    if slot is None or tile is Tile.UNSEEN:
        return session
    if session.state.plan is not None:
        session = replace(take_over(session), asked=slot)
    state = session.state
    first = origin_of(state.situation.position, state.moves, slot)
    stack = list(state.situation.position.stack(first.quarry))
    stack[first.level - 1] = tile
    position = state.situation.position.with_stack(first.quarry, tuple(stack))
    phrases: list[KsmError | Phrase] = [
        Phrase.of("tell.named", tile=a_tile(tile), quarry=slot.quarry, level=slot.level)
    ]
    if position.faults():
        return session.telling(Notice((*phrases, *position.faults()), Tone.WARNING))
    if state.dig is not None:
        phrases.append(Phrase.of("tell.dig_gone"))
    situation = replace(state.situation, position=position)
    return session.step(
        State(situation=situation, mode=state.mode, moves=state.moves), Notice(tuple(phrases))
    )
