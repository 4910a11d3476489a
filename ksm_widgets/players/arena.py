"""The arena: many games between the same players, on the same mines with the seats turned.

A seed makes a mine and the hands dealt. It is played as often as there are players, and each time
everyone sits one seat further on: so each has had every hand, and luck weighs on all alike. A
game depends on its fixture alone, wherever it is played (`ksm_widgets.workers`).
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.players.ladder import mind
from ksm_widgets.players.table import played
from ksm_widgets.rules import Setting
from ksm_widgets.solver.engine import compiled_at_once

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules import Game

__all__ = ["Fixture", "Result", "fixtures", "game_of", "result_of"]

_SEEDS_APART = 1_000_000
"""Arenas with different seeds share no mine, up to so many mines each."""


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
    with compiled_at_once():
        scores = game_of(fixture).scores
    points = tuple(scores[fixture.seat(player)].total for player in range(len(scores)))
    return Result(fixture, points, perf_counter() - start)
