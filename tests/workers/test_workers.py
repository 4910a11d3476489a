"""Workers: every game is done once, whoever does it, whoever is killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.words import LANGUAGES
from ksm_widgets.workers import Cluster, Here, Pool, Workers, WorkersError, cores, hired
from tests.workers.clusters import local_cluster
from tests.workers.falling import falls_always, falls_once, tenfold

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 9


@pytest.mark.parametrize("workers", [Here(), Pool(1), Pool(2)], ids=["here", "one", "two"])
def test_every_game_is_done_once(workers: Workers) -> None:
    done = [*workers.results(range(GAMES), tenfold)]
    assert sorted(done) == [10 * game for game in range(GAMES)]
    assert [*workers.results([], tenfold)] == []


@pytest.mark.parametrize("workers", [Here(), Pool(2)], ids=["here", "two"])
def test_there_may_be_no_end_of_games(workers: Workers) -> None:
    """They are asked for as they are handed out; whoever has enough goes."""
    handed_out = []

    def games() -> Iterator[int]:
        for game in count():
            handed_out.append(game)
            yield game

    results = workers.results(games(), tenfold)
    assert len({*islice(results, GAMES)}) == GAMES
    assert handed_out == [*range(len(handed_out))]
    assert GAMES <= len(handed_out) <= 2 * GAMES


@pytest.mark.parametrize("at", [0, 1, GAMES - 1])
def test_others_take_up_what_a_killed_process_leaves(at: int, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    done = [*Pool(2).results(range(GAMES), partial(falls_once, mark, at, tenfold))]
    assert mark.exists()
    assert sorted(done) == [10 * game for game in range(GAMES)]


def test_a_game_over_which_all_fall_is_given_up() -> None:
    """The others are done meanwhile; it is not tried forever because they are."""
    done: list[int] = []
    with pytest.raises(WorkersError) as caught:
        done.extend(Pool(2).results(count(), partial(falls_always, 3)))
    assert 3 not in done
    assert len({*done}) == len(done)
    assert all("5" in caught.value.sentence(language) for language in LANGUAGES)


def test_an_error_of_the_work_is_told() -> None:
    with pytest.raises(ValueError, match="five"):
        list(Pool(1).results(["five"], int))


def test_nobody_outlives_the_first_process() -> None:
    """All of them hold the other end of what is read here: it ends when the last has gone."""
    code = """
from itertools import count
from ksm_widgets.workers import Pool
from tests.workers.clusters import local_cluster
from tests.workers.falling import tenfold
if __name__ == "__main__":
    for _ in Pool(2).results(count(), tenfold):
        print("done", flush=True)
"""
    home = Path(__file__).parents[2]
    first = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=home)
    with first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"done\n"
        first.send_signal(signal.SIGKILL)
        first.communicate(timeout=300)


def test_who_is_hired() -> None:
    assert isinstance(hired(1), Here)
    pool = hired(3)
    assert isinstance(pool, Pool)
    assert pool.count == 3
    everybody = hired()
    assert cores() == (everybody.count if isinstance(everybody, Pool) else 1)


def test_nobody_at_the_address() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(WorkersError, match="No scheduler"):
        list(hired(scheduler="nonsense://nowhere").results([0], tenfold))


def test_without_dask_it_is_told_where_it_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkersError, match=r"ksm-widgets\[cluster\]"):
        hired(scheduler="tcp://localhost:1")


@pytest.mark.slow
def test_a_cluster_does_every_game_once_with_a_worker_killed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with local_cluster() as cluster:
        workers = Cluster(cluster.scheduler_address)
        work: Callable[[int], int] = partial(falls_once, mark, 1, tenfold)
        done = [*workers.results(range(GAMES), work)]
        assert [*workers.results([], tenfold)] == []
        assert len([*islice(workers.results(count(), tenfold), GAMES)]) == GAMES
    assert mark.exists()
    assert sorted(done) == [10 * game for game in range(GAMES)]


@pytest.mark.slow
def test_a_cluster_gives_a_game_up_over_which_all_fall() -> None:
    with local_cluster() as cluster:
        results = Cluster(cluster.scheduler_address).results(range(3), partial(falls_always, 1))
        with pytest.raises(WorkersError, match="fell"):
            list(results)


@pytest.mark.slow
def test_a_scheduler_that_goes_is_told() -> None:
    with local_cluster() as cluster:
        results = Cluster(cluster.scheduler_address).results(count(), tenfold)
        next(results)
    with pytest.raises(WorkersError, match="scheduler"):
        list(results)
