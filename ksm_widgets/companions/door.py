"""The doors of the games on the shelf; each game describes its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.shelf import GAMES, part_of

if TYPE_CHECKING:
    from ksm_widgets.telling.doors import Door

SHELF: tuple[Door, ...] = tuple(part_of(name, "door").DOOR for name in GAMES)
