"""The canvas painter: a scene as a handful of drawing commands on an ipycanvas canvas.

Everything but words becomes polygons, and all polygons between two words go out as one command.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import Any, Protocol

from ksm_widgets.draw.outlines import Point, filled, stroked
from ksm_widgets.draw.shapes import Drawn, Placed, Scene, Text
from ksm_widgets.draw.vector import FONT

__all__ = ["Canvas", "Shift", "paint_canvas", "shift_points"]


class Canvas(Protocol):
    """What the painter asks of a canvas: a few names of the ipycanvas interface."""

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


class _Batch:
    """Polygons in the flat form in which they go out."""

    __slots__ = ("alphas", "colours", "counts", "points")

    def __init__(self) -> None:
        self.points = array("f")
        self.counts = array("i")
        self.colours = array("B")
        self.alphas = array("f")

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
) -> None:
    """Paint a scene over the whole of a canvas, `scale` canvas pixels to a unit.

    `pack` turns an array of plain numbers into what the canvas takes: `numpy.asarray` for
    ipycanvas. `shift` may do what shift_points does in less time: of a picture that is painted for
    the first time it is the larger part. Hold the canvas meanwhile, so that all goes out as one
    message.
    """
    canvas.clear_rect(0, 0, scene.width * scale, scene.height * scale)
    batch = _Batch()
    for item in scene.items:
        if isinstance(item, Text):
            _send(batch, canvas, pack)
            batch = _Batch()
            _write(item, canvas, scale)
        else:
            batch.extend(_flat(item, scale, shift))
    _send(batch, canvas, pack)


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
