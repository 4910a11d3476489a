"""Writes the start page, all lessons, the games' notebooks and rules pages in every language.

    python -m ksm_widgets.writing

Beside them the digest of every notebook is written, by which `ksm lab` knows the project's own.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.companions.lessons import series
from ksm_widgets.companions.notebook import game_notebook
from ksm_widgets.companions.shelf import notebook_of, pages, rulebooks
from ksm_widgets.course import DIGESTS, EXPLORER, HOME, PLAY, PUZZLES, RULES_PAGE, SHELF
from ksm_widgets.course.lessons import LESSONS
from ksm_widgets.course.writing import MAIN, as_json, rulebook_files
from ksm_widgets.draw import paint_svg, tile_scene
from ksm_widgets.draw.shapes import beside
from ksm_widgets.mine.rulebook import RULEBOOK
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGE_NAMES, LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.draw import Scene

_BY_HAND = (EXPLORER, PLAY, PUZZLES, SHELF)
"""Notebooks that are not written here."""


def files() -> Iterator[tuple[str, str]]:
    """Every file to write: a path in the notebooks' folder, and its text."""
    yield HOME, home_page()
    picture = _four_tiles()
    yield "pictures/tiles.svg", paint_svg(picture, picture.width) + "\n"
    for name in pages():
        yield notebook_of(name), as_json(game_notebook(name))
    for each in (MAIN, *series().values()):
        yield from each.files()
    for book in (RULEBOOK, *rulebooks().values()):
        yield from rulebook_files(book)


def write(folder: Path) -> None:
    """Write all files to a folder."""
    for name, text in files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def notebooks() -> tuple[str, ...]:
    """The paths of the project's notebooks."""
    lessons = (path for each in (MAIN, *series().values()) for path in each.notebooks)
    return (*_BY_HAND, *map(notebook_of, pages()), *lessons)


def digests(folder: Path) -> str:
    """The digests of the project's notebooks; others in the folder are left out."""
    return "".join(
        f"{sha256((folder / name).read_bytes()).hexdigest()}  {name}\n"
        for name in sorted(notebooks())
    )


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

    def shelved(name: str) -> Callable[[Reader], str]:
        def cell(reader: Reader) -> str:
            title = f"**[{reader.text(f'companion_{name}.name')}]({notebook_of(name)})**"
            taught = series()[name].lessons if name in series() else ()
            lessons = (
                f"[{reader.text(f'prose_{lesson.name}.title')}]({reader.language}/{lesson.file})"
                for lesson in taught
            )
            return "<br>".join((title, *lessons))

        return cell

    told = (lambda reader, key=key: reader.text(f"home.{key}") for key in ("in_lab", "in_app"))
    title = " · ".join(reader.text("site.title") for reader in readers)
    table = [
        row(lambda reader: LANGUAGE_NAMES[reader.language]),
        row(lambda _: ":---"),
        *(row(cell) for cell in (*ways, *map(shelved, pages()), *told)),
    ]
    picture = readers[0].text("home.picture")
    return "\n\n".join((f"# {title}", f"![{picture}](pictures/tiles.svg)", "\n".join(table))) + "\n"


def _four_tiles() -> Scene:
    """A tile of each kind."""
    return beside(*(tile_scene(Tile(letter)) for letter in "5xaM"))


def _main() -> None:
    if len(sys.argv) > 1:
        write(Path(sys.argv[1]))
        return
    own = Path(__file__).parents[1] / "notebooks"
    write(own)
    DIGESTS.write_text(digests(own), encoding="utf-8")


if __name__ == "__main__":
    _main()
