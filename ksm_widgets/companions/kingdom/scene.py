"""The table of Kingdom of Solomon as a picture: map, actions, market, temple, cards, players.

The places are those of `places`; `seat_board` has the boards of players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import pieces
from ksm_widgets.companions.kingdom.box import LEVELS
from ksm_widgets.companions.kingdom.goods import GOODS, cubes_text
from ksm_widgets.companions.kingdom.map_picture import land, land_boxes, landscape, map_end
from ksm_widgets.companions.kingdom.naming import building_phrase
from ksm_widgets.companions.kingdom.painting import Painter, piece
from ksm_widgets.companions.kingdom.places import (
    TEMPLE,
    Action,
    Bonus,
    CardAction,
    OwnCard,
    Place,
    SeatBoard,
    Shown,
    Stall,
    Temple,
)
from ksm_widgets.companions.kingdom.seat_board import HIGH, own_boxes, own_card, seat_board
from ksm_widgets.companions.painting import PEN, PLAIN
from ksm_widgets.companions.picture import Rectangle, TablePicture, add_row, side_by_side
from ksm_widgets.draw.shapes import Circle, Item, Rect, Scene
from ksm_widgets.draw.signs import word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.box import Step
    from ksm_widgets.companions.kingdom.goods import Cubes
    from ksm_widgets.companions.kingdom.position import Position

_ACTION, _MARKET, _TEMPLE, _CARD = 62.0, 92.0, 74.0, 110.0
"""The heights of the other places; `seat_board` has that of a player's board."""
_PER_ROW = 4
"""Actions in a row, and cards on display at least."""
_BELOW_MAP = 32.0
"""From the lowest resource place to what is beside the map."""


@dataclass(frozen=True, slots=True)
class KingdomPicture(TablePicture[Place]):
    """A position with marks, and words in a language."""

    outwards = 4.0

    position: Position
    language: str = "en"

    @property
    def _painter(self) -> Painter:
        return Painter(self.theme, self.language, self.position)

    def boxes(self) -> dict[Place, Rectangle]:
        """The corner and size of every place."""
        position = self.position
        on_map = land_boxes(position.box)
        found: dict[Place, Rectangle] = dict(on_map.items())
        y = map_end(on_map.values()) + _BELOW_MAP
        spots = [*Action, *position.box.bonuses(position.players)]
        shown = [*map(Shown, position.display)]
        y = add_row(found, y, spots, _PER_ROW, _ACTION)
        y = add_row(found, y, map(Stall, GOODS), len(GOODS), _MARKET)
        y = add_row(found, y, [TEMPLE], 1, _TEMPLE)
        y = add_row(found, y, shown, max(_PER_ROW, len(shown)), _CARD)
        add_row(found, y, map(SeatBoard, position.seats), 2, HIGH)
        for seat, cards in zip(position.seats, position.own, strict=True):
            x, top, *_ = found[SeatBoard(seat)]
            for card, box in own_boxes(cards, x, top):
                found.setdefault(card, box)
        return found

    def scene(self) -> Scene:
        """The picture to paint, with hit areas also for what lies on top of something else."""
        scene = super(KingdomPicture, self).scene()
        # The largest first: where two overlap, the later one is touched.
        hits = sorted(scene.hits, key=lambda hit: hit.width * hit.height, reverse=True)
        return replace(scene, hits=tuple(hits))

    def alone(self, place: Place) -> Scene:
        """A single place as a picture of its own, with what is on it."""
        boxes = self.boxes()
        left, top, wide, high = boxes[place]
        items: list[Item] = []
        for name, (x, y, *size) in boxes.items():
            if 0 <= x - left < wide and 0 <= y - top < high:
                items += self._place(name, (x - left, y - top, size[0], size[1]))
        return Scene(wide, high, tuple(items))

    def painted(self, boxes: dict[Place, Rectangle]) -> list[Item]:
        """The things on the table."""
        items = [*landscape(self._painter)]
        for name, box in boxes.items():
            items += self._place(name, box)
        return items

    def _place(self, place: Place, box: Rectangle) -> Iterator[Item]:
        painter = self._painter
        match place:
            case Stall(good):
                return _stall(painter, good, box)
            case Temple():
                return _temple(painter, box)
            case Shown(card):
                return _card(painter, card, box)
            case SeatBoard(seat):
                return seat_board(painter, seat, box)
            case OwnCard():
                return own_card(painter, place, box)
            case Action() | Bonus():
                return _spot(painter, place, box)
            case str():
                return land(painter, place, box)


# An action or a bonus place.

