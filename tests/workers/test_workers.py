"""Workers do every job once, even if some of them are killed."""

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
from ksm_widgets.workers import Cluster, Here, Pool, Workers, WorkersError, cores, get_workers
from tests.workers.clusters import local_cluster
from tests.workers.crashing import crashes_always, crashes_once, tenfold

if TYPE_CHECKING:
    from collections.abc import Callable

JOBS = 9


@pytest.mark.parametrize("workers", [Here(), Pool(1), Pool(2)], ids=["here", "one", "two"])
def test_every_job_is_done_once(workers: Workers) -> None:
    done = [*workers.results(range(JOBS), tenfold)]
    assert sorted(done) == [10 * job for job in range(JOBS)]
    assert [*workers.results([], tenfold)] == []


@pytest.mark.parametrize("workers", [Here(), Pool(2)], ids=["here", "two"])
def test_jobs_may_be_endless(workers: Workers) -> None:
    """They are asked for only as workers become free."""
    handed_out = []

    def jobs() -> Iterator[int]:
        for job in count():
            handed_out.append(job)
            yield job

    results = workers.results(jobs(), tenfold)
    assert len({*islice(results, JOBS)}) == JOBS
    assert handed_out == [*range(len(handed_out))]
    assert JOBS <= len(handed_out) <= 2 * JOBS


@pytest.mark.long
@pytest.mark.parametrize("at", [0, 1, JOBS - 1])
def test_a_killed_process_is_replaced_and_its_job_rerun(at: int, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    done = [*Pool(2).results(range(JOBS), partial(crashes_once, mark, at, tenfold))]
    assert mark.exists()
    assert sorted(done) == [10 * job for job in range(JOBS)]


@pytest.mark.long
def test_a_job_that_kills_every_worker_is_given_up() -> None:
    """Other jobs are done meanwhile, but they do not keep it going forever."""
    done: list[int] = []
    with pytest.raises(WorkersError) as caught:
        done.extend(Pool(2).results(count(), partial(crashes_always, 3)))
    assert 3 not in done
    assert len({*done}) == len(done)
    assert all("5" in caught.value.sentence(language) for language in LANGUAGES)


def test_an_error_of_the_work_is_raised() -> None:
    with pytest.raises(ValueError, match="five"):
        list(Pool(1).results(["five"], int))


@pytest.mark.long
def test_no_worker_outlives_its_parent() -> None:
    """All of them hold the pipe read here: it ends when the last has exited."""
    code = """
from itertools import count
from ksm_widgets.workers import Pool
from tests.workers.clusters import local_cluster
from tests.workers.crashing import tenfold
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


def test_workers_are_found_by_their_number() -> None:
    assert isinstance(get_workers(1), Here)
    pool = get_workers(3)
    assert isinstance(pool, Pool)
    assert pool.count == 3
    default = get_workers()
    assert cores() == (default.count if isinstance(default, Pool) else 1)


def test_no_scheduler_at_the_address() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(WorkersError, match="No scheduler"):
        list(get_workers(scheduler="nonsense://nowhere").results([0], tenfold))


def test_without_dask_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkersError, match=r"ksm-widgets\[cluster\]"):
        get_workers(scheduler="tcp://localhost:1")


@pytest.mark.slow
def test_a_cluster_does_every_job_once_with_a_worker_killed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with local_cluster() as cluster:
        workers = Cluster(cluster.scheduler_address)
        work: Callable[[int], int] = partial(crashes_once, mark, 1, tenfold)
        done = [*workers.results(range(JOBS), work)]
        assert [*workers.results([], tenfold)] == []
        assert len([*islice(workers.results(count(), tenfold), JOBS)]) == JOBS
    assert mark.exists()
    assert sorted(done) == [10 * job for job in range(JOBS)]


@pytest.mark.slow
def test_a_cluster_gives_up_a_job_that_kills_every_worker() -> None:
    with local_cluster() as cluster:
        results = Cluster(cluster.scheduler_address).results(range(3), partial(crashes_always, 1))
        with pytest.raises(WorkersError, match="died"):
            list(results)


@pytest.mark.slow
def test_a_scheduler_that_stops_is_reported() -> None:
    with local_cluster() as cluster:
        results = Cluster(cluster.scheduler_address).results(count(), tenfold)
        next(results)
    with pytest.raises(WorkersError, match="scheduler"):
        list(results)
