"""`ksm solve`: dig problems as JSON Lines in, their answers as JSON Lines out, in order."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, BinaryIO

from ksm_widgets.cli.streams import complain, put_line, standard_input
from ksm_widgets.rules.deck import cards as shipped_cards
from ksm_widgets.rules.deck import load_cards
from ksm_widgets.rules.errors import KsmError, TextError
from ksm_widgets.solver import Problem, solve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from ksm_widgets.rules.deck import Card

__all__ = ["MAX_LINE", "LineError", "solve_file"]

MAX_LINE = 1_000_000
"""Bytes; a dig problem with every key has some hundreds."""


class LineError(TextError):
    """A line that holds no JSON, or too much of it."""


@dataclass(frozen=True, slots=True)
class Boundless:
    """A number that is good JSON, but that nobody reckons with, such as `1e99999999999999999999`.

    It is of no type that a problem's key may have, so the key's own check refuses it by name.
    """

    text: str

    def __str__(self) -> str:
        return self.text


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
    return TextError("cli.unreadable", file=file, reason=getattr(error, "strerror", None) or error)


def _solve_lines(
    source: BinaryIO, deck: Sequence[Card], time_limit: float | None, language: str
) -> int:
    status = 0
    for number, line in _lines(source):
        answer: dict[str, object] = {"id": None}
        try:
            data = _parsed(line)
            if isinstance(data, dict):
                answer["id"] = _checked_id(data.get("id"))
            problem = Problem.from_dict(data, deck)
            answer |= solve(problem, time_limit=time_limit).to_dict()
        except KsmError as error:
            if answer["id"] is None:  # then only its number tells which line it was
                answer["line"] = number
            answer["error"] = error.sentence(language)
            status = 1
        put_line(_written(answer))
    return status


def _lines(source: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The lines that are not blank with their numbers; None for one that is too long to be held."""
    number = 0
    while line := _read(source, MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = _read(source, MAX_LINE)
            yield number, None
        elif line.strip():
            yield number, line


def _read(source: BinaryIO, most: int) -> bytes:
    try:
        return source.readline(most)
    except OSError as error:
        raise _unreadable(source.name, error) from error


def _parsed(line: bytes | None) -> object:
    """A line's JSON; fractions stay exact. Raises LineError."""
    if line is None:
        raise LineError("cli.line_long", most=MAX_LINE)
    try:
        return json.loads(
            line.decode("utf-8-sig"),
            parse_float=_fraction,
            parse_int=_whole,
            object_pairs_hook=_object,
        )
    except LineError:
        raise
    except json.JSONDecodeError as error:  # also where a problem is spread over several lines
        raise LineError("cli.no_json_line", reason=error.msg, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise LineError("cli.no_json", reason=str(error)) from error


def _fraction(text: str) -> Decimal | Boundless:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent of twenty digits
        return Boundless(text)


def _whole(text: str) -> int | Boundless:
    try:
        return int(text)
    except ValueError:  # thousands of digits, see sys.set_int_max_str_digits
        return Boundless(text)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object's keys; of two alike nobody knows which is meant. Raises LineError."""
    data: dict[str, object] = {}
    for key, value in pairs:
        if key in data:
            raise LineError("cli.key_twice", found=key[:20])
        data[key] = value
    return data


def _checked_id(name: object) -> object:
    """An `id` that can be written again; what is no JSON, such as NaN, raises LineError."""
    try:
        _written({"id": name})
    except (ValueError, RecursionError) as error:
        raise LineError("cli.no_json", reason=str(error)) from error
    return name


def _written(value: object) -> str:
    return json.dumps(value, default=_plain, allow_nan=False)


def _plain(value: object) -> float:
    """A number of a kind that JSON's writer does not know; raises ValueError if it is too large."""
    if isinstance(value, Decimal):
        return float(value)
    raise ValueError(f"Out of range: {str(value)[:20]}")
