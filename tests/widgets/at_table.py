"""A game's page under the fingers of a test: its controls, its board, and what it says."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

__all__ = ["act", "html", "touch", "words"]


def html(game: Any, part: str) -> str:
    """The markup of a part of the page."""
    return str(game._panels[part].html)


def words(game: Any, part: str) -> str:
    """What a part of the page says."""
    bare = re.sub(r"<svg.*?</svg>|<style.*?</style>|<[^>]*>", " ", html(game, part))
    return re.sub(r"\s+", " ", unescape(bare)).strip()


def act(game: Any, name: str, value: str = "") -> None:
    """Use a control, and wait for what it does."""
    game.act(name, value)
    game.wait()
    assert game.page.trouble is None


def touch(game: Any, *quarries: str) -> None:
    """Touch quarries of the mine one after the other, and wait for what that does."""
    for quarry in quarries:
        game._board._frame._handle_custom_msg({"tap": quarry}, [])
    game.wait()
    assert game.page.trouble is None
