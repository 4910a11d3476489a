"""Commands of `ksm`: what a feature's terminal offers, and types of options that several use."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.terminal.streams import escaped
from ksm_widgets.words import LANGUAGES, sentence

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Command:
    """A command: a function that adds its options to a parser, and one that runs it.

    Both get the language; `run` gets the parsed options and returns the exit status. `epilog` is
    the key of a text to print below the options. A command that `passes_on` keeps unknown
    arguments in `args.others`, for another program; for all others they are errors.

    Its module has it in a mapping COMMANDS by its name, with the help in the catalogue under
    `command_<name>.help` and `command_<name>.more`.
    """

    add_options: Callable[[argparse.ArgumentParser, str], None]
    run: Callable[[argparse.Namespace, str], int]
    epilog: str | None = None
    passes_on: bool = False


class Parser(argparse.ArgumentParser):
    """A parser whose complaints about arguments can't steer the terminal."""

    def error(self, message: str) -> NoReturn:
        """Print usage and a complaint, and exit with 2."""
        super().error(escaped(message))


def language_option(language: str) -> Parser:
    """A parent parser with the option --language, which may be before or after the command."""
    parser = Parser(add_help=False)
    parser.add_argument(
        "--language", choices=LANGUAGES, help=sentence("terminal.language", language)
    )
    return parser


def whole_number(language: str, least: int = 0) -> Callable[[str], int]:
    """The type of an option that is a whole number in plain digits, at least `least`."""

    def read(given: str) -> int:
        plain = given.isascii() and given.isdigit() and len(given) <= _MOST_DIGITS
        if not plain or int(given) < least:
            message = sentence("terminal.no_number", language, found=given[:20], least=least)
            raise argparse.ArgumentTypeError(message)
        return int(given)

    return read


def seconds(language: str) -> Callable[[str], float]:
    """The type of an option that is a time: finite, and not negative."""

    def read(given: str) -> float:
        try:
            limit = float(given)
        except ValueError:
            limit = -1
        if not 0 <= limit < float("inf"):
            message = sentence("terminal.no_time_limit", language, found=given[:20])
            raise argparse.ArgumentTypeError(message)
        return limit

    return read
