"""The board of a player of Kingdom of Solomon as a picture, with the building cards on it.

From top to bottom there are three rows: figures with a word below each, cubes and fortune cards,
building cards. All numbers are distances from the board's corner, unless they say otherwise.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import pieces
from ksm_widgets.companions.kingdom.goods import cubes_text
from ksm_widgets.companions.kingdom.naming import building_phrase
from ksm_widgets.companions.kingdom.painting import piece
from ksm_widgets.companions.kingdom.places import CardAction, OwnCard
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.painting import PEN, PLAIN
from ksm_widgets.companions.picture import side_by_side
from ksm_widgets.draw.shapes import Path, Placed, Rect, Sprite, Text
from ksm_widgets.draw.signs import word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.companions.kingdom.painting import Painter
    from ksm_widgets.companions.picture import Rectangle
    from ksm_widgets.draw.shapes import Item

HIGH = 168.0
"""The height of a board."""
_EDGE = 8.0
"""The margin of all that lies on it."""

_POINTS, _ORDER, _TOKENS, _FAVOUR = 80.0, 128.0, 184.0, 237.0
"""The middles of the words in the first row."""
_LEFT = 36.0
"""The middle of the word for pawns that are left, from the right."""
_FIGURE_Y, _FIGURE, _WORD_Y, _WORD = 12.0, 22.0, 56.0, 12.5
"""The top and height of figures, the base line and size of the words below them."""
_PAWN_Y, _PAWN, _LEFT_PAWN_Y, _LEFT_PAWN = 6.0, 42.0, 8.0, 30.0
"""The top and size of the player's pawn, and of the smaller one beside the number left."""
_TOKEN_Y, _TOKEN = 11.0, 24.0
"""The top and size of tokens."""
_MOST_TOKENS, _FIRST_TOKEN, _TOKEN_STEP, _TOKENS_WIDE = 6, 162.0, 16.0, 40.0
"""The most tokens that are shown, the first of them, and from it to the next and to the last."""
_STAR = "M0 -12 L3 -4 L12 -4 L5 2 L8 11 L0 6 L-8 11 L-5 2 L-12 -4 L-3 -4 Z"
"""The star of the favour, around its middle."""

_CUBE_Y, _CUBE = 66.0, 27.0
"""The top and size of cubes."""
_HAND_Y, _HAND_WIDE = 79.0, 150.0
"""The middle of fortune cards, and the room for all of them: the rest is for cubes."""
_FORTUNE, _CARD_STEP, _CARD_LEFT = 34.0, 0.84, 0.08
"""The greatest size of a fortune card; as parts of it its width, and what is empty beside it."""

_OWN_Y, _OWN_WIDE, _OWN_HIGH, _OWN_GAP, _OWN_ROOM = 98.0, 103.0, 62.0, 4.0, 317.0
"""The top, greatest width and height of building cards, the gap between two, room for all."""
_NAME, _SMALL_NAME, _EFFECT = 15.0, 8.4, 11.0
"""The sizes of a building's name, as a rule and at least, and of the words for its effect."""


def own_boxes(cards: Sequence[int], x: float, y: float) -> Iterator[tuple[OwnCard, Rectangle]]:
    """The corner and size of each building card on a board with this corner."""
    step = min(_OWN_WIDE + _OWN_GAP, _OWN_ROOM / max(1, len(cards)))
    for at, card in enumerate(cards):
        yield OwnCard(card), (x + _EDGE + at * step, y + _OWN_Y, step - _OWN_GAP, _OWN_HIGH)


def seat_board(painter: Painter, seat: int, box: Rectangle) -> Iterator[Item]:
    """The board of a player without the building cards."""
    x, y, wide, _ = box
    position = painter.position
    yield painter.ground(box)
    yield from _pawn(painter, seat, box)
    yield from _figure(painter, "points", position.points(seat), x + _POINTS, y)
    yield from _figure(painter, "order", position.order_number(seat), x + _ORDER, y, pen=14)
    yield from _temple_tokens(painter, seat, x, y)
    if position.phase is Phase.PLACE and position.pawns_left(seat):
        middle = x + wide - _LEFT
        yield from painter.number(position.pawns_left(seat), middle - 10, y + _FIGURE_Y, _FIGURE)
        yield piece(pieces.pawn(seat), middle - 2, y + _LEFT_PAWN_Y, _LEFT_PAWN)
        yield _label(painter, "left", middle, y)
    yield from _holdings(painter, seat, box)


def _pawn(painter: Painter, seat: int, box: Rectangle) -> Iterator[Item]:
    """The player's pawn: framed if it is mine, the whole board if it is the player's turn."""
    x, y, wide, high = box
    position = painter.position
    if seat == position.turn and not position.is_over:
        # In the player's colour: gold rings are marks.
        yield Rect(x + 2, y + 2, wide - 4, high - 4, 9, None, pieces.SEATS[seat].face, 5)
    yield piece(pieces.pawn(seat), x + _EDGE, y + _PAWN_Y, _PAWN)
    if seat == position.me:
        yield Rect(x + 6, y + 5, 47, 46, 9, None, painter.theme.focus, 2, dash=(4, 4))


