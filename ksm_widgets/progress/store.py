"""The file behind a learner's progress: rows and settings in an SQLite database.

Several notebooks may share it, and killing any of them loses nothing that was recorded. While the
disk is full or another program locks the file, new rows wait in memory and are written as soon as
possible. A damaged file, or one of another version, is renamed and kept.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import astuple, replace
from itertools import count
from threading import RLock, Timer
from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.progress.rows import KINDS, key_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from ksm_widgets.progress.rows import Row


R = TypeVar("R", bound="Row")

_KINDS = {kind.table: kind.row for kind in KINDS}
_COLUMNS: dict[str, tuple[str, ...]] = {
    **{table: kind.__match_args__ for table, kind in _KINDS.items()},
    "setting": ("name", "value"),
}
_UNIQUE = {**{kind.table: kind.unique for kind in KINDS}, "setting": "name"}
# Without types, SQLite stores each value as it is.
_TABLES = {
    table: f"CREATE TABLE {table} ({', '.join(columns)}, UNIQUE ({_UNIQUE[table]}))"
    for table, columns in _COLUMNS.items()
}
_FORMS = {
    *_TABLES.values(),
    # As the first versions made them.
    "CREATE TABLE attempted ( task TEXT NOT NULL, seed INTEGER NOT NULL, edition TEXT NOT NULL,"
    " at INTEGER NOT NULL, right INTEGER NOT NULL, stars INTEGER NOT NULL, hints INTEGER NOT NULL,"
    " rule TEXT, UNIQUE (task, seed, edition, at, right) )",
    "CREATE TABLE reviewed ( subject TEXT NOT NULL, at INTEGER NOT NULL, grade INTEGER NOT NULL,"
    " UNIQUE (subject, at, grade) )",
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
}
"""The statements that make our tables. In someone else's table a column, a constraint or an index
may compute for ever, and a different key would overwrite rows that must be kept."""
_VERSION = 1
"""Of the tables; 0 is a file from before they had a version. An additional table is no new version:
programs that do not know it leave it alone."""

_FORMAT_PLACE, _LAST_FORMAT = 18, 2
"""The place of SQLite's own format in a file, and the last format that can be written."""
_PATIENCE = 0.2
"""Seconds to wait for another program's lock, while the page stands still."""
_LAST_PATIENCE = 10.0
"""The same when closing, as there is no later."""
_PAUSES = (1.0, 60.0)
"""Seconds between two tries to write, at first and at most."""
_MOST_STEPS = 10_000_000
"""Steps of SQLite for one visit to a file; a row takes a dozen. A file whose pages name each other
has more rows than anybody can read."""
_STEPS = 10_000
"""Steps between two looks at how many there were."""

_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGE = {
    sqlite3.SQLITE_ERROR,  # for example a table without one of our columns
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_SCHEMA,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_INTERRUPT,  # more rows than can be
}


class _OtherTables(sqlite3.DatabaseError):
    """The file's tables are those of another version, or of another program."""


