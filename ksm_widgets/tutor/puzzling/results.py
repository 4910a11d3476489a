"""What a class has reached with puzzles: one row a learner, from the progress each has exported."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.goals import theme_told
from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.puzzling.record import Tried, record
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.puzzles import Pack

__all__ = ["Results", "class_results"]

_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""With what a spreadsheet takes a text for something to be reckoned."""


@dataclass(frozen=True, slots=True)
class Results:
    """A table: what stands at its head, and a row for each learner."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def csv(self) -> str:
        """The table for a spreadsheet; no cell can be taken for a formula there."""
        written = io.StringIO()
        rows = csv.writer(written, lineterminator="\n")
        for row in (self.head, *self.rows):
            rows.writerow([f"'{cell}" if cell.startswith(_FORMULAS) else cell for cell in row])
        return written.getvalue()

    def __str__(self) -> str:
        """The table in aligned columns."""
        whole = [self.head, *self.rows]
        wide = [max(map(len, column)) for column in zip(*whole, strict=True)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip()
            for row in whole
        )


def class_results(
    files: Iterable[tuple[str, str]], pack: Pack | None = None, language: str = "en"
) -> Results:
    """The table of a class from (name, exported progress) pairs, the learners in that order.

    With a pack there is a column for each of its puzzles too: the most stars, `–` for none, and
    what counts is this pack alone. Raises ProgressTextError for a text that is no progress.
    """
    names = ("learner", "solved", "tried", "clean", "rating", "weakest")
    head = [sentence(f"puzzle_results.{name}", language) for name in names]
    ids = [] if pack is None else [puzzle.id for puzzle in pack]
    rows = []
    for name, text in files:
        progress = Progress()
        try:
            progress.read_in(text)
            attempts = progress.attempts()
        finally:
            progress.close()
        answers = [tried for one in attempts if (tried := Tried.of(one)) is not None]
        if pack is not None:
            answers = [tried for tried in answers if tried.puzzle in ids]
        reached = record(tried.attempted("") for tried in answers)
        clean = sum(solved for solved, _ in reached.themes.values())
        weakest = min(
            reached.themes.items(), key=lambda of: of[1][0] / of[1][1], default=(None, (0, 0))
        )[0]
        stars: dict[str, int] = {}
        for tried in answers:
            stars[tried.puzzle] = max(stars.get(tried.puzzle, 0), tried.stars)
        rows.append(
            (
                name,
                str(len(reached.solved)),
                str(len(reached.tried)),
                str(clean),
                str(reached.rating),
                "" if weakest is None else theme_told(weakest, language),
                *(str(stars[one]) if one in stars else "–" for one in ids),
            )
        )
    return Results((*head, *ids), tuple(rows))
