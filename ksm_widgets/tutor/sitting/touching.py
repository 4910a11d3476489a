"""What a touch or a key on the board means, by mode and tool."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.quarries import QUARRIES, SIDE
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.sitting.editing import choose_brush, choose_tool, erase, place, shift
from ksm_widgets.tutor.sitting.entering import enter_key
from ksm_widgets.tutor.sitting.playing import dig_at, drop, let_go, pick_up, turn_card
from ksm_widgets.tutor.sitting.session import Mode, Session, Tool
from ksm_widgets.tutor.sitting.viewing import step_to, take_over

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Quarry

__all__ = ["Press", "key", "press", "release"]

_ARROWS = {"ArrowUp": (1, 0), "ArrowDown": (-1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}
_LETTERS = {tile.letter: tile for tile in Tile}


@dataclass(frozen=True, slots=True)
class Press:
    """Where the mouse went down, and whether a tile was in the hand already."""

    quarry: Quarry
    held: bool


def press(session: Session, quarry: Quarry) -> tuple[Session, Press]:
    """The mouse goes down: with the moving tool that picks a tile up."""
    session = replace(session, cursor=quarry)
    held = session.picked is not None
    began = Press(quarry, held)
    if session.state.plan is not None:
        session = take_over(session)
    if session.tool is Tool.MOVE and not held:
        session = pick_up(session, quarry)
    return session, began


def release(session: Session, began: Press, quarry: Quarry | None) -> Session:
    """The mouse is lifted: a touch if it is where it went down, else the end of a drag."""
    if quarry is None:
        return session if began.held else let_go(session)
    session = replace(session, cursor=quarry)
    dragged = quarry != began.quarry
    if session.tool is Tool.MOVE:
        if not (dragged or began.held):
            return session  # Just picked up; the next touch drops it.
        if dragged and began.held and session.position.top(began.quarry) is not None:
            session = pick_up(let_go(session), began.quarry)  # The dragged tile is the one meant.
        return _put(session, quarry)
    if dragged:
        if session.mode is Mode.EDIT:
            return shift(session, began.quarry, quarry)
        return session
    return _touch(session, quarry)


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
            return dig_at(session, quarry)
        case Tool.MOVE:
            return _put(session, quarry) if session.picked else pick_up(session, quarry)
        case Tool.TABLE:
            return replace(session, high=None)


def key(session: Session, name: str) -> Session:
    """A key on the board; one that means nothing here leaves all as it is."""
    if name in _ARROWS:
        rows, columns = _ARROWS[name]
        row = max(0, min(SIDE - 1, session.cursor.row + rows))
        column = max(0, min(SIDE - 1, session.cursor.column + columns))
        return replace(session, cursor=QUARRIES[row * SIDE + column], high=None, notice=None)
    if name == "Escape":
        if session.tool is Tool.TABLE:
            return choose_tool(session, Tool.PLACE)
        return let_go(session)
    if session.tool is Tool.TABLE and ((len(name) == 1 and name != " ") or name == "Backspace"):
        return enter_key(session, name)
    if name in ("Enter", " "):
        if session.state.plan is not None:
            session = take_over(session)
        return _touch(session, session.cursor)
    shown = session.state.shown
    if name in ("PageDown", "PageUp") and shown is not None:
        return step_to(session, shown.step + (1 if name == "PageDown" else -1))
    if session.mode is Mode.EDIT:
        if name in ("Delete", "Backspace"):
            return erase(session, session.cursor)
        if name in _LETTERS:
            return choose_brush(session, _LETTERS[name])
        return session
    if name in ("m", "g"):
        return choose_tool(session, Tool.MOVE if name == "m" else Tool.DIG)
    return turn_card(session) if name == "r" else session
