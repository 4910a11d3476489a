"""Lessons as notebooks, and a rulebook as a page, in every language; for the course of any game.

One source for all languages: the lessons' parts here, the words in the catalogues. A notebook's
stored outputs are text and pictures of plain objects, for places without a kernel.
`ksm_widgets.writing` writes them all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ksm_widgets.course import EXPLORER, HOME, ONLY_NOTEBOOK, RULES_PAGE
from ksm_widgets.course.lesson import Curriculum, Differs, GuidedPart, Legend, Lesson, Part
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.draw import DARK, paint_svg
from ksm_widgets.mine.rulebook import RULEBOOK
from ksm_widgets.tasks.exercise import Exercise
from ksm_widgets.tasks.task import question_text, table_text, task_scene
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.rulebook import linked
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.telling.rulebook import Rulebook


_SEED = 0
"""The seed of the boards stored in the notebooks."""
_WIDE = 560.0


@dataclass(frozen=True, slots=True)
class Series:
    """The lessons of a game, as they are written.

    `course` imports and makes their course, with `{language}` filled in; `ways` are the links at
    the end of a lesson: what is there by its key, and the page.
    """

    curriculum: Curriculum
    course: tuple[str, str]
    ways: tuple[tuple[str, str], ...]

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons, in order."""
        return self.curriculum.lessons

    def files(self) -> Iterator[tuple[str, str]]:
        """Every notebook to write: a path in the notebooks' folder, and its text."""
        for language in LANGUAGES:
            reader = Reader(language, "", self.curriculum.terms)
            for lesson in self.lessons:
                yield f"{language}/{lesson.file}", as_json(lesson_notebook(lesson, reader, self))

    @property
    def notebooks(self) -> tuple[str, ...]:
        """The paths of its notebooks."""
        return tuple(
            f"{language}/{lesson.file}" for language in LANGUAGES for lesson in self.lessons
        )


MAIN = Series(
    CURRICULUM,
    ("from ksm_widgets.widgets import Course", 'Course("{language}")'),
    (
        ("site.home", f"../{HOME}"),
        ("door_explorer.name", f"../{EXPLORER}"),
        ("door_rules.name", RULES_PAGE),
    ),
)
"""The course of the mine."""


def rulebook_files(book: Rulebook) -> Iterator[tuple[str, str]]:
    """A rulebook's pages and pictures: a path in the notebooks' folder, and the text."""
    for reader in map(Reader, LANGUAGES):
        yield f"{reader.language}/{book.page}", rules_page(reader, book)
        for number, rule in book.rules.items():
            if rule.picture is not None:
                scene = rule.drawn(reader, DARK)
                picture = paint_svg(scene, scene.width * 0.6) + "\n"
                yield f"{reader.language}/pictures/{number}.svg", picture


def as_json(notebook: dict[str, object]) -> str:
    """A notebook as the text of its file."""
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def as_notebook(title: str, cells: list[dict[str, object]], *, wide: bool) -> dict[str, object]:
    """Cells as the data of a notebook, which `ksm lab` runs when it is opened.

    A page of the app has its title; `wide` is for a page with a board of its own.
    """
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {
                "display_name": "Python 3 (ipykernel)",
                "language": "python",
                "name": "python3",
            },
            "language_info": {"name": "python"},
            "ksm_widgets": {"run": True} | ({"wide": True} if wide else {}),
            "title": title,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def lesson_notebook(lesson: Lesson, reader: Reader, series: Series = MAIN) -> dict[str, object]:
    """A lesson as the data of a notebook."""
    prose = f"prose_{lesson.name}"
    title = f"{lesson.label} · {reader.text(f'{prose}.title')}"
    heading = _markdown("title", f"# {title}")
    cells: list[dict[str, object]] = [
        # Beside a game every line counts: there its own page says what it is.
        heading if lesson.game is None else _only_notebook(heading),
        _only_notebook(_markdown("run", reader.text("lesson_view.run"))),
    ]
    for place, part in enumerate(lesson.parts):
        if isinstance(part, GuidedPart):
            view = f'course.game("{lesson.name}")'
            shown = _shown({"text/plain": [title]})
            cells.append(_code("game", _course(reader, view, series), [shown]))
            continue
        cells.append(_cell(lesson, part, reader))
        if place == 0:
            words, follows = series.curriculum.follows, title
            if words:
                follows = reader.text(words, edition=reader.edition.title)
            opening = _course(reader, "course.opening()", series)
            cells.append(_code("course", opening, [_shown({"text/plain": [follows]})]))
    finish, practice = _closing(lesson)
    cells += (_titled(each, reader) for each in finish)
    if lesson.more:
        cells.append(_markdown("more", reader.text("lesson_view.more")))
        cells += (_cell(lesson, part, reader) for part in lesson.more)
    cells += (_titled(each, reader) for each in practice)
    cells.append(_only_notebook(_markdown("ways", _ways(reader, lesson, series))))
    # A cell with an output has run, and those with tests of notebooks want to know when.
    for count, cell in enumerate((cell for cell in cells if cell["cell_type"] == "code"), start=1):
        cell["execution_count"] = count
    return as_notebook(title, cells, wide=lesson.game is not None)


