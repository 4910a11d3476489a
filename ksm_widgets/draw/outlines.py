"""Curves and strokes turned into polygons, so that a canvas can fill a whole board in one go."""

from __future__ import annotations

import re
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt
from typing import assert_never

from ksm_widgets.draw.shapes import Circle, Drawn, Path, Rect

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
