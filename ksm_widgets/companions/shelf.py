"""The register of the shelf: one line per game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.companion import AskedError

if TYPE_CHECKING:
    from ksm_widgets.companions.companion import Companion

GAMES = {
    "raubbau": "ksm_widgets.companions.raubbau",
}
"""The games by name, and the folder in which each has its record (`game`), door and page."""


def companion(name: str) -> Companion:
    """The game of that name; raises AskedError for any other.

    >>> companion("raubbau").prefix
    'B'
    """
    found: Companion = part_of(name, "game").COMPANION
    return found


def part_of(name: str, part: str) -> Any:
    """A module of a game's folder: `game`, `door` or `view.opening`; raises AskedError."""
    if name not in GAMES:
        raise AskedError("shelf.no_game", found=name[:20], known=[*GAMES])
    return import_module(f"{GAMES[name]}.{part}")
