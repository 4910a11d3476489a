"""Opening the page of a game on the shelf, or its lessons in a notebook."""

from __future__ import annotations

import os
from types import NoneType
from typing import TYPE_CHECKING

from ksm_widgets.companions.links import game_of
from ksm_widgets.companions.shelf import curricula, expect_offered, pages, part_of
from ksm_widgets.course.view.course import Course
from ksm_widgets.rules.arguments import expect

if TYPE_CHECKING:
    from typing import Any

    from ksm_widgets.page.page import BoardPage
    from ksm_widgets.progress.progress import Progress


def shelf_game(
    name: str | None = None, start: str | None = None, *, language: str | None = None
) -> BoardPage[Any]:
    """The page of a game on the shelf; `start` is a position as text, or a link's query string.

    Without a name it is the game that the link or the page's address names, or else the first
    that has a page. Raises NoSuchGame for a game that is not on the shelf or has no page,
    ArgumentError for an unknown language.

    >>> page = shelf_game()
    >>> page.close()
    """
    expect("start", start, str, NoneType)
    shown = [*pages()]
    if name is None:
        link = os.environ.get("QUERY_STRING", "") if start is None else start
        asked = game_of(link)
        name = asked if asked in shown else shown[0]
    expect_offered(name, shown, "shelf.no_page")
    page: BoardPage[Any] = part_of(name, "view.opening").PAGE(start, language=language)
    return page


def shelf_course(name: str, language: str = "en", *, progress: Progress | None = None) -> Course:
    """The course of a game on the shelf, with the reader's progress.

    Raises NoSuchGame for a game that is not on the shelf or has no lessons, ArgumentError for an
    unknown language.

    >>> from ksm_widgets.progress.progress import Progress
    >>> course = shelf_course("raubbau", "de", progress=Progress())  # in memory, not in a file
    >>> course.reader.language
    'de'
    """
    taught = curricula()
    expect_offered(name, taught, "shelf.no_lessons")
    return Course(language, progress=progress, curriculum=taught[name])
