"""Puzzles as a sheet to print, for teachers.

It is one HTML file with all its pictures, in two columns, with solutions at the end if wanted. It
gives no more hints than the page does. A puzzle is as high as its text needs it to be, and the
browser puts as many on a page as it has room for: four, or six with little text.
"""

from __future__ import annotations

from enum import Enum
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.draw import LIGHT, Marks, board_scene, card_scene, paint_svg
from ksm_widgets.mine.rulebook import tiles_of
from ksm_widgets.puzzles.playing import theme_name
from ksm_widgets.puzzles.puzzle import Question
from ksm_widgets.rules.tiles import Group
from ksm_widgets.solving.explaining import explain, tempting_digs
from ksm_widgets.solving.task import puzzle_task

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.puzzles import Puzzle
    from ksm_widgets.solving.task import SolvePuzzle
    from ksm_widgets.tasks.task import AnyTask
    from ksm_widgets.telling.phrases import Reader


_COLUMNS = 2
_STYLE = Path(__file__).with_name("sheet.css")


class Paper(Enum):
    """A size of paper; the value is its name in CSS."""

    A4 = "A4"
    LETTER = "letter"


def sheet(
    puzzles: Sequence[Puzzle],
    reader: Reader,
    *,
    title: str = "",
    paper: Paper = Paper.A4,
    solutions: bool = False,
) -> str:
    """An HTML page to print: the puzzles, then their solutions if wanted.

    For a solution the solver looks for what tempts instead, which takes a tenth of a second or so.
    """
    title = title or reader.text("puzzle_sheet.title")
    numbered = [(number, puzzle_task(one, reader)) for number, one in enumerate(puzzles, 1)]
    intro = ("puzzle_page.how", "puzzle_sheet.corners", "mine_view.stacks_open")
    turn = " ".join(map(reader.text, intro))
    key = "".join(
        f"<span>{paint_svg(scene)} {escape(name)}</span>"
        for scene, name in tiles_of(Group.CURSE, Group.MAGIC)(reader)
    )
    name = f'<span class="name">{escape(reader.text("puzzle_sheet.name"))}</span>'
    head = f"<header><b>{escape(title)}</b>{name}</header>"
    cells = [f"<td>{_puzzle(*one, reader)}</td>" for one in numbered]
    # Every page begins with the head of the table, and none breaks a row.
    rows = "".join(
        f"<tr>{''.join(cells[at : at + _COLUMNS])}</tr>" for at in range(0, len(cells), _COLUMNS)
    )
    page = (
        f'<table role="presentation"><thead><tr><td colspan="{_COLUMNS}">{head}</td></tr></thead>'
        f'<tbody><tr><td colspan="{_COLUMNS}"><p class="turn">{escape(turn)}</p>'
        f'<p class="key">{key}</p></td></tr>'
        f"{rows}</tbody></table>"
    )
    if solutions:
        told = "".join(_solution(*one, reader) for one in numbered)
        heading = escape(reader.text("puzzle_sheet.solutions"))
        page += f'<section class="told"><h1>{heading}: {escape(title)}</h1>{told}</section>'
    style = _STYLE.read_text(encoding="utf-8").replace("PAPER", paper.value)
    return (
        f'<!DOCTYPE html>\n<html lang="{reader.language}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
        f"<body>{page}</body></html>\n"
    )


_ANSWERS = {
    Question.MAGIC: "answer_magic",
    Question.CARD: "answer_card",
    Question.PAYABLE: "answer_payable",
}
"""The words before the line for the answer where it is no turn."""


def _puzzle(number: int, task: SolvePuzzle, reader: Reader) -> str:
    """The question, the board, the cards, and a line to write the answer on."""
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
        f'<div class="card">{paint_svg(card_scene(card, theme=LIGHT, language=reader.language))}'
        "</div>"
        for card in cards
    )
    # The last line is the same for all: it is in the introduction.
    lines = (*table.settled(reader)[:-1], task.terms, *task.objects)
    words = "".join(f"<p>{escape(line)}</p>" for line in lines if line)
    write = escape(reader.text(f"puzzle_sheet.{_ANSWERS.get(task.puzzle.question, 'answer')}"))
    return (
        f'<article><h2>{number}</h2><p class="asked">{escape(reader.say(asked.question))}</p>'
        f'<div class="board">{paint_svg(board)}</div><div class="cards">{drawn}</div>'
        f'{words}<p class="write">{write}</p></article>'
    )


def _solution(number: int, task: SolvePuzzle, reader: Reader) -> str:
    """The solution step by step, with what tempts instead, grade and themes."""
    told = explain(task)
    words = " ".join(map(reader.say, told.answer))
    steps = "".join(f"<li>{escape(reader.say(step))}</li>" for step in told.steps)
    tempting = "".join(
        f"<p>{escape(' '.join(map(reader.say, (one.told, *one.why))))}</p>"
        for one in tempting_digs(task)[:1]
    )
    themes = [theme_name(theme, reader.language) for theme in task.puzzle.themes]
    grade = reader.text("puzzle_page.of_grade", grade=task.puzzle.grade)
    about = " · ".join([grade, *themes, task.puzzle.id])
    return (
        f"<article><h2>{number}</h2><p>{escape(words)}</p><ol>{steps}</ol>{tempting}"
        f'<p class="about">{escape(about)}</p></article>'
    )
