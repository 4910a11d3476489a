"""A learner's progress where the disk fails, or another holds the file: nothing is lost."""

from __future__ import annotations

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
from threading import Timer, current_thread
from threading import enumerate as enumerate_threads
from time import sleep
from typing import Any

import pytest

from ksm_widgets.progress.progress import Progress
from tests.explorer.attempts import ONE, TWO, WRONG, lasts, read_back, text_with


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


def timers() -> dict[Timer, object]:
    """Those that run now and mean to try again later, with the store that each belongs to."""
    return {
        thread: getattr(thread.function, "__self__", None)
        for thread in enumerate_threads()
        if isinstance(thread, Timer)
    }


_OTHERS: list[object] = []
"""The stores that tests before left behind: each may try again, timer after timer, for minutes."""


@pytest.fixture(autouse=True)
def others() -> None:
    """Remember whose timers run when a test begins."""
    _OTHERS[:] = timers().values()


def timers_done() -> None:
    """Wait until nothing of this test means to try again."""
    while own := [timer for timer, store in timers().items() if store not in _OTHERS]:
        own[0].join(60)
        assert not own[0].is_alive()


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


@pytest.mark.long
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
from ksm_widgets.progress.progress import Attempted, Progress
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


def test_in_the_background_it_waits_for_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others may write so often that a try without patience finds the file locked each time."""
    file = tmp_path / "progress.sqlite3"
    Progress(file).record(ONE)
    monkeypatch.setattr("ksm_widgets.progress.store._PAUSES", (0.01, 0.01))
    background: list[float] = []

    class Timed(sqlite3.Connection):
        def __init__(self, place: Path, timeout: float, **more: Any) -> None:
            if isinstance(current_thread(), Timer):
                background.append(timeout)
            super().__init__(place, timeout=timeout, **more)

    with held(file):
        monkeypatch.setattr(sqlite3, "connect", Timed)
        progress = Progress(file)
        progress.record(TWO)
        while not background:
            sleep(0.01)
    timers_done()
    assert min(background) > 0
    progress.close()
    assert read_back(file) == (ONE, TWO)


def test_notebooks_that_run_at_once_share_the_file(tmp_path: Path) -> None:
    """Even where their attempts are alike to the millisecond."""
    file = tmp_path / "progress.sqlite3"
    code = f"""
import pathlib
from ksm_widgets.progress.progress import Attempted, Progress
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
