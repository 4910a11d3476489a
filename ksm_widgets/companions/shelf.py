"""The register of the shelf: one line per game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ksm_widgets.companions.companion import AskedError

if TYPE_CHECKING:
    from ksm_widgets.companions.companion import Companion

GAMES = {
    "raubbau": "ksm_widgets.companions.raubbau.game",
    "kings": "ksm_widgets.companions.kings.game",
}
"""The games by name, and the module in which each has its record, COMPANION."""


def companion(name: str) -> Companion:
    """The game of that name; raises AskedError for any other.

    >>> companion("raubbau").prefix
    'B'
    """
    if name not in GAMES:
        raise AskedError("shelf.no_game", found=name[:20], known=[*GAMES])
    found: Companion = import_module(GAMES[name]).COMPANION
    return found
