"""A learner's progress: it lasts, it travels, and without a disk it says so."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from threading import enumerate as enumerate_threads
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksm_widgets.tutor.course.database import Database
from ksm_widgets.tutor.course.progress import Attempted, Progress, ProgressTextError, data_folder

ONE = Attempted("moving.targets", 3, "en", 1000, True, 2, 1, "R13")
TWO = Attempted("moving.targets", 4, "en", 1001, True, 3)
WRONG = Attempted("dig.where", 0, "de", 999, False, 0, 0, "R9")

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


def test_what_was_chosen_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    assert Progress(file).setting("edition") is None
    Progress(file).set("edition", "en")
    Progress(file).set("edition", "de")
    assert Progress(file).setting("edition") == "de"


def test_a_crash_loses_nothing_that_was_recorded(tmp_path: Path) -> None:
    """The process ends without a word right after recording."""
    file = tmp_path / "progress.sqlite3"
    code = f"""
import os, pathlib
from ksm_widgets.tutor.course.database import Database
from ksm_widgets.tutor.course.progress import Attempted, Progress
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
from ksm_widgets.tutor.course.database import Database
from ksm_widgets.tutor.course.progress import Attempted, Progress
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


# Disks and files that fail


def read_back(file: Path) -> tuple[Attempted, ...]:
    """What lies in the file, as whoever opens it next will find it."""
    progress = Progress(file)
    try:
        assert progress.waiting == 0
        return progress.attempts()
    finally:
        progress.close()


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Another program holds the file, and nobody may even read."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process may grow; as for a full disk there is no exception for root."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@contextmanager
def read_only() -> Iterator[Path]:
    """A folder in which this process may write nothing, and a file with an attempt in it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        progress = Progress(folder / "progress.sqlite3")
        progress.record(ONE)
        progress.close()
        (folder / "progress.sqlite3").chmod(0o444)
        folder.chmod(0o555)
        user = os.geteuid()
        if user == 0:  # who may write everywhere
            os.seteuid(65534)
        try:
            yield folder / "progress.sqlite3"
        finally:
            if user == 0:
                os.seteuid(0)
            folder.chmod(0o755)


def lasts(progress: Progress) -> bool:
    """Asked anew, whatever it was a moment ago."""
    return progress.lasting


def timers_done() -> None:
    """Wait until nobody means to try again."""
    while timers := [thread for thread in enumerate_threads() if isinstance(thread, Timer)]:
        timers[0].join(60)
        assert not timers[0].is_alive()


def test_without_a_disk_it_works_for_the_sitting_and_says_so() -> None:
    progress = Progress()
    assert not lasts(progress)
    progress.record(ONE)
    progress.set("edition", "de")
    assert progress.attempts() == (ONE,)
    assert progress.setting("edition") == "de"
    assert progress.stars() == {"moving.targets": 2}
    progress.close()


def blocked(place: Path) -> None:
    place.parent.write_text("in the way", encoding="utf-8")


def a_folder(place: Path) -> None:
    place.mkdir(parents=True)


def a_pipe(place: Path) -> None:
    place.parent.mkdir()
    os.mkfifo(place)


def a_link_to_itself(place: Path) -> None:
    place.parent.mkdir()
    place.symlink_to(place.name)


@pytest.mark.parametrize("in_the_way", [blocked, a_folder, a_pipe, a_link_to_itself])
def test_where_no_file_can_be_it_works_for_the_sitting_and_says_so(
    in_the_way: Callable[[Path], None], tmp_path: Path
) -> None:
    file = tmp_path / "deep" / "progress.sqlite3"
    in_the_way(file)
    progress = Progress(file)
    assert not lasts(progress)
    progress.record(ONE)
    progress.set("edition", "de")
    assert progress.attempts() == (ONE,)
    assert progress.setting("edition") == "de"
    assert progress.newly_set_aside() is None
    progress.close()


@pytest.mark.parametrize("place", ["/proc/progress.sqlite3", "/proc/ksm/progress.sqlite3"])
def test_a_disk_that_takes_no_file(place: str) -> None:
    progress = Progress(Path(place))
    assert not lasts(progress)
    progress.record(ONE)
    assert progress.attempts() == (ONE,)
    progress.close()


def test_what_cannot_be_written_to_is_still_read() -> None:
    with read_only() as file:
        progress = Progress(file)
        assert not lasts(progress)
        assert progress.attempts() == (ONE,)
        progress.record(TWO)
        assert not lasts(progress)
        assert progress.attempts() == (ONE, TWO)
        progress.close()


def test_a_disk_that_goes_away_takes_nothing_with_it(tmp_path: Path) -> None:
    """Neither for the sitting nor, once it is there again, for good."""
    folder, elsewhere = tmp_path / "disk", tmp_path / "elsewhere"
    progress = Progress(folder / "progress.sqlite3")
    progress.record(ONE)
    assert lasts(progress)
    folder.rename(elsewhere)
    blocked(folder / "progress.sqlite3")
    progress.record(TWO)
    progress.set("edition", "de")
    assert not lasts(progress)
    assert progress.waiting == 1
    assert progress.attempts() == (ONE, TWO)
    assert progress.setting("edition") == "de"
    assert progress.read_in(text_with()) == 0
    folder.unlink()
    elsewhere.rename(folder)
    progress.record(WRONG)
    assert lasts(progress)
    assert progress.waiting == 0
    assert read_back(folder / "progress.sqlite3") == (WRONG, ONE, TWO)
    assert Progress(folder / "progress.sqlite3").setting("edition") == "de"
    progress.close()


def test_a_file_that_vanishes_is_written_anew(tmp_path: Path) -> None:
    """As of a disk taken away, whose folder stays there empty, or goes with it."""
    file = tmp_path / "deep" / "progress.sqlite3"
    progress = Progress(file)
    progress.record(ONE)
    progress.set("edition", "de")
    file.unlink()
    assert progress.attempts() == (ONE,)
    assert read_back(file) == (ONE,)
    shutil.rmtree(file.parent)
    progress.record(TWO)
    assert progress.attempts() == read_back(file) == (ONE, TWO)
    assert Progress(file).setting("edition") == "de"
    progress.close()


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    progress = Progress(file)
    progress.record(ONE)
    with full_disk():
        progress.record(TWO)
        assert not lasts(progress)
        assert progress.attempts() == (ONE, TWO)
    assert progress.attempts() == (ONE, TWO)
    assert lasts(progress)
    assert read_back(file) == (ONE, TWO)
    progress.close()


def test_a_disk_that_is_full_from_the_beginning(tmp_path: Path) -> None:
    with full_disk():
        progress = Progress(tmp_path / "progress.sqlite3")
        assert not lasts(progress)
        progress.record(ONE)
        assert progress.attempts() == (ONE,)
    progress.close()
    assert read_back(tmp_path / "progress.sqlite3") == (ONE,)


def test_what_is_made_while_another_program_holds_the_file_is_written_afterwards(
    tmp_path: Path,
) -> None:
    """By itself, though the reader does nothing more."""
    file = tmp_path / "progress.sqlite3"
    progress = Progress(file)
    progress.record(ONE)
    with held(file):
        progress.record(TWO)
        progress.record(TWO)
        assert progress.attempts() == (ONE, TWO, replace(TWO, at=TWO.at + 1))
        assert progress.waiting == 2
        assert lasts(progress)
        assert progress.read_in(text_with()) == 0
    timers_done()
    assert read_back(file) == (ONE, TWO, replace(TWO, at=TWO.at + 1))
    assert progress.waiting == 0
    progress.close()


@pytest.mark.parametrize("then", ["record", "attempts", "setting", "close"])
def test_what_waits_is_written_at_the_next_occasion(then: str, tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    Progress(file).record(ONE)
    with held(file):
        progress = Progress(file)
        progress.record(TWO)
        assert progress.attempts() == (TWO,)
    match then:
        case "record":
            progress.record(WRONG)
        case "attempts":
            assert progress.attempts() == (ONE, TWO)
        case "setting":
            progress.setting("edition")
    progress.close()
    assert read_back(file) == ((WRONG, ONE, TWO) if then == "record" else (ONE, TWO))


def test_what_waits_is_written_when_the_program_ends(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    code = f"""
import pathlib, sqlite3
from ksm_widgets.tutor.course.database import Database
from ksm_widgets.tutor.course.progress import Attempted, Progress
file = pathlib.Path({str(file)!r})
progress = Progress(file)
other = sqlite3.connect(file, isolation_level=None)
other.execute("BEGIN EXCLUSIVE")
progress.record(Attempted("mine.group", 0, "en", 5, True, 3))
assert progress.waiting == 1
other.close()
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    assert [attempted.task for attempted in read_back(file)] == ["mine.group"]


