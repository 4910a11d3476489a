"""The cursor of the keyboard on the picture of a table, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from ksm_widgets.companions.position import PlaceT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.picture import Rectangle

_ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
ENTER = ("Enter", " ")
"""The keys that touch the place of the cursor."""
_ASTRAY = 2
"""How far aside a place may be for each step ahead, to be in the direction of a key."""
_ASIDE = 3
"""The weight of a step aside against one ahead: in a grid the cursor stays in its row or column."""


@dataclass(frozen=True, slots=True)
class Cursor(Generic[PlaceT]):
    """The cursor of the keyboard on a table: its place, framed once keys are used."""

    place: PlaceT
    keyboard: bool = False

    @property
    def focus(self) -> PlaceT | None:
        """The place to frame."""
        return self.place if self.keyboard else None

    def within(self, boxes: Mapping[PlaceT, Rectangle], *preferred: PlaceT) -> PlaceT:
        """The place of the cursor, or a preferred one, or the first: whichever a table has."""
        places = (self.place, *preferred, *boxes)
        return next(place for place in places if place in boxes)

    def shown(self, *, keyboard: bool = True) -> Cursor[PlaceT]:
        """The cursor, framed or not."""
        return Cursor(self.place, keyboard)

    def walk(self, key: str, boxes: Mapping[PlaceT, Rectangle]) -> Cursor[PlaceT]:
        """Move by an arrow key to the nearest place in its direction; others move nothing."""
        return Cursor(_neighbour(boxes, self.within(boxes), key), keyboard=True)


def _neighbour(boxes: Mapping[PlaceT, Rectangle], here: PlaceT, key: str) -> PlaceT:
    """The nearest place in the direction of an arrow key; the same place for any other key."""
    if key not in _ARROWS:
        return here
    right, down = _ARROWS[key]
    x0, y0, wide0, high0 = boxes[here]
    best, found = float("inf"), here
    for place, (left, top, wide, high) in boxes.items():
        x, y = left + wide / 2 - x0 - wide0 / 2, top + high / 2 - y0 - high0 / 2
        ahead, aside = (x * right, abs(y)) if right else (y * down, abs(x))
        far = ahead + _ASIDE * aside
        if ahead > 1 and aside <= _ASTRAY * ahead and far < best:
            best, found = far, place
    return found
