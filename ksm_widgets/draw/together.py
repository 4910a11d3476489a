"""Pictures put together of smaller ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.draw.shapes import Placed, Scene, Sprite, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["beside", "shifted"]


def shifted(items: Iterable[object], x: float, y: float) -> list[Placed | Text]:
    """Items moved by so much: words one by one, all else as one sprite for each run of shapes."""
    moved: list[Placed | Text] = []
    for item in items:
        if isinstance(item, (Text, Placed)):
            moved.append(replace(item, x=item.x + x, y=item.y + y))
        else:
            moved.append(Placed(Sprite((item,)), x, y))  # type: ignore[arg-type]
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
