"""The canvas painter: a scene as a handful of drawing commands on an ipycanvas canvas.

Everything but words becomes polygons, curves and strokes too, and all polygons between two words
go out as one command.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from math import atan2, ceil, cos, floor, hypot, pi, sin, sqrt
from typing import Any, Protocol, assert_never

from ksm_widgets.draw.shapes import Circle, Drawn, Path, Placed, Rect, Scene, Text
from ksm_widgets.draw.vector import FONT

_MOST = 0.5
"""The share of a picture up to which it pays to paint only what has changed."""


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


Point = tuple[float, float]
Line = tuple[list[Point], bool]
"""Points, and whether the last is joined to the first."""

_TOKEN = re.compile(r"[MLCQZ]|-?\d+(?:\.\d+)?")
_NEAR = 1e-6
"""Points nearer than this are one."""
_GENTLE = 0.5
"""Bends below this many radians need no rounding."""


def filled(shape: Drawn, scale: float) -> list[list[Point]]:
    """The polygons to fill for a shape's inside, in its own units, fine enough for `scale`."""
    return [points for points, _ in lines(shape, scale) if len(points) > 2]


def stroked(shape: Drawn, scale: float) -> list[list[Point]]:
    """The polygons to fill for a shape's stroke, dashes included."""
    found = []
    for points, closed in lines(shape, scale):
        for part, whole in (
            _dashes(points, closed, shape.dash) if shape.dash else [(points, closed)]
        ):
            found.append(_ribbon(part, whole, shape.stroke_width / 2, scale))
    return found


def lines(shape: Drawn, scale: float) -> list[Line]:
    """A shape's outline as straight lines."""
    match shape:
        case Rect():
            return [(_rounded(shape, scale), True)]
        case Circle():
            return [(_arc((shape.x, shape.y), shape.radius, 0, 2 * pi, scale)[1:], True)]
        case Path():
            return _path(shape.d, scale)
        case _:
            assert_never(shape)


def _rounded(rect: Rect, scale: float) -> list[Point]:
    x, y, right, low = rect.x, rect.y, rect.x + rect.width, rect.y + rect.height
    radius = min(rect.radius, rect.width / 2, rect.height / 2)
    if radius <= 0:
        return [(x, y), (right, y), (right, low), (x, low)]
    steps = max(2, min(10, ceil(sqrt(radius * scale) * 0.95)))
    points = []
    for centre_x, centre_y, start in (
        (right - radius, y + radius, -pi / 2),
        (right - radius, low - radius, 0.0),
        (x + radius, low - radius, pi / 2),
        (x + radius, y + radius, pi),
    ):
        for step in range(steps + 1):
            angle = start + step * pi / 2 / steps
            points.append((centre_x + radius * cos(angle), centre_y + radius * sin(angle)))
    return points


def _path(d: str, scale: float) -> list[Line]:
    found: list[Line] = []
    points: list[Point] = []
    tokens = _TOKEN.findall(d)
    at = 0
    command = "M"

    def take(count: int) -> list[Point]:
        nonlocal at
        numbers = [float(token) for token in tokens[at : at + 2 * count]]
        at += 2 * count
        return [(numbers[i], numbers[i + 1]) for i in range(0, 2 * count, 2)]

    while at < len(tokens):
        if tokens[at] in "MLCQZ":
            command = tokens[at]
            at += 1
        match command:
            case "M":
                if points:
                    found.append((points, False))
                points = take(1)
                command = "L"
            case "L":
                points.extend(take(1))
            case "C":
                _curve(points, take(3), scale)
            case "Q":
                middle, end = take(2)
                (x0, y0), (x1, y1), (x2, y2) = points[-1], middle, end
                first = (x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0))
                second = (x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2))
                _curve(points, [first, second, end], scale)
            case "Z":
                found.append((points, True))
                points = points[:1]
                if at < len(tokens):
                    points = []
    if len(points) > 1:
        found.append((points, False))
    return found


