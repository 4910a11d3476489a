"""Pictures of tables, whatever the game: places in rows, pieces side by side."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from ksm_widgets.companions.marking import Marks, marked
from ksm_widgets.companions.position import PlaceT
from ksm_widgets.draw.shapes import HitArea, Item, Placed, Rect, Scene
from ksm_widgets.draw.themes import DARK, Theme

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ksm_widgets.draw.shapes import Sprite

WIDTH, RIM, GAP = 698.0, 16.0, 8.0
"""The width of a table, the space at its edge, and that between two places."""
SPRITE, BESIDE = 100, 2
"""The width and height of a sprite before it is scaled; the space beside it, as some reach out."""
Rectangle = tuple[float, float, float, float]
"""The corner and size of a place."""


@dataclass(frozen=True, slots=True)
class TablePicture(ABC, Generic[PlaceT]):
    """A position with marks; a game says in a subclass where its places are, and paints them."""

    outwards: ClassVar[float] = 0.0
    """How far marks are moved out of a place's edge, so that they cover nothing on it."""

    position: Any
    theme: Theme = DARK
    marks: Marks[PlaceT] = field(default_factory=Marks)

    # What a game must say.

    @abstractmethod
    def boxes(self) -> dict[PlaceT, Rectangle]:
        """The corner and size of every place."""

    @abstractmethod
    def painted(self, boxes: dict[PlaceT, Rectangle]) -> list[Item]:
        """The things on the table."""

    # What all games share.

    def motion_to(self, after: TablePicture[PlaceT]) -> None:
        """No motion to another picture: on these tables nothing glides."""
        return

    @property
    def places(self) -> tuple[PlaceT, ...]:
        """All places that can be touched."""
        return tuple(self.boxes())

    def scene(self) -> Scene:
        """The picture to paint, with a hit area for each place."""
        boxes, theme = self.boxes(), self.theme
        height = max(y + high for _, y, _, high in boxes.values()) + RIM
        table = Rect(0, 0, WIDTH, height, radius=20, fill=theme.page)
        items = (table, *self.painted(boxes), *marked(self.marks, boxes, theme, self.outwards))
        hits = tuple(HitArea(*box, place) for place, box in boxes.items())
        return Scene(WIDTH, height, items, hits)


def add_row(
    boxes: dict[PlaceT, Rectangle], y: float, places: Iterable[PlaceT], columns: int, high: float
) -> float:
    """Add places side by side, in several rows if there are many; gives where the next row is."""
    wide = (WIDTH - 2 * RIM - (columns - 1) * GAP) / columns
    count = 0
    for at, place in enumerate(places):
        x = RIM + at % columns * (wide + GAP)
        boxes[place] = (x, y + at // columns * (high + GAP), wide, high)
        count = at // columns + 1
    return y + count * (high + GAP)


def ground(box: Rectangle, theme: Theme) -> Rect:
    """The ground of a place beside the board."""
    return Rect(*box, radius=10, fill=theme.panel, stroke=theme.panel_rim, stroke_width=1.2)


def turn_frame(box: Rectangle, theme: Theme) -> Rect:
    """The frame of the seat whose turn it is."""
    return Rect(*box, radius=10, stroke=theme.gold, stroke_width=3.5)


def side_by_side(
    sprites: Sequence[Sprite], x: float, y: float, size: float, wide: float, *, middle: bool = False
) -> list[Item]:
    """Pieces side by side, one over the other where there are too many."""
    step, scale = size + BESIDE, size / SPRITE
    if len(sprites) > 1:
        step = min(step, (wide - size) / (len(sprites) - 1))
    if middle:
        x += (wide - size - step * (len(sprites) - 1)) / 2
    return [Placed(sprite, x + at * step, y, scale) for at, sprite in enumerate(sprites)]


def four_pieces(*sprites: Sprite) -> Scene:
    """Four pieces of a game, for the shelf's door."""
    return _in_grid(sprites, 2)


def one_piece(sprite: Sprite) -> Scene:
    """A piece alone, for a button or a legend."""
    return _in_grid([sprite], 1)


def _in_grid(sprites: Sequence[Sprite], columns: int) -> Scene:
    """As many rows as columns of pieces, each with the space beside it."""
    cell = SPRITE + 2 * BESIDE
    corners = [BESIDE + cell * at for at in range(columns)]
    places = ((x, y) for y in corners for x in corners)
    items = (Placed(sprite, *place) for sprite, place in zip(sprites, places, strict=True))
    return Scene(columns * cell, columns * cell, tuple(items))
