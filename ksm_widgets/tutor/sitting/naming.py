"""Commands to say which tile an unseen one is, once it has come to light (R33).

In the midst of a turn the moves stand: what was unseen is put into the mine where the turn began,
at the place from which that tile has come.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.moves import moved
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.solver.origins import origin_of
from ksm_widgets.solver.problem import Slot
from ksm_widgets.tutor.phrases import Notice, Phrase, Tone, a_tile
from ksm_widgets.tutor.sitting.session import Mode, Session, State
from ksm_widgets.tutor.sitting.viewing import take_over

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Quarry

__all__ = ["ask_about", "asked_tile", "name_tile", "unseen_on"]


def unseen_on(session: Session, quarry: Quarry) -> tuple[Slot, ...]:
    """The tiles of a quarry that nobody has seen, from the top."""
    stack = _as_it_lies(session).stack(quarry)
    levels = range(len(stack), 0, -1)
    return tuple(Slot(quarry, level) for level in levels if stack[level - 1] is Tile.UNSEEN)


def asked_tile(session: Session) -> Slot | None:
    """The unseen tile that can be named now: asked about, in hand, to be looked at, or laid bare.

    Laid bare is meant by the last move.
    """
    if session.asked is not None:
        return session.asked if session.asked in unseen_on(session, session.asked.quarry) else None
    if session.picked is not None:
        return _on_top(session, session.picked)
    if session.state.look_due is not None:
        return _on_top(session, session.state.look_due)
    moves = session.state.played
    if not moves or session.state.dug or session.mode is not Mode.PLAY:
        return None
    return _on_top(session, moves[-1].source)


def ask_about(session: Session, quarry: Quarry, level: int | None = None) -> Session:
    """Ask which tile an unseen one of a quarry is: its highest, or the next below the last one."""
    unseen = unseen_on(session, quarry)
    if level is not None:
        unseen = tuple(slot for slot in unseen if slot.level == level)
    if not unseen:
        return session.telling(Notice.of("tell.none_unseen", quarry=quarry))
    at = unseen.index(session.asked) + 1 if session.asked in unseen else 0
    slot = unseen[at % len(unseen)]
    told = Notice.of("tell.which", quarry=quarry, level=slot.level)
    return replace(session, cursor=quarry, picked=None, asked=slot, notice=told)


def name_tile(session: Session, tile: Tile) -> Session:
    """Say which tile the one asked about is; the moves made stand, and undo takes it back.

    A plan that is watched is taken over as far as it has been shown. A dig does not stay, since
    it was made under other conditions.
    """
    slot = asked_tile(session)
    if slot is None or tile is Tile.UNSEEN:
        return session
    if session.state.plan is not None:
        session = replace(take_over(session), asked=slot)
    state = session.state
    first = origin_of(state.situation.position, state.moves, slot)
    stack = list(state.situation.position.stack(first.quarry))
    stack[first.level - 1] = tile
    position = state.situation.position.with_stack(first.quarry, tuple(stack))
    told: list[KsmError | Phrase] = [
        Phrase.of("tell.named", tile=a_tile(tile), quarry=slot.quarry, level=slot.level)
    ]
    if position.faults():
        return session.telling(Notice((*told, *position.faults()), Tone.WARNING))
    if state.dig is not None:
        told.append(Phrase.of("tell.dig_gone"))
    situation = replace(state.situation, position=position)
    return session.become(
        State(situation=situation, mode=state.mode, moves=state.moves), Notice(tuple(told))
    )


def _on_top(session: Session, quarry: Quarry) -> Slot | None:
    mine = _as_it_lies(session)
    return Slot(quarry, mine.height(quarry)) if mine.top(quarry) is Tile.UNSEEN else None


def _as_it_lies(session: Session) -> Position:
    """The mine on the board with all that is known of it, though a plan knows only what shows."""
    state = session.state
    if state.plan is None:
        return session.position
    mine = moved(state.situation.position, state.played, state.situation.variant)
    return mine.lifted(state.plan.dig or ()) if state.dug else mine
