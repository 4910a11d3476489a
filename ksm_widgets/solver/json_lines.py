"""JSON Lines from outside: untrusted data, one object a line, with faults named.

Fractions stay exact, numbers too large to calculate with stay texts of a type that no key may have,
and no line is read beyond the length allowed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, BinaryIO

from ksm_widgets.rules.errors import TextError
from ksm_widgets.rules.json_text import read_json

if TYPE_CHECKING:
    from collections.abc import Iterator


class LineError(TextError):
    """A line without JSON, or with too much of it."""


@dataclass(frozen=True, slots=True)
class Boundless:
    """A number that is valid JSON, but too large to calculate with, such as
    `1e99999999999999999999`.

    It is of no type that a key may have, so the key's own check refuses it by name.
    """

    text: str

    def __str__(self) -> str:
        return self.text


_MOST_BLANK = 1_000
"""Blank lines in a row that are passed over."""
_OVERLONG = 8
"""So many times as long as a line may be, a line is taken for one without an end."""


def lines_of(source: BinaryIO, most: int) -> Iterator[tuple[int, bytes | None]]:
    """The lines that are not blank, with their numbers; None for one of more than `most` bytes.

    What comes after a line eight times as long is not read. After a thousand blank lines in a row
    the next ones are given too, so that whoever reads them need not wait for ever.

    Raises OSError if the source cannot be read.
    """
    number = blank = 0
    while line := source.readline(most + 1):
        number += 1
        if len(line) > most and not line.endswith(b"\n"):
            blank = 0
            yield number, None  # at once, for such a line may never end
            for _ in range(_OVERLONG):
                if not line or line.endswith(b"\n"):
                    break
                line = source.readline(most)
            else:
                return
        elif line.strip():
            blank = 0
            yield number, line
        elif (blank := blank + 1) > _MOST_BLANK:
            yield number, line


def parsed(line: bytes | None, most: int) -> object:
    """Parse a line's JSON, with exact fractions; None is a line longer than `most`. Raises
    LineError.
    """
    if line is None:
        raise LineError("line.long", most=most)
    try:
        return read_json(
            line.decode("utf-8-sig"),
            parse_float=_fraction,
            parse_int=_whole,
            object_pairs_hook=_object,
        )
    except LineError:
        raise
    except json.JSONDecodeError as error:  # also where a problem is spread over several lines
        raise LineError("line.no_json_here", reason=error.msg, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise LineError("line.no_json", reason=str(error)) from error


def written(value: object) -> str:
    """A value as JSON on one line; raises ValueError for what is not JSON, such as NaN."""
    return json.dumps(value, default=_plain, allow_nan=False)


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
    """An object's keys; if one occurs twice, nobody knows which is meant. Raises LineError."""
    data: dict[str, object] = {}
    for key, value in pairs:
        if key in data:
            raise LineError("line.key_twice", found=key[:20])
        data[key] = value
    return data


def _plain(value: object) -> float:
    """Convert a number that JSON's writer does not know; raises ValueError if it is too large."""
    if isinstance(value, Decimal):
        return float(value)
    raise ValueError(f"Out of range: {str(value)[:20]}")