_RING = 3.0
"""How far the second frame of a bonus place is inside the first."""
_SPOT_X, _SPOT_Y, _SPOT = 10.0, 24.0, 17.0
"""The start, base line and size of its name."""
_WHAT_Y, _WHAT, _WHAT_EDGE = 51.0, 14.0, 22.0
"""The base line and greatest size of the words for its effect, and the margin on both sides."""
_SPOT_PAWN_X, _SPOT_PAWN_Y, _SPOT_PAWN = 40.0, 2.0, 37.0
"""The corner of a pawn, from the right, and its size."""


def _spot(painter: Painter, spot: Action | Bonus, box: Rectangle) -> Iterator[Item]:
    """An action or a bonus place: its name, its effect, and a pawn."""
    x, y, wide, high = box
    yield painter.ground(box)
    if isinstance(spot, Bonus):
        inside = (x + _RING, y + _RING, wide - 2 * _RING, high - 2 * _RING)
        yield Rect(*inside, 8, None, painter.theme.gold, 2)
    name = painter.said(f"kingdom_place.{spot}")
    yield painter.bold(name, x + _SPOT_X, y + _SPOT_Y, _SPOT)
    what = painter.effect(spot)
    size = min(_WHAT, (wide - _WHAT_EDGE) / (PLAIN * len(what)))
    yield painter.soft(what, x + _SPOT_X, y + _WHAT_Y, size)
    yield from painter.pawn(spot, x + wide - _SPOT_PAWN_X, y + _SPOT_PAWN_Y, _SPOT_PAWN)


# The market for a good.

_STRIP_EDGE = 6.0
"""The margin of a market and of the temple."""
_SIGN = 28.0
"""The size of the cube that stands for the good."""
_GOOD_X, _GOOD_Y, _GOOD, _GOOD_EDGE = 40.0, 26.0, 17.0, 48.0
"""The start, base line and size of the good's name, and how much narrower than all it is."""
_STALL_Y, _STALL_HIGH, _STALL_GAP = 40.0, 28.0, 3.0
"""The top and height of the places for cubes, and the gap between two."""
_SOLD, _SOLD_ROOM = 26.0, 29.0
"""The size of a cube there, and how much of the width is kept for it."""
_PRICE_Y, _PRICE = 72.0, 14.0
"""The top and size of the prices."""


def _stall(painter: Painter, good: str, box: Rectangle) -> Iterator[Item]:
    """The market for a good: a place for each cube, with its price below."""
    x, y, wide, _ = box
    position, theme, kind = painter.position, painter.theme, GOODS.index(good)
    name = painter.said(f"kingdom_good.{good}")
    yield painter.ground(box)
    yield piece(pieces.cube(good), x + _STRIP_EDGE, y + _STRIP_EDGE, _SIGN)
    yield painter.bold(name, x + _GOOD_X, y + _GOOD_Y, _GOOD, wide - _GOOD_EDGE)
    step = (wide - 2 * _STRIP_EDGE) / LEVELS
    for at, price in enumerate(position.box.prices[kind]):
        left = x + _STRIP_EDGE + at * step
        place = (left, y + _STALL_Y, step - _STALL_GAP, _STALL_HIGH)
        yield Rect(*place, 5, theme.well, theme.well_rim)
        if at < position.market[kind]:
            yield piece(pieces.cube(good), left + (step - _SOLD_ROOM) / 2, y + _STALL_Y + 1, _SOLD)
        yield from painter.number(price, left + step / 2 - 1, y + _PRICE_Y, _PRICE)


# The temple.

_STEP_GAP = 4.0
"""The gap between two steps."""
_COST_Y, _COST, _COST_STEP = 15.0, 18.0, 19.0
"""The top and size of the cubes of a step's cost, and from one to the next."""
_FREE, _FREE_SIGN = 8.0, 10.0
"""The radius of the ring for a cube of any kind, and the size of the sign in it."""
_STEP_POINTS_Y, _STEP_POINTS = 42.0, 20.0
"""The top and size of its points."""
_BUILT, _BUILT_INK = "#e8d5a4", "#3a2610"
"""The colours of a step that is built."""


def _temple(painter: Painter, box: Rectangle) -> Iterator[Item]:
    """The steps of the temple side by side; the next one is framed."""
    x, y, wide, high = box
    position, theme = painter.position, painter.theme
    yield painter.ground(box)
    width = (wide - 2 * _STRIP_EDGE) / len(position.box.steps)
    for at, step in enumerate(position.box.steps):
        is_built, is_next = at < position.temple, at == position.temple
        left, across = x + _STRIP_EDGE + at * width, width - _STEP_GAP
        fill, ink = (_BUILT, _BUILT_INK) if is_built else (theme.well, theme.ink)
        rim, pen = (theme.gold, 3) if is_next else (theme.well_rim, 1.2)
        yield Rect(left, y + _STRIP_EDGE, across, high - 2 * _STRIP_EDGE, 6, fill, rim, pen)
        yield from _step(step, left + across / 2, y, ink)