def test_the_page_stands_still_for_a_held_file_once_and_shortly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "progress.sqlite3"
    Progress(file).record(ONE)
    patience: list[float] = []

    class Timed(sqlite3.Connection):
        def __init__(self, place: Path, timeout: float, **more: Any) -> None:
            patience.append(timeout)
            super().__init__(place, timeout=timeout, **more)

    with held(file):
        monkeypatch.setattr(sqlite3, "connect", Timed)
        progress = Progress(file)
        progress.setting("edition")
        progress.record(TWO)
        progress.stars()
    assert 0 < patience[0] < 1
    assert set(patience[1:]) == {0}
    progress.close()


def test_notebooks_that_run_at_once_share_the_file(tmp_path: Path) -> None:
    """Even where their attempts are alike to the millisecond."""
    file = tmp_path / "progress.sqlite3"
    code = f"""
import pathlib
from ksm_widgets.tutor.course.database import Database
from ksm_widgets.tutor.course.progress import Attempted, Progress
progress = Progress(pathlib.Path({str(file)!r}))
input()
for seed in range(20):
    progress.record(Attempted("mine.group", seed, "en", 5, True, 3))
"""
    command = [sys.executable, "-c", code]
    pair = [subprocess.Popen(command, stdin=subprocess.PIPE) for _ in range(2)]
    for process in pair:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.close()
    assert [process.wait() for process in pair] == [0, 0]
    found = sorted((attempted.seed, attempted.at) for attempted in read_back(file))
    assert found == [(seed, at) for seed in range(20) for at in (5, 6)]


