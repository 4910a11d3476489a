"""The register of the shelf: one line per game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.companion import AskedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.companion import Companion
    from ksm_widgets.draw import Scene

GAMES = {
    "raubbau": "ksm_widgets.companions.raubbau",
    "kings": "ksm_widgets.companions.kings",
    "kingdom": "ksm_widgets.companions.kingdom",
}
"""The games by name, and the folder in which each has its record (`game`) and its page, if any."""


def companion(name: str) -> Companion:
    """The game of that name; raises AskedError for any other.

    >>> companion("raubbau").prefix
    'B'
    """
    found: Companion = part_of(name, "game").COMPANION
    return found


def pages() -> dict[str, Callable[[], Scene]]:
    """The games that have a page, each with its small picture.

    >>> "raubbau" in pages()
    True
    """
    pictures = {name: companion(name).picture for name in GAMES}
    return {name: picture for name, picture in pictures.items() if picture is not None}


def part_of(name: str, part: str) -> Any:
    """A module of a game's folder: `game` or `view.opening`; raises AskedError."""
    if name not in GAMES:
        raise AskedError("shelf.no_game", found=name[:20], known=[*GAMES])
    return import_module(f"{GAMES[name]}.{part}")
