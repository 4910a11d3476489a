"""`ksm games` lists the games on the shelf; `ksm ask` answers questions about one as JSON Lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.cli.commands import option_help
from ksm_widgets.cli.json_lines import answer_to, numbered_lines, opened, put_answers
from ksm_widgets.companions.own_files import own_folder
from ksm_widgets.companions.shelf import GAMES, NoSuchGame, companion
from ksm_widgets.terminal.command import Command
from ksm_widgets.terminal.streams import aligned, print_error, put_line, wrapped
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    import argparse


def _add_no_options(parser: argparse.ArgumentParser, language: str) -> None:
    pass


def _list(args: argparse.Namespace, language: str) -> int:
    """Print each game's name, what it is, its questions, and the folder for own files; return 0."""
    rows = [
        [name, sentence(f"companion_{name}.about", language), ", ".join(companion(name).questions)]
        for name in GAMES
    ]
    for line in aligned(rows, left=3):
        put_line(line)
    folder = own_folder()
    if folder is not None:
        put_line(wrapped(sentence("shelf_files.folder", language, folder=str(folder))))
    for name in GAMES:
        _tell_files(name, language)
    return 0


def _tell_files(game: str, language: str) -> None:
    """Say what is wrong in the user's own data files."""
    wrong = companion(game).set_aside()
    if wrong is not None:
        print_error(wrong.sentence(language))


def _add_ask_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = option_help(language)
    parser.add_argument("game", metavar="GAME", help=text("game"))
    parser.add_argument("file", metavar="FILE", help=text("questions"))


def _ask(args: argparse.Namespace, language: str) -> int:
    """Answer every question of a file, `-` for standard input; each answer is printed when found.

    Returns the exit status: 1 if a line was bad, 2 if there is no such game or file.
    """
    try:
        game = companion(args.game)
    except NoSuchGame as error:
        print_error(error.sentence(language))
        return 2
    _tell_files(game.name, language)
    with opened(args.file) as source:
        answers = (
            answer_to(line, lambda data: game.ask(data, language), language)
            for line in numbered_lines(source)
        )
        return put_answers(answers, source)


COMMANDS = {
    "games": Command(_add_no_options, _list),
    "ask": Command(_add_ask_options, _ask, epilog="cli.question"),
}