# Damaged files

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
    file.write_bytes(file.read_bytes().replace(b"NULL, seed", b"NULL\xff seed"))


def of_the_future(file: Path) -> None:
    """A file that SQLite reads and will not write to."""
    Progress(file).close()
    whole = file.read_bytes()
    file.write_bytes(whole[:18] + b"\x03" + whole[19:])


DAMAGES: dict[str, Callable[[Path], object]] = {
    "no database": lambda file: file.write_bytes(b"this is no database at all" * 50),
    "cut": cut,
    "rubbed out": rubbed_out,
    "misspelt": misspelt,
    "of the future": of_the_future,
    "missing columns": tables("CREATE TABLE attempted (task TEXT, seed INTEGER)"),
    "more columns": tables(WHOLE.replace("rule TEXT", "rule TEXT, mood TEXT NOT NULL")),
    "another's settings": tables(WHOLE, "CREATE TABLE setting (name TEXT)"),
    "a later version": tables("PRAGMA user_version = 2"),
    "a view": tables("CREATE VIEW attempted AS SELECT 1 AS task"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_kept_aside_and_told_once(damage: str, tmp_path: Path) -> None:
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
    assert progress.newly_set_aside() is None
    progress.record(ONE)
    assert progress.newly_set_aside() is not None
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
    visit = Database._visit

    def slow(database: Database, place: Path) -> None:
        try:
            visit(database, place)
        except sqlite3.DatabaseError:
            monkeypatch.setattr(Database, "_visit", visit)
            Progress(place).record(ONE)
            raise

    monkeypatch.setattr(Database, "_visit", slow)
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


# Taking it along


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


def text_with(**changes: object) -> str:
    progress = Progress()
    progress.record(ONE)
    data = {**json.loads(progress.text()), **changes}
    progress.close()
    return json.dumps(data)


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
