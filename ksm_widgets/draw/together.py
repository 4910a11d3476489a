"""Pictures put together of smaller ones, and pictures with words below them."""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

from ksm_widgets.draw.shapes import Item, Placed, Rect, Scene, Sprite, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.draw.themes import Theme

__all__ = ["beside", "captioned", "shifted"]

_SIZE = 19
_LETTER = 0.58 * _SIZE
"""How wide a letter is reckoned: painters have fonts of their own, so with room to spare."""
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


def captioned(scene: Scene, words: str, theme: Theme) -> Scene:
    """A picture with lines of words on a panel below it; the first of them stands out."""
    room = int((scene.width - 2 * _RIM) / _LETTER)
    told = [part for line in words.splitlines() for part in wrap(line, room) or [""]]
    first = len(wrap(words.partition("\n")[0], room))
    top, height = scene.height + 8, _LINE * len(told) + 2 * _RIM
    panel = Rect(
        0.5, top, scene.width - 1, height - 1, 12, fill=theme.panel, stroke=theme.panel_rim
    )
    lines = (
        Text(_RIM, top + _RIM + _LINE * place + 18, line, _SIZE, theme.ink, bold=place < first)
        for place, line in enumerate(told)
    )
    items = (*scene.items, panel, *lines)
    return replace(scene, height=top + height, items=items, description=words)
