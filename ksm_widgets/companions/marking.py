"""Marks on the picture of a table, whatever the game: what is chosen, allowed, hinted or wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, NamedTuple

from ksm_widgets.companions.position import PlaceT
from ksm_widgets.draw.shapes import Circle, Item, Rect
from ksm_widgets.draw.signs import word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.picture import Rectangle
    from ksm_widgets.draw.themes import Theme


@dataclass(frozen=True, slots=True)
class Marks(Generic[PlaceT]):
    """The marks on a table; none by default.

    `chosen` is ringed in gold, `allowed` with dots, `hinted` with large ones, `wrong` in red with a
    sign; `focus` is the keyboard's place.
    """

    chosen: tuple[PlaceT, ...] = ()
    allowed: tuple[PlaceT, ...] = ()
    hinted: tuple[PlaceT, ...] = ()
    wrong: tuple[PlaceT, ...] = ()
    focus: PlaceT | None = None


class _Ring(NamedTuple):
    """How the frame of a mark looks: its width, how far it is inside the place, its dashes."""

    width: float
    inset: float
    dash: tuple[float, ...] = ()


_HINTED, _ALLOWED = _Ring(7, 4, (0.1, 12)), _Ring(3.5, 5, (2, 8))
_CHOSEN, _WRONG, _FOCUS = _Ring(5, 3.5), _Ring(5, 3.5, (10, 8)), _Ring(3, 1.5)
_GROUND = 3
"""How much wider than a frame the one below is."""
_CORNER, _SIGN, _SIGN_HIGH = 14, 11, 16
"""How far the sign for what is wrong is from the corner of its place, its radius, its mark."""


def marked(
    marks: Marks[PlaceT],
    boxes: Mapping[PlaceT, Rectangle],
    theme: Theme,
    outwards: float = 0.0,
) -> list[Item]:
    """Marks painted just inside the edge of each place, or further out by `outwards`."""
    rings = (
        (marks.hinted, theme.gold, _HINTED),
        (marks.allowed, theme.gold, _ALLOWED),
        (marks.chosen, theme.gold, _CHOSEN),
        (marks.wrong, theme.bad, _WRONG),
        (() if marks.focus is None else (marks.focus,), theme.focus, _FOCUS),
    )
    items: list[Item] = []
    for places, colour, ring in rings:
        for box in (boxes[place] for place in places if place in boxes):
            items += _framed(box, colour, ring, theme, outwards)
            if ring is _WRONG:
                items += _warned(box, theme)
    return items


def _framed(
    box: Rectangle,
    colour: str,
    ring: _Ring,
    theme: Theme,
    outwards: float,
) -> list[Item]:
    """A place's frame, on a wider one that parts it from what is below."""
    x, y, wide, high = box
    inset = ring.inset - outwards
    frame = Rect(
        x + inset,
        y + inset,
        wide - 2 * inset,
        high - 2 * inset,
        radius=11,
        stroke=colour,
        stroke_width=ring.width,
        dash=ring.dash,
    )
    width = ring.width + _GROUND
    return [replace(frame, stroke=theme.ring_ground, stroke_width=width, opacity=0.9), frame]


def _warned(box: Rectangle, theme: Theme) -> list[Item]:
    """The sign in the corner of a wrong place, for those who don't tell red from gold."""
    x, y, wide, _ = box
    x, y = x + wide - _CORNER, y + _CORNER
    return [
        Circle(x, y, _SIGN + _GROUND / 2, theme.ring_ground),
        Circle(x, y, _SIGN, theme.bad),
        *word("!", x, y - _SIGN_HIGH / 2, _SIGN_HIGH, theme.ring_ground, pen=20),
    ]
