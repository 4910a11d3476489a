"""The file that keeps attempts and reviews, and what waits to be written to it.

Notebooks that run at once may share it, and a crash loses nothing that lies in it. Where the disk
is full, or another program holds the file, what is new waits in memory and is written as soon as
that can be. A file that is damaged, or of another version, is kept aside under a new name.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import astuple, dataclass, fields, replace
from enum import Enum, auto
from itertools import count
from threading import RLock, Timer
from typing import TYPE_CHECKING

from ksm_widgets.tutor.repetition.reviewed import Reviewed, is_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

__all__ = ["Attempted", "Database", "Row"]

_MOST_STARS = 3

_PATIENCE = 0.2
"""Seconds to wait for another program, while which the page stands still."""
_LAST_PATIENCE = 2.0
"""The same at the end, when there is no later."""
_PAUSES = (1.0, 60.0)
"""Seconds between two tries to write what waits: at first, and at most."""


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

    @property
    def key(self) -> tuple[object, ...]:
        """What no two attempts have in common."""
        return self.task, self.seed, self.edition, self.at, self.right

    @classmethod
    def of_row(cls, row: object) -> Attempted | None:
        """The attempt of a row, None if it lacks anything, or has it of another kind or size."""
        if not isinstance(row, (list, tuple)) or len(row) != len(_COLUMNS["attempted"]):
            return None
        task, seed, edition, at, right, stars, hints, rule = row
        sound = (
            all(is_name(text) for text in (task, edition, "" if rule is None else rule))
            and all(
                type(number) is int and 0 <= number < 2**53 for number in (seed, at, stars, hints)
            )
            and isinstance(right, bool)
            and stars <= _MOST_STARS
        )
        return cls(*row) if sound else None


Row = Attempted | Reviewed
"""What is kept one by one: each kind in a table of its own."""
_KINDS: dict[str, type[Attempted] | type[Reviewed]] = {"attempted": Attempted, "reviewed": Reviewed}
_COLUMNS = {table: tuple(field.name for field in fields(kind)) for table, kind in _KINDS.items()}
_SELECT = {
    table: f"SELECT {', '.join(columns)} FROM {table} ORDER BY rowid"
    for table, columns in _COLUMNS.items()
}
_INSERT = {
    table: f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    for table, columns in _COLUMNS.items()
}
_TABLES = {
    "attempted": """
        task TEXT NOT NULL, seed INTEGER NOT NULL, edition TEXT NOT NULL, at INTEGER NOT NULL,
        right INTEGER NOT NULL, stars INTEGER NOT NULL, hints INTEGER NOT NULL, rule TEXT,
        UNIQUE (task, seed, edition, at, right)
    """,
    "reviewed": """
        subject TEXT NOT NULL, at INTEGER NOT NULL, grade INTEGER NOT NULL,
        UNIQUE (subject, at, grade)
    """,
    "setting": "name TEXT PRIMARY KEY, value TEXT NOT NULL",
}
_NAMES_OF_COLUMNS = {
    **{table: set(columns) for table, columns in _COLUMNS.items()},
    "setting": {"name", "value"},
}
_VERSION = 1
"""Of the tables; 0 is what a file has from before they were counted. A table more is no other
version: who does not know it leaves it alone."""

_FORMAT_PLACE, _LAST_FORMAT = 18, 2
"""Where SQLite's own format is named in a file, and the last one that it writes."""

_HELD = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGE = {
    sqlite3.SQLITE_ERROR,  # a table without the column asked for, and the like
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_SCHEMA,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_NOTADB,
}


class _OtherTables(sqlite3.DatabaseError):
    """The file's tables are those of another version, or of another program."""


class Disk(Enum):
    """How it went when something was to be written last."""

    KEEPS = auto()
    HELD = auto()
    """Another program was at the file, and will be done some time."""
    FAILS = auto()


