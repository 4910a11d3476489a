"""`ksm solve` answers dig problems as JSON Lines; `ksm show` prints a board and draws it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from ksm_widgets.cli.commands import option_help
from ksm_widgets.cli.json_lines import (
    Answer,
    Line,
    answer_to,
    numbered_lines,
    opened,
    put_answers,
)
from ksm_widgets.draw import board_scene, paint_svg
from ksm_widgets.rules.deck import cards as shipped_cards
from ksm_widgets.rules.deck import load_cards
from ksm_widgets.rules.errors import KsmError, TextError
from ksm_widgets.rules.position import Position
from ksm_widgets.solver import Problem, solve, solve_covered
from ksm_widgets.terminal.command import Command, seconds
from ksm_widgets.terminal.streams import (
    FileError,
    print_error,
    put_line,
    standard_input,
    write_text,
)
from ksm_widgets.words import sentence
from ksm_widgets.workers import cores, get_workers

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from ksm_widgets.rules.deck import Card


_PATIENCE = 1.0
"""Seconds after which other processes are worth their start."""


def _add_solve_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = option_help(language)
    parser.add_argument("file", metavar="FILE", help=text("file"))
    parser.add_argument(
        "--time-limit", type=seconds(language), metavar="SECONDS", help=text("time_limit")
    )
    parser.add_argument("--cards", type=Path, metavar="FILE", help=text("card_file"))


def _solve(args: argparse.Namespace, language: str) -> int:
    """Answer every problem of a file, `-` for standard input; each answer is printed when found.

    Returns the exit status: 1 if a line was bad, 2 if the file or the cards cannot be read.
    """
    try:
        deck = shipped_cards() if args.cards is None else load_cards(args.cards)
        with opened(args.file) as source:
            work = partial(_answered, deck=deck, time_limit=args.time_limit, language=language)
            # Who follows a pipe waits for each answer before there is another line.
            follows = args.file == "-" or not Path(args.file).is_file()
            alone = follows or cores() == 1
            return put_answers(_in_order(numbered_lines(source), work, alone=alone), source)
    except TextError as error:
        print_error(error.sentence(language))
        return 2


def _in_order(
    lines: Iterator[Line], work: Callable[[Line], Answer], *, alone: bool
) -> Iterator[Answer]:
    """The answers to all lines, in order; what takes longer is shared by all cores."""
    start = monotonic()
    for line in lines:
        yield work(line)
        if not alone and monotonic() - start >= _PATIENCE:
            break
    else:
        return
    later: dict[int, Answer] = {}
    due = 0
    for place, answer in get_workers().results(enumerate(lines), partial(_at_place, work)):
        later[place] = answer
        while due in later:
            yield later.pop(due)
            due += 1


def _at_place(work: Callable[[Line], Answer], job: tuple[int, Line]) -> tuple[int, Answer]:
    """The answer to a line with the place it belongs in."""
    return job[0], work(job[1])


def _answered(
    numbered: Line, deck: Sequence[Card], time_limit: float | None, language: str
) -> Answer:
    """The answer to a dig problem in a line, or what is wrong with it."""

    def solved(data: object) -> Answer:
        problem = Problem.from_dict(data, deck)
        asked = solve if problem.reactions is None else solve_covered
        return asked(problem, time_limit=time_limit).to_dict()

    return answer_to(numbered, solved, language)


_MOST_BOARD = 10_000
"""Bytes; no board has as many."""
_OTHER_PICTURES = (".gif", ".jpeg", ".jpg", ".pdf", ".png", ".webp")


def _add_show_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = option_help(language)
    parser.add_argument("board", metavar="BOARD", help=text("board"))
    parser.add_argument("--near", action="store_true", help=text("near"))
    parser.add_argument("--svg", type=Path, metavar="FILE", help=text("svg"))


def _show(args: argparse.Namespace, language: str) -> int:
    """Print a board as a table and in one line, and draw it to a file if one is named.

    The board is read from standard input if it is `-`; with `near` it is only the part near the
    entrance, as for Position.near. Returns the exit status: 1 for a board that the rules or the
    box do not allow, 2 for input that is not text and a picture that is not SVG or cannot be
    written. More tiles of a kind than assumed (R2) are only a warning.
    """
    svg: Path | None = args.svg
    if svg is not None and svg.suffix.lower() in _OTHER_PICTURES:
        print_error(sentence("cli.only_svg", language, file=svg))
        return 2
    text = _read() if args.board == "-" else args.board
    try:
        position = Position.near(text) if args.near else Position.parse(text)
        position.check()
    except KsmError as error:
        print_error(error.sentence(language))
        return 1
    for warning in position.warnings():
        print_error(warning.sentence(language))
    put_line(str(position))
    put_line()
    put_line(position.text)
    if svg is None:
        return 0
    write_text(svg, paint_svg(board_scene(position)))
    return 0


def _read() -> str:
    """A board from standard input; raises FileError if it is not text."""
    try:
        return standard_input().read(_MOST_BOARD).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError.unreadable("-", error) from error


COMMANDS = {
    "solve": Command(_add_solve_options, _solve, epilog="cli.problem"),
    "show": Command(_add_show_options, _show),
}
