"""The door of the shelf on the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.shelf import lessons_of, notebook_of, pages, rulebooks
from ksm_widgets.draw.shapes import beside
from ksm_widgets.telling.doors import Door, DoorGame, DoorLesson

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


def _games(reader: Reader) -> Iterator[DoorGame]:
    books = rulebooks()
    for name, picture in pages().items():
        words = f"companion_{name}"
        yield DoorGame(
            title=reader.text(f"{words}.name"),
            lines=(reader.text(f"{words}.plot"), reader.text(f"{words}.asks")),
            picture=picture,
            path=notebook_of(name),
            rules=f"{reader.language}/{books[name].page}" if name in books else "",
            lessons=tuple(_door_lessons(name, reader)),
        )


def _door_lessons(name: str, reader: Reader) -> Iterator[DoorLesson]:
    for lesson in lessons_of(name):
        title = reader.text(f"prose_{lesson.name}.title")
        path = f"{reader.language}/{lesson.file}"
        yield DoorLesson(lesson.label, title, path, lesson.tasks, lesson.further)


def _lessons(reader: Reader) -> Iterator[DoorLesson]:
    for name in pages():
        yield from _door_lessons(name, reader)


SHELF = Door(
    "shelf",
    "shelf.ipynb",
    _picture,
    wide=True,
    lessons=_lessons,
    rulebooks={f"{{language}}/{book.page}": book for book in rulebooks().values()},
    games=_games,
    warm_up=_WARM_UP,
)
