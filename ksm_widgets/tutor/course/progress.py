"""What a learner has tried and reached: kept in a database file, or for the sitting only.

Every attempt is written in a transaction of its own, so a crash loses at most the one under way.
All of it can be taken along as one JSON text and read in again elsewhere.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Attempted", "Progress", "ProgressTextError", "data_folder", "timestamp"]

_FORMAT = "ksm-widgets progress 1"
_MAX_TEXT = 5_000_000
_MAX_ATTEMPTS = 50_000
_MAX_NAME = 80
_TABLE = """
CREATE TABLE IF NOT EXISTS attempted (
    task TEXT NOT NULL, seed INTEGER NOT NULL, edition TEXT NOT NULL, at INTEGER NOT NULL,
    right INTEGER NOT NULL, stars INTEGER NOT NULL, hints INTEGER NOT NULL, rule TEXT,
    UNIQUE (task, seed, edition, at, right)
)
"""
_SETTINGS = "CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
_COLUMNS = ("task", "seed", "edition", "at", "right", "stars", "hints", "rule")


class ProgressTextError(TextError):
    """A file of progress is not what was saved; the sentence says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Attempted:
    """One answer that was checked: which task, when (milliseconds since 1970), what came of it.

    `rule` is the rule the answer missed or got right, `hints` how many had been asked for.
    """

    task: str
    seed: int
    edition: str
    at: int
    right: bool
    stars: int
    hints: int = 0
    rule: str | None = None


def data_folder() -> Path:
    """The folder where this user's programs keep their data, with ours in it.

    KSM_DATA, if set, names it; else it is the system's usual place.
    """
    named = os.environ.get("KSM_DATA")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "ksm-widgets"


class Progress:
    """A learner's attempts. `lasting` is whether they outlive the sitting.

    On Binder they are kept in a file, for all notebooks, but the whole machine goes with the
    sitting.
    """

    def __init__(self, file: Path | None = None) -> None:
        """Open the file; where that fails, or without one, keep all in memory."""
        self._memory: sqlite3.Connection | None = None
        self._file = file
        if file is not None:
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                self._write([])
            except (OSError, sqlite3.Error):
                self._file = None
        if self._file is None:
            self._memory = sqlite3.connect(":memory:", check_same_thread=False)

    @classmethod
    def of_user(cls) -> Progress:
        """The progress of whoever runs this, in their data folder."""
        try:
            return cls(data_folder() / "progress.sqlite3")
        except RuntimeError:  # there is no home
            return cls()

    @property
    def lasting(self) -> bool:
        """Whether attempts are kept on a disk that stays."""
        return self._file is not None and "BINDER_LAUNCH_HOST" not in os.environ

    def record(self, attempted: Attempted) -> None:
        """Keep an attempt; if the disk has gone away, it and those to come last for the sitting.

        Two that are alike to the millisecond are kept apart by one.
        """
        try:
            while not self._write([attempted]):
                attempted = replace(attempted, at=attempted.at + 1)
        except sqlite3.Error:
            kept = list(self._salvaged())
            self._file = None
            self._memory = sqlite3.connect(":memory:", check_same_thread=False)
            self._write([*kept, attempted])

    def attempts(self) -> tuple[Attempted, ...]:
        """All attempts, the oldest first."""
        return tuple(self._read())

    def stars(self) -> dict[str, int]:
        """The most stars reached for every task that was solved."""
        best: dict[str, int] = {}
        for attempted in self._read():
            if attempted.right:
                best[attempted.task] = max(best.get(attempted.task, 0), attempted.stars)
        return best

    def setting(self, name: str) -> str | None:
        """Something the learner has chosen for all lessons, such as their edition."""
        with self._open() as connection:
            connection.execute(_SETTINGS)
            row = connection.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set(self, name: str, value: str) -> None:
        """Keep what the learner has chosen."""
        with self._open() as connection, connection:
            connection.execute(_SETTINGS)
            connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))

    def text(self) -> str:
        """All attempts as one JSON text, to be taken along."""
        rows = [astuple(attempted) for attempted in self._read()]
        return json.dumps(
            {"format": _FORMAT, "columns": _COLUMNS, "attempts": rows}, ensure_ascii=False
        )

    def read_in(self, text: str) -> int:
        """Add the attempts of a saved text; returns how many were new.

        Raises ProgressTextError, and adds nothing, if the text is not what `text` writes.
        """
        return self._write(list(_parsed(text)))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The connection to memory, or one of its own to the file."""
        if self._memory is not None:
            yield self._memory
            return
        assert self._file is not None, "there is a file or there is memory"
        with closing(sqlite3.connect(self._file, timeout=5)) as connection:
            yield connection

    def _write(self, attempts: Iterable[Attempted]) -> int:
        """Add attempts that are not there yet; returns how many were added."""
        marks = ", ".join("?" * len(_COLUMNS))
        with self._open() as connection, connection:
            connection.execute(_TABLE)
            before = connection.total_changes
            connection.executemany(
                f"INSERT OR IGNORE INTO attempted VALUES ({marks})",
                [astuple(attempted) for attempted in attempts],
            )
            return connection.total_changes - before

    def _read(self) -> Iterator[Attempted]:
        with self._open() as connection:
            connection.execute(_TABLE)
            rows = connection.execute("SELECT * FROM attempted ORDER BY at, rowid").fetchall()
        for task, seed, edition, at, right, stars, hints, rule in rows:
            yield Attempted(task, seed, edition, at, bool(right), stars, hints, rule)

    def _salvaged(self) -> tuple[Attempted, ...]:
        try:
            return self.attempts()
        except sqlite3.Error:
            return ()

    def close(self) -> None:
        """Give back what is held in memory."""
        if self._memory is not None:
            self._memory.close()


def timestamp() -> int:
    """The time an attempt is made, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _parsed(text: str) -> Iterator[Attempted]:
    """The attempts of a saved text, each of them checked."""
    if len(text) > _MAX_TEXT:
        raise ProgressTextError("progress.long", most=_MAX_TEXT)
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ProgressTextError("progress.not_json") from error
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise ProgressTextError("progress.format", expected=_FORMAT)
    rows = data.get("attempts")
    if not isinstance(rows, list) or len(rows) > _MAX_ATTEMPTS:
        raise ProgressTextError("progress.attempts", most=_MAX_ATTEMPTS)
    for line, row in enumerate(rows, start=1):
        if not _sound(row):
            raise ProgressTextError("progress.row", line=line)
        yield Attempted(*row)


def _sound(row: object) -> bool:
    """Whether a row has what an attempt has, each of its kind and in its limits."""
    if not isinstance(row, list) or len(row) != len(_COLUMNS):
        return False
    task, seed, edition, at, right, stars, hints, rule = row
    texts = (task, edition, "" if rule is None else rule)
    numbers = (seed, at, stars, hints)
    return (
        all(isinstance(text, str) and len(text) <= _MAX_NAME for text in texts)
        and all(type(number) is int and 0 <= number < 2**53 for number in numbers)
        and isinstance(right, bool)
        and stars <= 3
    )
