"""A learner's progress: it lasts, and it travels."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from operator import attrgetter
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksm_widgets.progress import rows, store
from ksm_widgets.progress.progress import Progress, ProgressTextError, data_folder
from ksm_widgets.progress.rows import (
    KINDS,
    Attempted,
    Finished,
    Lookback,
    Reviewed,
    Row,
    key_of,
)
from tests.explorer.attempts import ONE, TWO, WRONG, text_with

attempts = st.builds(
    Attempted,
    st.text(max_size=30),
    st.integers(0, 2**40),
    st.sampled_from(["en", "de"]),
    st.integers(0, 2**40),
    st.booleans(),
    st.integers(0, 3),
    st.integers(0, 4),
    st.none() | st.text(max_size=4),
)


def test_it_lasts_from_one_sitting_to_the_next(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "progress.sqlite3"
    first = Progress(file)
    for attempted in (ONE, TWO, WRONG):
        first.record(attempted)
    second = Progress(file)
    assert second.lasting
    assert second.attempts() == (WRONG, ONE, TWO)
    assert second.stars() == {"moving.targets": 3}


def test_no_row_is_taken_for_one_of_another_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even if both are identified by the same numbers, as a later kind's may be."""
    game = Finished(7, 1, 9, "any", "level1", "3", "", "", "")
    look = Lookback(7, 1, 0, 0, 9, "")
    assert len({key_of(game), key_of(look)}) == 2
    same = (("same", attrgetter("begun", "seat")), ("twin", attrgetter("begun", "seat")))
    monkeypatch.setattr(rows, "_IDENTIFYING", dict(zip((Finished, Lookback), same, strict=True)))
    kept = store.Store(tmp_path / "progress.sqlite3")
    kept.add(game, new=False)
    kept.add(look, new=False)
    assert kept.rows(Finished) == [game]
    assert kept.rows(Lookback) == [look]


def test_each_kind_has_a_table_of_its_own() -> None:
    """The name of the table is what tells the keys of two kinds apart."""
    assert {kind.row for kind in KINDS} == set(get_args(Row))
    assert len({kind.table for kind in KINDS}) == len(KINDS)


def test_what_was_chosen_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    assert Progress(file).setting("edition") is None
    Progress(file).set("edition", "en")
    Progress(file).set("edition", "de")
    assert Progress(file).setting("edition") == "de"


def test_rows_are_read_again_only_when_there_are_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the attempts of years, each click on the games' page took half a minute."""
    read: list[str] = []
    rows_of = store._rows_of

    def counted(connection: sqlite3.Connection, table: str) -> Iterator[Row | None]:
        read.append(table)
        return rows_of(connection, table)

    monkeypatch.setattr(store, "_rows_of", counted)
    file = tmp_path / "progress.sqlite3"
    one, other = Progress(file), Progress(file)
    one.record(ONE)
    one.review(Reviewed("R13", 5, 3))
    assert other.attempts() == (ONE,)
    before = len(read)
    for number in range(20):
        one.set("look", str(number))
        assert other.setting("look") == str(number)
        assert (other.attempts(), len(one.reviews())) == ((ONE,), 1)
    assert len(read) == before
    other.record(TWO)
    assert one.attempts() == (ONE, TWO)
    # As a program might that is not ours: there are as many rows as before, and no new one.
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("UPDATE attempted SET at = at + 7, hints = 2 WHERE task = ?", [TWO.task])
    assert one.attempts()[-1].hints == 2
    file.unlink()
    one.set("look", "dark")
    assert ONE in Progress(file).attempts()


def test_a_crash_loses_nothing_that_was_recorded(tmp_path: Path) -> None:
    """The process ends without a word right after recording."""
    file = tmp_path / "progress.sqlite3"
    code = f"""
import os, pathlib
from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Attempted
progress = Progress(pathlib.Path({str(file)!r}))
progress.record(Attempted("mine.group", 0, "en", 5, True, 3))
os._exit(9)
"""
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == 9
    assert Progress(file).stars() == {"mine.group": 3}


