"""A learner's progress whose file is damaged or another's: set aside, told once, gone on with."""

from __future__ import annotations

import json
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ksm_widgets.progress.progress import Progress
from tests.explorer.attempts import ONE, TWO, lasts, read_back, text_with

COLUMNS = "task TEXT, seed INTEGER, edition TEXT, at INTEGER, right INTEGER, stars INTEGER"
WHOLE = f"CREATE TABLE attempted ({COLUMNS}, hints INTEGER, rule TEXT)"


def tables(*statements: str) -> Callable[[Path], None]:
    def make(file: Path) -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)

    return make


def cut(file: Path) -> None:
    """A file of some pages of which the last ones are missing."""
    progress = Progress(file)
    rows = [["mine.group", seed, "en", seed, True, 3, 0, None] for seed in range(400)]
    assert progress.read_in(text_with(attempts=rows)) == 400
    progress.close()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])


def rubbed_out(file: Path) -> None:
    """A file with a good beginning and nonsense in its pages."""
    Progress(file).record(ONE)
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))


def misspelt(file: Path) -> None:
    """A table of which SQLite says what is wrong with letters that are none."""
    Progress(file).close()
    file.write_bytes(file.read_bytes().replace(b"task, seed", b"task\xff seed"))


def of_the_future(file: Path) -> None:
    """A file that SQLite reads and will not write to."""
    Progress(file).close()
    whole = file.read_bytes()
    file.write_bytes(whole[:18] + b"\x03" + whole[19:])


