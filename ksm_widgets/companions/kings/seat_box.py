"""A player's box on the table of Kings under Mountains: king, points, mines and hand.

All numbers are distances from the corner of the box, unless they say otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings import pieces
from ksm_widgets.companions.kings.scoring import score
from ksm_widgets.companions.picture import side_by_side, turn_frame
from ksm_widgets.companions.telling import numeral
from ksm_widgets.draw.shapes import Placed, Text
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kings.cards import Mine
    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.companions.painting import WordPainter
    from ksm_widgets.companions.picture import Rectangle
    from ksm_widgets.draw.shapes import Item

SEAT_HEIGHT = 152.0
"""The height of a box."""
_WORDS, _SMALL = 17, 15
"""The sizes of words, and of small ones."""
_NAME_Y, _KING_Y, _KING, _POINTS_Y = 22, 30, 56, 106
"""The base line of the name, the top and size of the king, the base line of the points."""
_MINES_X, _DONE_Y, _CAPTURED_Y = 116, 22, 78
"""The left of the mines, and the base lines of the words above finished and captured ones."""
_MINE, _UNIT, _MARGIN = 36, 26, 6
"""The sizes of a mine and of a unit on it, and the space right of mines with their units."""
_DONE_STEP, _CAPTURED_STEP = 40.0, 88.0
"""From a finished mine to the next, and from a captured one with its units, if there is room."""
_HAND_UP = 8
"""The base line of the words on the hand, from the foot."""
_KNOWN, _KNOWN_X, _KNOWN_WIDE = 25, 150, 170
"""The size of the known cards of a hand, their left, and the room for all."""


def seat_box(painter: WordPainter, position: Position, seat: int, box: Rectangle) -> Iterator[Item]:
    """A player's king and points, finished mines; of others captured ones and the hand, too."""
    x, y, wide, high = box
    yield painter.ground(box)
    if seat == position.turn and not position.is_over:
        yield turn_frame(box, painter.theme)
    key = "kings_table.you" if seat == position.me else "kings_table.seat"
    yield painter.bold(painter.said(key, seat=seat), x + 10, y + _NAME_Y, _WORDS)
    yield Placed(pieces.king(position.race(seat)), x + 10, y + _KING_Y, _KING / 100)
    points = score(position, seat)
    told = painter.said(counted("shelf_told.points", points), count=numeral(points))
    yield painter.bold(told, x + 10, y + _POINTS_Y, _WORDS)
    left, room = x + _MINES_X, wide - _MINES_X - _MARGIN
    yield from _done(painter, position, seat, left, y + _DONE_Y, room)
    if seat != position.asker:
        yield from _captured(painter, position, seat, left, y + _CAPTURED_Y, room)
    if seat != position.me:
        yield from _hand(painter, position, seat, x, y + high - _HAND_UP)


def _done(
    painter: WordPainter, position: Position, seat: int, x: float, y: float, wide: float
) -> Iterator[Item]:
    """The finished mines of a player, one over the other where there are many."""
    done = position.done_of(seat)
    if done:
        yield _small(painter, "done", x + 34, y)
    last = wide - _MINE - 2
    step = min(_DONE_STEP, last / max(1, len(done) - 1))
    for at, mine in enumerate(done):
        yield _small_mine(painter, mine, x + at * step, y + 6)


def _captured(
    painter: WordPainter, position: Position, seat: int, x: float, y: float, wide: float
) -> Iterator[Item]:
    """The mines of a player that aren't finished, with their units."""
    sites = position.own_of(seat)
    if sites:
        yield _small(painter, "captured", x, y + 1)
    step = min(_CAPTURED_STEP, wide / max(1, len(sites)))
    for at, site in enumerate(sites):
        left = x + at * step
        yield _small_mine(painter, site.mine, left, y + 6)
        beside = _MINE + 2
        room = max(_UNIT, step - beside - _MARGIN)
        units = pieces.units(site.units, painter.theme)
        yield from side_by_side(units, left + beside, y + 12, _UNIT, room)


def _hand(
    painter: WordPainter, position: Position, seat: int, x: float, y: float
) -> Iterator[Item]:
    """The number of a player's cards, and those that all have seen."""
    hand, known = position.hand(seat), position.known_hand(seat)
    key = "cards_known" if 0 < len(known) < len(hand) else "cards"
    yield _small(painter, key, x + 10, y, count=len(hand))
    units = pieces.units(known, painter.theme)
    yield from side_by_side(units, x + _KNOWN_X, y - 20, _KNOWN, _KNOWN_WIDE)


def _small(painter: WordPainter, key: str, x: float, y: float, **params: object) -> Text:
    return painter.soft(painter.said(f"kings_table.{key}", **params), x, y, _SMALL)


def _small_mine(painter: WordPainter, mine: Mine, x: float, y: float) -> Placed:
    return Placed(pieces.mine(mine, painter.theme), x, y, _MINE / 100)
