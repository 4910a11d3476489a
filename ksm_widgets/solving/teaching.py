"""For teachers: puzzles as a sheet to print, and the results of a class as a table.

A sheet is one HTML file with all its pictures, in two columns, with solutions at the end if wanted.
It gives no more hints than the page does. A puzzle is as high as its text needs it to be, and the
browser puts as many on a page as it has room for: four, or six with little text.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from enum import Enum
from html import escape
from itertools import chain, repeat
from typing import TYPE_CHECKING
from unicodedata import category

from ksm_widgets.draw import LIGHT, Marks, board_scene, card_scene, paint_svg
from ksm_widgets.mine.rulebook import tiles_of
from ksm_widgets.progress.progress import Progress
from ksm_widgets.puzzles.pack import shipped_pack
from ksm_widgets.puzzles.playing import theme_name
from ksm_widgets.puzzles.puzzle import Question
from ksm_widgets.rules.tiles import Group
from ksm_widgets.solving.explaining import explain, tempting_digs
from ksm_widgets.solving.record import Tried, outcomes, record
from ksm_widgets.solving.task import puzzle_task
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ksm_widgets.progress.rows import Attempted
    from ksm_widgets.puzzles import Pack, Puzzle
    from ksm_widgets.solving.record import Outcome
    from ksm_widgets.solving.task import SolvePuzzle
    from ksm_widgets.tasks.task import AnyTask
    from ksm_widgets.telling.phrases import Reader


_COLUMNS = 2


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
    style = _STYLE.replace("PAPER", paper.value)
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


# The board is as large whatever stands beside it: cards in rows, then words, which go on below it.
_STYLE = """
@page { size: PAPER; margin: 10mm 12mm; @bottom-right { content: counter(page); font-size: 8pt; } }
* { box-sizing: border-box; }
body { margin: 0; color: #000; background: #fff; font: 9pt/1.3 system-ui, sans-serif; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
thead td { padding: 0; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
td { padding: 0 0 2mm; vertical-align: top; }
td + td { padding-left: 3mm; }
td:not(:last-child) { padding-right: 3mm; }
p { margin: 0; overflow-wrap: break-word; }
header { display: flex; gap: 6mm; padding-bottom: 2mm; font-size: 10pt; white-space: nowrap; }
header b { flex: 0 1 auto; overflow: hidden; text-overflow: ellipsis; }
.name { flex: 1 0 70mm; border-bottom: .2mm dotted #666; }
.turn { padding-bottom: 1.5mm; color: #333; font-size: 8pt; }
.key { display: flex; flex-wrap: wrap; gap: 1mm 5mm; padding-bottom: 1.5mm; font-size: 8pt; }
.key span { display: flex; gap: 1mm; align-items: center; }
.key svg { width: 5mm; }
td > article { display: flow-root; padding: 1mm 0; border-top: .2mm solid #999; }
article h2 { margin: 0; font-size: 12pt; line-height: 1; }
td h2 { float: left; padding-right: 2mm; }
td article > p { color: #333; font-size: 8pt; }
td article > .asked { display: flow-root; margin-bottom: 1mm; color: #000; font-size: 9pt; }
.board { float: left; clear: left; width: 56mm; margin-right: 2mm; }
.cards { display: flex; flex-wrap: wrap; gap: 1mm; padding-bottom: 1mm; }
.card { flex: none; width: 14mm; }
svg { display: block; width: 100%; height: auto; }
td article > .write { clear: both; padding: 1mm 0 6mm; border-bottom: .2mm dotted #666; }
td article > .write { color: #000; font-size: 9pt; }
.told { break-before: page; }
.told h1 { font-size: 13pt; }
.told article { display: grid; grid-template-columns: 8mm 1fr; margin: 0 0 3mm; }
.told article { break-inside: avoid; }
.told article > * { grid-column: 2; margin: 0; }
.told article > h2 { grid-column: 1; grid-row: 1 / 5; }
.told ol { padding-left: 5mm; }
.about { color: #555; font-size: 8pt; }
@media screen { body { max-width: 210mm; margin: 10mm auto; padding: 0 12mm; } }
"""


def title_of(pack: Pack) -> str:
    """The title a teacher has given a pack; empty for that of the built-in puzzles.

    That one is English; their readers have one in their own language instead.
    """
    return "" if pack.title == shipped_pack().title else pack.title


MARK = "\ufeff"
"""The byte-order mark: with it spreadsheets read a CSV file as UTF-8."""
_LEAST = 3
"""A theme is named as the weakest from so many puzzles on."""
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""The categories of characters that Unicode has for controls and for what is not seen."""
_FORMULA = re.compile(r"\s*[=+\-−|@＝＋－＠]")
"""A spreadsheet takes text for a formula that begins like this."""


@dataclass(frozen=True, slots=True)
class Results:
    """A table with a row for each pupil; a terminal shows the first columns, up to the stars.

    The `separator` is that at which spreadsheets split in the language of the table.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shown: int | None = None
    separator: str = ","

    def csv(self) -> str:
        """The table as CSV in which no cell is a formula."""
        written = io.StringIO()
        rows = csv.writer(written, delimiter=self.separator, lineterminator="\n")
        for row in (self.head, *self.rows):
            # Other spreadsheets split at a comma, and would find a formula behind it.
            lines = row if self.separator == "," else (cell.replace(",", " ") for cell in row)
            rows.writerow(map(_plain, lines))
        return written.getvalue()


def _plain(cell: str) -> str:
    """A cell as one line that is no formula."""
    line = _line(cell)
    return f"'{line}" if _FORMULA.match(line) else line


def _line(text: str) -> str:
    """A text as one cell for every program, whatever it takes for a new row or for nothing at all.

    Controls and invisible characters are blanks; a semicolon, at which some split, is a comma.
    """
    seen = (" " if category(letter) in _UNSEEN else letter for letter in text)
    return "".join(seen).replace(";", ",")


def attempts_of(text: str) -> tuple[Attempted, ...]:
    """The attempts of an exported progress; raises ProgressTextError for a text that is none."""
    progress = Progress()
    try:
        progress.read_in(text)
        return progress.attempts()
    finally:
        progress.close()


def results_of(
    pupils: Iterable[tuple[str, Iterable[Attempted]]],
    pack: Pack | None = None,
    language: str = "en",
    helped: Iterable[Mapping[str, int]] = (),
) -> Results:
    """The results of pupils, from pairs of a name and all their attempts.

    `helped` has for each of them the hints to each puzzle by now, also those since the last try.

    With a pack there are the stars of its puzzles, numbered from 1, then the tries at each, then
    the hints: a dash for a puzzle that was not tried, words for one whose answer was shown. A
    rating is left out while it is too uncertain, and so is the weakest theme of who missed nothing,
    or tried too few puzzles of it.
    """
    names = ("pupil", "solved", "tried", "clean", "shown", "rating", "weakest")
    head = [sentence(f"puzzle_results.{name}", language) for name in names]
    ids = [] if pack is None else [puzzle.id for puzzle in pack]
    numbers = range(1, len(ids) + 1)
    for key in ("stars_of", "tries_of", "hints_of"):
        head += [sentence(f"puzzle_results.{key}", language, number=number) for number in numbers]
    rows = []
    for (name, attempts), hints in zip(pupils, chain(helped, repeat({})), strict=False):
        answers = [tried for one in attempts if (tried := Tried.of(one)) is not None]
        if pack is not None:
            answers = [tried for tried in answers if tried.puzzle in ids]
        reached, found = record(tried.attempted("") for tried in answers), outcomes(answers)
        missed = {
            theme: (clean, tries)
            for theme, (clean, tries) in reached.themes.items()
            if clean < tries >= _LEAST
        }
        weakest = min(missed, key=lambda theme: missed[theme][0] / missed[theme][1], default=None)
        each = [found.get(one) for one in ids]
        rows.append(
            (
                _line(name),
                str(sum(one.solved for one in found.values())),
                str(len(found)),
                str(sum(one.clean for one in found.values())),
                str(sum(one.shown for one in found.values())),
                str(reached.rating) if reached.rating.settled else "",
                "" if weakest is None else theme_name(weakest, language),
                *("–" if one is None else str(one.stars) for one in each),
                *("–" if one is None else str(one.tries) for one in each),
                *(_hints(found.get(one), hints.get(one, 0), language) for one in ids),
            )
        )
    separator = sentence("puzzle_results.separator", language)
    return Results(tuple(head), tuple(rows), len(names) + len(ids), separator)


def _hints(outcome: Outcome | None, hints: int, language: str) -> str:
    """The hints to a puzzle, which a pupil may have had before the first try."""
    if outcome is None:
        return str(hints) if hints else "–"
    if outcome.shown:
        return sentence("puzzle_results.answer_shown", language)
    return str(outcome.with_hints(hints).hints)
