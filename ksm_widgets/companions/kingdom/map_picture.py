"""The map of Kingdom of Solomon as a picture: land and sea, resource places, roads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import pieces
from ksm_widgets.companions.kingdom.goods import cubes_text
from ksm_widgets.companions.kingdom.painting import piece
from ksm_widgets.companions.picture import RIM, WIDTH
from ksm_widgets.draw.shapes import Path, Rect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.kingdom.box import Box
    from ksm_widgets.companions.kingdom.painting import Painter
    from ksm_widgets.companions.kingdom.places import LandName
    from ksm_widgets.companions.kingdom.position import Road
    from ksm_widgets.companions.picture import Rectangle
    from ksm_widgets.draw.shapes import Item

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
"""Places of another map in a row."""
_LEFT, _TOP, _STEP_X, _STEP_Y = RIM + 10, RIM + 6, 170.0, 96.0
"""The corner of the first place, and from one column or row to the next."""
_WIDE, _HIGH = 142.0, 72.0
"""The size of a place."""

_SHORE, _BELOW, _ROUND = 8, 6, 16
"""Around the sea, below the lowest place, and the radius of the corners."""
_SEA, _GROUND = ("#9cc6de", "#3f6f8f"), ("#efe2bd", "#4a4630")
"""The colours of the sea and the land, by day and by night."""

_ROAD, _ROAD_FACE = 15.0, 8.0
"""The width of a road with its edge and without."""
_BROWN, _SAND = "#3a2610", "#d9b36b"
"""The colours of a road that is nobody's."""

_NAME_X, _NAME_Y, _NAME = 9.0, 25.0, 20.0
"""The start, base line and size of a place's name."""
_CUBES_X, _CUBES_Y, _CUBE, _CUBES_WIDE = 8.0, 35.0, 30.0, 62.0
"""The corner and size of its cubes, and the room for them."""
_HOUSE_X, _HOUSE_Y, _HOUSE = 42.0, 38.0, 35.0
"""The corner of a building, from the right and the bottom, and its size."""
_SITE_X, _SITE_Y, _SITE = 41.0, 36.0, (32.0, 31.0)
"""The same of a free site."""
_PAWN_X, _PAWN_Y, _PAWN = 78.0, 42.0, 39.0
"""The same of a pawn."""


def land_boxes(box: Box) -> dict[LandName, Rectangle]:
    """The corner and size of every resource place."""
    ours = {*box.lands} <= {*_AT}
    return {
        name: (_LEFT + column * _STEP_X, _TOP + row * _STEP_Y, _WIDE, _HIGH)
        for at, name in enumerate(box.lands)
        for column, row in [_AT[name] if ours else (at % _PER_ROW, at // _PER_ROW)]
    }


def map_end(boxes: Iterable[Rectangle]) -> float:
    """The height at which the lowest of the resource places ends."""
    return max(y + high for _, y, _, high in boxes)


def landscape(painter: Painter) -> Iterator[Item]:
    """The sea and the land, with lines between neighbours, and roads over them."""
    box, theme = painter.position.box, painter.theme
    boxes = land_boxes(box)
    low = map_end(boxes.values()) + _BELOW
    by_night = theme.name != "light"
    yield Rect(_SHORE, _SHORE, WIDTH - 2 * _SHORE, low - _SHORE, _ROUND, _SEA[by_night])
    yield Path(_coast(low), _GROUND[by_night])
    for name, land in box.lands.items():
        for other in land.neighbours:
            if name < other:
                path = _line(boxes[name], boxes[other])
                yield Path(path, None, theme.label, 2, 0.55, (2, 7))
    for road in painter.position.roads:
        if {*road} <= {*boxes}:
            yield from _road(painter, road, boxes)


def _coast(low: float) -> str:
    """The land down to a height: the sea is to the west."""
    right = WIDTH - _SHORE
    return (
        f"M96 {_SHORE} C60 60 20 90 14 150 C10 230 40 260 20 330 C8 400 10 430 24 470 "
        f"C50 520 90 560 96 {low} L{right - _ROUND} {low} Q{right} {low} {right} {low - _ROUND} "
        f"L{right} {_SHORE + _ROUND} Q{right} {_SHORE} {right - _ROUND} {_SHORE} Z"
    )


def _road(painter: Painter, road: Road, boxes: dict[LandName, Rectangle]) -> Iterator[Item]:
    """A road, in the colours of the player who has a building at an end of it."""
    position, (one, other) = painter.position, road
    path = _line(boxes[one], boxes[other])
    colours = pieces.SEATS.get(position.owner(one) or position.owner(other) or 0)
    edge, face = (_BROWN, _SAND) if colours is None else (colours.edge, colours.rim)
    yield Path(path, None, edge, _ROAD)
    yield Path(path, None, face, _ROAD_FACE)


def _line(one: Rectangle, other: Rectangle) -> str:
    """A line between the middles of two places."""
    (x, y), (x2, y2) = ((left + wide / 2, top + high / 2) for left, top, wide, high in (one, other))
    return f"M{x} {y} L{x2} {y2}"


def land(painter: Painter, name: LandName, box: Rectangle) -> Iterator[Item]:
    """A resource place: its goods, the building or the free site there, and a pawn."""
    x, y, wide, high = box
    right, low = x + wide, y + high
    goods, site, _ = painter.position.box.lands[name]
    owner = painter.position.owner(name)
    yield painter.ground(box)
    yield painter.bold(name, x + _NAME_X, y + _NAME_Y, _NAME)
    yield from painter.cubes(cubes_text(goods), x + _CUBES_X, y + _CUBES_Y, _CUBE, _CUBES_WIDE)
    if owner is not None and owner in pieces.SEATS:
        yield piece(pieces.house(owner), right - _HOUSE_X, low - _HOUSE_Y, _HOUSE)
    elif site:
        at = (right - _SITE_X, low - _SITE_Y, *_SITE)
        yield Rect(*at, 6, None, painter.theme.label, 2, 0.8, (4, 4))
    yield from painter.pawn(name, right - _PAWN_X, low - _PAWN_Y, _PAWN)
