"""An explorer without a browser: what is done on it is made up, what it says is read."""

from __future__ import annotations

import re
from typing import Any

from ksm_widgets.rules import Position
from ksm_widgets.widgets import Explorer
from tests.mines import CURSED

__all__ = ["click", "cursed", "frame", "html", "key", "pointer", "words"]


def cursed() -> Explorer:
    """An explorer of that mine with card 1 in hand."""
    explorer = Explorer(Position.parse(CURSED))
    explorer.act("card", "1")
    return explorer


def pointer(explorer: Explorer, what: str, name: str | None) -> None:
    """What the pointer did on a quarry: `tap`, `press`, `release` or `point`."""
    frame(explorer, {what: name})


def click(explorer: Explorer, name: str, other: str | None = None) -> None:
    """A click, or a drag to another quarry."""
    if other is None or other == name:
        pointer(explorer, "tap", name)
    else:
        pointer(explorer, "press", name)
        pointer(explorer, "release", other)


def frame(explorer: Explorer, content: object) -> None:
    """Let the frame around the canvas tell of something."""
    explorer._board._frame._handle_custom_msg(content, [])


def key(explorer: Explorer, name: str, *, command: bool = False, shift: bool = False) -> None:
    """A key on the board."""
    frame(explorer, {"key": name, "command": command, "shift": shift})


def html(explorer: Explorer, part: str) -> str:
    """What stands in a part of the page."""
    panel: Any = explorer._panels[part]
    return str(panel.html)


def words(explorer: Explorer, part: str) -> str:
    """The words in a part of the page, without markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html(explorer, part))).strip()
