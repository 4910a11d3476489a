"""`ksm puzzles`: its commands and their options."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.puzzles import Question, Theme, read_pack
from ksm_widgets.puzzles.pack import shipped_pack
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.shapes import MAX_SIZE
from ksm_widgets.rules.tiles import Power
from ksm_widgets.solving.guide import Taste
from ksm_widgets.solving.teaching import Paper
from ksm_widgets.solving.terminal.packs import (
    check_pack,
    make_pack,
    pick,
    print_results,
    puzzles_from,
    write_sheet,
)
from ksm_widgets.solving.terminal.playing import play
from ksm_widgets.terminal.command import Command, Parser, language_option
from ksm_widgets.terminal.streams import FileError, print_error
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum


_MOST_DIGITS = 9
_MOST_MOVES = 99


def _add_commands(parser: argparse.ArgumentParser, language: str) -> None:
    """Add the commands of `ksm puzzles`."""
    commands = parser.add_subparsers(
        dest="puzzles", required=True, metavar="COMMAND", parser_class=Parser
    )
    common = language_option(language)

    def text(key: str) -> str:
        return sentence(f"cli_puzzles.{key}", language)

    def command(name: str, *parents: Parser) -> Parser:
        return commands.add_parser(
            name,
            help=text(name),
            description=text(f"{name}_more"),
            allow_abbrev=False,
            parents=[common, *parents],
        )

    def number(given: str) -> int:
        return _span(language, 0)(given)[0]

    make = command("make")
    make.add_argument("--count", type=number, required=True, metavar="N", help=text("count"))
    make.add_argument("--seed", type=number, required=True, metavar="N", help=text("seed"))
    make.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("journaled"))
    for name, least, most in (
        ("size", 1, MAX_SIZE),
        ("moves", 0, _MOST_MOVES),
        ("grade", min(GRADES), max(GRADES)),
    ):
        span = _span(language, least, most)
        make.add_argument(f"--{name}", type=span, metavar="A-B", help=text(f"{name}_span"))
    for name, kind in (("theme", Theme), ("question", Question), ("powers", Power)):
        members = _members(kind, language, none=kind is Power)
        names = ", ".join(one.value for one in kind)
        make.add_argument(
            f"--{name}", type=members, metavar="NAMES", help=f"{text(f'{name}_names')} {names}"
        )
    who = make.add_mutually_exclusive_group()
    who.add_argument("--workers", type=_span(language, 1), metavar="N", help=text("workers"))
    cluster = sentence("workers.scheduler", language)
    who.add_argument("--scheduler", metavar="ADDRESS", help=cluster)
    for name in ("title", "author", "licence"):
        make.add_argument(f"--{name}", default="", metavar="TEXT", help=text(name))

    check = command("check")
    check.add_argument("file", type=Path, metavar="FILE", help=text("file"))
    check.add_argument("--thorough", action="store_true", help=text("thorough"))

    taste = Parser(add_help=False)
    themes = [theme.value for theme in Theme]
    taste.add_argument("--theme", choices=themes, metavar="THEME", help=text("theme"))
    taste.add_argument("--grade", type=int, choices=GRADES, help=text("grade"))

    player = command("play", taste)
    player.add_argument("pack", type=Path, nargs="?", metavar="PACK", help=text("pack"))
    player.add_argument("--daily", action="store_true", help=text("daily"))
    player.add_argument("--link", metavar="LINK", help=text("link"))

    sheet = command("sheet")
    sheet.add_argument("pack", type=Path, metavar="PACK", help=text("file"))
    sheet.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("html"))
    sizes = [paper.value.lower() for paper in Paper]
    sheet.add_argument("--paper", choices=sizes, default=sizes[0], help=text("paper"))
    sheet.add_argument("--solutions", action="store_true", help=text("solutions"))

    picker = command("pick", taste)
    picker.add_argument("pack", type=Path, nargs="?", metavar="PACK", help=text("pack"))
    picker.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("out"))
    picker.add_argument("--id", action="append", default=[], metavar="ID", help=text("id"))
    picker.add_argument("--count", type=int, metavar="N", help=text("most"))
    picker.add_argument("--title", default="", metavar="TITLE", help=text("title"))

    maker = command("from")
    maker.add_argument("file", metavar="FILE", help=text("positions"))
    maker.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("out"))
    maker.add_argument("--unfair", action="store_true", help=text("unfair"))

    results = command("results")
    results.add_argument("files", type=Path, nargs="+", metavar="FILE", help=text("progress"))
    results.add_argument("--pack", type=Path, metavar="PACK", help=text("columns"))
    results.add_argument("--out", type=Path, metavar="FILE", help=text("csv"))


def _run_command(args: argparse.Namespace, language: str) -> int:
    """Run a command and return its exit status.

    1 for what is no pack, link or progress, or if no such puzzle was found, 2 if files or workers
    fail.
    """
    try:
        return _run(args, language)
    except FileError:
        raise
    except KsmError as error:
        print_error(error.sentence(language))
        failed = args.puzzles in ("make", "check") and error.key != "making.barren"
        return 2 if failed else 1


def _run(args: argparse.Namespace, language: str) -> int:
    match args.puzzles:
        case "make":
            return make_pack(args, language)
        case "check":
            return check_pack(args.file, thorough=args.thorough, language=language)
        case "from":
            return puzzles_from(args.file, args.out, unfair=args.unfair, language=language)
        case "results":
            return print_results(args.files, pack=args.pack, out=args.out, language=language)
    pack = shipped_pack() if args.pack is None else read_pack(args.pack)
    if args.puzzles == "sheet":
        return write_sheet(pack, args, language)
    taste = Taste(None if args.theme is None else Theme(args.theme), args.grade)
    if args.puzzles == "pick":
        return pick(pack, taste, args, language)
    return play(pack, taste, link=args.link, of_the_day=args.daily, language=language)


def _span(language: str, least: int, most: int | None = None) -> Callable[[str], tuple[int, int]]:
    """A parser of `3` or `3-5`, or without `most` of a single number."""

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
    """A parser of names joined by commas; with `none` that name means no member."""
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


COMMANDS = {"puzzles": Command(_add_commands, _run_command)}
