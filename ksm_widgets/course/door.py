"""The course's doors on the site: the lessons and the rules page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.course.final import PASSED
from ksm_widgets.course.guided import GuidedGame
from ksm_widgets.course.lessons import CURRICULUM, LESSONS
from ksm_widgets.draw import DARK, tile_scene
from ksm_widgets.draw.shapes import beside
from ksm_widgets.mine.rulebook import RULEBOOK
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tasks.exercise import RESERVED
from ksm_widgets.telling.doors import Door, DoorLesson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.course.lesson import GuidedPart
    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.phrases import Reader


def _tiles(letters: str) -> Callable[[Reader], Scene]:
    return lambda reader: beside(
        *(tile_scene(Tile(letter), theme=DARK, edition=reader.played) for letter in letters)
    )


def _lessons(reader: Reader) -> Iterator[DoorLesson]:
    for lesson in LESSONS:
        yield DoorLesson(
            lesson.label,
            reader.text(f"prose_{lesson.name}.title"),
            f"{reader.language}/{lesson.file}",
            lesson.tasks,
            lesson.further,
            short=lesson.name in CURRICULUM.path,
            passed=PASSED if lesson.tests else 0,
            first_seed=RESERVED if lesson.tests else 0,
            **_kept_game(lesson.game),
        )


def _kept_game(game: GuidedPart | None) -> dict[str, str]:
    """Where a lesson's game is kept: among the learner's saved games, or in a place of its own."""
    if not isinstance(game, GuidedGame):
        return {}
    record = game.record.partition("{")[0] if game.own else ""
    return {"game": f"{game.saved_as}.", "record": record}


COURSE = Door("course", f"{{language}}/{LESSONS[0].file}", _tiles("5xa"), lessons=_lessons)
RULES = Door("rules", "{language}/rules.md", _tiles("MCSA"), rulebook=RULEBOOK)
