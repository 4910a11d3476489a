"""The course's doors on the site: the lessons and the rules page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.course.lessons import CURRICULUM, LESSONS
from ksm_widgets.draw import DARK, tile_scene
from ksm_widgets.draw.shapes import beside
from ksm_widgets.mine.rulebook import RULEBOOK
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.telling.doors import Door

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.phrases import Reader


def _tiles(letters: str) -> Callable[[Reader], Scene]:
    return lambda reader: beside(
        *(tile_scene(Tile(letter), theme=DARK, edition=reader.played) for letter in letters)
    )


def _lessons(reader: Reader) -> Iterator[tuple[str, str, str, bool]]:
    for lesson in LESSONS:
        title = reader.text(f"prose_{lesson.name}.title")
        short = lesson.name in CURRICULUM.path
        yield lesson.label, title, f"{reader.language}/{lesson.file}", short


COURSE = Door("course", f"{{language}}/{LESSONS[0].file}", _tiles("5xa"), lessons=_lessons)
RULES = Door("rules", "{language}/rules.md", _tiles("MCSA"), rulebook=RULEBOOK)