def _step(step: Step, x: float, y: float, ink: str) -> Iterator[Item]:
    """The points of a step around x, and above them the cubes that it costs."""
    yield from word(str(step.points), x, y + _STEP_POINTS_Y, _STEP_POINTS, ink, PEN)
    cubes = [*cubes_text(step.cost).strip("-"), *"?" * step.free]
    top = y + _COST_Y
    for at, good in enumerate(cubes):
        middle = x + (at - (len(cubes) - 1) / 2) * _COST_STEP
        if good == "?":
            yield Circle(middle, top + _COST / 2, _FREE, None, ink, 2)
            yield from word("?", middle, top + (_COST - _FREE_SIGN) / 2, _FREE_SIGN, ink, 16)
        else:
            yield piece(pieces.cube(good), middle - _COST / 2, top, _COST)


# A building card on display.

_CARD_EDGE, _CARD_ROOM = 8.0, 16.0
"""The margin to the left, and those of both sides together."""
_TITLE_Y, _TITLE, _TITLE_ROOM = 24.0, 16.0, 14.0
"""The base line and greatest size of a building's name, and the margins beside it."""
_PAID_Y, _PAID = 34.0, 25.0
"""The top and size of the cubes that it costs."""
_CARD_LINE_Y, _CARD_POINTS, _NO_BUILDING, _NO_BUILDING_X = 79.0, 14.0, 12.0, 7.0
"""The base line and sizes of its points and of what else is there, which ends at the right."""
_NUMBER_X, _NUMBER_Y, _NUMBER_HIGH_Y, _NUMBER = 16.0, 90.0, 70.0, 12.0
"""The middle of its number, from the right, its top with goods and with words, and its size."""
_EFFECT_Y, _PAWN_SIGN_Y, _PAWN_SIGN, _EFFECT_X = 86.0, 84.0, 18.0, 31.0
"""The top of its effect, that of the pawn before it and its size, and where the effect begins."""
_EFFECT_WORDS_Y, _EFFECT_WORDS = 99.0, 13.0
"""The base line and size of an effect in words."""
_BRINGS, _BRINGS_WIDE = 15.0, 60.0
"""The size of the cubes that a pawn brings, and the room for them."""


def _card(painter: Painter, number: int, box: Rectangle) -> Iterator[Item]:
    """A building card on display: its name and cost, its points, and what a pawn there does."""
    x, y, wide, _ = box
    left, right = x + _CARD_EDGE, x + wide
    card = painter.position.box.buildings.get(number)
    yield painter.ground(box)
    in_words = card is not None and isinstance(card.action, CardAction)
    top = y + (_NUMBER_HIGH_Y if in_words else _NUMBER_Y)
    yield from word(str(number), right - _NUMBER_X, top, _NUMBER, painter.theme.soft_ink, 14)
    if card is None:
        return
    name = painter.said("kingdom_told.name", name=building_phrase(card))
    yield painter.bold(name, left, y + _TITLE_Y, _TITLE, wide - _TITLE_ROOM)
    yield from painter.cubes(cubes_text(card.cost), left, y + _PAID_Y, _PAID, wide - _CARD_ROOM)
    points = painter.said("kingdom_label.card", points=card.points)
    yield painter.bold(points, left, y + _CARD_LINE_Y, _CARD_POINTS)
    yield from _effect(painter, card.action, x, y)
    if not card.builds:
        told = painter.said("kingdom_place.no_building")
        at = (right - _NO_BUILDING_X, y + _CARD_LINE_Y, _NO_BUILDING)
        yield painter.soft(told, *at, anchor="end")


def _effect(painter: Painter, action: Cubes | CardAction, x: float, y: float) -> Iterator[Item]:
    """The effect of a building card: a pawn, and the goods or the words for it."""
    yield piece(pieces.any_pawn(), x + _CARD_EDGE, y + _PAWN_SIGN_Y, _PAWN_SIGN)
    if isinstance(action, CardAction):
        words = painter.effect(action)
        yield painter.soft(words, x + _EFFECT_X, y + _EFFECT_WORDS_Y, _EFFECT_WORDS)
    else:
        sprites = [*map(pieces.cube, cubes_text(action))]
        yield from side_by_side(sprites, x + _EFFECT_X, y + _EFFECT_Y, _BRINGS, _BRINGS_WIDE)