class Store:
    """Rows and settings in a file or, without one, in memory.

    Whatever it has read or been given stays in memory: a file that disappears is written again; a
    folder that disappears is made again only with `makes_folder`.
    """

    def __init__(self, file: Path | None, *, makes_folder: bool = True) -> None:
        self._file, self._makes_folder = file, makes_folder
        self._lock = RLock()
        self._rows: dict[tuple[object, ...], Row] = {}
        self._settings: dict[str, str] = {}
        self._seen: object = None  # Of the rows in the file, to know when there are others.
        # What is not in the file yet; of a row, also whether it is new or may be there after all.
        self._waiting: list[tuple[Row, bool]] = []
        self._set: dict[str, str] = {}
        self.keeps = file is not None
        """Whether the disk takes new rows, if only once another program unlocks the file."""
        self.left_out = 0
        """How many rows of the file cannot be shown; they stay in the file."""
        self._writes = False  # Whether the last try to write succeeded.
        self._patience, self._pause = _PATIENCE, _PAUSES[0]
        self._retry: Timer | None = None
        self._closed = False
        self._sync()

    def rows(self, kind: type[R]) -> list[R]:
        """All rows of a kind, in the order in which they came."""
        with self._lock:
            self._sync()
            known = _merged(self._rows, self._waiting).values()
            return [row for row in known if isinstance(row, kind)]

    def waiting(self, kind: type[R]) -> int:
        """Count the rows of a kind that are not in the file yet."""
        with self._lock:
            return sum(isinstance(row, kind) for row, _ in self._waiting)

    def settings(self) -> dict[str, str]:
        """All settings by name."""
        with self._lock:
            self._sync()
            return {**self._settings, **self._set}

    def add(self, *rows: Row, new: bool = True) -> None:
        """Keep rows. One that is `new` and like another is moved by a millisecond; others merge."""
        with self._lock:
            self._waiting += [(row, new) for row in rows]
            self._sync()

    def set(self, name: str, value: str) -> None:
        """Keep a setting."""
        with self._lock:
            self._set[name] = value
            self._sync()

    def close(self) -> None:
        """Write what still waits, with more patience, and stop trying."""
        with self._lock:
            self._closed = True
            if self._retry is not None:
                self._retry.cancel()
            if self._unwritten:
                self._patience = _LAST_PATIENCE
                self._sync()

    def discard(self) -> None:
        """Write nothing any more, not even what still waits: the file is to be deleted."""
        with self._lock:
            self._file, self.keeps = None, False
            if self._retry is not None:
                self._retry.cancel()

    @property
    def saved(self) -> bool:
        """Whether all that it was given is in a file."""
        return self.keeps and not self._unwritten

    @property
    def _unwritten(self) -> bool:
        return bool(self._waiting or self._set)

    def _sync(self) -> None:
        """Write what waits and read what others wrote; a failure changes nothing in memory."""
        if self._file is None:
            return
        try:
            found = _identity(self._file)
            try:
                self._visit(self._file)
            except (sqlite3.Error, UnicodeDecodeError) as error:
                if not _is_damage(error, self._file):
                    raise
                # Another notebook may have noticed it too, and put a new file there by now.
                if _identity(self._file) == found:
                    self._set_aside(self._file)
                self._visit(self._file)
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            self._writes, self.keeps = False, _code(error) in _LOCKED
            self._patience = 0.0  # The page stands still once, not at every try.
            self._retry_later()

    def _visit(self, file: Path) -> None:
        if self._makes_folder:
            file.parent.mkdir(0o700, parents=True, exist_ok=True)
        with closing(_connected(file, self._patience)) as connection:
            if not (self._writes and self._unwritten):
                self._read(connection)  # Files that cannot be written to may still be readable.
            if self._unwritten or not self._writes:
                self._write(connection)

    def _read(self, connection: sqlite3.Connection) -> Collection[str]:
        """Read the file and return which tables it has.

        What it lacks of what was known waits to be written.
        """
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        there = _made_by(connection)
        if version > _VERSION or _computes(connection) or not _FORMS.issuperset(there.values()):
            raise _OtherTables
        seen = self._look(connection, there)
        rows, left_out = self._rows, self.left_out
        if seen != self._seen:
            rows, left_out = {}, 0
            for table in _KINDS:
                for row in _rows_of(connection, table) if table in there else ():
                    if row is None:
                        left_out += 1
                    else:
                        rows[key_of(row)] = row
        settings = dict(_settings_of(connection)) if "setting" in there else {}
        self._waiting[:0] = [(row, False) for key, row in self._rows.items() if key not in rows]
        lost = {name: value for name, value in self._settings.items() if name not in settings}
        self._set = {**lost, **self._set}
        self._rows, self._settings, self.left_out = rows, settings, left_out
        self._seen = seen
        return there

    def _look(self, connection: sqlite3.Connection, there: Collection[str]) -> object:
        """The identity of the file, and sums that change with its rows.

        To read all rows for each setting would hold up a learner of years at every click.
        """
        file = None if self._file is None else _identity(self._file)
        sums = "SELECT count(*), max(rowid), total(at) FROM"
        tables = [table for table in _KINDS if table in there]
        return file, [connection.execute(f"{sums} {table}").fetchone() for table in tables]

    def _write(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        there = self._read(connection)
        # Written even if nothing is new: so a full or read-only disk is noticed at the start.
        connection.execute(f"PRAGMA user_version = {_VERSION}")
        merged = _merged(self._rows, self._waiting)
        added = [row for key, row in merged.items() if key not in self._rows]
        new: dict[str, Iterable[tuple[object, ...]]] = {
            table: [astuple(row) for row in added if isinstance(row, kind)]
            for table, kind in _KINDS.items()
        }
        new["setting"] = self._set.items()
        for table, columns in _COLUMNS.items():
            names, places = ", ".join(columns), ", ".join("?" * len(columns))
            if table not in there:
                connection.execute(_TABLES[table])
            insert = f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({places})"
            connection.executemany(insert, new[table])
        # Among the rows left out one may have been replaced: then all are read again.
        seen = None if self.left_out else self._look(connection, _KINDS)
        connection.execute("COMMIT")
        self._rows, self._settings, self._seen = merged, {**self._settings, **self._set}, seen
        self._waiting.clear()
        self._set.clear()
        self._writes = self.keeps = True
        self._patience, self._pause = _PATIENCE, _PAUSES[0]

    def _retry_later(self) -> None:
        """Try again after a pause: the reader may do nothing more until they leave."""
        if self._retry is not None or self._closed or not self._unwritten:
            return
        self._retry = Timer(self._pause, self._try_again)
        self._retry.daemon = True
        try:
            self._retry.start()
        except RuntimeError:  # In a browser there are no threads; the next call tries again.
            self._retry = None
            return
        self._pause = min(2 * self._pause, _PAUSES[1])

    def _try_again(self) -> None:
        with self._lock:
            self._retry = None
            if self._unwritten:
                # Without patience it would hardly ever come between others that write all the time.
                self._patience = _PATIENCE
                self._sync()

    def _set_aside(self, file: Path) -> None:
        """Rename a damaged file and take over what can be read of it.

        The setting `set_aside` holds the new name.
        """
        aside = _free_name(file)
        try:
            file.replace(aside)
        except OSError:
            aside.unlink(missing_ok=True)
            raise
        rows, settings = _salvaged(aside)
        self._waiting[:0] = [(row, False) for row in rows]
        self._set = {**settings, **self._set, "set_aside": aside.name}


def _merged(
    rows: Mapping[tuple[object, ...], Row], waiting: Iterable[tuple[Row, bool]]
) -> dict[tuple[object, ...], Row]:
    """Rows by key, with those that wait."""
    merged = dict(rows)
    for given, new in waiting:
        row = given
        while new and key_of(row) in merged:
            row = replace(row, at=row.at + 1)
        merged.setdefault(key_of(row), row)
    return merged


def _connected(file: Path | str, patience: float) -> sqlite3.Connection:
    """A connection to a file, or to a URI with options."""
    connection = sqlite3.connect(
        file, timeout=patience, isolation_level=None, uri=isinstance(file, str)
    )
    connection.text_factory = lambda text: text.decode(errors="replace")
    looks = count(1)
    connection.set_progress_handler(lambda: next(looks) * _STEPS > _MOST_STEPS, _STEPS)
    # What was deleted is gone, and doesn't lie about in the file.
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def _computes(connection: sqlite3.Connection) -> bool:
    """Whether reading the file may run anything, maybe for ever: none of that is ours.

    That is views, triggers, tables without pages, and columns of our names that are calculated.
    """
    made_up = "type IN ('view', 'trigger') OR type = 'table' AND NOT rootpage"
    if connection.execute(f"SELECT 1 FROM sqlite_master WHERE {made_up}").fetchone() is not None:
        return True
    return any(_calculates(connection, table) for table in _COLUMNS)


def _calculates(connection: sqlite3.Connection, table: str) -> bool:
    """Whether a column that is ours by name is calculated."""
    hidden = connection.execute("SELECT name FROM pragma_table_xinfo(?) WHERE hidden", (table,))
    return any(str(name).lower() in _COLUMNS[table] for (name,) in hidden)


def _is_stored(connection: sqlite3.Connection, table: str) -> bool:
    """Whether reading a table runs nothing, whatever else is in the file."""
    found = connection.execute(
        "SELECT type = 'table' AND rootpage FROM sqlite_master WHERE lower(name) = ?", (table,)
    ).fetchall()
    return len(found) == 1 and bool(found[0][0]) and not _calculates(connection, table)


def _made_by(connection: sqlite3.Connection) -> dict[str, str]:
    """The statement that made each of our tables and, by its own name, each index added to one."""
    found = connection.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE sql NOT NULL")
    return {
        str(name).lower(): " ".join(str(made).split())
        for name, table, made in found
        if str(table).lower() in _COLUMNS
    }


def _rows_of(connection: sqlite3.Connection, table: str) -> Iterator[Row | None]:
    """The rows of a table; None for one that another program put there and that is not sound."""
    names = _COLUMNS[table]
    for cells in connection.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY rowid"):
        named = zip(names, cells, strict=True)
        row = [bool(cell) if name == "right" else cell for name, cell in named]
        yield _KINDS[table].of_row(row)


def _settings_of(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for name, value in connection.execute("SELECT name, value FROM setting"):
        yield str(name), str(value)


def _salvaged(file: Path) -> tuple[list[Row], dict[str, str]]:
    """The rows and settings of a damaged file, of each table up to the damage.

    The file is not changed.
    """
    found: dict[tuple[object, ...], Row] = {}
    settings: dict[str, str] = {}
    address = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    for table in _COLUMNS:
        with (
            suppress(sqlite3.Error, UnicodeDecodeError),
            closing(_connected(address, _PATIENCE)) as connection,
        ):
            if not _is_stored(connection, table):
                continue
            # Row by row: what comes before the damage counts, and no row of ours is there twice.
            if table in _KINDS:
                for row in _rows_of(connection, table):
                    if row is not None and key_of(row) in found:
                        break
                    if row is not None:
                        found[key_of(row)] = row
            else:
                settings.update(_settings_of(connection))
    return [*found.values()], settings


def _free_name(file: Path) -> Path:
    """A new name beside a file; an empty file takes it, as others may be looking for one too."""
    for number in count(1):
        free = file.with_name(f"{file.stem}-damaged-{number}{file.suffix}")
        with suppress(FileExistsError):
            free.touch(exist_ok=False)
            return free
    raise AssertionError("there is always another number")


def _identity(file: Path) -> tuple[int, int] | None:
    """The device and inode of a file, None if there is no file."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _code(error: Exception) -> int | None:
    """SQLite's number of an error, None for errors of other origin."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _is_damage(error: Exception, file: Path) -> bool:
    """Whether the file's contents are wrong, rather than the disk."""
    if _code(error) == sqlite3.SQLITE_READONLY:
        # SQLite does not write to files of a later format.
        with file.open("rb") as opened:
            header = opened.read(_FORMAT_PLACE + 1)
        return header[_FORMAT_PLACE:] > bytes([_LAST_FORMAT])
    # UnicodeDecodeError: Python cannot read some of SQLite's messages about damaged tables.
    return isinstance(error, (_OtherTables, UnicodeDecodeError)) or _code(error) in _DAMAGE
