"""Workers of this machine: so many processes, each started afresh."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import TypeVar

from ksm_widgets.workers.work import AHEAD, MOST_FALLS, WorkersError

__all__ = ["Pool", "cores"]

Game = TypeVar("Game")
Haul = TypeVar("Haul")


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool:
    """So many processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def results(self, games: Iterable[Game], work: Callable[[Game], Haul]) -> Iterator[Haul]:
        """What the work comes to for each game, as it is done.

        If a process falls, all are replaced, and the games they had are done first. Raises
        WorkersError if that happens again and again with the same game among these.
        """
        left = iter(games)
        falls: Counter[Game] = Counter()
        while True:
            # Started afresh: what this process has loaded, threads and all, is nothing to others.
            pool = ProcessPoolExecutor(
                self.count, mp_context=get_context("spawn"), initializer=_follow
            )
            running: dict[Future[Haul], Game] = {}
            handed_out: dict[Game, None] = {}
            try:
                while True:
                    for game in islice(left, AHEAD * self.count - len(running)):
                        handed_out[game] = None
                        running[pool.submit(work, game)] = game
                    if not running:
                        return
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        haul = future.result()
                        game = running.pop(future)
                        del handed_out[game], falls[game]
                        yield haul
            except BrokenProcessPool as error:
                falls.update(iter(handed_out))
                if max(falls.values()) >= MOST_FALLS:
                    raise WorkersError("workers.fall", count=MOST_FALLS) from error
                left = chain(handed_out, left)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def _follow() -> None:
    """Be stopped by the first process only, and leave when that has fallen.

    Ctrl-C reaches every process, but what becomes of it is for the first to say. And nobody hands
    work to whoever outlives it.
    """
    signal(SIGINT, SIG_IGN)
    Thread(target=_leave_after_the_first, daemon=True).start()


def _leave_after_the_first() -> None:
    first = parent_process()
    assert first is not None, "a worker has been started by another process"
    first.join()
    os._exit(1)
