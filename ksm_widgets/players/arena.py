"""The arena: many games between the same players, on the same mines with the seats turned.

A seed makes a mine and the hands dealt. It is played as often as there are players, and each time
everyone sits one seat further on: so each has had every hand, and luck weighs on all alike. A
game depends on its fixture alone, on whichever core it is played; results come in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.players.ladder import mind
from ksm_widgets.players.table import played
from ksm_widgets.rules import Setting

if TYPE_CHECKING:
    from ksm_widgets.rules import Game

__all__ = ["Fixture", "Result", "fixtures", "game_of", "in_processes", "result_of"]

T = TypeVar("T")

_SEEDS_APART = 1_000_000
"""Arenas with different seeds share no mine, up to so many mines each."""
_AHEAD = 2
"""Games a process is given at a time, so that it never waits for the next."""
_PATIENCE = 3
"""How often all processes may be lost with no game played to its end in between."""


@dataclass(frozen=True, slots=True, order=True)
class Fixture:
    """A game to be played: who, on which seed, and by how many seats everyone has moved on.

    `players` are named in the order of the seats they have before that.
    """

    players: tuple[str, ...]
    seed: int
    turned: int

    def seat(self, player: int) -> int:
        """Where a player sits in this game, both counted from 0."""
        return (player + self.turned) % len(self.players)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the points of each player, in the order of the fixture's players."""

    fixture: Fixture
    points: tuple[int, ...]
    seconds: float

    @property
    def wins(self) -> tuple[float, ...]:
        """What each has of the win: 1 in all, shared where several have most points (R28)."""
        most = max(self.points)
        return tuple((points == most) / self.points.count(most) for points in self.points)


def fixtures(players: Sequence[str], games: int, seed: int) -> tuple[Fixture, ...]:
    """The games of an arena in order; raises ArgumentError for a player nobody knows.

    The first of more games are always the same, so an arena can be gone on with.

    >>> [(one.seed, one.turned) for one in fixtures(["greedy", "steady"], 3, seed=7)]
    [(7000000, 0), (7000000, 1), (7000001, 0)]
    """
    for name in players:
        mind(name)
    return tuple(
        Fixture(tuple(players), seed * _SEEDS_APART + number // len(players), number % len(players))
        for number in range(games)
    )


def game_of(fixture: Fixture) -> Game:
    """Play the game of a fixture to its end."""
    seats = sorted(range(len(fixture.players)), key=fixture.seat)
    minds = [mind(fixture.players[player]) for player in seats]
    return played(Setting(len(minds), fixture.seed), minds)


def result_of(fixture: Fixture) -> Result:
    """Play the game of a fixture: how it ended."""
    start = perf_counter()
    scores = game_of(fixture).scores
    points = tuple(scores[fixture.seat(player)].total for player in range(len(scores)))
    return Result(fixture, points, perf_counter() - start)


def in_processes(
    done: Callable[[Fixture], T], games: Iterable[Fixture], processes: int
) -> Iterator[T]:
    """What becomes of each game, as it comes, from so many processes at once; 1 is this very one.

    `done` must be a function that another process finds by its name. If a process is killed, others
    take its games up; BrokenProcessPool is raised if that happens again and again without one game
    played to its end.
    """
    if processes == 1:
        yield from map(done, games)
        return
    left = list(reversed(list(games)))
    patience = _PATIENCE
    while left:
        before = len(left)
        try:
            yield from _from_pool(done, left, processes)
        except BrokenProcessPool:
            patience = _PATIENCE if len(left) < before else patience - 1
            if not patience:
                raise


def _from_pool(done: Callable[[Fixture], T], left: list[Fixture], processes: int) -> Iterator[T]:
    """What becomes of the games left, the last first; those not played to their ends stay there."""
    # Started afresh: what this process has loaded, threads and all, is nothing to the others.
    pool = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_leave_stopping_to_the_first
    )
    running: dict[Future[T], Fixture] = {}
    try:
        while left or running:
            while left and len(running) < processes * _AHEAD:
                game = left.pop()
                running[pool.submit(done, game)] = game
            for ended in wait(running, return_when=FIRST_COMPLETED).done:
                result = ended.result()
                del running[ended]
                yield result
    finally:
        left += running.values()
        pool.shutdown(cancel_futures=True)


def _leave_stopping_to_the_first() -> None:
    """Ctrl-C reaches every process; the first tells the others what to do about it."""
    signal(SIGINT, SIG_IGN)
