"""The register of the shelf: one line per game."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ksm_widgets.rules.arguments import expect
from ksm_widgets.rules.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from ksm_widgets.companions.companion import Companion
    from ksm_widgets.course.lesson import Curriculum, Lesson
    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.rulebook import Rulebook

GAMES = {
    "raubbau": "ksm_widgets.companions.raubbau",
    "kings": "ksm_widgets.companions.kings",
    "kingdom": "ksm_widgets.companions.kingdom",
}
"""The games by name, and the folder in which each has its `companion` and, if it has any, its
page and lessons."""

_NO_GAME = "shelf.no_game"
"""The key of the sentence about a game that is not on the shelf."""


class NoSuchGame(TextError):
    """A game that is not on the shelf, or has no page or no lessons; the sentence names others."""


def companion(name: str) -> Companion[Any, Any]:
    """The game of that name; raises NoSuchGame for any other.

    >>> companion("raubbau").prefix
    'B'
    """
    found: Companion[Any, Any] = part_of(name, "companion").COMPANION
    return found


def pages() -> dict[str, Callable[[], Scene]]:
    """The games that have a page, each with its small picture.

    >>> "raubbau" in pages()
    True
    """
    pictures = {name: companion(name).picture for name in GAMES}
    return {name: picture for name, picture in pictures.items() if picture is not None}


def notebook_of(name: str) -> str:
    """The file of the notebook that opens the page of a game."""
    return f"{name}.ipynb"


def rulebooks() -> dict[str, Rulebook]:
    """The rulebooks of the games that have one."""
    books = {name: companion(name).rulebook for name in GAMES}
    return {name: book for name, book in books.items() if book is not None}


def curricula() -> dict[str, Curriculum]:
    """The lessons of the games that have any: those with a module `lessons` in their folder.

    >>> len(curricula()["raubbau"].lessons)
    3
    """
    taught = [name for name, folder in GAMES.items() if find_spec(f"{folder}.lessons")]
    return {name: part_of(name, "lessons").CURRICULUM for name in taught}


def lessons_of(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game; none if it has no course."""
    taught = curricula().get(name)
    return () if taught is None else taught.lessons


def part_of(name: str, part: str) -> Any:
    """A module of a game's folder: `companion`, `lessons` or `view.opening`; raises NoSuchGame."""
    expect_offered(name, GAMES)
    return import_module(f"{GAMES[name]}.{part}")


def expect_offered(name: str, offered: Collection[str], missing: str = _NO_GAME) -> None:
    """Raise NoSuchGame unless a game is among those offered, ArgumentError if it is no text.

    `missing` is the key of the sentence about one that is on the shelf, but not offered.
    """
    expect("name", name, str)
    if name not in offered:
        key = missing if name in GAMES else _NO_GAME
        raise NoSuchGame(key, found=name[:20], known=[*offered])
