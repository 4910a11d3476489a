"""`ksm puzzles sheet`, `pick`, `from` and `results`: what a teacher does with puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.cli.out_of_reach import unreadable, unwritable
from ksm_widgets.cli.streams import complain, put_line, standard_input
from ksm_widgets.puzzles.authoring import made_a_puzzle
from ksm_widgets.puzzles.pack import Pack, pack_text, read_pack
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.tutor.puzzling.results import class_results
from ksm_widgets.tutor.puzzling.saved import problem_of
from ksm_widgets.tutor.puzzling.sheets import Paper, sheet
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ksm_widgets.tutor.puzzling.choosing import Taste

__all__ = ["make_of_positions", "pick", "print_sheet", "tell_results"]

_LARGEST = 6_000_000
"""Bytes of an exported progress."""


def print_sheet(pack: Pack, out: Path, *, paper: Paper, solutions: bool, language: str) -> int:
    """Write a sheet to print; returns the exit status, 2 where it cannot be written."""
    page = sheet(pack.puzzles, Reader(language), title=pack.title, paper=paper, solutions=solutions)
    return _written(out, page, language)


def pick(
    pack: Pack,
    out: Path,
    taste: Taste,
    *,
    ids: Collection[str],
    count: int | None,
    title: str,
    language: str,
) -> int:
    """Write a pack of those that were chosen; 1 if there are none, or one of `ids` is not there."""
    missing = [one for one in ids if pack.find(one) is None]
    if missing:
        complain(sentence("cli_play.missing", language, ids=missing))
        return 1
    chosen = [one for one in pack if taste.fits(one) and (not ids or one.id in ids)]
    chosen = chosen[:count]
    if not chosen:
        complain(sentence("puzzle_page.none", language))
        return 1
    made = Pack(tuple(chosen), title or pack.title, pack.author, pack.licence)
    return _written(out, pack_text(made), language)


def make_of_positions(source: str, out: Path, *, unfair: bool, language: str) -> int:
    """Make positions puzzles, a line of the source each: a link of the explorer, or a problem.

    What is not fair is told with its line, and left out unless `unfair` ones are taken too.
    Returns 1 if any line gave none, 2 if the source or the pack is out of reach.
    """
    try:
        text = standard_input().read() if source == "-" else Path(source).read_bytes()
    except (OSError, ValueError) as error:
        return unreadable(source, error, language)
    made = {}
    status = 0
    for number, line in enumerate(text.decode(errors="replace").splitlines(), 1):
        if not line.strip():
            continue
        try:
            found = made_a_puzzle(*problem_of(line))
            reasons = " ".join(one.sentence(language) for one in found.complaints)
        except KsmError as error:
            found, reasons = None, error.sentence(language)
        if reasons:
            complain(sentence("cli_play.unfair", language, line=number, reasons=reasons))
        if found is None or found.puzzle is None or not (found.fair or unfair):
            status = 1
        else:
            made[found.puzzle.id] = found.puzzle
    if not made:
        return 1
    return _written(out, pack_text(Pack(tuple(made.values()))), language) or status


def tell_results(
    files: Sequence[Path], *, pack: Path | None, out: Path | None, language: str
) -> int:
    """Print a class's results as a table, or write them for a spreadsheet.

    Returns 1 for a file that is no exported progress, or no pack.
    """
    texts = []
    for file in files:
        try:
            with file.open("rb") as opened:
                text = opened.read(_LARGEST).decode(errors="replace")
        except (OSError, ValueError) as error:
            return unreadable(file, error, language)
        texts.append((file.stem, text))
    try:
        of = None if pack is None else read_pack(pack)
        table = class_results(texts, of, language)
    except KsmError as error:
        complain(error.sentence(language))
        return 1
    if out is None:
        put_line(str(table))
        return 0
    return _written(out, table.csv(), language)


def _written(out: Path, text: str, language: str) -> int:
    try:
        out.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        return unwritable(out, error, language)
    return 0
