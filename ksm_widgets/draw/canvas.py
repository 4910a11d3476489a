"""The canvas painter: a scene as a handful of drawing commands on an ipycanvas canvas.

Everything but words becomes polygons, and all polygons between two words go out as one command.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from math import ceil, floor
from typing import Any, Protocol

from ksm_widgets.draw.outlines import Point, filled, stroked
from ksm_widgets.draw.shapes import Drawn, Placed, Scene, Text
from ksm_widgets.draw.vector import FONT

_MOST = 0.5
"""Of which part of a picture it is worth while to find out what has changed."""


class Canvas(Protocol):
    """The part of ipycanvas's interface that the painter uses."""

    font: str
    fill_style: str
    text_align: str

    def clear_rect(self, x: float, y: float, width: float, height: float) -> None:
        """Make a rectangle transparent."""

    def fill_styled_polygons(
        self, points: Any, color: Any, alpha: Any, points_per_polygon: Any
    ) -> None:
        """Fill many polygons, each in its own colour."""

    def fill_text(self, text: str, x: float, y: float) -> None:
        """Write a word."""

    def save(self) -> None:
        """Save the clipping area."""

    def restore(self) -> None:
        """Restore the clipping area saved last."""

    def begin_path(self) -> None:
        """Start an outline."""

    def rect(self, x: float, y: float, width: float, height: float) -> None:
        """Add a rectangle to the outline."""

    def clip(self) -> None:
        """Paint inside the outline only."""


Box = tuple[float, float, float, float]
"""A rectangle by its left, upper, right and lower edge, in canvas pixels."""