class Database:
    """Attempts, reviews and settings, in a file or, without one, in memory.

    What it knows once is not lost: where the file has vanished, it is written anew.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._lock = RLock()
        self._disk = Disk.FAILS if file is None else Disk.HELD
        self._kept: dict[tuple[object, ...], Row] = {}
        self._settings: dict[str, str] = {}
        # What is not in the file: rows, with whether they may be there all the same.
        self._waiting: list[tuple[Row, bool]] = []
        self._chosen: dict[str, str] = {}
        self._pause = _PAUSES[0]
        self._patience = _PATIENCE
        self._later: Timer | None = None
        self._ended = False
        self.exchange()

    @property
    def keeps(self) -> bool:
        """Whether the file takes what is new, be it only when another program is done with it."""
        return self._disk is not Disk.FAILS

    @property
    def waiting(self) -> int:
        """How many attempts are not in the file."""
        with self._lock:
            return sum(isinstance(row, Attempted) for row, _ in self._waiting)

    def attempts(self) -> list[Attempted]:
        """All that are known, in the order in which they came."""
        return [row for row in self._rows() if isinstance(row, Attempted)]

    def reviews(self) -> list[Reviewed]:
        """All that are known, in the order in which they came."""
        return [row for row in self._rows() if isinstance(row, Reviewed)]

    def _rows(self) -> list[Row]:
        with self._lock:
            self.exchange()
            return list(_joined(self._kept, self._waiting).values())

    def add(self, *rows: Row) -> None:
        """Keep these; two that are alike to the millisecond are kept apart by one."""
        with self._lock:
            self._waiting += [(row, False) for row in rows]
            self.exchange()

    def add_known(self, rows: Iterable[Row]) -> int:
        """Keep what comes from elsewhere and is not there yet; returns how many new attempts."""
        with self._lock:
            before = len(self.attempts())
            self._waiting += [(row, True) for row in rows]
            return len(self.attempts()) - before

    def setting(self, name: str) -> str | None:
        """What has been set under a name."""
        with self._lock:
            self.exchange()
            return self._chosen.get(name, self._settings.get(name))

    def settings(self) -> dict[str, str]:
        """All that has been set, by name."""
        with self._lock:
            self.exchange()
            return {**self._settings, **self._chosen}

    def set(self, name: str, value: str) -> None:
        """Keep a setting."""
        with self._lock:
            self._chosen[name] = value
            self.exchange()

    def exchange(self) -> None:
        """Write what waits, and read what others have written."""
        with self._lock:
            if self._file is None:
                return
            try:
                looked_at = _identity(self._file)
                try:
                    self._visit(self._file)
                except (sqlite3.Error, UnicodeDecodeError) as error:
                    if not _is_damage(error, self._file):
                        raise
                    # Another notebook may have seen it too, and put a fresh file there by now.
                    if _identity(self._file) == looked_at:
                        self._set_aside(self._file)
                    self._visit(self._file)
            except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
                self._disk = Disk.HELD if _code(error) in _HELD else Disk.FAILS
                self._patience = 0.0  # Once is enough to stand still.
                self._try_later()

    def close(self) -> None:
        """Write what waits, as it is the last time to do so."""
        with self._lock:
            self._ended = True
            if self._later is not None:
                self._later.cancel()
            if self._unwritten:
                self._patience = _LAST_PATIENCE
                self.exchange()

    def _visit(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        with closing(_connected(file, self._patience)) as connection:
            if self._disk is Disk.KEEPS and self._unwritten:
                self._write(connection)
                return
            # Also where nothing can be written there may be something to read.
            self._read(connection)
            if self._disk is not Disk.KEEPS or self._unwritten:
                self._write(connection)

    @property
    def _unwritten(self) -> bool:
        return bool(self._waiting or self._chosen)

    def _read(self, connection: sqlite3.Connection) -> None:
        """Read what the file has; what it lacks of what was known waits to be written."""
        there = {name: _columns(connection, name) for name in _TABLES}
        sound = all(not found or found == _NAMES_OF_COLUMNS[name] for name, found in there.items())
        if not sound or _version(connection) > _VERSION:
            raise _OtherTables
        kept: dict[tuple[object, ...], Row] = {}
        for table in _KINDS:
            found_rows = connection.execute(_SELECT[table]) if there[table] else ()
            kept |= {row.key: row for row in _sound(table, found_rows)}
        rows = connection.execute("SELECT name, value FROM setting") if there["setting"] else ()
        settings = {str(name): str(value) for name, value in rows}
        lost = [row for key, row in self._kept.items() if key not in kept]
        self._waiting[:0] = [(row, True) for row in lost]
        forgotten = {key: value for key, value in self._settings.items() if key not in settings}
        self._chosen = {**forgotten, **self._chosen}
        self._kept, self._settings = kept, settings

    def _write(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        self._read(connection)
        for name, columns in _TABLES.items():
            connection.execute(f"CREATE TABLE IF NOT EXISTS {name} ({columns})")
        # Written though there be nothing new: so a full disk, or a file that may only be read, is
        # noticed when the course opens.
        connection.execute(f"PRAGMA user_version = {_VERSION}")
        joined = _joined(self._kept, self._waiting)
        new = [row for key, row in joined.items() if key not in self._kept]
        for table, kind in _KINDS.items():
            rows = (astuple(row) for row in new if isinstance(row, kind))
            connection.executemany(_INSERT[table], rows)
        connection.executemany(
            "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", self._chosen.items()
        )
        connection.execute("COMMIT")
        self._kept, self._settings = joined, {**self._settings, **self._chosen}
        self._waiting.clear()
        self._chosen.clear()
        self._disk = Disk.KEEPS
        self._patience = _PATIENCE
        self._pause = _PAUSES[0]

    def _try_later(self) -> None:
        """Have another try by itself: the reader may do nothing more until they leave."""
        if self._later is not None or self._ended or not self._unwritten:
            return
        self._later = Timer(self._pause, self._try_again)
        self._later.daemon = True
        try:
            self._later.start()
        except RuntimeError:  # In a browser there are no threads; then it waits for the next visit.
            self._later = None
            return
        self._pause = min(2 * self._pause, _PAUSES[1])

    def _try_again(self) -> None:
        with self._lock:
            self._later = None
            if self._unwritten:
                self.exchange()

    def _set_aside(self, file: Path) -> None:
        """Keep a damaged file under a new name, and whatever can be read of it for a fresh one.

        The setting `set_aside` tells the name.
        """
        aside = _free_name(file)
        try:
            file.replace(aside)
        except OSError:
            aside.unlink(missing_ok=True)
            raise
        self._waiting[:0] = [(row, True) for row in _salvaged(aside)]
        self._chosen["set_aside"] = aside.name


def _joined(
    kept: Mapping[tuple[object, ...], Row], waiting: Iterable[tuple[Row, bool]]
) -> dict[tuple[object, ...], Row]:
    """What is kept and what waits, by key; keys of different kinds are of different lengths."""
    joined = dict(kept)
    for made, known in waiting:
        row = made
        while not known and row.key in joined:
            row = replace(row, at=row.at + 1)
        joined.setdefault(row.key, row)
    return joined


def _connected(file: Path | str, patience: float) -> sqlite3.Connection:
    """A connection to a file, or to an address with options."""
    connection = sqlite3.connect(
        file, timeout=patience, isolation_level=None, uri=isinstance(file, str)
    )
    connection.text_factory = lambda text: text.decode(errors="replace")
    return connection


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")}


def _sound(table: str, rows: Iterable[tuple[object, ...]]) -> Iterator[Row]:
    """The rows of a table; what else another program may have put there stays there."""
    for row in rows:
        told = zip(_COLUMNS[table], row, strict=True)
        found = _KINDS[table].of_row(
            [bool(cell) if name == "right" else cell for name, cell in told]
        )
        if found is not None:
            yield found


def _salvaged(file: Path) -> list[Row]:
    """The rows of a damaged file up to where each table is damaged; the file stays as it is."""
    found: list[Row] = []
    address = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    for table in _KINDS:
        with (
            suppress(sqlite3.Error, UnicodeDecodeError),
            closing(_connected(address, _PATIENCE)) as connection,
        ):
            found.extend(_sound(table, connection.execute(_SELECT[table])))
    return found


def _free_name(file: Path) -> Path:
    """A name beside a file that nothing has yet; it is taken at once, for others may look too."""
    for number in count(1):
        free = file.with_name(f"{file.stem}-damaged-{number}{file.suffix}")
        with suppress(FileExistsError):
            free.touch(exist_ok=False)
            return free
    raise AssertionError("there is always another number")


def _identity(file: Path) -> tuple[int, int] | None:
    """Which file it is, whatever it is called; None if there is none."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _code(error: Exception) -> int | None:
    """SQLite's own number of an error, None if it is not of its making."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _is_damage(error: Exception, file: Path) -> bool:
    """Whether it is the file's contents that are wrong, and not the disk."""
    if _code(error) == sqlite3.SQLITE_READONLY:
        # SQLite only reads a file whose header names a format of the future.
        with file.open("rb") as opened:
            header = opened.read(_FORMAT_PLACE + 1)
        return header[_FORMAT_PLACE:] > bytes([_LAST_FORMAT])
    # Python cannot read some of what SQLite says of a damaged table.
    return isinstance(error, (_OtherTables, UnicodeDecodeError)) or _code(error) in _DAMAGE
