"""Writes home, the lessons' notebooks and the rules page in every language.

    python -m ksm_widgets.course.writing

One source for all languages: the lessons' parts here, the words in the catalogues. A notebook's
stored outputs are text and pictures of plain objects, for places without a kernel. Beside them
the digest of every notebook is written, by which `ksm lab` knows the project's own.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.course import (
    DIGESTS,
    EXPLORER,
    HOME,
    ONLY_NOTEBOOK,
    PLAY,
    PUZZLES,
    RULES_PAGE,
    SHELF,
)
from ksm_widgets.course.lesson import Differs, GuidedPart, Legend, Lesson
from ksm_widgets.course.lessons import LESSONS
from ksm_widgets.draw import DARK, paint_svg, tile_scene
from ksm_widgets.draw.shapes import beside
from ksm_widgets.mine.rulebook import RULEBOOK
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tasks.exercise import Exercise
from ksm_widgets.tasks.task import question_text, table_text, task_scene
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.rulebook import linked
from ksm_widgets.words import LANGUAGE_NAMES, LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.draw import Scene


_BY_HAND = (EXPLORER, PLAY, PUZZLES, SHELF)
"""Notebooks that are not written here."""
_SEED = 0
"""The seed of the boards stored in the notebooks."""
_WIDE = 560.0


def files() -> Iterator[tuple[str, str]]:
    """Every file to write: a path in the notebooks' folder, and its text."""
    yield HOME, home_page()
    picture = _four_tiles()
    yield "pictures/tiles.svg", paint_svg(picture, picture.width) + "\n"
    for language in LANGUAGES:
        reader = Reader(language)
        for lesson in LESSONS:
            text = json.dumps(lesson_notebook(lesson, reader), ensure_ascii=False, indent=1)
            yield f"{language}/{lesson.file}", text + "\n"
        yield f"{language}/{RULES_PAGE}", rules_page(reader)
        for number, rule in RULEBOOK.rules.items():
            scene = rule.drawn(reader, DARK)
            yield f"{language}/pictures/{number}.svg", paint_svg(scene, scene.width * 0.6) + "\n"


def write(folder: Path) -> None:
    """Write all files to a folder."""
    for name, text in files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def digests(folder: Path) -> str:
    """The digests of the project's notebooks; others in the folder are left out."""
    written = (f"{language}/{lesson.file}" for language in LANGUAGES for lesson in LESSONS)
    return "".join(
        f"{sha256((folder / name).read_bytes()).hexdigest()}  {name}\n"
        for name in sorted((*_BY_HAND, *written))
    )


def lesson_notebook(lesson: Lesson, reader: Reader) -> dict[str, object]:
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
        if isinstance(part, str):
            cells.append(_markdown(part, linked(reader.text(f"{prose}.{part}"))))
            if place == 0:
                follows = reader.text("lesson_view.follows", edition=reader.edition.title)
                cells.append(
                    _code(
                        "course",
                        _course(reader, "course.opening()"),
                        [_shown({"text/plain": [follows]})],
                    )
                )
            continue
        if isinstance(part, Differs):
            told = _lines(part.text(reader))
            shown = _shown({"text/plain": told, "text/markdown": told})
            cells.append(_code(part.name, f'course.edition("{part.name}")', [shown]))
            continue
        if isinstance(part, GuidedPart):
            view = f'course.game("{lesson.name}")'
            shown = _shown({"text/plain": [title]})
            cells.append(_code("game", _course(reader, view), [shown]))
            continue
        if isinstance(part, Legend):
            inside = _shown({"text/plain": _lines(part.text(reader))})
            cells.append(_code(f"legend-{part.name}", f'course.legend("{part.name}")', [inside]))
            continue
        view = f'course.task("{part.name}")'
        cells.append(_code(part.name.replace(".", "-"), view, _stored(part, reader)))
    for name, view, words in () if lesson.game else _closing(lesson):
        cells.append(_code(name, view, [_shown({"text/plain": [reader.text(words)]})]))
    cells.append(_only_notebook(_markdown("ways", _ways(reader, lesson))))
    # A cell with an output has run, and those with tests of notebooks want to know when.
    for count, cell in enumerate((cell for cell in cells if cell["cell_type"] == "code"), start=1):
        cell["execution_count"] = count
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {
                "display_name": "Python 3 (ipykernel)",
                "language": "python",
                "name": "python3",
            },
            "language_info": {"name": "python"},
            # `ksm lab` runs it when it is opened, and a page of the app has it for a title.
            "ksm_widgets": {"run": True} | ({"wide": True} if lesson.game else {}),
            "title": title,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _closing(lesson: Lesson) -> Iterator[tuple[str, str, str]]:
    """The cells at the end of a lesson: name, code, and title without a kernel."""
    match lesson.name:
        case "start":
            yield "finish", 'course.finish("start")', "lesson_view.finish"
            yield "start", "course.progress()", "lesson_view.progress"
        case "final":
            yield "final", "course.final_test()", "prose_final.title"
            yield "practice", "course.practice()", "practice_view.title"
        case name:
            yield "finish", f'course.finish("{name}")', "lesson_view.finish"
            yield "practice", f'course.practice("{name}")', "practice_view.title"


