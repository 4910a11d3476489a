"""Opening the page of a game on the shelf."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from ksm_widgets.companions.companion import AskedError
from ksm_widgets.companions.shelf import GAMES, pages, part_of

if TYPE_CHECKING:
    from typing import Any

    from ksm_widgets.page.page import BoardPage


def shelf_game(
    name: str | None = None, start: str | None = None, *, language: str | None = None
) -> BoardPage[Any]:
    """The page of a game on the shelf; `start` is a position as text, or a link's query string.

    Without a name it is the game that the link or the page's address names, or else the first
    that has a page. Raises AskedError for a game that is not on the shelf or has no page.

    >>> page = shelf_game()
    >>> page.close()
    """
    shown = [*pages()]
    if name is None:
        link = os.environ.get("QUERY_STRING", "") if start is None else start
        asked = parse_qs(link[:_LONGEST]).get("game", [""])[0]
        name = asked if asked in shown else shown[0]
    elif name in GAMES and name not in shown:
        raise AskedError("shelf.no_page", found=name, known=shown)
    page: BoardPage[Any] = part_of(name, "view.opening").PAGE(start, language=language)
    return page


_LONGEST = 30_000
"""Characters of a link that are looked at."""
