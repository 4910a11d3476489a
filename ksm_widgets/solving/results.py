"""The results of a class as a table, for a terminal or a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat
from typing import TYPE_CHECKING
from unicodedata import category

from ksm_widgets.progress.progress import Progress
from ksm_widgets.puzzles.playing import theme_name
from ksm_widgets.solving.record import Outcome, Record, Tried, outcomes, record
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ksm_widgets.progress.rows import Attempted
    from ksm_widgets.puzzles import Pack

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

    def file_text(self) -> str:
        """The CSV as a file has it: with the mark by which spreadsheets read it as UTF-8."""
        return f"\ufeff{self.csv()}"


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


_LEAST = 3
"""A theme is named as the weakest from so many puzzles on."""


@dataclass(frozen=True, slots=True)
class _Pupil:
    """One row of the table; `hints` are those to each puzzle by now."""

    name: str
    record: Record
    outcomes: Mapping[str, Outcome]
    hints: Mapping[str, int]
    language: str

    def count(self, kind: str) -> str:
        """The number of puzzles with an outcome of this kind, such as `solved`."""
        return str(sum(getattr(one, kind) for one in self.outcomes.values()))

    def rating(self) -> str:
        return str(self.record.rating) if self.record.rating.settled else ""

    def weakest(self) -> str:
        """The theme that is missed most often, if any is missed and was tried often enough."""
        missed = {
            theme: clean / tries
            for theme, (clean, tries) in self.record.themes.items()
            if clean < tries >= _LEAST
        }
        return theme_name(min(missed, key=missed.__getitem__), self.language) if missed else ""

    def stars(self, puzzle: str) -> str:
        return "–" if puzzle not in self.outcomes else str(self.outcomes[puzzle].stars)

    def tries(self, puzzle: str) -> str:
        return "–" if puzzle not in self.outcomes else str(self.outcomes[puzzle].tries)

    def hinted(self, puzzle: str) -> str:
        """The hints to a puzzle, which a pupil may have had before the first try."""
        hints, outcome = self.hints.get(puzzle, 0), self.outcomes.get(puzzle)
        if outcome is None:
            return str(hints) if hints else "–"
        if outcome.shown:
            return sentence("puzzle_results.answer_shown", self.language)
        return str(outcome.with_hints(hints).hints)


@dataclass(frozen=True, slots=True)
class Column:
    """A column: the key of its heading, its value for a pupil, the number of its puzzle."""

    key: str
    value: Callable[[_Pupil], str]
    number: int | None = None

    def heading(self, language: str) -> str:
        """The heading of the column."""
        return sentence(f"puzzle_results.{self.key}", language, number=self.number)


_OF_ALL = (
    Column("pupil", lambda pupil: _line(pupil.name)),
    Column("solved", lambda pupil: pupil.count("solved")),
    Column("tried", lambda pupil: str(len(pupil.outcomes))),
    Column("clean", lambda pupil: pupil.count("clean")),
    Column("shown", lambda pupil: pupil.count("shown")),
    Column("rating", _Pupil.rating),
    Column("weakest", _Pupil.weakest),
)
_OF_A_PUZZLE = {"stars_of": _Pupil.stars, "tries_of": _Pupil.tries, "hints_of": _Pupil.hinted}


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
    rating is left out while it is too uncertain, and the weakest theme for pupils who missed
    nothing or tried too few puzzles of any theme.
    """
    ids = [] if pack is None else [puzzle.id for puzzle in pack]
    columns = [
        *_OF_ALL,
        *(
            Column(key, partial(value, puzzle=puzzle), number)
            for key, value in _OF_A_PUZZLE.items()
            for number, puzzle in enumerate(ids, 1)
        ),
    ]
    rows = []
    for (name, attempts), hints in zip(pupils, chain(helped, repeat({})), strict=False):
        answers = [tried for one in attempts if (tried := Tried.of(one)) is not None]
        if pack is not None:
            answers = [tried for tried in answers if tried.puzzle in ids]
        reached = record(tried.attempted("") for tried in answers)
        pupil = _Pupil(name, reached, outcomes(answers), hints, language)
        rows.append(tuple(column.value(pupil) for column in columns))
    return Results(
        tuple(column.heading(language) for column in columns),
        tuple(rows),
        len(_OF_ALL) + len(ids),
        sentence("puzzle_results.separator", language),
    )
