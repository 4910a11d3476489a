"""Commands for the quick way to enter a mine that stands on the table (R33).

Only heights and topmost tiles show there. Two keys a quarry do: its height, then its topmost tile;
an empty one needs just the 0. The cursor goes row by row, from the far left as one reads. By touch
the height stays as it was for the quarry before, so that often the tile alone will do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, SIDE, Quarry
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.phrases import Notice, Tone
from ksm_widgets.tutor.sitting.editing import choose_tool, lay
from ksm_widgets.tutor.sitting.session import Session, Tool
from ksm_widgets.tutor.touch import tile_of_key

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "READING_ORDER",
    "enter_back",
    "enter_height",
    "enter_key",
    "enter_top",
    "start_entering",
    "walk_entering",
]

READING_ORDER: Sequence[Quarry] = tuple(
    QUARRIES[row * SIDE + column] for row in reversed(range(SIDE)) for column in range(SIDE)
)
"""The quarries as one reads them: the far row first, from left to right."""


def start_entering(session: Session, *, anew: bool = True) -> Session:
    """Begin with the far left quarry, by default with an empty mine; undo brings back the old."""
    session = choose_tool(session, Tool.TABLE)
    if anew:
        situation = replace(session.situation, position=Position())
        session = session.become(replace(session.state, situation=situation))
    told = Notice.of("enter.height", quarry=READING_ORDER[0])
    return replace(session, cursor=READING_ORDER[0], high=None, notice=told)


def enter_key(session: Session, key: str) -> Session:
    """Take one key: a height from 0 to 4, then the letter of the topmost tile.

    `Backspace` takes back the height, or goes back a quarry. Other keys are explained.
    """
    here = session.cursor
    if key == "Backspace":
        return enter_back(session)
    if session.high is None:
        if key not in "01234" or len(key) != 1:
            told = Notice.of("enter.height_wanted", Tone.WARNING, found=key, quarry=here)
            return session.telling(told)
        return enter_height(session, int(key))
    tile = tile_of_key(key)
    if tile is None:
        told = Notice.of("enter.tile_wanted", Tone.WARNING, found=key, quarry=here)
        return session.telling(told)
    return enter_top(session, tile)


def enter_height(session: Session, height: int) -> Session:
    """Say how high the quarry at the cursor is; an empty one (0) is entered with that."""
    here = session.cursor
    if height == 0:
        return _at(replace(lay(session, here, 0, Tile.UNSEEN), high=None), _next(here))
    height = min(height, FULL_HEIGHT)
    told = Notice.of("enter.top", quarry=here, height=height)
    return replace(session, high=height, usual=height, notice=told)


def enter_top(session: Session, tile: Tile) -> Session:
    """Say which tile is on top; the height is the one said before, or that of the last quarry."""
    height = session.usual if session.high is None else session.high
    entered = lay(session, session.cursor, height, tile)
    return _at(replace(entered, high=None), _next(session.cursor))


def enter_back(session: Session) -> Session:
    """Take back the height, or go back a quarry."""
    before = session.cursor if session.high is not None else _next(session.cursor, -1)
    return _at(replace(session, high=None), before)


def walk_entering(session: Session, quarry: Quarry) -> Session:
    """Go on at another quarry."""
    told = Notice.of("enter.height", quarry=quarry)
    return replace(session, cursor=quarry, high=None, notice=told)


def _next(quarry: Quarry, by: int = 1) -> Quarry:
    place = READING_ORDER.index(quarry) + by
    return READING_ORDER[place % len(READING_ORDER)]


def _at(session: Session, quarry: Quarry) -> Session:
    if session.cursor == READING_ORDER[-1] and quarry == READING_ORDER[0]:
        return replace(session, cursor=quarry, notice=Notice.of("enter.done", Tone.GOOD))
    return replace(session, cursor=quarry, notice=Notice.of("enter.height", quarry=quarry))