def _course(reader: Reader, view: str) -> str:
    """The first cell of code: the course, and the first thing that it shows."""
    lines = (
        "from ksm_widgets.widgets import Course",
        "",
        f'course = Course("{reader.language}")',
        view,
    )
    return "\n".join(lines)


def _markdown(name: str, text: str) -> dict[str, object]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": _lines(text)}


def _only_notebook(cell: dict[str, object]) -> dict[str, object]:
    """The same cell, left out in the app, where no notebook is around it."""
    return {**cell, "metadata": {"tags": [ONLY_NOTEBOOK]}}


def _ways(reader: Reader, lesson: Lesson) -> str:
    """Links to other pages; after a game, first of all to the next lesson."""
    text = reader.text
    after = LESSONS[LESSONS.index(lesson) + 1 :] if lesson.game else ()
    ways = (
        *((f"prose_{each.name}.title", each.file) for each in after[:1]),
        ("site.home", f"../{HOME}"),
        ("door_explorer.name", f"../{EXPLORER}"),
        ("door_rules.name", RULES_PAGE),
    )
    return " · ".join(f"[{text(words)}]({place})" for words, place in ways)


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


def home_page() -> str:
    """The start page in JupyterLab: links in every language, side by side."""
    readers = [Reader(language) for language in LANGUAGES]

    def row(cell: Callable[[Reader], str]) -> str:
        return f"| {' | '.join(cell(reader) for reader in readers)} |"

    def way(name: str, place: str) -> Callable[[Reader], str]:
        def cell(reader: Reader) -> str:
            to = place.format(language=reader.language)
            words = reader.text(f"door_{name}.name"), reader.text(f"door_{name}.what")
            return f"**[{words[0]}]({to})**<br>{words[1]}"

        return cell

    ways = (
        way("course", f"{{language}}/{LESSONS[0].file}"),
        way("play", PLAY),
        way("puzzles", PUZZLES),
        way("explorer", EXPLORER),
        way("rules", f"{{language}}/{RULES_PAGE}"),
        way("shelf", SHELF),
    )
    told = (lambda reader, key=key: reader.text(f"home.{key}") for key in ("in_lab", "in_app"))
    title = " · ".join(reader.text("site.title") for reader in readers)
    table = [
        row(lambda reader: LANGUAGE_NAMES[reader.language]),
        row(lambda _: ":---"),
        *(row(cell) for cell in (*ways, *told)),
    ]
    picture = readers[0].text("home.picture")
    return "\n\n".join((f"# {title}", f"![{picture}](pictures/tiles.svg)", "\n".join(table))) + "\n"


def _four_tiles() -> Scene:
    """A tile of each kind."""
    return beside(*(tile_scene(Tile(letter)) for letter in "5xaM"))


def rules_page(reader: Reader) -> str:
    """The rules page: chapters, rules, pictures."""
    parts = [f"# {reader.text('rule_page.title')}", reader.text("rule_page.intro")]
    for chapter, rules in RULEBOOK.chapters.items():
        parts.append(f"## {reader.text(f'rule_page.{chapter}')}")
        for rule in rules:
            words = reader.text(f"rule_picture.{rule.number}")
            parts += [
                # The heading is what JupyterLab jumps to, the anchor what GitHub does.
                f'<a id="{rule.number}"></a>\n\n### {rule.number}',
                f"**{reader.say(rule.title)}.** {reader.say(rule.text)}",
                f"![{words}](pictures/{rule.number}.svg)",
            ]
    return "\n\n".join(parts) + "\n"


def _main() -> None:
    if len(sys.argv) > 1:
        write(Path(sys.argv[1]))
        return
    own = Path(__file__).parents[2] / "notebooks"
    write(own)
    DIGESTS.write_text(digests(own), encoding="utf-8")


if __name__ == "__main__":
    _main()