def test_killed_while_writing_it_keeps_all_that_was_told_to_be_kept(tmp_path: Path) -> None:
    """SIGKILL amid one attempt after the other, and once more amid a transaction."""
    file = tmp_path / "progress.sqlite3"
    writing = f"""
import itertools, pathlib
from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Attempted
progress = Progress(pathlib.Path({str(file)!r}))
for seed in itertools.count():
    progress.record(Attempted("mine.group", seed, "en", seed, True, 3))
    print(seed, flush=True)
"""
    half_done = f"""
import sqlite3, time
connection = sqlite3.connect({str(file)!r}, isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE attempted SET stars = 0")
print("begun", flush=True)
time.sleep(600)
"""
    told = _killed_after(writing, lines=25)
    kept = Progress(file).attempts()
    assert {int(line) for line in told} <= {attempted.seed for attempted in kept}
    assert len(kept) <= len(told) + 1
    assert _killed_after(half_done, lines=1) == ["begun"]
    again = Progress(file)
    assert again.attempts() == kept
    again.record(ONE)
    assert ONE in Progress(file).attempts()
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def _killed_after(code: str, lines: int) -> list[str]:
    """What a process printed until it was killed without a warning."""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        return [line.strip() for line in [*first, *process.stdout] if line.endswith("\n")]


def test_on_binder_it_says_that_nothing_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "https://mybinder.org/")
    progress = Progress(tmp_path / "progress.sqlite3")
    assert not progress.lasting
    progress.record(ONE)
    assert Progress(tmp_path / "progress.sqlite3").attempts() == (ONE,)


@settings(deadline=None)
@given(st.lists(attempts, max_size=6))
def test_it_travels_as_one_text(made: list[Attempted]) -> None:
    progress, other = Progress(), Progress()
    for attempted in made:
        progress.record(attempted)
    text = progress.text()
    count = other.read_in(text)
    assert count == len(progress.attempts())
    assert sorted(map(repr, other.attempts())) == sorted(map(repr, progress.attempts()))
    assert other.read_in(text) == 0
    progress.close()
    other.close()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "progress.not_json"),
        ("{", "progress.not_json"),
        ("[" * 100_000, "progress.not_json"),
        (text_with().replace(": [[", ': [["'), "progress.not_json"),
        (text_with().replace("1000", "9" * 5_000), "progress.not_json"),
        (text_with().replace("1000", "9" * 4_000), "progress.row"),
        (text_with().replace("1000", "1e400"), "progress.row"),
        (text_with().replace("1000", "NaN"), "progress.row"),
        (text_with().replace("moving.targets", "\\ud800"), "progress.row"),
        (text_with().replace("R13", "\\udfff"), "progress.row"),
        ("[]", "progress.format"),
        ('{"format": "another"}', "progress.format"),
        (text_with(attempts=None), "progress.attempts"),
        (text_with(attempts=[[]] * 50_001), "progress.attempts"),
        (text_with(attempts=[["x", 1, "en", 1, True, 3, 0]]), "progress.row"),
        (text_with(attempts=[["x", -1, "en", 1, True, 3, 0, None]]), "progress.row"),
        (text_with(attempts=[["x", 1, "en", 1, 1, 3, 0, None]]), "progress.row"),
        (text_with(attempts=[["x", 1, "en", 1, True, 4, 0, None]]), "progress.row"),
        (text_with(attempts=[["x" * 81, 1, "en", 1, True, 3, 0, None]]), "progress.row"),
        (text_with(attempts=[["x", 1.5, "en", 1, True, 3, 0, None]]), "progress.row"),
        (" " * 5_000_001, "progress.long"),
    ],
)
def test_a_text_that_is_not_ours_is_refused_whole(text: str, key: str) -> None:
    progress = Progress()
    progress.record(TWO)
    with pytest.raises(ProgressTextError) as refused:
        progress.read_in(text)
    assert refused.value.key == key
    assert refused.value.sentence("de") != refused.value.sentence("en")
    assert progress.attempts() == (TWO,)
    progress.close()


@pytest.mark.parametrize(
    ("system", "setting", "folder"),
    [
        ("linux", "XDG_DATA_HOME", "ksm-widgets"),
        ("win32", "APPDATA", "ksm-widgets"),
        ("linux", "KSM_DATA", ""),
    ],
)
def test_the_data_folder_is_where_the_system_keeps_such_things(
    system: str, setting: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KSM_DATA", raising=False)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv(setting, str(tmp_path))
    assert data_folder() == tmp_path / folder


def test_the_data_folder_of_a_mac(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KSM_DATA", raising=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder().parts[-3:] == ("Library", "Application Support", "ksm-widgets")


def test_without_a_home_there_is_still_a_sitting(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    for name in ("KSM_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    progress = Progress.of_user()
    assert not progress.lasting
    progress.close()
