"""Packs on the command line: made, checked, picked from, printed; a class's results.

Each function returns the exit status. A fault of a pack, link or progress is raised as a KsmError,
a file that cannot be read or written as a FileError.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from ksm_widgets.progress.progress import ProgressTextError
from ksm_widgets.puzzles import Pack, Puzzle, PuzzleTheme, read_pack
from ksm_widgets.puzzles.authoring import faults, make_puzzle
from ksm_widgets.puzzles.making import Recipe, make
from ksm_widgets.puzzles.pack import (
    PackError,
    opened_pack,
    pack_text,
    puzzles_in,
    shipped_pack,
    title_of,
    titled,
)
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.puzzles.questions import Filter
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.solving.classroom import Classroom
from ksm_widgets.solving.guide import Taste, drawn
from ksm_widgets.solving.links import problem_of
from ksm_widgets.solving.results import attempts_of, results_of
from ksm_widgets.solving.sheets import Paper, sheet
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.terminal.bar import Bar
from ksm_widgets.terminal.streams import (
    MOST_WRONG,
    FileError,
    aligned,
    next_line,
    print_error,
    put_line,
    read_text,
    write_text,
)
from ksm_widgets.words import counted, sentence
from ksm_widgets.workers import get_workers

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from ksm_widgets.puzzles.making import Batch
    from ksm_widgets.solving.results import Results


_MOST_BYTES = 6_000_000
"""Of an exported progress, or of positions."""
_SEEDS = 1_000_000
_FIRST_TOLD = 10
"""Games without a puzzle after which that is told, and again when there are twice as many."""


def make_pack(args: argparse.Namespace, language: str) -> int:
    """Make a pack from a seed; it may be stopped and started again, for it keeps a journal."""
    texts = {name: getattr(args, name) for name in ("title", "author", "licence")}
    bar: Bar | None = None
    tell_at = _FIRST_TOLD

    def show(batch: Batch) -> None:
        nonlocal bar, tell_at
        done = min(len(batch.puzzles), args.count)
        if bar is None:
            # The puzzles of an earlier run do not count for the time left.
            bar = Bar(done, args.count, "cli_puzzles.so_far", language, log=True)
        bar.show(done)
        if not done and batch.games >= tell_at:
            print_error(sentence("cli_puzzles.none_so_far", language, games=batch.games))
            tell_at = 2 * batch.games

    workers = get_workers(args.workers, args.scheduler)
    try:
        batch = make(Recipe(args.seed, _filter(args)), args.count, args.out, workers, texts, show)
    finally:
        if bar is not None:
            bar.clear()
    for line in _summary(batch, language):
        put_line(line)
    return 0


def _filter(args: argparse.Namespace) -> Filter:
    given: dict[str, Any] = {
        "sizes": args.size,
        "moves": args.moves,
        "powers": args.powers,
        "themes": args.theme,
        "questions": args.question,
        "grades": args.grade and frozenset(range(args.grade[0], args.grade[1] + 1)),
    }
    return Filter(**{name: value for name, value in given.items() if value is not None})


def _summary(batch: Batch, language: str) -> list[str]:
    """The number of puzzles made of each grade, and why others were dropped."""
    grades = Counter(puzzle.grade for puzzle in batch.puzzles)
    counted = ", ".join(f"{grade}: {grades[grade]}" for grade in GRADES)
    dropped = ", ".join(
        f"{sentence(f'cli_puzzles.rejected_{reason}', language)}: {count}"
        for reason, count in batch.rejected.most_common()
    )
    return [
        sentence("cli_puzzles.made", language, count=len(batch.puzzles), games=batch.games),
        sentence("cli_puzzles.grades", language, counts=counted),
        sentence("cli_puzzles.rejected", language, counts=dropped or "–"),
    ]


def check_pack(args: argparse.Namespace, language: str) -> int:
    """Solve every puzzle of a pack again and print each fault with its line; 1 if there is one."""
    file, thorough = args.file, args.thorough
    good = bad = 0
    seen = set[str]()
    with opened_pack(file) as source:
        for line, found in puzzles_in(source):
            if isinstance(found, Pack):
                continue
            if isinstance(found, Puzzle):
                if found.id in seen:  # As wherever a pack is read; or it might go on for ever.
                    raise PackError("pack.twice", file=file, line=line)
                seen.add(found.id)
            wrong = faults(found, thorough=thorough) if isinstance(found, Puzzle) else (found,)
            good, bad = good + (not wrong), bad + bool(wrong)
            for fault in wrong:
                reason = fault.sentence(language)
                put_line(sentence("pack.line", language, file=file, line=line, reason=reason))
    put_line(sentence("cli_puzzles.checked", language, good=good, bad=bad))
    return 1 if bad or not good else 0


def asked(args: argparse.Namespace) -> tuple[Pack, Taste]:
    """The pack among the options, by default the built-in one, and the theme and grades."""
    pack = shipped_pack() if args.pack is None else read_pack(args.pack)
    return pack, Taste(None if args.theme is None else PuzzleTheme(args.theme), args.grade)


def write_sheet(args: argparse.Namespace, language: str) -> int:
    """Write a sheet to print."""
    pack = read_pack(args.pack)
    paper = next(paper for paper in Paper if paper.value.lower() == args.paper)
    reader, solutions = Reader(language), args.solutions
    page = sheet(pack.puzzles, reader, title=title_of(pack), paper=paper, solutions=solutions)
    write_text(args.out, page)
    key = counted("cli_puzzles.sheet_written", len(pack))
    print_error(sentence(key, language, count=len(pack), file=args.out))
    return 0


def pick(args: argparse.Namespace, language: str) -> int:
    """Write a pack of the puzzles asked for; 1 if there are none or an id is unknown."""
    if args.out.is_file() and not args.replace:
        raise FileError("cli_puzzles.there", file=args.out)
    titled({"title": args.title or ""})
    pack, taste = asked(args)
    missing = [one for one in args.id if pack.find(one) is None]
    if missing:
        print_error(sentence("cli_puzzles.missing", language, ids=missing))
        return 1
    chosen = tuple(one for one in pack if taste.fits(one) and (not args.id or one.id in args.id))
    if not chosen:
        print_error(sentence("puzzle_page.none", language))
        return 1
    if args.count is not None and args.count > len(chosen):
        key = counted("cli_puzzles.fewer", len(chosen))
        print_error(sentence(key, language, count=len(chosen), most=args.count))
    seed = None
    if args.count is not None and args.count < len(chosen):
        seed = SystemRandom().randrange(_SEEDS) if args.seed is None else args.seed
        chosen = drawn(chosen, args.count, Random(seed))
    picked = Pack(chosen, args.title or pack.title, pack.author, pack.licence)
    write_text(args.out, pack_text(picked))
    print_error(_written(picked, args.out, seed, language))
    return 0


def _written(pack: Pack, file: Path, seed: int | None, language: str) -> str:
    """The number of puzzles written, by grade, and the seed that draws them again."""
    grades = sorted(Counter(puzzle.grade for puzzle in pack).items())
    each = [
        sentence("cli_puzzles.of_grade", language, count=count, grade=grade)
        for grade, count in grades
    ]
    key = counted("cli_puzzles.picked", len(pack))
    told = sentence(key, language, count=len(pack), grades=each, file=file)
    again = "" if seed is None else f" {sentence('cli_puzzles.again', language, seed=seed)}"
    return f"{told}{again}"


def puzzles_from(args: argparse.Namespace, language: str) -> int:
    """Make a pack of positions, one a line: explorer links or problems as JSON.

    Every reason why one is unfair is printed with its line; `unfair` ones are taken only if asked
    for. Returns 1 if any line gave no puzzle.
    """
    made = {}
    status = 0
    text = read_text(args.file, _MOST_BYTES)
    if not text.strip():
        print_error(sentence("cli_puzzles.no_positions", language, file=args.file))
    wrong = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found = make_puzzle(*problem_of(line), clear=args.clear)
            reasons = " ".join(one.sentence(language) for one in found.complaints)
        except KsmError as error:
            found, reasons = None, error.sentence(language)
        if reasons:
            print_error(sentence("cli_puzzles.line", language, line=number, reasons=reasons))
        if found is None or found.puzzle is None or not (found.fair or args.unfair):
            status = 1
        else:
            made[found.puzzle.id] = found.puzzle
        wrong = wrong + 1 if found is None else 0
        if wrong == MOST_WRONG:
            raise FileError("cli_puzzles.all_wrong", file=args.file, most=MOST_WRONG)
    if made:
        write_text(args.out, pack_text(Pack(tuple(made.values()))))
        return status
    return 1


def print_results(args: argparse.Namespace, language: str) -> int:
    """Print a class's results as a table, or write them as CSV.

    Raises FileError for what is no file: nobody may ever write to a pipe that a pupil sent.
    """
    for file in args.files:
        try:
            is_odd = file.exists() and not file.is_file()
        except OSError as error:  # The name is too long.
            raise FileError.unreadable(file, error) from error
        if is_odd:
            raise FileError("terminal.no_file", file=file)
    pupils = []
    for file in args.files:
        try:
            pupils.append((file.stem, attempts_of(read_text(file, _MOST_BYTES))))
        except ProgressTextError as error:
            reason = error.sentence(language)
            raise ProgressTextError("cli_puzzles.no_progress", file=file, reason=reason) from error
    pack = None if args.pack is None else read_pack(args.pack)
    _give(results_of(pupils, pack, language), args.out, language)
    return 0


def look_at_class(args: argparse.Namespace, language: str) -> int:
    """Print the results of the class that was given a pack, write them as CSV, or delete it all.

    Returns 1 if there is no class, 2 if something could not be deleted or nobody agreed to it.
    """
    room = Classroom()
    if args.delete:
        if not (args.yes or not room.folder.exists() or _is_agreed(room, language)):
            return 2
        left = room.delete()
        if not left:
            put_line(sentence("cli_puzzles.class_deleted", language))
            return 0
        print_error(sentence("cli_puzzles.class_left", language, folder=str(left[0])))
        return 2
    if room.pack is None and not room.pupils():
        print_error(sentence("cli_puzzles.no_class", language))
        return 1
    _give(room.results(language), args.out, language)
    return 0


def _is_agreed(room: Classroom, language: str) -> bool:
    """Ask at the terminal whether to delete a class; where nobody can be asked, say what to do."""
    if sys.stdin is None or not sys.stdin.isatty():
        print_error(sentence("cli_puzzles.class_not_asked", language))
        return False
    names = len(room.pupils())
    put_line(sentence(counted("cli_puzzles.class_sure", names), language, count=names))
    yes = sentence("cli_puzzles.class_agreed", language).split()
    if (next_line() or "").casefold() in yes:
        return True
    put_line(sentence("cli_puzzles.class_kept", language))
    return False


def _give(results: Results, out: Path | None, language: str) -> None:
    """Print results as a table, or write them as CSV, with the same bytes as the class's page."""
    if out is not None:
        write_text(out, results.file_text())
        key = counted("cli_puzzles.table_written", len(results.rows))
        print_error(sentence(key, language, count=len(results.rows), file=out))
        return
    rows = [row[: results.shown] for row in (results.head, *results.rows)]
    for line in aligned(rows, left=len(rows[0])):
        put_line(line)
