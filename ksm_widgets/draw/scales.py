"""Parts that several charts use: a scale, and the size and grid of those over games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor

from ksm_widgets.draw.shapes import Item, Path, Text
from ksm_widgets.draw.themes import Theme

WIDTH, HEIGHT = 348.0, 168.0
"""The size of a chart over a game, or over games."""
_LEFT, _TOP, _RIGHT, _LOW = 38.0, 16.0, 14.0, 24.0
_STEPS = (2, 5, 10, 20, 50, 100, 200)
"""Points between two lines."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The scales of a chart: columns from `left` to `right`, values from `low` up to `top`."""

    left: float
    right: float
    top: float
    low: float
    columns: int
    least: float
    most: float

    @property
    def step(self) -> float:
        """The width of a column."""
        return (self.right - self.left) / self.columns

    def x(self, column: float) -> float:
        """The middle of a column, counted from 0."""
        return self.left + self.step * (column + 0.5)

    def y(self, value: float) -> float:
        """The y of a value."""
        return self.top + (self.low - self.top) * (self.most - value) / (self.most - self.least)


def scale_of(levels: range, columns: int, *, left: float = _LEFT, top: float = _TOP) -> Scale:
    """The scale of a chart of that size, with lines at these numbers of points."""
    return Scale(left, WIDTH - _RIGHT, top, HEIGHT - _LOW, columns, levels[0], levels[-1])


def points_between(least: float, most: float) -> range:
    """The numbers of points at which a line is drawn, from `least` or below to above `most`."""
    apart = next((one for one in _STEPS if (most - least) / one <= 4), _STEPS[-1])
    first = floor(least / apart) * apart
    last = max(ceil(most / apart) * apart, first + apart)
    return range(first, last + 1, apart)


def lines(levels: range, scale: Scale, theme: Theme, *, signed: bool = True) -> Iterator[Item]:
    """Draw a thin line every so many points, a thick one at 0: there nobody is ahead."""
    for points in levels:
        y = scale.y(points)
        line = f"M{scale.left} {y:.2f} L{scale.right} {y:.2f}"
        yield Path(line, None, theme.soft_ink if points == 0 else theme.panel_rim, 1)
        sign = "−" if points < 0 else "+" if points and signed else ""
        yield Text(scale.left - 6, y + 4, f"{sign}{abs(points)}", 12, theme.soft_ink, "end")
