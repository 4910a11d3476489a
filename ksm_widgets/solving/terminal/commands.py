"""`ksm puzzles`: its commands and their options."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.puzzles import PuzzleTheme, Question
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.rules.deck import MAX_SIZE
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.tiles import Power
from ksm_widgets.solving.sheets import Paper
from ksm_widgets.solving.terminal.packs import (
    asked,
    check_pack,
    look_at_class,
    make_pack,
    pick,
    print_results,
    puzzles_from,
    write_sheet,
)
from ksm_widgets.solving.terminal.playing import play
from ksm_widgets.terminal.command import Command, Parser, language_option, whole_number
from ksm_widgets.terminal.streams import FileError, print_error
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum


_SPAN = re.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?")
_MOST_MOVES = 99


def _add_commands(parser: argparse.ArgumentParser, language: str) -> None:
    """Add the commands of `ksm puzzles`."""
    commands = parser.add_subparsers(
        dest="puzzles", required=True, metavar="COMMAND", parser_class=Parser
    )
    common = language_option(language)
    text = _texts(language)
    for name, command in _COMMANDS.items():
        more = text(f"{name}_more")
        command.add_options(
            commands.add_parser(
                name, help=text(name), description=more, allow_abbrev=False, parents=[common]
            ),
            language,
        )


def _run_command(args: argparse.Namespace, language: str) -> int:
    """Run a command and return its exit status.

    1 for what is no pack, link or progress, or if no such puzzle was found, 2 if files or workers
    fail.
    """
    try:
        return _COMMANDS[args.puzzles].run(args, language)
    except FileError:
        raise
    except KsmError as error:
        print_error(error.sentence(language))
        failed = args.puzzles in ("make", "check") and error.key != "making.barren"
        return 2 if failed else 1


def _texts(language: str) -> Callable[[str], str]:
    return lambda key: sentence(f"cli_puzzles.{key}", language)


def _add_make_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = _texts(language)
    number = whole_number(language)
    parser.add_argument("--count", type=number, required=True, metavar="N", help=text("count"))
    parser.add_argument("--seed", type=number, required=True, metavar="N", help=text("seed"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("journaled"))
    _add_filters(parser, language)
    who = parser.add_mutually_exclusive_group()
    cores = whole_number(language, least=1)
    who.add_argument("--workers", type=cores, metavar="N", help=text("workers"))
    cluster = sentence("workers.scheduler", language)
    who.add_argument("--scheduler", metavar="ADDRESS", help=cluster)
    for name in ("title", "author", "licence"):
        parser.add_argument(f"--{name}", default="", metavar="TEXT", help=text(name))


def _add_filters(parser: argparse.ArgumentParser, language: str) -> None:
    """Add the options that say which puzzles to make."""
    text = _texts(language)
    for name, least, most in (
        ("size", 1, MAX_SIZE),
        ("moves", 0, _MOST_MOVES),
        ("grade", min(GRADES), max(GRADES)),
    ):
        span = _span(language, least, most)
        parser.add_argument(f"--{name}", type=span, metavar="A-B", help=text(f"{name}_span"))
    for name, kind in (("theme", PuzzleTheme), ("question", Question), ("powers", Power)):
        members = _members(kind, language, none=kind is Power)
        names = ", ".join(one.value for one in kind)
        parser.add_argument(
            f"--{name}", type=members, metavar="NAMES", help=f"{text(f'{name}_names')} {names}"
        )


def _add_check_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = _texts(language)
    parser.add_argument("file", type=Path, metavar="FILE", help=text("file"))
    parser.add_argument("--thorough", action="store_true", help=text("thorough"))


def _add_taste(parser: argparse.ArgumentParser, language: str) -> None:
    """Add the pack, by default the built-in one, and the options that choose among its puzzles."""
    text = _texts(language)
    themes = [theme.value for theme in PuzzleTheme]
    parser.add_argument("--theme", choices=themes, metavar="THEME", help=text("theme"))
    grades = _span(language, GRADES[0], GRADES[-1])
    parser.add_argument("--grade", type=grades, metavar="A-B", help=text("grade"))
    parser.add_argument("pack", type=Path, nargs="?", metavar="PACK", help=text("pack"))


def _add_play_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = _texts(language)
    _add_taste(parser, language)
    parser.add_argument("--daily", action="store_true", help=text("daily"))
    parser.add_argument("--link", metavar="LINK", help=text("link"))


def _add_sheet_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = _texts(language)
    parser.add_argument("pack", type=Path, metavar="PACK", help=text("file"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("html"))
    sizes = [paper.value.lower() for paper in Paper]
    parser.add_argument("--paper", choices=sizes, default=sizes[0], help=text("paper"))
    parser.add_argument("--solutions", action="store_true", help=text("solutions"))


def _add_pick_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = _texts(language)
    _add_taste(parser, language)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("out"))
    parser.add_argument("--replace", action="store_true", help=text("pick_replace"))
    parser.add_argument("--id", action="append", default=[], metavar="ID", help=text("id"))
    number = whole_number(language)
    parser.add_argument("--count", type=whole_number(language, 1), metavar="N", help=text("most"))
    parser.add_argument("--seed", type=number, metavar="N", help=text("pick_seed"))
    parser.add_argument("--title", default="", metavar="TITLE", help=text("title"))


def _add_from_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = _texts(language)
    parser.add_argument("file", metavar="FILE", help=text("positions"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("out"))
    parser.add_argument("--clear", action="store_true", help=text("clear"))
    parser.add_argument("--unfair", action="store_true", help=text("unfair"))


def _add_results_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = _texts(language)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help=text("progress"))
    parser.add_argument("--pack", type=Path, metavar="PACK", help=text("columns"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=text("csv"))


def _add_class_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = _texts(language)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--out", type=Path, metavar="FILE", help=text("csv"))
    what.add_argument("--delete", action="store_true", help=text("class_delete"))
    parser.add_argument("--yes", action="store_true", help=text("class_yes"))


def _span(language: str, least: int, most: int) -> Callable[[str], tuple[int, int]]:
    """A parser of `3` or `3-5`."""

    def read(given: str) -> tuple[int, int]:
        found = _SPAN.fullmatch(given)
        if found is not None:
            low, high = int(found[1]), int(found[2] or found[1])
            if least <= low <= high <= most:
                return low, high
        told = sentence("cli_puzzles.no_span", language, found=given[:20], least=least, most=most)
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


def _play(args: argparse.Namespace, language: str) -> int:
    return play(*asked(args), link=args.link, of_the_day=args.daily, language=language)


_COMMANDS = {
    "make": Command(_add_make_options, make_pack),
    "check": Command(_add_check_options, check_pack),
    "play": Command(_add_play_options, _play),
    "sheet": Command(_add_sheet_options, write_sheet),
    "pick": Command(_add_pick_options, pick),
    "from": Command(_add_from_options, puzzles_from),
    "results": Command(_add_results_options, print_results),
    "class": Command(_add_class_options, look_at_class),
}
COMMANDS = {"puzzles": Command(_add_commands, _run_command)}
