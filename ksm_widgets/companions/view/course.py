"""The lessons of a game on the shelf, in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.companion import AskedError
from ksm_widgets.companions.shelf import GAMES, curricula
from ksm_widgets.course.view.course import Course

if TYPE_CHECKING:
    from ksm_widgets.progress.progress import Progress


def shelf_course(name: str, language: str = "en", *, progress: Progress | None = None) -> Course:
    """The course of a game on the shelf, with the reader's progress.

    Raises AskedError for a game that is not on the shelf or has no lessons, ArgumentError for an
    unknown language.

    >>> from ksm_widgets.progress.progress import Progress
    >>> course = shelf_course("raubbau", "de", progress=Progress())  # in memory, not in a file
    >>> course.reader.language
    'de'
    """
    taught = curricula()
    if name not in taught:
        key = "shelf.no_lessons" if name in GAMES else "shelf.no_game"
        raise AskedError(key, found=name[:20], known=[*taught])
    return Course(language, progress=progress, curriculum=taught[name])
