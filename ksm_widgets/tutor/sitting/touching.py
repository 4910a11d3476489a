"""What a touch or a key on the board means, by mode and tool."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.sitting.editing import choose_brush, choose_tool, erase, place, shift
from ksm_widgets.tutor.sitting.entering import enter_key, walk_entering
from ksm_widgets.tutor.sitting.looking import sees
from ksm_widgets.tutor.sitting.naming import ask_about, asked_tile, name_tile
from ksm_widgets.tutor.sitting.playing import dig_at, drop, ghost, let_go, pick_up, turn_card
from ksm_widgets.tutor.sitting.session import Mode, Session, Tool
from ksm_widgets.tutor.sitting.viewing import step_by, take_over
from ksm_widgets.tutor.touch import Gesture, Press, tile_of_key

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Quarry

__all__ = ["key", "press", "release"]


def press(session: Session, quarry: Quarry) -> tuple[Session, Press]:
    """The mouse goes down: with the moving tool that picks a tile up."""
    session = replace(session, cursor=quarry, asked=None)
    began = Press(quarry, held=session.picked is not None)
    if session.state.plan is not None:
        session = take_over(session)
    if session.tool is Tool.MOVE and not began.held:
        session = pick_up(session, quarry)
    return session, began


def release(session: Session, began: Press, quarry: Quarry | None) -> Session:
    """The mouse is lifted: a touch if it is where it went down, else the end of a drag."""
    gesture = began.lifted(quarry, moving=session.tool is Tool.MOVE)
    if quarry is None:
        return let_go(session) if gesture is Gesture.LET_GO else session
    session = replace(session, cursor=quarry)
    match gesture:
        case Gesture.CARRY:
            if session.position.top(began.quarry) is not None:
                session = pick_up(let_go(session), began.quarry)
            return _put(session, quarry)
        case Gesture.DROP:
            return _put(session, quarry)
        case Gesture.DRAG if session.mode is Mode.EDIT:
            return shift(session, began.quarry, quarry)
        case Gesture.TOUCH:
            return _touch(session, quarry)
        case _:
            return session


def _put(session: Session, quarry: Quarry) -> Session:
    """Put the tile in hand down: by the rules while playing, anywhere while setting up."""
    if session.mode is Mode.PLAY:
        return drop(session, quarry)
    if session.picked is None or session.picked == quarry:
        return let_go(session)
    return shift(session, session.picked, quarry)


def _touch(session: Session, quarry: Quarry) -> Session:
    """What the tool in hand does where the board is touched."""
    match session.tool:
        case Tool.PLACE:
            return place(session, quarry)
        case Tool.ERASE:
            return erase(session, quarry)
        case Tool.DIG:
            return (
                ask_about(session, quarry) if _hides(session, quarry) else dig_at(session, quarry)
            )
        case Tool.MOVE:
            return _put(session, quarry) if session.picked else pick_up(session, quarry)
        case Tool.TABLE:
            return walk_entering(session, quarry)


def _hides(session: Session, quarry: Quarry) -> bool:
    """Whether a touch asks what the topmost tile is, since the card cannot be dug there."""
    if session.position.top(quarry) is not Tile.UNSEEN:
        return False
    laid = ghost(session, quarry)
    if Power.SEAL in session.situation.powers or quarry not in laid.placement:
        return not session.situation.digs_unseen
    return laid.fault is not None


def key(session: Session, name: str) -> Session:
    """A key on the board; one that means nothing here leaves all as it is."""
    walked = session.walked(name)
    if walked is not None:
        if session.tool is Tool.TABLE:
            return walk_entering(session, walked.cursor)
        return replace(walked, asked=None)
    if name == "Escape":
        if session.tool is Tool.TABLE:
            return choose_tool(session, Tool.PLACE)
        return let_go(session)
    if session.tool is Tool.TABLE and ((len(name) == 1 and name != " ") or name == "Backspace"):
        return enter_key(session, name)
    if name == "u":
        return ask_about(session, session.cursor)
    tile = tile_of_key(name)
    # While a turn is played `m` moves, unless it was asked which tile that is.
    named = asked_tile(session) if name != "m" or session.asked is not None else None
    if tile is not None and named is not None:
        return name_tile(session, tile)
    if name in ("Enter", " "):
        if session.state.plan is not None:
            session = take_over(session)
        return _touch(session, session.cursor)
    if name in ("PageDown", "PageUp") and session.state.shown is not None:
        if name == "PageDown" and sees(session):
            return take_over(session)
        return step_by(session, 1 if name == "PageDown" else -1)
    if session.mode is Mode.EDIT:
        if name in ("Delete", "Backspace"):
            return erase(session, session.cursor)
        return session if tile is None else choose_brush(session, tile)
    if name in ("m", "g"):
        return choose_tool(session, Tool.MOVE if name == "m" else Tool.DIG)
    return turn_card(session) if name == "r" else session
