"""What a picture is made of: shapes, text and hit areas as plain data, in logical units.

A scene knows nothing of SVG, canvas or text: the painters do. y grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass

from ksm_widgets.rules.quarries import Quarry

__all__ = [
    "Circle",
    "Drawn",
    "HitArea",
    "Item",
    "Path",
    "Placed",
    "Rect",
    "Scene",
    "Sprite",
    "Target",
    "Text",
]

Target = Quarry | str
"""What a hit area stands for: a quarry, or the name of something else, such as `tile:5`."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, its corners rounded by `radius`; colours are `#rrggbb`, None paints nothing."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0
    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 1
    opacity: float = 1
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 1
    opacity: float = 1
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """A line or outline, written as an SVG path with the absolute commands M L C Q Z only.

    Lines end and turn round; what is filled is filled whole (no holes).
    """

    d: str
    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 1
    opacity: float = 1
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """A word set in a plain font; (x, y) is on its base line at `anchor` start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "start"
    bold: bool = False


Drawn = Rect | Circle | Path


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A picture made once and placed many times, of shapes and smaller sprites.

    Two sprites are equal only if they are one and the same.
    """

    shapes: tuple[Drawn | Placed, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A sprite with its origin at (x, y), so many times larger."""

    sprite: Sprite
    x: float
    y: float
    scale: float = 1


Item = Drawn | Text | Placed


@dataclass(frozen=True, slots=True)
class HitArea:
    """A rectangle that stands for something one can point at."""

    x: float
    y: float
    width: float
    height: float
    target: Target


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: its size, what is painted in this order, where to point, and its words.

    `title` names it in a few words, `description` tells the same to who cannot see it.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    hits: tuple[HitArea, ...] = ()
    title: str = ""
    description: str = ""
