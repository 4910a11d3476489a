"""Workers of many machines: those of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from importlib import import_module
from itertools import islice
from typing import TypeVar

from ksm_widgets.workers.work import AHEAD, WorkersError

__all__ = ["Cluster"]

Game = TypeVar("Game")
Haul = TypeVar("Haul")


class Cluster:
    """The workers of a Dask cluster, told by the address of its scheduler.

    Raises WorkersError where Dask is not installed.
    """

    def __init__(self, address: str) -> None:
        try:
            self.dask = import_module("distributed")
        except ModuleNotFoundError as error:
            raise WorkersError("workers.no_dask") from error
        self.address = address

    def results(self, games: Iterable[Game], work: Callable[[Game], Haul]) -> Iterator[Haul]:
        """What the work comes to for each game, as it is done.

        The scheduler gives a lost game to another worker. Raises WorkersError if there is no
        scheduler, or no more, or if workers fall again and again over the same game.
        """
        try:
            client = self.dask.Client(self.address, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WorkersError("workers.no_scheduler", address=self.address) from error
        with client:
            done = self.dask.as_completed([], loop=client.loop)
            left = iter(games)

            def hand_out() -> None:
                # Workers may come and go; before the first has come, somebody's is waiting.
                try:
                    threads = sum(client.nthreads().values()) or 1
                except OSError as error:
                    raise WorkersError("workers.lost", address=self.address) from error
                for game in islice(left, max(0, AHEAD * threads - done.count())):
                    done.add(client.submit(work, game, pure=False))

            hand_out()
            for future in done:
                try:
                    haul: Haul = future.result()
                except self.dask.scheduler.KilledWorker as error:
                    count = error.allowed_failures + 1
                    raise WorkersError("workers.fall", count=count) from error
                except CancelledError as error:
                    raise WorkersError("workers.lost", address=self.address) from error
                hand_out()
                yield haul