def endless(file: Path) -> None:
    """A table whose pages name the same page again and again: more rows than can be read."""
    Progress(file).record(ONE)
    with closing(sqlite3.connect(file)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        told = "SELECT rootpage FROM sqlite_master WHERE name = 'attempted'"
        (root,) = connection.execute(told).fetchone()
    data = bytearray(file.read_bytes())
    leaf = len(data) // size + 1
    data += data[(root - 1) * size : root * size]
    levels = [root, *range(leaf + 1, leaf + 6)]
    data += bytes(5 * size)
    for at, page in enumerate(levels):
        child = (*levels, leaf)[at + 1]
        cells = [struct.pack(">IB", child, min(key, 127)) for key in range(1, 501)]
        places = [size - 5 * (number + 1) for number in range(len(cells))]
        head = struct.pack(">BHHHBI", 5, 0, len(cells), places[-1], 0, child)
        body = head + struct.pack(f">{len(cells)}H", *places)
        body += bytes(places[-1] - len(body)) + b"".join(reversed(cells))
        data[(page - 1) * size : page * size] = body
    struct.pack_into(">I", data, 28, len(data) // size)
    file.write_bytes(data)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "no database": lambda file: file.write_bytes(b"this is no database at all" * 50),
    "cut": cut,
    "rubbed out": rubbed_out,
    "endless": endless,
    "misspelt": misspelt,
    "of the future": of_the_future,
    "missing columns": tables("CREATE TABLE attempted (task TEXT, seed INTEGER)"),
    "more columns": tables(WHOLE.replace("rule TEXT", "rule TEXT, mood TEXT NOT NULL")),
    "another's settings": tables(WHOLE, "CREATE TABLE setting (name TEXT)"),
    "a later version": tables("PRAGMA user_version = 2"),
    "a view": tables("CREATE VIEW attempted AS SELECT 1 AS task"),
    "an endless view": tables(
        "CREATE VIEW attempted AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
        'SELECT x AS task, 1 AS seed, 2 AS edition, 3 AS at, 4 AS "right", 5 AS stars, 6 AS hints,'
        " 7 AS rule FROM c"
    ),
    "a trigger": tables(
        WHOLE,
        "CREATE TRIGGER gone AFTER INSERT ON attempted BEGIN DELETE FROM attempted; END",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_kept_aside_and_told_once(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ksm_widgets.progress.store._MOST_STEPS", 300_000)  # to be done sooner
    file = tmp_path / "progress.sqlite3"
    DAMAGES[damage](file)
    damaged = file.read_bytes()
    progress = Progress(file)
    progress.record(ONE)
    assert lasts(progress)
    assert progress.waiting == 0
    assert ONE in read_back(file)
    assert Progress(file).newly_set_aside() == "progress-damaged-1.sqlite3"
    assert progress.newly_set_aside() is None
    assert (tmp_path / "progress-damaged-1.sqlite3").read_bytes() == damaged
    progress.close()


def test_a_table_that_refuses_an_attempt_is_another_program_s(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    tables(WHOLE.replace("rule TEXT", "rule TEXT CHECK (rule > 'S')"))(file)
    progress = Progress(file)
    assert progress.newly_set_aside() is not None
    progress.record(ONE)
    assert read_back(file) == (ONE,)
    progress.close()


def test_a_file_damaged_once_more_gets_another_name(tmp_path: Path) -> None:
    """And nothing that was kept is forgotten."""
    file = tmp_path / "progress.sqlite3"
    progress = Progress(file)
    progress.record(ONE)
    progress.set("edition", "de")
    for number in (1, 2):
        file.write_bytes(b"this is no database at all" * 50)
        progress.record(TWO)
        assert progress.newly_set_aside() == f"progress-damaged-{number}.sqlite3"
    assert read_back(file) == (ONE, TWO, replace(TWO, at=TWO.at + 1))
    assert Progress(file).setting("edition") == "de"
    progress.close()


def test_of_two_notebooks_that_find_a_damaged_file_at_once_one_sets_it_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "progress.sqlite3"
    file.write_bytes(b"this is no database at all" * 50)
    connect = sqlite3.connect

    class Slow(sqlite3.Connection):
        """Another notebook is faster to see that the file is damaged."""

        def execute(self, *statement: Any) -> sqlite3.Cursor:
            try:
                return super().execute(*statement)
            except sqlite3.DatabaseError:
                monkeypatch.setattr(sqlite3, "connect", connect)
                Progress(file).record(ONE)
                raise

    monkeypatch.setattr(sqlite3, "connect", Slow)
    progress = Progress(file)
    assert progress.attempts() == (ONE,)
    assert len(list(tmp_path.iterdir())) == 2
    progress.close()


def test_what_can_be_read_of_another_version_s_file_is_taken_over(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    row = f"('{ONE.task}', {ONE.seed}, 'en', {ONE.at}, 1, {ONE.stars}, {ONE.hints}, 'R13', 'glad')"
    tables(
        WHOLE.replace("rule TEXT", "rule TEXT, mood TEXT"), f"INSERT INTO attempted VALUES {row}"
    )(file)
    progress = Progress(file)
    assert progress.attempts() == (ONE,)
    assert progress.newly_set_aside() is not None
    progress.close()


@pytest.mark.parametrize(
    "damage",
    [
        "PRAGMA user_version = 2",
        "CREATE INDEX quick ON attempted (at)",
        "CREATE VIEW best AS SELECT max(stars) FROM attempted",
        "CREATE TRIGGER gone AFTER INSERT ON attempted BEGIN DELETE FROM attempted; END",
    ],
)
def test_cards_and_games_of_another_version_s_file_are_taken_over(
    damage: str, tmp_path: Path
) -> None:
    file = tmp_path / "progress.sqlite3"
    before = Progress(file)
    before.set("cards", "typed in one by one")
    before.set("match.0", "a game under way")
    before.close()
    tables(damage)(file)
    progress = Progress(file)
    assert progress.newly_set_aside() is not None
    progress.close()
    again = Progress(file)
    kept = again.setting("cards"), again.setting("match.0")
    assert kept == ("typed in one by one", "a game under way")
    again.close()


def test_a_damaged_file_that_cannot_be_moved_is_left_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> Path:
        raise PermissionError("another program has it open")

    file = tmp_path / "progress.sqlite3"
    file.write_bytes(b"this is no database at all" * 50)
    monkeypatch.setattr(Path, "replace", refused)
    progress = Progress(file)
    assert not lasts(progress)
    progress.record(ONE)
    assert progress.attempts() == (ONE,)
    assert list(tmp_path.iterdir()) == [file]
    progress.close()


def test_a_row_of_another_kind_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    Progress(file).record(ONE)
    rows = ["x'ff', 1, 'en', 1, 1, 3, 0, NULL", "'a', 'b', 'en', 1, 1, 3, 0, NULL"]
    rows += ["CAST(x'ff' AS TEXT), 9, 'en', 9, 1, 9, 0, NULL", "'a', 1, 'en', -5, 1, 3, 0, 'R1'"]
    tables(*(f"INSERT INTO attempted VALUES ({row})" for row in rows))(file)
    progress = Progress(file)
    progress.record(TWO)
    assert progress.attempts() == read_back(file) == (ONE, TWO)
    assert progress.newly_set_aside() is None
    assert json.loads(progress.text())["attempts"]
    progress.close()
