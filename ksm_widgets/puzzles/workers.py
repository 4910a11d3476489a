"""Who does the work of making puzzles: this process, all cores of this machine, or a cluster.

Each is handed games by number and gives lines back as they are done, in any order. Whoever falls
is replaced and his game played again, which gives the same line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Protocol

from ksm_widgets.rules.errors import KsmError

__all__ = ["Cluster", "Here", "Pool", "Task", "Workers", "WorkersError", "cores"]

Task = Callable[[int], tuple[Callable[..., str], tuple[Any, ...]]]
"""What is to be done for a game: a function of a module, and plain data for it."""
_AHEAD = 2
"""Games handed out for each worker, so that none waits for the next."""
_MOST_BREAKS = 5
"""So many workers may fall one after the other without one game done."""


class WorkersError(KsmError):
    """Nobody can do the work: a scheduler is not there, or workers fall again and again."""


class Workers(Protocol):
    """Whoever does the work."""

    def results(self, games: Iterator[int], task: Task) -> Iterator[str]:
        """What is done for each game, as it is done; left early, the rest is dropped."""
        ...


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Here:
    """This process does it, one game after the other."""

    def results(self, games: Iterator[int], task: Task) -> Iterator[str]:
        """What is done for each game, in order."""
        for game in games:
            function, data = task(game)
            yield function(*data)


class Pool:
    """So many processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def results(self, games: Iterator[int], task: Task) -> Iterator[str]:
        """What is done for each game, as it is done."""
        left: list[int] = []
        breaks = 0
        while True:
            pool = ProcessPoolExecutor(self.count, mp_context=get_context("spawn"))
            running: dict[Future[str], int] = {}
            try:
                while True:
                    while len(running) < _AHEAD * self.count:
                        game = left.pop() if left else next(games)
                        running[pool.submit(task(game)[0], *task(game)[1])] = game
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        line = future.result()
                        del running[future]
                        breaks = 0
                        yield line
            except BrokenProcessPool as error:
                breaks += 1
                if breaks > _MOST_BREAKS:
                    raise WorkersError("workers.fall", count=breaks) from error
                left = sorted(running.values(), reverse=True)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


class Cluster:
    """The workers of a Dask cluster, told by the address of its scheduler."""

    def __init__(self, address: str) -> None:
        try:
            self.dask = import_module("distributed")
        except ModuleNotFoundError as error:
            raise WorkersError("workers.no_dask") from error
        self.address = address

    def results(self, games: Iterator[int], task: Task) -> Iterator[str]:
        """What is done for each game, as it is done; the scheduler gives a lost game to another."""
        try:
            client = self.dask.Client(self.address, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WorkersError("workers.no_scheduler", address=self.address) from error
        with client:
            done = self.dask.as_completed([], loop=client.loop)

            def hand_out() -> None:
                threads = sum(client.nthreads().values()) or 1
                while done.count() < _AHEAD * threads:
                    function, data = task(next(games))
                    done.add(client.submit(function, *data, pure=False))

            hand_out()
            for future in done:
                try:
                    line = future.result()
                except self.dask.scheduler.KilledWorker as error:
                    raise WorkersError("workers.fall", count=_MOST_BREAKS) from error
                with suppress(StopIteration):
                    hand_out()
                yield str(line)
