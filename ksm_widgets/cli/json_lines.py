"""JSON Lines from a file or a pipe: each line is asked, and answered on a line of its own."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, BinaryIO

from ksm_widgets.rules.errors import KsmError
from ksm_widgets.solver.json_lines import LineError, lines_of, parsed, written
from ksm_widgets.terminal.streams import MOST_WRONG, FileError, put_line, standard_input

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager


MAX_LINE = 1_000_000
"""Bytes; a dig problem with every key has a few hundred."""
_MOST_LINES = 1_000_000
_MOST_BYTES = 1_000_000_000
"""The limits of one source, whatever its lines hold."""
Line = tuple[int, bytes | None]
"""A line with its number; None for one that is too long."""
Answer = dict[str, object]


def opened(file: str) -> AbstractContextManager[BinaryIO]:
    """A file of lines, `-` for standard input; raises FileError if it cannot be read."""
    if file == "-":
        return nullcontext(standard_input())
    try:
        return open(file, "rb")
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise FileError.unreadable(file, error) from error


def answer_to(numbered: Line, ask: Callable[[object], Answer], language: str) -> Answer:
    """The answer to what a line asks, or what is wrong with it."""
    number, line = numbered
    answer: Answer = {"id": None}
    try:
        data = parsed(line, MAX_LINE)
        if isinstance(data, dict):
            answer["id"] = _checked_id(data.get("id"))
        answer |= ask(data)
    except KsmError as error:
        if answer["id"] is None:  # then only its number tells which line it was
            answer["line"] = number
        answer["error"] = error.sentence(language)
    return answer


def numbered_lines(source: BinaryIO) -> Iterator[Line]:
    """The lines that are not blank, with their numbers; None for a line that is too long.

    Raises FileError for a file that can't be read, or has no end of lines.
    """
    size = 0
    try:
        for number, line in lines_of(source, MAX_LINE):
            size += MAX_LINE if line is None else len(line)
            if number > _MOST_LINES or size > _MOST_BYTES:
                raise FileError("cli.endless", file=source.name, lines=_MOST_LINES)
            yield number, line
    except OSError as error:
        raise FileError.unreadable(source.name, error) from error


def put_answers(answers: Iterable[Answer], source: BinaryIO) -> int:
    """Print answers, each when it is there; return 1 if a line was bad, else 0.

    Raises FileError after too many bad lines in a row: such a file asks nothing.
    """
    status = wrong = 0
    for answer in answers:
        put_line(written(answer))
        wrong = wrong + 1 if "error" in answer else 0
        status |= bool(wrong)
        if wrong == MOST_WRONG:
            raise FileError("cli.all_wrong", file=source.name, most=MOST_WRONG)
    return status


def _checked_id(name: object) -> object:
    """An `id` that can be written back; raises LineError for others, such as NaN."""
    try:
        written({"id": name})
    except (ValueError, RecursionError) as error:
        raise LineError("line.no_json", reason=str(error)) from error
    return name