class _Batch:
    """Polygons in the flat form in which they go out."""

    __slots__ = ("_boxes", "alphas", "colours", "counts", "points")

    def __init__(self) -> None:
        self.points = array("f")
        self.counts = array("i")
        self.colours = array("B")
        self.alphas = array("f")
        self._boxes: list[Box] | None = None

    @property
    def boxes(self) -> list[Box]:
        """A rectangle around each polygon, with a pixel to spare for edges that are softened.

        Reckoned once they are asked for.
        """
        if self._boxes is None:
            self._boxes, first = [], 0
            for count in self.counts:
                xs, ys = (self.points[first + axis : first + 2 * count : 2] for axis in (0, 1))
                self._boxes.append((min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1))
                first += 2 * count
        return self._boxes

    @property
    def box(self) -> Box:
        """A rectangle around all of them."""
        lefts, tops, rights, lows = zip(*self.boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(lows)

    def within(self, places: Sequence[Box]) -> _Batch:
        """Keep only the polygons that reach into some of these rectangles."""
        kept, first = _Batch(), 0
        for index, (count, box) in enumerate(zip(self.counts, self.boxes, strict=True)):
            if any(_meet(box, place) for place in places):
                kept.points.extend(self.points[first : first + 2 * count])
                kept.counts.append(count)
                kept.colours.extend(self.colours[3 * index : 3 * index + 3])
                kept.alphas.append(self.alphas[index])
            first += 2 * count
        return kept

    def add(self, polygons: list[list[Point]], colour: str, alpha: float) -> None:
        for polygon in polygons:
            self.points.extend(chain.from_iterable(polygon))
            self.counts.append(len(polygon))
            self.colours.extend(bytes.fromhex(colour[1:]))
            self.alphas.append(alpha)

    def extend(self, other: _Batch) -> None:
        self.points.extend(other.points)
        self.counts.extend(other.counts)
        self.colours.extend(other.colours)
        self.alphas.extend(other.alphas)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


Shift = Callable[["array[float]", float, float], None]
"""Moves points, x and y by turns, in place by so much to the right and down."""


def shift_points(points: array[float], x: float, y: float) -> None:
    """Move points in plain Python."""
    for axis, offset in ((0, x), (1, y)):
        if offset:
            points[axis::2] = array("f", [at + offset for at in points[axis::2]])


def paint_canvas(
    scene: Scene,
    canvas: Canvas,
    scale: float,
    pack: Callable[[array[Any]], Any],
    shift: Shift = shift_points,
    *,
    before: Scene | None = None,
) -> None:
    """Paint a scene over the whole of a canvas, `scale` canvas pixels to a unit.

    With the scene that is on the canvas `before`, only where something has changed: the picture
    becomes the same, but for a shade where a browser softens edges, and much less is sent.

    `pack` turns an array of plain numbers into what the canvas takes: `numpy.asarray` for
    ipycanvas. `shift` may do what shift_points does in less time: of a picture that is painted for
    the first time it is the larger part. Hold the canvas meanwhile, so that all goes out as one
    message.
    """
    places = None if before is None else _changed(before, scene, scale, shift)
    if places is None:
        canvas.clear_rect(0, 0, scene.width * scale, scene.height * scale)
        _paint(scene, canvas, scale, pack, shift)
    elif places:
        canvas.save()
        canvas.begin_path()
        for left, top, right, low in places:
            canvas.rect(left, top, right - left, low - top)
        canvas.clip()
        for left, top, right, low in places:
            canvas.clear_rect(left, top, right - left, low - top)
        _paint(scene, canvas, scale, pack, shift, places)
        canvas.restore()


def _paint(
    scene: Scene,
    canvas: Canvas,
    scale: float,
    pack: Callable[[array[Any]], Any],
    shift: Shift,
    places: Sequence[Box] | None = None,
) -> None:
    """Paint everything that reaches into some areas, or all of it."""
    batch = _Batch()
    for item in scene.items:
        if isinstance(item, Text):
            _send(batch, canvas, pack)
            batch = _Batch()
            _write(item, canvas, scale)
            continue
        flat = _flat(item, scale, shift)
        if places is None:
            batch.extend(flat)
        elif flat.counts and any(_meet(flat.box, place) for place in places):
            batch.extend(flat.within(places))
    _send(batch, canvas, pack)


def _changed(before: Scene, scene: Scene, scale: float, shift: Shift) -> list[Box] | None:
    """The areas that changed since the scene before, in whole pixels; None if nearly all did.

    Words have no outline here: a scene in which they change is painted again.
    """
    if (before.width, before.height) != (scene.width, scene.height):
        return None
    old, new = Counter(before.items), Counter(scene.items)
    items = [*(old - new), *(new - old)]
    if any(isinstance(item, Text) for item in items):
        return None
    flat = [_flat(item, scale, shift) for item in items if not isinstance(item, Text)]
    places = [
        (float(floor(left)), float(floor(top)), float(ceil(right)), float(ceil(low)))
        for left, top, right, low in (batch.box for batch in flat if batch.counts)
    ]
    area = sum((right - left) * (low - top) for left, top, right, low in places)
    return None if area > _MOST * scene.width * scene.height * scale**2 else places


def _send(batch: _Batch, canvas: Canvas, pack: Callable[[array[Any]], Any]) -> None:
    if batch.counts:
        canvas.fill_styled_polygons(
            pack(batch.points), pack(batch.colours), pack(batch.alphas), pack(batch.counts)
        )


def _write(item: Text, canvas: Canvas, scale: float) -> None:
    canvas.font = f"{'bold ' if item.bold else ''}{item.size * scale:.2f}px {FONT}"
    canvas.fill_style = item.fill
    canvas.text_align = {"middle": "center"}.get(item.anchor, item.anchor)
    canvas.fill_text(item.text, item.x * scale, item.y * scale)


@lru_cache(maxsize=4096)
def _flat(item: Drawn | Placed, scale: float, shift: Shift) -> _Batch:
    """A shape or a placed sprite as polygons in canvas pixels."""
    batch = _Batch()
    if isinstance(item, Placed):
        for inner in item.sprite.shapes:
            batch.extend(_flat(inner, item.scale * scale, shift))
        if batch.counts:
            shift(batch.points, item.x * scale, item.y * scale)
        return batch
    if item.fill:
        batch.add(filled(item, scale), item.fill, item.opacity)
    if item.stroke:
        batch.add(stroked(item, scale), item.stroke, item.opacity)
    batch.points = array("f", [number * scale for number in batch.points])
    return batch
