"""The command `ksm`: its subcommands, each imported only when it is given."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from importlib import import_module
from textwrap import fill
from typing import TYPE_CHECKING, Any

import ksm_widgets
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.terminal.command import Parser, language_option
from ksm_widgets.terminal.streams import (
    FileError,
    StreamError,
    abandon_output,
    be_ready,
    flush_output,
    print_error,
    put_line,
)
from ksm_widgets.words import LANGUAGES, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ksm_widgets.terminal.command import Command

MODULES = {
    "ksm_widgets.cli.solve": "solve show",
    "ksm_widgets.cli.arena": "arena",
    "ksm_widgets.cli.games": "games ask",
    "ksm_widgets.solving.terminal.commands": "puzzles",
    "ksm_widgets.game.terminal.commands": "play note replay",
    "ksm_widgets.coach.terminal.coach": "coach cards",
    "ksm_widgets.coach.terminal.career": "stats",
    "ksm_widgets.cli.serving": "lab app site",
}
"""The modules with commands, and the names under which each has them in its COMMANDS."""
_NARROWEST = 20
"""Characters of a line of help, however narrow the terminal says it is."""
_FAILED = 2
_INTERRUPTED = 130
_BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; usage errors exit with 2, as in argparse."""
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
        return _BROKEN_PIPE
    except FileError as error:
        print_error(error.sentence(language))
        return _FAILED
    except StreamError as error:
        print_error(error.sentence(language))
        abandon_output()
        return _FAILED


def option_help(language: str) -> Callable[[str], str]:
    """The function that finds the help on an option of a command that belongs to no feature."""
    return lambda name: sentence(f"cli.{name}", language)


def _run(arguments: list[str], language: str) -> int:
    parser = _parser(language)
    args, others = parser.parse_known_args(_with_board_last(arguments))
    command: Command = args.chosen
    if others and not command.passes_on:
        parser.error(sentence("cli.too_many", language, found=others))
    args.others = others
    if "KSM_SOLVER" in os.environ:
        try:
            import_module("ksm_widgets.solver.engine").check_choice()
        except KsmError as error:
            parser.error(error.sentence(language))
    return command.run(args, language)


def _parser(language: str) -> argparse.ArgumentParser:
    common: Any = language_option(language)
    parser = Parser(
        prog="ksm",
        description=sentence("cli.about", language),
        epilog=sentence("cli.epilog", language),
        allow_abbrev=False,
        parents=[common],
    )
    version = sentence("cli.version", language)
    parser.add_argument("--version", action=_Version, nargs=0, help=version)
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=_CommandParser
    )
    width = max(_NARROWEST, shutil.get_terminal_size().columns - 2)
    for module, names in MODULES.items():
        for name in names.split():
            more = sentence(f"command_{name}.more", language)
            command: _CommandParser = commands.add_parser(
                name,
                help=sentence(f"command_{name}.help", language),
                description=fill(more, width),
                formatter_class=argparse.RawDescriptionHelpFormatter,
                allow_abbrev=False,
                parents=[common],
            )
            command.source = module, name, language
    return parser


class _CommandParser(Parser):
    """A subcommand's parser, which imports the command and gets its options when it is used."""

    source: tuple[str, str, str]

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        module, name, language = self.source
        command: Command = import_module(module).COMMANDS[name]
        command.add_options(self, language)
        if command.epilog is not None:
            self.epilog = sentence(command.epilog, language)
        self.set_defaults(chosen=command)
        return super().parse_known_args(args, namespace)


class _Version(argparse.Action):
    """Print the version and exit."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        put_line(f"ksm {ksm_widgets.__version__}")
        parser.exit()


def _with_board_last(arguments: list[str]) -> list[str]:
    """Put a board that begins with `-`, an empty a6, where argparse does not read an option."""
    if "show" not in arguments or "--" in arguments:
        return arguments
    boards = [text for text in arguments if _is_board(text)]
    if not boards:
        return arguments
    return [*(text for text in arguments if text not in boards), "--", *boards]


def _is_board(text: str) -> bool:
    """Whether a text that begins with a dash is a board, good or bad, and not an option."""
    return text.startswith("-") and not text.startswith("--") and ("," in text or "/" in text)


def _language(arguments: Sequence[str]) -> str:
    """The language of --language, otherwise of the environment, otherwise English."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    first.add_argument("--language")
    try:
        given = first.parse_known_args(list(arguments))[0].language
    except argparse.ArgumentError:
        given = None
    if given is None:
        set_ones = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
        given = next(filter(None, set_ones), "")[:2]
    return given if given in LANGUAGES else LANGUAGES[0]
