"""The table of Kingdom of Solomon as a picture: map, actions, market, temple, cards, players.

The places are those of `places`; `seat_board` has the boards of players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import pieces
from ksm_widgets.companions.kingdom.box import LEVELS
from ksm_widgets.companions.kingdom.goods import GOODS, cubes_text
from ksm_widgets.companions.kingdom.naming import building_phrase
from ksm_widgets.companions.kingdom.painting import Painter
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
from ksm_widgets.companions.picture import (
    RIM,
    WIDTH,
    Rectangle,
    TablePicture,
    add_row,
    side_by_side,
)
from ksm_widgets.draw.shapes import Circle, Item, Path, Placed, Rect, Scene
from ksm_widgets.draw.signs import word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.box import Step
    from ksm_widgets.companions.kingdom.goods import Cubes
    from ksm_widgets.companions.kingdom.places import LandName
    from ksm_widgets.companions.kingdom.position import Position

_LAND_SIZE = (142.0, 72.0)
"""The size of a resource place."""
_STEP_X, _STEP_Y = 170.0, 96.0
"""From one column or row of the map to the next."""
_ACTION, _MARKET, _TEMPLE, _CARD = 62.0, 92.0, 74.0, 110.0
"""The heights of the other places; `seat_board` has that of a player's board."""
_AT = {
    "Lebanon": (0.9, 0),
    "Aram": (2.35, 0),
    "Asher": (0.15, 1),
    "Naphtali": (1.45, 1),
    "Bashan": (2.95, 1),
    "Jezreel": (0.75, 2),
    "Tob": (2.4, 2),
    "Samaria": (0.3, 3),
    "Gilead": (1.8, 3),
    "Dan": (0.0, 4),
    "Benjamin": (1.25, 4),
    "Ammon": (2.75, 4),
    "Judah": (0.6, 5),
    "Moab": (2.15, 5),
    "Edom": (1.25, 6),
    "Ophir": (2.75, 6),
}
"""Column and row of each place of our map; those of another one stand in rows."""
_PER_ROW = 4
"""Places of another map in a row, actions, and cards on display at least."""
_SEA, _GROUND = ("#9cc6de", "#3f6f8f"), ("#efe2bd", "#4a4630")
"""The colours of the sea and the land, by day and by night."""
_SAND, _BROWN = "#d9b36b", "#3a2610"
"""The colours of a road that is nobody's."""
_BUILT = "#e8d5a4"
"""The colour of a step of the temple that is built."""


