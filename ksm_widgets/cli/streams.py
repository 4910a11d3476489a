"""A command's streams: they may be closed, full, or have lost who reads them."""

from __future__ import annotations

import io
import os
import sys
from typing import BinaryIO, TextIO

from ksm_widgets.rules.arguments import reason_of
from ksm_widgets.rules.errors import KsmError

__all__ = [
    "StreamError",
    "abandon_output",
    "be_ready",
    "complain",
    "flush_output",
    "next_line",
    "put_line",
    "standard_input",
]

_LONGEST = 2_000
"""Bytes of a line that is typed."""


class StreamError(KsmError):
    """Standard input or output is closed, or the disk behind it is full."""


def be_ready() -> None:
    """Let no sentence fail for a letter that the output's encoding lacks: write its number."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def standard_input() -> BinaryIO:
    """The bytes of standard input; raises StreamError if the command was started without one."""
    # Python has None in the place of a stream that was closed before it began.
    if sys.stdin is None:
        raise StreamError("cli.input_closed")
    return sys.stdin.buffer


def put_line(text: str = "", *, end: str = "\n") -> None:
    """Write a line and hand it on at once, for a pipe may be followed.

    With another `end` it is less than a line, such as a prompt. Raises StreamError if it cannot be
    written, BrokenPipeError if whoever read has gone.
    """
    if sys.stdout is None:
        raise StreamError("cli.output_closed")
    try:
        print(text, end=end, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _full(error) from error


def next_line() -> str | None:
    """The next line that somebody types behind a prompt; None at the end. Raises as put_line."""
    put_line(end="> ")
    line = standard_input().readline(_LONGEST)
    if not line:
        put_line()
        return None
    return line.decode(errors="replace").strip()


def flush_output() -> None:
    """Write what others have left in the buffer, such as a parser's help; raises as put_line."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _full(error) from error


def abandon_output() -> None:
    """Nothing more can be written."""
    _abandon(sys.stdout)


def complain(sentence: str) -> None:
    """Say on standard error what is wrong; where nobody can hear it, the exit status must do."""
    # None as a file would mean standard output, which is for answers.
    if sys.stderr is None:
        return
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        _abandon(sys.stderr)


def _abandon(stream: TextIO | None) -> None:
    """Python writes once more what is left at its end: let that succeed."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _full(error: OSError) -> StreamError:
    return StreamError("cli.output_full", reason=reason_of(error))
