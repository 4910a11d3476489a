"""The door of the shelf on the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.lessons import notebook_of
from ksm_widgets.companions.shelf import curricula, pages, rulebooks
from ksm_widgets.draw.shapes import beside
from ksm_widgets.telling.doors import Door, DoorLesson

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.phrases import Reader

_WARM_UP = """
from ksm_widgets.widgets import shelf_game as _game
_game().close()
del _game
"""


def _picture(reader: Reader) -> Scene:
    return beside(*(picture() for picture in pages().values()))


def _lessons(reader: Reader) -> Iterator[DoorLesson]:
    for taught in curricula().values():
        for lesson in taught.lessons:
            title = reader.text(f"prose_{lesson.name}.title")
            path = f"{reader.language}/{lesson.file}"
            yield DoorLesson(lesson.label, title, path, lesson.tasks, lesson.further)


SHELF = Door(
    "shelf",
    "shelf.ipynb",
    _picture,
    wide=True,
    lessons=_lessons,
    rulebooks={f"{{language}}/{book.page}": book for book in rulebooks().values()},
    others=tuple(map(notebook_of, pages())),
    warm_up=_WARM_UP,
)
