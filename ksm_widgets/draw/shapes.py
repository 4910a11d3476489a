"""Pictures as plain data: scenes, what they are made of, and how two become one.

Shapes, text and hit areas are in logical units; y grows downwards. A scene knows nothing of SVG or
canvas: the painters do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TYPE_CHECKING

from ksm_widgets.pictures import Pictured

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from ksm_widgets.draw.themes import Theme


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
    """A rectangle to point at; `target` is a quarry or a name (`tile:5`)."""

    x: float
    y: float
    width: float
    height: float
    target: Hashable


@dataclass(frozen=True, slots=True)
class Scene(Pictured):
    """A picture: its size, what is painted in this order, where to point, and its words.

    `title` names it in a few words, `description` tells the same to who cannot see it.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    hits: tuple[HitArea, ...] = ()
    title: str = ""
    description: str = ""

    def __str__(self) -> str:
        return self.title


_SIZE = 19
_LETTER = 0.58 * _SIZE
"""The width allowed for a letter, with room to spare: painters use different fonts."""
_LINE = 29
_RIM = 18


def shifted(items: Iterable[Item], x: float, y: float) -> list[Placed | Text]:
    """Items moved by so much; a shape, whose place is in its outline, becomes a sprite for that."""
    moved: list[Placed | Text] = []
    for item in items:
        if isinstance(item, (Text, Placed)):
            moved.append(replace(item, x=item.x + x, y=item.y + y))
        else:
            moved.append(Placed(Sprite((item,)), x, y))
    return moved


def beside(*scenes: Scene) -> Scene:
    """Pictures side by side, in the middle of the highest."""
    height = max(scene.height for scene in scenes)
    items: list[Placed | Text] = []
    x = 0.0
    for scene in scenes:
        items += shifted(scene.items, x, (height - scene.height) / 2)
        x += scene.width + 12
    return Scene(x - 12, height, tuple(items))


def panel(width: float, height: float, theme: Theme, top: float = 0.5) -> Rect:
    """The panel on which a chart, an account or words are."""
    return Rect(0.5, top, width - 1, height - 1, 12, fill=theme.panel, stroke=theme.panel_rim)


def captioned(scene: Scene, words: str, theme: Theme) -> Scene:
    """A picture with lines of words on a panel below it; the first of them stands out."""
    room = int((scene.width - 2 * _RIM) / _LETTER)
    told = [part for line in words.splitlines() for part in wrap(line, room) or [""]]
    first = len(wrap(words.partition("\n")[0], room))
    top, height = scene.height + 8, _LINE * len(told) + 2 * _RIM
    lines = (
        Text(_RIM, top + _RIM + _LINE * place + 18, line, _SIZE, theme.ink, bold=place < first)
        for place, line in enumerate(told)
    )
    items = (*scene.items, panel(scene.width, height, theme, top), *lines)
    return replace(scene, height=top + height, items=items, description=words)
