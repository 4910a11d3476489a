"""Puzzles on paper: six a page, with a place to write, and their solutions on pages of their own.

A sheet is one HTML file with all its pictures in it, to be printed from a browser. A puzzle's place
on paper tells as little of its answer as its place on the screen.
"""

from __future__ import annotations

from enum import Enum
from html import escape
from typing import TYPE_CHECKING

from ksm_widgets.draw import LIGHT, Marks, board_scene, card_scene, paint_svg
from ksm_widgets.puzzles.goals import theme_told
from ksm_widgets.tutor.puzzling.explaining import explain
from ksm_widgets.tutor.puzzling.task import puzzle_task

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.puzzles import Puzzle
    from ksm_widgets.tutor.puzzling.task import SolvePuzzle
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.tasks.task import AnyTask

__all__ = ["A_PAGE", "Paper", "sheet"]

A_PAGE = 6
"""Puzzles on a page."""


class Paper(Enum):
    """A size of paper; the value is what CSS calls it."""

    A4 = "A4"
    LETTER = "letter"


_HIGH = {Paper.A4: 297, Paper.LETTER: 279}
"""Millimetres."""
_ROOM = 24
"""Millimetres of a page's height that are no puzzle's: margins and the title."""


def sheet(
    puzzles: Sequence[Puzzle],
    reader: Reader,
    *,
    title: str = "",
    paper: Paper = Paper.A4,
    solutions: bool = False,
) -> str:
    """An HTML page to print: the puzzles, and with `solutions` after them how each is solved."""
    title = title or reader.text("puzzle_sheet.title")
    tasks = [puzzle_task(puzzle, reader) for puzzle in puzzles]
    numbered = list(enumerate(tasks, 1))
    pages = []
    for number, page in enumerate(_batched(numbered), 1):
        cells = "".join(_puzzle(place, task, reader) for place, task in page)
        pages.append(_page(title, f"{number}", f'<div class="grid">{cells}</div>'))
    if solutions:
        told = "".join(_solution(place, task, reader) for place, task in numbered)
        heading = escape(reader.text("puzzle_sheet.solutions"))
        pages.append(f'<section class="told"><h1>{heading}</h1>{told}</section>')
    style = _STYLE.replace("PAPER", paper.value).replace("CELL", f"{_cell(paper):.0f}")
    return (
        f'<!DOCTYPE html>\n<html lang="{reader.language}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
        f"<body>{''.join(pages)}</body></html>\n"
    )


def _batched(
    numbered: Sequence[tuple[int, SolvePuzzle]],
) -> list[Sequence[tuple[int, SolvePuzzle]]]:
    return [numbered[at : at + A_PAGE] for at in range(0, len(numbered), A_PAGE)]


def _cell(paper: Paper) -> float:
    """Millimetres of height for a row of puzzles."""
    return (_HIGH[paper] - _ROOM) / (A_PAGE / 2) - 1


def _page(title: str, number: str, content: str) -> str:
    head = f"<header><b>{escape(title)}</b><span>{escape(number)}</span></header>"
    return f'<section class="page">{head}{content}</section>'


def _puzzle(number: int, task: SolvePuzzle, reader: Reader) -> str:
    """One puzzle: what is asked, the board, what it is dug with, and a line to write on."""
    asked: AnyTask = task
    table = task.table
    board = board_scene(
        table.position,
        Marks(area=table.marked),
        open_view=True,
        theme=LIGHT,
        edition=reader.played,
        language=reader.language,
    )
    cards = task.puzzle.hand or ((table.card,) if table.card is not None else ())
    drawn = "".join(
        f'<div class="card">{paint_svg(scene)}</div>'
        for scene in (card_scene(card, theme=LIGHT, language=reader.language) for card in cards)
    )
    lines = [reader.say(asked.question), *filter(None, [task.terms]), *table.settled(reader)]
    words = "".join(f"<p>{escape(line)}</p>" for line in lines)
    write = escape(reader.text("puzzle_sheet.answer"))
    return (
        f'<article><h2>{number}</h2><div class="asked">{words}</div>'
        f'<div class="board">{paint_svg(board)}</div><div class="cards">{drawn}</div>'
        f'<p class="write">{write}</p></article>'
    )


def _solution(number: int, task: SolvePuzzle, reader: Reader) -> str:
    """How one is solved, step by step, its grade and themes."""
    told = explain(task)
    words = " ".join(map(reader.say, told.answer))
    steps = "".join(f"<li>{escape(reader.say(step))}</li>" for step in told.steps)
    themes = [theme_told(theme, reader.language) for theme in task.puzzle.themes]
    grade = reader.text("puzzle_page.of_grade", grade=task.puzzle.grade)
    about = " · ".join([grade, *themes, task.puzzle.id])
    return (
        f"<article><h2>{number}</h2><p>{escape(words)}</p><ol>{steps}</ol>"
        f'<p class="about">{escape(about)}</p></article>'
    )


_STYLE = """
@page { size: PAPER; margin: 10mm 12mm; }
* { box-sizing: border-box; }
body { margin: 0; color: #000; background: #fff; font: 9pt/1.3 system-ui, sans-serif; }
header { display: flex; justify-content: space-between; height: 6mm; font-size: 10pt; }
.page { break-after: page; }
.page:last-child { break-after: auto; }
.grid { display: grid; grid-template-columns: 1fr 1fr; grid-auto-rows: CELLmm; gap: 0 6mm; }
.page article {
  display: grid; grid-template: auto 1fr auto / 7mm 1fr 15mm; gap: 0 1.5mm; overflow: hidden;
  padding: 1mm 0; border-top: .2mm solid #999; break-inside: avoid;
}
article h2 { margin: 0; font-size: 12pt; }
.page .asked { grid-column: 2 / 4; }
.asked p { margin: 0; }
.asked p + p { color: #333; font-size: 8pt; }
.board { grid-column: 1 / 3; min-height: 0; }
.board svg { display: block; width: 100%; height: 100%; }
.cards { display: flex; flex-direction: column; gap: 1mm; min-height: 0; }
.card svg { display: block; width: 100%; height: auto; max-height: 24mm; }
.write { grid-column: 1 / 4; margin: 1mm 0 0; padding-bottom: 4mm; }
.write { border-bottom: .2mm dotted #666; }
.told article { display: grid; grid-template-columns: 8mm 1fr; margin: 0 0 3mm; }
.told article { break-inside: avoid; }
.told article > * { grid-column: 2; margin: 0; }
.told article > h2 { grid-column: 1; grid-row: 1 / 4; }
.told ol { padding-left: 5mm; }
.about { color: #555; font-size: 8pt; }
@media screen { body { max-width: 210mm; margin: 10mm auto; } .page { margin-bottom: 12mm; } }
"""