def _figure(
    painter: Painter, name: str, number: int, x: float, y: float, pen: float = PEN
) -> Iterator[Item]:
    """A number with its word below, around x."""
    yield from painter.number(number, x, y + _FIGURE_Y, _FIGURE, pen)
    yield _label(painter, name, x, y)


def _label(painter: Painter, name: str, x: float, y: float) -> Text:
    """The word below a figure, around x."""
    return painter.soft(
        painter.said(f"kingdom_label.{name}"), x, y + _WORD_Y, _WORD, anchor="middle"
    )


def _temple_tokens(painter: Painter, seat: int, x: float, y: float) -> Iterator[Item]:
    """The tokens, as many as there is room for, and the star of the favour."""
    position = painter.position
    tokens = min(position.token_count(seat), _MOST_TOKENS)
    step = min(_TOKEN_STEP, _TOKENS_WIDE / max(1, tokens - 1))
    for at in range(tokens):
        yield piece(pieces.token(), x + _FIRST_TOKEN + at * step, y + _TOKEN_Y, _TOKEN)
    if tokens:
        yield _label(painter, "tokens", x + _TOKENS, y)
    if position.favour == seat:
        star = Sprite((Path(_STAR, painter.theme.gold),))
        yield Placed(star, x + _FAVOUR, y + _FIGURE_Y + _FIGURE / 2)
        yield _label(painter, "favour", x + _FAVOUR, y)


def _holdings(painter: Painter, seat: int, box: Rectangle) -> Iterator[Item]:
    """The fortune cards, smaller if they are many so that none hides another; then the cubes."""
    x, y, wide, _ = box
    position = painter.position
    hand = position.hand(seat)
    size = min(_FORTUNE, _HAND_WIDE / (_CARD_STEP * max(1, len(hand))))
    first = x + wide - _EDGE - _CARD_STEP * size * len(hand)
    for at, card in enumerate(hand):
        left = first + (_CARD_STEP * at - _CARD_LEFT) * size
        yield piece(pieces.fortune(card), left, y + _HAND_Y - size / 2, size)
    goods = cubes_text(position.cubes(seat))
    yield from painter.cubes(goods, x + _EDGE, y + _CUBE_Y, _CUBE, first - x - 2 * _EDGE)


# Building cards.

_CARD_X, _NAME_Y, _NAME_EDGE = 9.0, 18.0, 15.0
"""The start of words on a card, the base line of its name, and the margins beside it."""
_CARD_NUMBER_Y, _CARD_NUMBER = 18.0, 11.0
"""The top of its number, from the bottom, and its size."""
_CARD_PAWN_X, _CARD_PAWN = 33.0, 31.0
"""The left of a pawn, from the right, and its size."""
_EFFECT_Y, _EFFECT_EDGE = 9.0, 32.0
"""The base line of an effect in words, from the bottom, and how much narrower than all it is."""
_GOODS_X, _GOODS_Y, _GOODS, _GOODS_EDGE = 8.0, 24.0, 17.0, 34.0
"""The start and top of the cubes that it brings, from the bottom, their size, and the same."""


def own_card(painter: Painter, spot: OwnCard, box: Rectangle) -> Iterator[Item]:
    """A building card on a board: its name, and the pawn there or what one would bring."""
    x, y, wide, high = box
    theme, low = painter.theme, y + high
    yield Rect(*box, 6, theme.well, theme.well_rim, 1.2)
    yield from word(
        str(spot), x + wide - _CARD_X, low - _CARD_NUMBER_Y, _CARD_NUMBER, theme.ink, PEN, "end"
    )
    card = painter.position.box.buildings.get(spot.number)
    if card is not None:
        size, lines = _in_lines(
            painter.said("kingdom_told.name", name=building_phrase(card)), wide - _NAME_EDGE
        )
        for at, line in enumerate(lines):
            yield Text(x + _CARD_X, y + _NAME_Y + at * size, line, size, theme.ink)
    if card is None or painter.position.pawn_at(spot) is not None:
        yield from painter.pawn(spot, x + wide - _CARD_PAWN_X, low - _CARD_PAWN, _CARD_PAWN)
    elif isinstance(card.action, CardAction):
        told = painter.effect(card.action)
        size = min(_EFFECT, (wide - _EFFECT_EDGE) / (PLAIN * len(told)))
        if size >= _SMALL_NAME - 1:
            yield painter.soft(told, x + _CARD_X, low - _EFFECT_Y, size)
    else:
        sprites = [*map(pieces.cube, cubes_text(card.action))]
        yield from side_by_side(sprites, x + _GOODS_X, low - _GOODS_Y, _GOODS, wide - _GOODS_EDGE)


def _in_lines(name: str, wide: float) -> tuple[float, list[str]]:
    """The size of a name that fits into a width, and its lines: two at most."""
    longest = max(map(len, name.split()))
    size = max(_SMALL_NAME, min(_NAME, wide / (PLAIN * longest)))
    room = max(2, int(wide / (PLAIN * size) + 0.01))
    lines = wrap(name, room, break_long_words=False)[:2]
    return size, [line if len(line) <= room else f"{line[: room - 1]}." for line in lines]
