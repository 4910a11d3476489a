"""What may stand behind `ksm`, and which command it means."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from importlib.metadata import version
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from ksm_widgets.cli.arena import arena
from ksm_widgets.cli.coaching import add_coach_options, run_coach
from ksm_widgets.cli.making import add_puzzle_commands, check_pack, make_pack
from ksm_widgets.cli.match_options import (
    add_cards_options,
    add_match_options,
    add_note_options,
    add_replay_options,
    run_cards,
    run_match,
    run_note,
    run_replay,
)
from ksm_widgets.cli.puzzles import add_actions, run_action
from ksm_widgets.cli.serving import build_site, serve_app, serve_lab
from ksm_widgets.cli.showing import show
from ksm_widgets.cli.solving import solve_file
from ksm_widgets.cli.streams import (
    StreamError,
    abandon_output,
    be_ready,
    complain,
    flush_output,
    put_line,
)
from ksm_widgets.words import LANGUAGES, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["main"]

_PACKAGE = "ksm-widgets"
_NOT_TO_BE_DONE = 2
_INTERRUPTED = 130
_NOBODY_LISTENS = 141
_GAMES = 40
_MOST_DIGITS = 9


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; usage errors leave with 2, as argparse does."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = _language(given)
    be_ready()
    try:
        try:
            return _run(given, language)
        finally:
            flush_output()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        abandon_output()
        return _NOBODY_LISTENS
    except StreamError as error:
        complain(error.sentence(language))
        abandon_output()
        return _NOT_TO_BE_DONE


def _run(arguments: list[str], language: str) -> int:
    parser = _parser(language)
    wishes, others = parser.parse_known_args(_with_board_last(arguments))
    if others and wishes.command not in ("lab", "app"):
        parser.error(sentence("cli.too_many", language, found=others))
    match wishes.command:
        case "solve":
            return solve_file(
                wishes.file,
                cards=wishes.cards,
                time_limit=wishes.time_limit,
                language=language,
            )
        case "show":
            return show(wishes.board, near=wishes.near, svg=wishes.svg, language=language)
        case "arena":
            return arena(
                wishes.players,
                games=wishes.games,
                seed=wishes.seed,
                as_json=wishes.json,
                logbook=wishes.logbook,
                processes=wishes.processes,
                scheduler=wishes.scheduler,
                language=language,
            )
        case "play":
            return run_match(wishes, language)
        case "note":
            return run_note(wishes, language)
        case "replay":
            return run_replay(wishes, language)
        case "coach":
            return run_coach(wishes, language)
        case "cards":
            return run_cards(wishes, language)
        case "puzzles":
            return _run_puzzles(wishes, language)
        case "lab":
            return serve_lab(others, language=language)
        case "site":
            return build_site(
                wishes.folder,
                language=language,
                base=wishes.base,
                core=wishes.core,
                alone=wishes.alone,
            )
        case _:
            return serve_app(others, language=language, share=wishes.share, new_key=wishes.new_key)


def _run_puzzles(wishes: argparse.Namespace, language: str) -> int:
    match wishes.puzzles:
        case "make":
            return make_pack(wishes, language)
        case "check":
            return check_pack(wishes.file, thorough=wishes.thorough, language=language)
        case _:
            return run_action(wishes, language)


def _parser(language: str) -> argparse.ArgumentParser:
    def text(key: str) -> str:
        return sentence(f"cli.{key}", language)

    def seconds(given: str) -> float:
        """A time limit: a number of seconds that is neither negative nor without end."""
        try:
            limit = float(given)
        except ValueError:
            limit = -1
        if not 0 <= limit < float("inf"):
            told = sentence("cli.no_time_limit", language, found=given[:20])
            raise argparse.ArgumentTypeError(told)
        return limit

    def number(least: int) -> Callable[[str], int]:
        """A whole number, in plain digits and not too many."""

        def read(given: str) -> int:
            if not (given.isascii() and given.isdigit() and len(given) <= _MOST_DIGITS):
                found = None
            else:
                found = int(given)
            if found is None or found < least:
                told = sentence("cli.no_number", language, found=given[:20], least=least)
                raise argparse.ArgumentTypeError(told)
            return found

        return read

    # The language, which _language has found already, may stand before the command or after it.
    spoken = argparse.ArgumentParser(add_help=False)
    spoken.add_argument("--language", choices=LANGUAGES, help=text("language"))
    parser = argparse.ArgumentParser(
        prog="ksm",
        description=text("about"),
        epilog=text("epilog"),
        allow_abbrev=False,
        parents=[spoken],
    )
    parser.add_argument("--version", action=_Version, nargs=0, help=text("version"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, table: str | None = None) -> argparse.ArgumentParser:
        """A command; what stands in a table at its end keeps its lines."""
        return commands.add_parser(
            name,
            help=text(name),
            description=fill(text(f"{name}_more"), shutil.get_terminal_size().columns - 2),
            epilog=table,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            parents=[spoken],
        )

    solve = command("solve", text("problem"))
    solve.add_argument("file", metavar="FILE", help=text("file"))
    solve.add_argument(
        "--time-limit", type=seconds, metavar="SECONDS", help=text("time_limit"), default=None
    )
    solve.add_argument("--cards", type=Path, metavar="FILE", help=text("card_file"), default=None)

    show_ = command("show")
    show_.add_argument("board", metavar="BOARD", help=text("board"))
    show_.add_argument("--near", action="store_true", help=text("near"))
    show_.add_argument("--svg", type=Path, metavar="FILE", help=text("svg"), default=None)

    arena_ = command("arena", text("arena_players"))
    arena_.add_argument("--players", required=True, metavar="NAMES", help=text("players"))
    arena_.add_argument(
        "--games", type=number(1), metavar="NUMBER", help=text("games"), default=_GAMES
    )
    arena_.add_argument("--seed", type=number(0), metavar="NUMBER", help=text("seed"), default=1)
    arena_.add_argument("--json", action="store_true", help=text("json"))
    arena_.add_argument("--logbook", type=Path, metavar="FILE", help=text("logbook"))
    who = arena_.add_mutually_exclusive_group()
    who.add_argument("--processes", type=number(1), metavar="NUMBER", help=text("processes"))
    cluster = sentence("workers.scheduler", language)
    who.add_argument("--scheduler", metavar="ADDRESS", help=cluster)

    add_actions(add_puzzle_commands(command("puzzles"), spoken, language), spoken, language)

    add_match_options(command("play", text("arena_players")), number(0), language)
    add_note_options(command("note"), language)
    add_replay_options(command("replay"), language)
    add_coach_options(command("coach"), number, language)
    add_cards_options(command("cards"), number, language)

    command("lab")

    site = command("site")
    site.add_argument("folder", type=Path, metavar="FOLDER", help=text("site_folder"))
    site.add_argument("--base", metavar="ADDRESS", help=text("site_base"))
    site.add_argument("--alone", action="store_true", help=text("site_alone"))
    site.add_argument("--core", type=Path, metavar="FOLDER", help=text("site_core"))

    app = command("app")
    app.add_argument("--share", action="store_true", help=text("share"))
    app.add_argument("--new-key", action="store_true", help=text("new_key"))
    return parser


class _Version(argparse.Action):
    """Say the version and leave; what is installed is only looked at when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        put_line(f"ksm {version(_PACKAGE)}")
        parser.exit()


def _with_board_last(arguments: list[str]) -> list[str]:
    """Put a board that begins with `-`, an empty a6, where argparse takes it for no option."""
    if "show" not in arguments or "--" in arguments:
        return arguments
    boards = [text for text in arguments if _is_board(text)]
    if not boards:
        return arguments
    return [*(text for text in arguments if text not in boards), "--", *boards]


def _is_board(text: str) -> bool:
    """Whether a text with a dash in front is a board, good or bad, and no option."""
    return text.startswith("-") and not text.startswith("--") and ("," in text or "/" in text)


def _language(arguments: Sequence[str]) -> str:
    """The language wished for by `--language`, else that of the surroundings, else English."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    first.add_argument("--language")
    try:
        wished = first.parse_known_args(list(arguments))[0].language
    except argparse.ArgumentError:
        wished = None
    if wished is None:
        wished = next(
            (
                value
                for name in ("LC_ALL", "LC_MESSAGES", "LANG")
                if (value := os.environ.get(name))
            ),
            "",
        )[:2]
    return wished if wished in LANGUAGES else LANGUAGES[0]
