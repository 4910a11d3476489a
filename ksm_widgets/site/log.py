"""The app's log: lines that can't steer a terminal, without the key, and limited in number."""

from __future__ import annotations

import logging
import re
from collections import Counter
from contextlib import suppress
from time import monotonic
from typing import Any

from ksm_widgets.terminal.streams import escaped

MOST_LINES = 30
"""Lines a minute of one kind. What nobody should send can be sent thousands of times a second."""
_MINUTE = 60.0


def _coded(name: str) -> str:
    """A pattern for a name of which any letter may be coded as in an address."""
    letters = (f"(?:{one}|%(?:25)*{ord(one):x}|%(?:25)*{ord(one.upper()):x})" for one in name)
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
_LONGEST_RECORD = 2_000
"""Characters of a line of the log."""
_LOGS = ("tornado.access", "tornado.application", "tornado.general", "asyncio")


def clean_log(log: logging.Logger) -> None:
    """Make everything that the app logs plain, short and worth reading."""
    logging.setLogRecordFactory(_plain_record)
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

    Tornado takes Jupyter's milliseconds for seconds, and Jupyter trusts no notebook of a package.
    """
    said = record.getMessage()
    return "websocket_ping_timeout" not in said and not said.endswith("is not trusted")


def _plain_record(*args: Any, **kwargs: Any) -> logging.LogRecord:
    """Return a record of the log that can't steer a terminal, whatever a request was called.

    It lacks the key, too: others may read where the log goes.
    A message's next line begins with blanks, so that nobody can forge one.
    """
    record = logging.LogRecord(*args, **kwargs)
    with suppress(Exception):  # A message that lacks arguments is told by the log itself.
        told = _without_keys(record.getMessage())
        if len(told) > _LONGEST_RECORD:
            told = f"{told[:_LONGEST_RECORD]}…"
        record.msg, record.args = escaped(told).replace("\n", "\n  "), ()
    if record.exc_info:
        told = logging.Formatter().formatException(record.exc_info)
        record.exc_text = escaped(_without_keys(told))
    return record


def _without_keys(told: str) -> str:
    return _SEAT.sub(r"\1…", _KEY.sub(r"\1…", told))