def _cell(lesson: Lesson, part: Part, reader: Reader) -> dict[str, object]:
    """A part of a lesson as a cell."""
    match part:
        case str():
            return _markdown(part, linked(reader.text(f"prose_{lesson.name}.{part}")))
        case Differs():
            told = _lines(part.text(reader))
            shown = _shown({"text/plain": told, "text/markdown": told})
            return _code(part.name, f'course.edition("{part.name}")', [shown])
        case Legend():
            inside = _shown({"text/plain": _lines(part.text(reader))})
            return _code(f"legend-{part.name}", f'course.legend("{part.name}")', [inside])
        case Exercise():
            view = f'course.task("{part.name}")'
            return _code(part.name.replace(".", "-"), view, _stored(part, reader))
        case _:
            raise TypeError(type(part))


_Closing: TypeAlias = tuple[tuple[str, str, str], ...]
"""Cells at the end of a lesson: name, code, and title without a kernel."""


def _closing(lesson: Lesson) -> tuple[_Closing, _Closing]:
    """The cells where a lesson is finished, and those for whoever goes on practising."""
    every = ("practice", "course.practice()", "practice_view.title")
    match lesson.name:
        case _ if lesson.game:
            return (), ()
        case "start":
            progress = ("start", "course.progress()", "lesson_view.progress")
            return (("finish", 'course.finish("start")', "lesson_view.finish"),), (progress,)
        case "final":
            return (("final", "course.final_test()", "prose_final.title"),), (every,)
        case name:
            finish = ("finish", f'course.finish("{name}")', "lesson_view.finish")
            return (finish,), (("practice", f'course.practice("{name}")', every[2]),)


def _titled(closing: tuple[str, str, str], reader: Reader) -> dict[str, object]:
    name, view, words = closing
    return _code(name, view, [_shown({"text/plain": [reader.text(words)]})])


def _course(reader: Reader, view: str, series: Series) -> str:
    """The first cell of code: the course, and the first thing that it shows."""
    imports, made = series.course
    made = made.format(language=reader.language)
    return "\n".join((imports, "", f"course = {made}", view))


def _markdown(name: str, text: str) -> dict[str, object]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": _lines(text)}


def _only_notebook(cell: dict[str, object]) -> dict[str, object]:
    """The same cell, left out in the app, where no notebook is around it."""
    return {**cell, "metadata": {"tags": [ONLY_NOTEBOOK]}}


def _ways(reader: Reader, lesson: Lesson, series: Series) -> str:
    """Links to other pages; after a game, first of all to the lessons that may come next."""
    after = series.curriculum.onward(lesson) if lesson.game else ()
    ways = (*((f"prose_{each.name}.title", each.file) for each in after), *series.ways)
    return " · ".join(f"[{reader.text(words)}]({place})" for words, place in ways)


def _code(name: str, text: str, outputs: list[dict[str, object]]) -> dict[str, object]:
    """A code cell; its stored output is a picture of what it shows when it runs."""
    metadata = {"tags": ["nbval-ignore-output"]} if outputs else {}
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {"jupyter": {"source_hidden": True}, **metadata},
        "outputs": outputs,
        "source": _lines(text),
    }


def _stored(exercise: Exercise, reader: Reader) -> list[dict[str, object]]:
    """The question and the table as outputs of their own, as a picture hides its text."""
    task = exercise.task(_SEED, reader.edition)
    stored = [_shown({"text/plain": _lines(question_text(task, reader))})]
    scene = task_scene(task, reader)
    if scene is not None:
        stored.append(
            _shown(
                {
                    "text/plain": _lines(table_text(task, reader)),
                    "image/svg+xml": _lines(paint_svg(scene, _WIDE)),
                }
            )
        )
    return stored


def _shown(data: dict[str, object]) -> dict[str, object]:
    return {"output_type": "display_data", "data": data, "metadata": {}}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def rules_page(reader: Reader, book: Rulebook = RULEBOOK) -> str:
    """The page of a rulebook: chapters, rules, pictures."""
    words = book.words
    parts = [f"# {reader.text(f'{words}.title')}", reader.text(f"{words}.intro")]
    for chapter, rules in book.chapters.items():
        parts.append(f"## {reader.text(f'{words}.{chapter}')}")
        for rule in rules:
            parts += [
                # The heading is what JupyterLab jumps to, the anchor what GitHub does.
                f'<a id="{rule.number}"></a>\n\n### {rule.number}',
                f"**{reader.say(rule.title)}.** {reader.say(rule.text)}",
            ]
            if rule.picture is not None:
                shows = reader.text(f"rule_picture.{rule.number}")
                parts.append(f"![{shows}](pictures/{rule.number}.svg)")
    return "\n\n".join(parts) + "\n"
