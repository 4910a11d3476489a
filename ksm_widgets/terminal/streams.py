"""Standard input and output, and files named on a command line.

Streams may be closed, full, or lose their reader; each case has an error with a plain sentence.
All that is printed goes through `put_line` and `print_error`, which write control characters as
their codes: a name from somebody else's file cannot steer the terminal.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from textwrap import fill
from typing import TYPE_CHECKING, BinaryIO, Self, TextIO

from ksm_widgets._files import write_whole
from ksm_widgets.rules.arguments import reason_of
from ksm_widgets.rules.errors import KsmError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


MOST_WRONG = 1_000
"""Lines in a row that ask nothing; then the rest is not read."""
_MOST_TYPED = 2_000
"""Bytes of a typed line."""
_MOST_LINES = 20_000
"""Lines typed in one command, a whole day's work for a person."""
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
"""All control characters but tab and newline, and those that change the direction of text."""
_NARROWEST = 20
"""Columns of a terminal, at least."""
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties the window and what has scrolled out of it."""


class StreamError(KsmError):
    """Standard input or output is closed, or the disk behind it is full."""


class FileError(KsmError):
    """A file cannot be read or written; `main` prints why and returns 2."""

    @classmethod
    def unreadable(cls, file: object, error: Exception) -> Self:
        """The error of a file that cannot be read."""
        return cls("terminal.unreadable", file=_on_a_line(file), reason=reason_of(error))

    @classmethod
    def unwritable(cls, file: object, error: Exception) -> Self:
        """The error of a file that cannot be written."""
        return cls("terminal.unwritable", file=_on_a_line(file), reason=reason_of(error))


def _on_a_line(name: object) -> str:
    """A name without line breaks, so that it can't pass for a message of its own."""
    return str(name).replace("\n", "\\x0a")


class _Typed:
    """The number of lines that a command has read at its prompt."""

    lines = 0


def be_ready() -> None:
    """Begin a command; standard output writes the code of a letter that its encoding lacks."""
    _Typed.lines = 0
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def escaped(text: str) -> str:
    r"""A text that is safe to print: control characters are written as their codes.

    >>> print(escaped("Ann\x1b[2J\rBob"))
    Ann\x1b[2J\x0dBob
    """
    return _CONTROLS.sub(_code, text)


def _code(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"


def put_line(text: str = "", *, end: str = "\n") -> None:
    """Print a line and flush it, so that readers of a pipe see it immediately.

    Raises StreamError if it cannot be written, BrokenPipeError if the reader has gone.
    """
    _put(escaped(text) + end)


def wrapped(text: str) -> str:
    """Sentences with a break between words wherever a terminal would break a word.

    Lines in columns stay as they are, and so does everything that no terminal shows.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        return text
    width = max(shutil.get_terminal_size().columns, _NARROWEST)
    lines = (
        line
        if len(line) <= width or "  " in line
        else fill(line, width, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
    return "\n".join(lines)


def clear_screen() -> None:
    """Empty the terminal, if standard output is one."""
    if sys.stdout is not None and sys.stdout.isatty():
        _put(_CLEAR)


def _put(text: str) -> None:
    if sys.stdout is None:
        raise StreamError("terminal.output_closed")
    try:
        print(text, end="", flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StreamError("terminal.output_full", reason=reason_of(error)) from error


def print_error(text: str) -> None:
    """Print a line on standard error; if that is closed, the exit status must do."""
    # None as a file would mean standard output, which is for answers.
    if sys.stderr is None:
        return
    try:
        print(escaped(text), file=sys.stderr, flush=True)
    except OSError:
        _abandon(sys.stderr)


def flush_output() -> None:
    """Flush the output of others, such as a parser's help; raises as put_line."""
    if sys.stdout is not None:
        _put("")


def abandon_output() -> None:
    """Drop what cannot be written any more."""
    _abandon(sys.stdout)


def _abandon(stream: TextIO | None) -> None:
    """Let Python's last flush of a stream, at exit, succeed."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def standard_input() -> BinaryIO:
    """The bytes of standard input; raises StreamError if it is closed."""
    # Python has None in place of a stream that was closed before it began.
    if sys.stdin is None:
        raise StreamError("terminal.input_closed")
    return sys.stdin.buffer


def next_line() -> str | None:
    """The next line typed at the prompt; None at the end of input.

    Raises as put_line does, and FileError where nobody types so many lines.
    """
    _Typed.lines += 1
    if _Typed.lines > _MOST_LINES:
        raise FileError("terminal.many_lines", most=_MOST_LINES)
    put_line(end="> ")
    line = standard_input().readline(_MOST_TYPED)
    if not line:
        put_line()
        return None
    return line.decode(errors="replace").strip()


def read_text(file: Path | str, most: int) -> str:
    """The text of a file, of standard input for `-`, up to so many bytes; raises FileError.

    A pipe of that name is waited for, so that a shell may hand one over.
    """
    try:
        if str(file) == "-":
            data = standard_input().read(most)
        else:
            with open(file, "rb") as opened:
                data = opened.read(most)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise FileError.unreadable(file, error) from error
    return data.decode("utf-8-sig", errors="replace")


def write_text(file: Path, text: str) -> None:
    """Write a file, whole or not at all; raises FileError.

    What UTF-8 has no letter for is written as its code.
    """
    data = text.encode("utf-8", "backslashreplace")
    try:
        if file.exists() and not file.is_file():
            file.write_bytes(data)  # A pipe or a device is not replaced.
        else:
            write_whole(file, data)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise FileError.unwritable(file, error) from error


def aligned(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Rows as lines of aligned columns: the first `left` of them to the left, the others right.

    >>> print(*aligned([["name", "points"], ["Ann", "7"]]), sep="|")
    name  points|Ann        7
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
