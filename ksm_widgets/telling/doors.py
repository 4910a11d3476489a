"""Doors: a feature's place on the home page of the site, and the pages behind it.

A feature describes its doors in its own `door.py`, with their words beside it; one line in
`ksm_widgets.site.doors` puts a door on the site and into the page without a server.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.phrases import Reader
    from ksm_widgets.telling.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class DoorLesson:
    """A lesson behind a door: its number, title and path, and whether it is on the short way.

    It is done once its `tasks` are, the names under which progress is kept; `further` ones need not
    be. A final test is done with `passed` right answers; its seeds begin with `first_seed`. A game
    is begun once it is kept: under a setting whose name begins with `game`, where `record` is in
    its text.
    """

    number: str
    title: str
    path: str
    tasks: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    short: bool = False
    passed: int = 0
    first_seed: int = 0
    game: str = ""
    record: str = ""


@dataclass(frozen=True, slots=True)
class DoorGame:
    """A game behind a door: its title, what it is about, its picture and its lessons.

    `path` is that of its page, `rules` that of its rulebook's page, if it has one.
    """

    title: str
    lines: tuple[str, ...]
    picture: Callable[[], Scene]
    path: str
    rules: str = ""
    lessons: tuple[DoorLesson, ...] = ()


@dataclass(frozen=True, slots=True)
class Door:
    """A way from home into a feature: a notebook, or the page of a rulebook.

    `path` is below the site, with `{language}` filled in. The words are the catalogues' table
    `door_<name>`: a `name`, and `what` is behind the door. `lessons` lists further pages,
    under `lessons` and the line `lessons_what`; `rulebooks` are those of pages that have no door of
    their own, by path. A door to several `games` leads to where home shows each with its lessons.
    A `wide` page uses the window's whole width. Addresses of home that have the parameter
    `leads_on` lead to this door. `warm_up` is Python that a kernel runs before anybody visits, for
    what takes long at first.
    """

    name: str
    path: str
    picture: Callable[[Reader], Scene]
    wide: bool = False
    rulebook: Rulebook | None = None
    lessons: Callable[[Reader], Iterable[DoorLesson]] | None = None
    rulebooks: Mapping[str, Rulebook] = field(default_factory=dict)
    games: Callable[[Reader], Iterable[DoorGame]] | None = None
    leads_on: str = ""
    warm_up: str = ""

    @property
    def words(self) -> str:
        """The table of the door's words."""
        return f"door_{self.name}"

    @property
    def part(self) -> str:
        """The place on the home page where the lessons or the games behind the door are."""
        return f"behind-{self.name}"

    def page(self, language: str) -> str:
        """Return the path of the door's page."""
        return self.path.format(language=language)

    def url(self, base: str, language: str) -> str:
        """Return the address on the site at `base` to which the door leads."""
        return base + (self.page(language) if self.games is None else f"#{self.part}")
