"""The app's log: lines that can't steer a terminal, without the key, and limited in number."""

from __future__ import annotations

import logging
import re
from collections import Counter
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from ksm_widgets.terminal.streams import escaped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MOST_LINES = 30
"""Lines a minute of one kind. What nobody should send can be sent thousands of times a second."""
_MINUTE = 60.0


def _coded(name: str) -> str:
    """A pattern for a name of which any letter may be coded as in an address."""
    letters = (
        f"(?:{re.escape(one)}|%(?:25)*{ord(one):x}|%(?:25)*{ord(one.upper()):x})" for one in name
    )
    return "".join(letters)


_KEY = re.compile(
    rf"((?:{_coded('token')}|{_coded('key')})(?:=|%(?:25)*3D|: b['\"])|/table/)[^&\s]+",
    re.IGNORECASE,
)
"""The key in an address, also in one that a program, or an address around it, has coded.

And as Tornado quotes it if it can't be read.
"""
_SEAT = re.compile(r"((?:/|%(?:25)*2[fF]))(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22,}", re.ASCII)
"""Text that may be a seat's key, in a mistyped address."""
_LEAST_KEY = 8
"""Characters of a key that is looked for everywhere; an owner may choose one that is a word."""
_MOST_CODED = 4
"""How often a key may be coded that is looked for everywhere."""
_LONGEST_RECORD = 2_000
"""Characters of a line of the log."""
_LOGS = ("tornado.access", "tornado.application", "tornado.general", "asyncio")


def clean_log(log: logging.Logger, keys: Callable[[], Iterable[str]] = tuple) -> None:
    """Make everything that the app logs plain, short and worth reading; `keys` stay out of it."""
    logging.setLogRecordFactory(partial(_plain_record, keys))
    limit = LineLimit()
    for each in (log, *map(logging.getLogger, _LOGS)):
        each.addFilter(_is_worth_reading)
        each.addFilter(limit)


class LineLimit(logging.Filter):
    """A filter that lets through so many warnings a minute from the same place in the code."""

    def __init__(self) -> None:
        super().__init__()
        self._until = 0.0
        self._counts: Counter[tuple[str, int, int]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a line; the last one says that more are left out."""
        if record.levelno < logging.WARNING:
            return True  # Only an owner who asked for all of them gets these.
        now = monotonic()
        if now >= self._until:
            self._until = now + _MINUTE
            self._counts.clear()
        kind = (record.pathname, record.lineno, record.levelno)
        self._counts[kind] += 1
        if self._counts[kind] == MOST_LINES:
            record.msg = f"{record.getMessage()} (Similar lines are left out for up to a minute.)"
            record.args = ()
        return self._counts[kind] <= MOST_LINES


def _is_worth_reading(record: logging.LogRecord) -> bool:
    """Return whether a line of the log tells anything new.

    Tornado takes Jupyter's milliseconds for seconds, Jupyter trusts no notebook of a package, and
    ZeroMQ hears of a page's socket that was closed in the same moment.
    """
    said = record.getMessage()
    return not (
        "websocket_ping_timeout" in said
        or said.endswith("is not trusted")
        or said.startswith("Got events for closed stream")
    )


def _plain_record(
    keys: Callable[[], Iterable[str]], /, *args: Any, **kwargs: Any
) -> logging.LogRecord:
    """Return a record of the log that can't steer a terminal, whatever a request was called.

    It lacks all keys, too: others may read where the log goes. A message's next line begins with
    blanks, so that nobody can forge one.
    """
    record = logging.LogRecord(*args, **kwargs)
    with suppress(Exception):  # A message that lacks arguments is told by the log itself.
        told = _without_keys(record.getMessage(), keys())
        if len(told) > _LONGEST_RECORD:
            told = f"{told[:_LONGEST_RECORD]}…"
        record.msg, record.args = escaped(told).replace("\n", "\n  "), ()
    if record.exc_info:
        told = logging.Formatter().formatException(record.exc_info)
        record.exc_text = escaped(_without_keys(told, keys()))
    return record


def _without_keys(told: str, keys: Iterable[str]) -> str:
    told = plain = _SEAT.sub(r"\1…", _KEY.sub(r"\1…", told))
    for _ in range(_MOST_CODED):
        plain = unquote(plain)
    for key in keys:
        if len(key) >= _LEAST_KEY and key in plain:
            # A pupil's address has more after it.
            told = re.sub(rf"{_coded(key)}(?:\.[0-9a-f]+)?", "…", told, flags=re.IGNORECASE)
    return told
