"""`ksm solve`: dig problems as JSON Lines in, their answers as JSON Lines out, in order."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, BinaryIO

from ksm_widgets.cli.streams import complain, put_line, standard_input
from ksm_widgets.rules.arguments import reason_of
from ksm_widgets.rules.deck import cards as shipped_cards
from ksm_widgets.rules.deck import load_cards
from ksm_widgets.rules.errors import KsmError, TextError
from ksm_widgets.solver import Problem, solve, solve_covered
from ksm_widgets.solver.json_lines import LineError, lines_of, parsed, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from ksm_widgets.rules.deck import Card

__all__ = ["MAX_LINE", "solve_file"]

MAX_LINE = 1_000_000
"""Bytes; a dig problem with every key has some hundreds."""


def solve_file(file: str, *, cards: Path | None, time_limit: float | None, language: str) -> int:
    """Answer every problem of a file, `-` for standard input; each answer is out when found.

    Returns the exit status: 1 if a line was bad, 2 if the file or the cards cannot be read.
    """
    try:
        deck = shipped_cards() if cards is None else load_cards(cards)
        with _opened(file) as source:
            return _solve_lines(source, deck, time_limit, language)
    except TextError as error:
        complain(error.sentence(language))
        return 2


def _opened(file: str) -> AbstractContextManager[BinaryIO]:
    if file == "-":
        return nullcontext(standard_input())
    try:
        return open(file, "rb")
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise _unreadable(file, error) from error


def _unreadable(file: str, error: Exception) -> TextError:
    return TextError("cli.unreadable", file=file, reason=reason_of(error))


def _solve_lines(
    source: BinaryIO, deck: Sequence[Card], time_limit: float | None, language: str
) -> int:
    status = 0
    for number, line in _lines(source):
        answer: dict[str, object] = {"id": None}
        try:
            data = parsed(line, MAX_LINE)
            if isinstance(data, dict):
                answer["id"] = _checked_id(data.get("id"))
            problem = Problem.from_dict(data, deck)
            asked = solve if problem.reactions is None else solve_covered
            answer |= asked(problem, time_limit=time_limit).to_dict()
        except KsmError as error:
            if answer["id"] is None:  # then only its number tells which line it was
                answer["line"] = number
            answer["error"] = error.sentence(language)
            status = 1
        put_line(written(answer))
    return status


def _lines(source: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The lines that are not blank with their numbers; None for one that is too long to be held."""
    try:
        yield from lines_of(source, MAX_LINE)
    except OSError as error:
        raise _unreadable(source.name, error) from error


def _checked_id(name: object) -> object:
    """An `id` that can be written again; what is no JSON, such as NaN, raises LineError."""
    try:
        written({"id": name})
    except (ValueError, RecursionError) as error:
        raise LineError("line.no_json", reason=str(error)) from error
    return name
