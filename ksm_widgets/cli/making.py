"""`ksm puzzles make` and `ksm puzzles check`: packs from seeds, and their answers proven again."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ksm_widgets.cli.streams import complain, put_line
from ksm_widgets.puzzles import Pack, PackError, Puzzle, Question, Theme
from ksm_widgets.puzzles.checking import faults
from ksm_widgets.puzzles.making import MakingError, Recipe, make
from ksm_widgets.puzzles.pack import opened_pack, puzzles_in
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.puzzles.wishes import Wish
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.shapes import MAX_SIZE
from ksm_widgets.words import sentence
from ksm_widgets.workers import WorkersError, hired

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum

    from ksm_widgets.puzzles.making import Harvest

__all__ = ["add_puzzle_commands", "check_pack", "make_pack"]

_MOST_DIGITS = 9
_MOST_MOVES = 99


def add_puzzle_commands(
    puzzles: argparse.ArgumentParser, spoken: argparse.ArgumentParser, language: str
) -> argparse._SubParsersAction[argparse.ArgumentParser]:
    """Say what may stand behind `ksm puzzles`; returns where more commands are added."""

    def text(key: str) -> str:
        return sentence(f"cli_puzzles.{key}", language)

    def number(given: str) -> int:
        return _span(language, 0)(given)[0]

    commands = puzzles.add_subparsers(dest="puzzles", required=True, metavar="COMMAND")

    def command(name: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=text(name),
            description=text(f"{name}_more"),
            allow_abbrev=False,
            parents=[spoken],
        )

    made = command("make")
    made.add_argument("--count", type=number, required=True, metavar="N", help=text("count"))
    made.add_argument("--seed", type=number, required=True, metavar="N", help=text("seed"))
    made.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("out"))
    made.add_argument("--size", type=_span(language, 1, MAX_SIZE), metavar="A-B", help=text("size"))
    made.add_argument(
        "--moves", type=_span(language, 0, _MOST_MOVES), metavar="A-B", help=text("moves")
    )
    made.add_argument(
        "--grade",
        type=_span(language, min(GRADES), max(GRADES)),
        metavar="A-B",
        help=text("grade"),
    )
    for name, kind in (("theme", Theme), ("question", Question), ("powers", Power)):
        made.add_argument(
            f"--{name}",
            type=_members(kind, language, none=kind is Power),
            metavar="NAMES",
            help=text(name) + " " + ", ".join(one.value for one in kind),
        )
    who = made.add_mutually_exclusive_group()
    who.add_argument("--workers", type=_span(language, 1), metavar="N", help=text("workers"))
    cluster = sentence("workers.scheduler", language)
    who.add_argument("--scheduler", metavar="ADDRESS", help=cluster)
    for name in ("title", "author", "licence"):
        made.add_argument(f"--{name}", default="", metavar="TEXT", help=text(name))

    checked = command("check")
    checked.add_argument("file", type=Path, metavar="FILE", help=text("file"))
    checked.add_argument("--thorough", action="store_true", help=text("thorough"))
    return commands


def make_pack(wishes: argparse.Namespace, language: str) -> int:
    """Make a pack; returns the exit status: 1 if there are no such puzzles, 2 if a file is wrong.

    What is known at every moment stands in a journal, so it may be stopped and started again.
    """
    texts = {name: getattr(wishes, name) for name in ("title", "author", "licence")}
    bar = _Bar(wishes.count, language)
    try:
        harvest = make(
            Recipe(wishes.seed, _wish(wishes)),
            wishes.count,
            wishes.out,
            hired(None if wishes.workers is None else wishes.workers[0], wishes.scheduler),
            texts,
            bar.show,
        )
    except (MakingError, PackError, WorkersError) as error:
        bar.close()
        complain(error.sentence(language))
        return 1 if error.key == "making.barren" else 2
    bar.close()
    for line in _summary(harvest, language):
        put_line(line)
    return 0


def check_pack(file: Path, *, thorough: bool, language: str) -> int:
    """Solve every puzzle of a pack again and say what does not hold, line by line.

    Returns the exit status: 1 if anything does not hold, 2 if the file cannot be read.
    """
    good = bad = 0
    try:
        with opened_pack(file) as source:
            for line, found in puzzles_in(source):
                if isinstance(found, Pack):
                    continue
                wrong = faults(found, thorough=thorough) if isinstance(found, Puzzle) else (found,)
                good, bad = good + (not wrong), bad + bool(wrong)
                for fault in wrong:
                    reason = fault.sentence(language)
                    put_line(sentence("pack.line", language, file=file, line=line, reason=reason))
    except KsmError as error:
        complain(error.sentence(language))
        return 2
    put_line(sentence("cli_puzzles.checked", language, good=good, bad=bad))
    return 1 if bad or not good else 0


def _wish(wishes: argparse.Namespace) -> Wish:
    given: dict[str, Any] = {
        "sizes": wishes.size,
        "moves": wishes.moves,
        "powers": wishes.powers,
        "themes": wishes.theme,
        "questions": wishes.question,
        "grades": wishes.grade and frozenset(range(wishes.grade[0], wishes.grade[1] + 1)),
    }
    return Wish(**{name: value for name, value in given.items() if value is not None})


def _summary(harvest: Harvest, language: str) -> list[str]:
    """What was made, and why the rest was not."""
    grades = Counter(puzzle.grade for puzzle in harvest.puzzles)
    counted = ", ".join(f"{grade}: {grades[grade]}" for grade in GRADES)
    fell = ", ".join(
        f"{sentence(f'cli_puzzles.fell_{reason}', language)}: {count}"
        for reason, count in harvest.fell.most_common()
    )
    return [
        sentence("cli_puzzles.made", language, count=len(harvest.puzzles), games=harvest.games),
        sentence("cli_puzzles.grades", language, counts=counted),
        sentence("cli_puzzles.fell", language, counts=fell or "–"),
    ]


class _Bar:
    """How far it has come, with rate and time left; where tqdm is missing a line now and then."""

    def __init__(self, total: int, language: str) -> None:
        self.total = total
        self.language = language
        self.told = -1
        self.bar: Any = None

    def show(self, harvest: Harvest) -> None:
        """Tell how many puzzles there are by now."""
        done = min(len(harvest.puzzles), self.total)
        if sys.stderr is None:
            return
        if find_spec("tqdm") is None:
            if done * 10 // max(self.total, 1) > self.told:
                self.told = done * 10 // max(self.total, 1)
                complain(sentence("cli_puzzles.so_far", self.language, done=done, total=self.total))
            return
        if self.bar is None:
            unit = sentence("cli_puzzles.unit", self.language)
            tqdm: Callable[..., Any] = import_module("tqdm").tqdm
            # What an earlier run has made must not count for this one's rate.
            self.bar = tqdm(total=self.total, initial=done, unit=f" {unit}", file=sys.stderr)
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        """Leave the bar as it stands."""
        if self.bar is not None:
            self.bar.close()


def _span(language: str, least: int, most: int | None = None) -> Callable[[str], tuple[int, int]]:
    """A reader of `3` or `3-5`, or of a single number where there is no limit above."""

    def read(given: str) -> tuple[int, int]:
        parts = given.split("-") if most is not None else [given]
        plain = all(
            part.isascii() and part.isdigit() and len(part) <= _MOST_DIGITS for part in parts
        )
        if plain and len(parts) <= 2:
            low, high = int(parts[0]), int(parts[-1])
            if least <= low <= high and (most is None or high <= most):
                return low, high
        key = "cli_puzzles.no_number" if most is None else "cli_puzzles.no_span"
        told = sentence(key, language, found=given[:20], least=least, most=most)
        raise argparse.ArgumentTypeError(told)

    return read


def _members(kind: type[Enum], language: str, *, none: bool) -> Callable[[str], frozenset[Enum]]:
    """A reader of names joined by commas; `none` for no power at all."""
    known = {str(member.value): member for member in kind}

    def read(given: str) -> frozenset[Enum]:
        names = [] if none and given == "none" else given.split(",")
        unknown = [name[:20] for name in names if name not in known]
        if unknown:
            expected = [*known, *(["none"] if none else [])]
            told = sentence("cli_puzzles.no_name", language, found=unknown, expected=expected)
            raise argparse.ArgumentTypeError(told)
        return frozenset(known[name] for name in names)

    return read
