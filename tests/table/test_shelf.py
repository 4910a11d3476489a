"""Matches that are kept: after every act, whatever happens then, and gone on with."""

from __future__ import annotations

import signal
import subprocess
import sys
from itertools import count
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.table.match import Match
from ksm_widgets.tutor.table.record import match_text
from ksm_widgets.tutor.table.shelf import PLACES, Shelf
from tests.table.people import ANNA, CARLO, until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def beginning(begun: int) -> Match:
    return Match.begin([ANNA, CARLO], seed=begun, begun=begun)


@pytest.fixture
def clock() -> Callable[[], int]:
    ticks = count(1000)
    return lambda: next(ticks)


def test_a_match_is_gone_on_with_by_another_program(
    tmp_path: Path, clock: Callable[[], int]
) -> None:
    file = tmp_path / "progress.sqlite3"
    first = Shelf(Progress(file), clock)
    assert first.under_way() is None
    match = until(beginning(5), lambda match: match.game.round == 3)
    first.keep(match)
    second = Shelf(Progress(file), clock)
    assert second.under_way() == match
    assert [kept.match.begun for kept in second.matches()] == [5]
    later = until(match, lambda match: match.game.round == 4)
    second.keep(later)
    assert first.under_way() == later
    assert len(first.matches()) == 1


def test_several_matches_lie_side_by_side(clock: Callable[[], int]) -> None:
    shelf = Shelf(Progress(), clock)
    one, other = beginning(1), beginning(2)
    for match in (one, other, one.concede()):
        shelf.keep(match)
    assert [kept.match.begun for kept in shelf.matches()] == [1, 2]
    assert shelf.under_way() == other
    shelf.keep(other.concede())
    assert shelf.under_way() is None


def test_the_one_played_longest_ago_makes_room(clock: Callable[[], int]) -> None:
    shelf = Shelf(Progress(), clock)
    for begun in range(1, PLACES + 1):
        shelf.keep(beginning(begun))
    shelf.keep(beginning(1))
    shelf.keep(beginning(99))
    left = [kept.match.begun for kept in shelf.matches()]
    assert left[:2] == [99, 1]
    assert len(left) == PLACES
    assert 2 not in left


@pytest.mark.parametrize(
    "kept", ["", "x", "1", "1 2", "1 2\nnonsense", "1 -2\n", "a b\nc", "² ²\n"]
)
def test_what_cannot_be_read_is_left_out(kept: str, clock: Callable[[], int]) -> None:
    progress = Progress()
    shelf = Shelf(progress, clock)
    shelf.keep(beginning(3))
    progress.set("match.1", kept)
    assert [one.match.begun for one in shelf.matches()] == [3]
    shelf.keep(beginning(4))
    assert shelf.under_way() == beginning(4)


KILLED = """
import os, signal, sys
from pathlib import Path
from random import Random
from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.table.record import match_text
from ksm_widgets.tutor.table.shelf import Shelf
from tests.table.people import acted
from tests.table.test_shelf import beginning

shelf, match, rng = Shelf(Progress(Path(sys.argv[1]))), beginning(5), Random(5)
for _ in range(60):
    match = acted(match, rng)
    shelf.keep(match)
Path(sys.argv[2]).write_text(match_text(match))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_nothing_is_lost_by_a_kill(tmp_path: Path) -> None:
    file, wanted = tmp_path / "progress.sqlite3", tmp_path / "wanted"
    done = subprocess.run([sys.executable, "-c", KILLED, file, wanted], check=False)
    assert done.returncode == -signal.SIGKILL
    match = Shelf(Progress(file)).under_way()
    assert match is not None
    assert match_text(match) == wanted.read_text(encoding="utf-8")
