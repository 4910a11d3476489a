"""The three kinds of workers: this process, a pool of processes, a Dask cluster."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import Protocol, TypeVar

from ksm_widgets.rules.errors import KsmError

AHEAD = 2
"""Jobs submitted per worker, so that none waits for the next."""
MOST_CRASHES = 5
"""A job during which so many workers have died is given up."""
_SAFE_PATH = "PYTHONSAFEPATH"

Job = TypeVar("Job")
Result = TypeVar("Result")


class WorkersError(KsmError):
    """The work cannot be done: no scheduler answers, or workers keep dying."""


def get_workers(count: int | None = None, scheduler: str | None = None) -> Workers:
    """Get this many processes, by default one per core, or the cluster at a scheduler's address.

    Raises WorkersError as Cluster does.
    """
    if scheduler is not None:
        return Cluster(scheduler)
    count = cores() if count is None else count
    return Here() if count == 1 else Pool(count)


def cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers(Protocol):
    """The interface of all workers."""

    def results(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Result]:
        """Apply `work` to each job and yield the results as they come.

        Jobs are hashable, are asked for only as workers become free, and may be endless; closing
        the iterator drops what is left. `work` must be picklable: a module's function, perhaps
        with plain data bound to it (`functools.partial`).
        """
        ...


class Here:
    """This process alone, one job after the other."""

    def results(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Result]:
        """Apply `work` to each job, in order."""
        return map(work, jobs)


class Pool:
    """Several processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def results(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Result]:
        """Apply `work` to each job and yield the results as they come.

        If a process dies, all are replaced and their jobs rerun first. Raises WorkersError if that
        happens too often with the same job among them.
        """
        left = iter(jobs)
        crashes: Counter[Job] = Counter()
        while True:
            # Spawned, not forked: threads and locks of this process must not be copied.
            with _nothing_from_here():
                pool = ProcessPoolExecutor(
                    self.count, mp_context=get_context("spawn"), initializer=_follow_parent
                )
            running: dict[Future[Result], Job] = {}
            submitted: dict[Job, None] = {}
            try:
                while True:
                    for job in islice(left, AHEAD * self.count - len(running)):
                        submitted[job] = None
                        with _nothing_from_here():
                            running[pool.submit(work, job)] = job
                    if not running:
                        return
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        result = future.result()
                        job = running.pop(future)
                        del submitted[job], crashes[job]
                        yield result
            except BrokenProcessPool as error:
                crashes.update(iter(submitted))
                if max(crashes.values()) >= MOST_CRASHES:
                    raise WorkersError("workers.crash", count=MOST_CRASHES) from error
                left = chain(submitted, left)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _nothing_from_here() -> Iterator[None]:
    """Start processes that import nothing from this folder before they know our path.

    Python would take a `multiprocessing.py` there for its own, and it may be a stranger's.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def _follow_parent() -> None:
    """Leave Ctrl-C, which reaches every process, to the parent, and exit when it has gone."""
    signal(SIGINT, SIG_IGN)
    Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    parent = parent_process()
    assert parent is not None, "workers are started by another process"
    parent.join()
    os._exit(1)


class Cluster:
    """The workers of a Dask cluster, by the address of its scheduler.

    Raises WorkersError if Dask is not installed.
    """

    def __init__(self, address: str) -> None:
        try:
            self.dask = import_module("distributed")
        except ModuleNotFoundError as error:
            raise WorkersError("install.missing", module=error.name, extra="cluster") from error
        self.address = address

    def results(self, jobs: Iterable[Job], work: Callable[[Job], Result]) -> Iterator[Result]:
        """Apply `work` to each job and yield the results as they come.

        The scheduler gives a lost job to another worker. Raises WorkersError if the scheduler does
        not answer, or if workers keep dying over the same job.
        """
        try:
            client = self.dask.Client(self.address, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WorkersError("workers.no_scheduler", address=self.address) from error
        with client:
            done = self.dask.as_completed([], loop=client.loop)
            left = iter(jobs)

            def submit() -> None:
                # Workers come and go; one job waits even before the first has come.
                try:
                    threads = sum(client.nthreads().values()) or 1
                except OSError as error:
                    raise WorkersError("workers.lost", address=self.address) from error
                for job in islice(left, max(0, AHEAD * threads - done.count())):
                    done.add(client.submit(work, job, pure=False))

            submit()
            for future in done:
                try:
                    result: Result = future.result()
                except self.dask.scheduler.KilledWorker as error:
                    count = error.allowed_failures + 1
                    raise WorkersError("workers.crash", count=count) from error
                except CancelledError as error:
                    raise WorkersError("workers.lost", address=self.address) from error
                submit()
                yield result