def _on_map(position: Position) -> dict[LandName, tuple[float, float]]:
    """Column and row of every resource place."""
    lands = [*position.box.lands]
    if {*lands} <= {*_AT}:
        return {name: _AT[name] for name in lands}
    return {name: (at % _PER_ROW, at // _PER_ROW) for at, name in enumerate(lands)}


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
        found: dict[Place, Rectangle] = {}
        on_map = _on_map(position)
        for name, (column, row) in on_map.items():
            found[name] = (RIM + 10 + column * _STEP_X, RIM + 6 + row * _STEP_Y, *_LAND_SIZE)
        y = RIM + (max(row for _, row in on_map.values()) + 1) * _STEP_Y + 14
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
        """The picture to paint; what lies on top of something else is found first."""
        scene = super(KingdomPicture, self).scene()
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
        low = max(boxes[name][1] for name in self.position.box.lands) + _LAND_SIZE[1]
        by_night = self.theme.name != "light"
        items: list[Item] = [
            Rect(8, 8, WIDTH - 16, low - 2, 16, _SEA[by_night]),
            Path(_coast(low + 6), _GROUND[by_night]),
            *self._ways(boxes),
        ]
        for name, box in boxes.items():
            items += self._place(name, box)
        return items

    def _ways(self, boxes: dict[Place, Rectangle]) -> Iterator[Item]:
        """Lines between neighbours, and roads over them."""
        lands, owners = self.position.box.lands, dict(self.position.sites)
        for name, land in lands.items():
            for other in land.neighbours:
                if name < other:
                    path = _line(boxes[name], boxes[other])
                    yield Path(path, None, self.theme.label, 2, 0.55, (2, 7))
        for one, other in self.position.roads:
            if one in boxes and other in boxes:
                path = _line(boxes[one], boxes[other])
                colours = pieces.SEATS.get(owners.get(one, owners.get(other)) or 0)
                edge, face = (_BROWN, _SAND) if colours is None else (colours.edge, colours.rim)
                yield Path(path, None, edge, 15)
                yield Path(path, None, face, 8)

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
                return _land(painter, place, box)


# The map.


def _coast(low: float) -> str:
    """The land down to a height: the sea is to the west."""
    right = WIDTH - 8
    return (
        f"M96 8 C60 60 20 90 14 150 C10 230 40 260 20 330 C8 400 10 430 24 470 "
        f"C50 520 90 560 96 {low} L{right - 16} {low} Q{right} {low} {right} {low - 16} "
        f"L{right} 24 Q{right} 8 {right - 16} 8 Z"
    )


def _line(one: Rectangle, other: Rectangle) -> str:
    """A line between the middles of two places."""
    (x, y), (x2, y2) = ((left + wide / 2, top + high / 2) for left, top, wide, high in (one, other))
    return f"M{x} {y} L{x2} {y2}"


def _land(painter: Painter, name: LandName, box: Rectangle) -> Iterator[Item]:
    """A resource place: its goods, the building or the free site there, and a pawn."""
    x, y, wide, high = box
    land, owner = painter.position.box.lands[name], painter.position.owner(name)
    yield painter.panel(box)
    yield painter.bold(name, x + 9, y + 25, 20)
    yield from painter.cubes(cubes_text(land.goods), x + 8, y + 35, 30, 62)
    if owner is not None and owner in pieces.SEATS:
        yield Placed(pieces.house(owner), x + wide - 42, y + high - 38, 0.35)
    elif land.site:
        at = (x + wide - 41, y + high - 36, 32, 31, 6)
        yield Rect(*at, None, painter.theme.label, 2, 0.8, (4, 4))
    yield from painter.pawn(name, x + wide - 78, y + high - 42, 0.39)


# Beside the map.


def _spot(painter: Painter, spot: Action | Bonus, box: Rectangle) -> Iterator[Item]:
    """An action or a bonus place: its name, its effect, and a pawn."""
    x, y, wide, high = box
    yield painter.panel(box)
    if isinstance(spot, Bonus):
        yield Rect(x + 3, y + 3, wide - 6, high - 6, 8, None, painter.theme.gold, 2)
    yield painter.bold(painter.said(f"kingdom_spot.{spot}"), x + 10, y + 24, 17)
    what = painter.effect(spot)
    yield painter.soft(what, x + 10, y + 51, min(14.0, (wide - 22) / (PLAIN * len(what))))
    yield from painter.pawn(spot, x + wide - 40, y + 2, 0.37)


def _stall(painter: Painter, good: str, box: Rectangle) -> Iterator[Item]:
    """The market for a good: a place for each cube, with its price below."""
    x, y, wide, _ = box
    position, theme, kind = painter.position, painter.theme, GOODS.index(good)
    yield painter.panel(box)
    yield Placed(pieces.cube(good), x + 6, y + 6, 0.28)
    yield painter.bold(painter.said(f"kingdom_good.{good}"), x + 40, y + 26, 17, wide - 48)
    step = (wide - 12) / LEVELS
    for at, price in enumerate(position.box.prices[kind]):
        left = x + 6 + at * step
        yield Rect(left, y + 40, step - 3, 28, 5, theme.well, theme.well_rim)
        if at < position.market[kind]:
            yield Placed(pieces.cube(good), left + (step - 29) / 2, y + 41, 0.26)
        yield from painter.number(price, left + step / 2 - 1, y + 72, 14)


def _temple(painter: Painter, box: Rectangle) -> Iterator[Item]:
    """The steps of the temple side by side; the next one is framed."""
    x, y, wide, high = box
    position, theme = painter.position, painter.theme
    yield painter.panel(box)
    width = (wide - 12) / len(position.box.steps)
    for at, step in enumerate(position.box.steps):
        left, is_built, is_next = x + 6 + at * width, at < position.temple, at == position.temple
        fill = _BUILT if is_built else theme.well
        rim, pen = (theme.gold, 3) if is_next else (theme.well_rim, 1.2)
        yield Rect(left, y + 6, width - 4, high - 12, 6, fill, rim, pen)
        yield from _step(step, left + width / 2 - 2, y, _BROWN if is_built else theme.ink)


def _step(step: Step, x: float, y: float, ink: str) -> Iterator[Item]:
    """The points of a step around x, and above them the cubes that it costs."""
    yield from word(str(step.points), x, y + 42, 20, ink, PEN)
    cubes = [*cubes_text(step.cost).strip("-"), *"?" * step.free]
    for at, good in enumerate(cubes):
        middle = x + (at - (len(cubes) - 1) / 2) * 19
        if good == "?":
            yield Circle(middle, y + 24, 8, None, ink, 2)
            yield from word("?", middle, y + 19, 10, ink, 16)
        else:
            yield Placed(pieces.cube(good), middle - 9, y + 15, 0.18)


def _card(painter: Painter, number: int, box: Rectangle) -> Iterator[Item]:
    """A building card on display: its name and cost, its points, and what a pawn there does."""
    x, y, wide, _ = box
    card = painter.position.box.buildings.get(number)
    yield painter.panel(box)
    in_words = card is not None and isinstance(card.action, CardAction)
    below = 70 if in_words else 90
    yield from word(str(number), x + wide - 16, y + below, 12, painter.theme.soft_ink, 14)
    if card is None:
        return
    name = painter.said("kingdom_told.name", name=building_phrase(card))
    yield painter.bold(name, x + 8, y + 24, 16, wide - 14)
    yield from painter.cubes(cubes_text(card.cost), x + 8, y + 34, 25, wide - 16)
    points = painter.said("kingdom_label.card", points=card.points)
    yield painter.bold(points, x + 8, y + 79, 14)
    yield from _effect(painter, card.action, x + 8, y + 86)
    if not card.builds:
        told = painter.said("kingdom_spot.no_building")
        yield painter.soft(told, x + wide - 7, y + 79, 12, anchor="end")


def _effect(painter: Painter, action: Cubes | CardAction, x: float, y: float) -> Iterator[Item]:
    """The effect of a building card: a pawn, and the goods or the words for it."""
    yield Placed(pieces.any_pawn(), x, y - 2, 0.18)
    if isinstance(action, CardAction):
        yield painter.soft(painter.effect(action), x + 23, y + 13, 13)
    else:
        sprites = [*map(pieces.cube, cubes_text(action))]
        yield from side_by_side(sprites, x + 23, y, 15, 60)