def _curve(points: list[Point], handles: list[Point], scale: float) -> None:
    """Append a cubic curve that starts at the last of `points`."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[-1], *handles
    reach = hypot(x1 - x0, y1 - y0) + hypot(x2 - x1, y2 - y1) + hypot(x3 - x2, y3 - y2)
    steps = max(2, min(20, ceil(sqrt(reach * scale) * 0.75)))
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))


def _dashes(points: list[Point], closed: bool, dash: tuple[float, ...]) -> list[Line]:
    """Cut a line into dashes; `dash` holds lengths of line and gap by turns."""
    found: list[Line] = []
    track = [*points, points[0]] if closed else points
    index, left, drawing = 0, dash[0], True
    part = [track[0]]
    for (x0, y0), (x1, y1) in pairwise(track):
        length = hypot(x1 - x0, y1 - y0)
        gone = 0.0
        while length - gone > left:
            gone += left
            cut = (x0 + (x1 - x0) * gone / length, y0 + (y1 - y0) * gone / length)
            if drawing:
                found.append(([*part, cut], False))
            index = (index + 1) % len(dash)
            left, drawing, part = dash[index], not drawing, [cut]
        left -= length - gone
        part.append((x1, y1))
    if drawing and len(part) > 1:
        found.append((part, False))
    return found


def _ribbon(points: list[Point], closed: bool, half: float, scale: float) -> list[Point]:
    """A line made thick, as one polygon: round ends and joins, `half` to either side.

    A closed line becomes a ring: one side all round, then the other side backwards.
    """
    track = [points[0]]
    for x, y in points[1:]:
        if hypot(x - track[-1][0], y - track[-1][1]) > _NEAR:
            track.append((x, y))
    if (
        closed
        and len(track) > 1
        and hypot(track[0][0] - track[-1][0], track[0][1] - track[-1][1]) <= _NEAR
    ):
        track.pop()
    if len(track) == 1:
        return _arc(track[0], half, 0, 2 * pi, scale)
    back = track[::-1]
    if closed and len(track) > 2:
        left = _side([track[-1], *track, track[0]], half, scale)
        right = _side([back[-1], *back, back[0]], half, scale)
        return [*left, left[0], *right, right[0]]
    return [
        *_end(track[1], track[0], half, scale),
        *_side(track, half, scale),
        *_end(track[-2], track[-1], half, scale),
        *_side(back, half, scale),
    ]


def _side(track: list[Point], half: float, scale: float) -> list[Point]:
    """The left side of a thick line at its inner points, joined round where it bends much."""
    side: list[Point] = []
    for (x0, y0), (x, y), (x2, y2) in zip(track, track[1:], track[2:], strict=False):
        before, after = atan2(y - y0, x - x0), atan2(y2 - y, x2 - x)
        bend = (after - before + pi) % (2 * pi) - pi
        if abs(bend) < _GENTLE:
            middle = before + bend / 2 - pi / 2
            reach = half / cos(bend / 2)
            side.append((x + reach * cos(middle), y + reach * sin(middle)))
        elif bend > 0:
            side += _arc((x, y), half, before - pi / 2, bend, scale)
        else:
            for angle in (before - pi / 2, after - pi / 2):
                side += [(x + half * cos(angle), y + half * sin(angle)), (x, y)]
            side.pop()
    return side


def _end(previous: Point, end: Point, half: float, scale: float) -> list[Point]:
    """A round end, from the left side of a thick line to its right side."""
    angle = atan2(end[1] - previous[1], end[0] - previous[0])
    return _arc(end, half, angle - pi / 2, pi, scale)


def _arc(centre: Point, radius: float, start: float, sweep: float, scale: float) -> list[Point]:
    """Points on a part of a circle, both ends included."""
    steps = max(1, ceil(abs(sweep) * max(1.0, sqrt(radius * scale)) * 0.62))
    return [
        (
            centre[0] + radius * cos(start + sweep * step / steps),
            centre[1] + radius * sin(start + sweep * step / steps),
        )
        for step in range(steps + 1)
    ]
