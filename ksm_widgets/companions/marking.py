"""Marks on the picture of a table, whatever the game: what is chosen, allowed, hinted or wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from ksm_widgets.draw.shapes import Circle, Item, Rect
from ksm_widgets.draw.signs import word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.draw.themes import Theme

Place = TypeVar("Place")


@dataclass(frozen=True, slots=True)
class Marks(Generic[Place]):
    """The marks on a table; none by default.

    `chosen` is ringed in gold, `allowed` with dots, `hinted` with large ones, `wrong` in red with a
    cross; `focus` is the keyboard's place.
    """

    chosen: tuple[Place, ...] = ()
    allowed: tuple[Place, ...] = ()
    hinted: tuple[Place, ...] = ()
    wrong: tuple[Place, ...] = ()
    focus: Place | None = None


def marked(
    marks: Marks[Place],
    boxes: Mapping[Place, tuple[float, float, float, float]],
    theme: Theme,
    outwards: float = 0.0,
) -> list[Item]:
    """Marks painted inside the corner and size of each place, or so much further out."""
    items: list[Item] = []

    def ring(
        place: Place, colour: str, width: float, inset: float, dash: tuple[float, ...] = ()
    ) -> None:
        if place in boxes:
            x, y, wide, high = boxes[place]
            inset -= outwards
            around = (x + inset, y + inset, wide - 2 * inset, high - 2 * inset, 11)
            items.append(Rect(*around, None, theme.ring_ground, width + 3, 0.9, dash))
            items.append(Rect(*around, None, colour, width, 1, dash))

    for place in marks.hinted:
        ring(place, theme.gold, 7, 4, (0.1, 12))
    for place in marks.allowed:
        ring(place, theme.gold, 3.5, 5, (2, 8))
    for place in marks.chosen:
        ring(place, theme.gold, 5, 3.5)
    for place in marks.wrong:
        ring(place, theme.bad, 5, 3.5, (10, 8))
        if place in boxes:
            x, y, wide, _ = boxes[place]
            items += [
                Circle(x + wide - 14, y + 14, 12.5, theme.ring_ground),
                Circle(x + wide - 14, y + 14, 11, theme.bad),
                *word("!", x + wide - 14, y + 6, 16, theme.ring_ground, 20),
            ]
    if marks.focus is not None:
        ring(marks.focus, theme.focus, 3, 1.5)
    return items


_ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
ENTER = ("Enter", " ")
"""The keys that touch the place of the cursor."""


def neighbour(
    boxes: Mapping[Place, tuple[float, float, float, float]], here: Place, key: str
) -> Place:
    """The nearest place in the direction of an arrow key; the same place for any other key."""
    if key not in _ARROWS:
        return here
    right, down = _ARROWS[key]
    x0, y0, wide0, high0 = boxes[here]
    best, found = float("inf"), here
    for place, (left, top, wide, high) in boxes.items():
        x, y = left + wide / 2 - x0 - wide0 / 2, top + high / 2 - y0 - high0 / 2
        ahead, aside = (x * right, abs(y)) if right else (y * down, abs(x))
        # In a grid the cursor stays in its row or column.
        if ahead > 1 and aside <= 2 * ahead and ahead + 3 * aside < best:
            best, found = ahead + 3 * aside, place
    return found
