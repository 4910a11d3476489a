"""Opening the page of a game on the shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.shelf import part_of

if TYPE_CHECKING:
    from typing import Any

    from ksm_widgets.page.page import BoardPage


def shelf_game(
    name: str, start: str | None = None, *, language: str | None = None
) -> BoardPage[Any]:
    """The page of the game of that name; `start` is a position as text, or a link's query string.

    Raises AskedError for a game that is not on the shelf.

    >>> import ksm_widgets.companions.shelf as shelf
    >>> page = shelf_game(next(iter(shelf.GAMES)))
    >>> page.close()
    """
    page: BoardPage[Any] = part_of(name, "view.opening").PAGE(start, language=language)
    return page
