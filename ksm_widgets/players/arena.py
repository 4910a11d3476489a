"""The arena: many games between the same bots, on the same mines with the seats rotated.

`logbook` keeps the results as they come, `tally` sums them up.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.players.bots import get_bot, played
from ksm_widgets.rules import Setting
from ksm_widgets.solver.engine import compiled_at_once

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules import Game


_SEEDS_APART = 1_000_000
"""Arenas with different seeds share no mine, up to this many mines each."""


@dataclass(frozen=True, slots=True, order=True)
class Fixture:
    """A game of an arena: the players, the seed, and by how many seats everyone is rotated.

    `players` are in the order of their seats before the rotation.
    """

    players: tuple[str, ...]
    seed: int
    turned: int

    def seat(self, player: int) -> int:
        """The seat of a player in this game, both counted from 0."""
        return (player + self.turned) % len(self.players)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: everyone's points, in the order of the fixture's players."""

    fixture: Fixture
    points: tuple[int, ...]
    seconds: float

    @property
    def wins(self) -> tuple[float, ...]:
        """Each player's part of the win: 1 in all, shared if several tie (R28)."""
        most = max(self.points)
        return tuple((points == most) / self.points.count(most) for points in self.points)


def fixtures(players: Sequence[str], games: int, seed: int) -> tuple[Fixture, ...]:
    """The games of an arena in order; raises ArgumentError if there is no such bot.

    The first games are the same however many there are, so an arena can be extended.

    >>> [(one.seed, one.turned) for one in fixtures(["greedy", "steady"], 3, seed=7)]
    [(7000000, 0), (7000000, 1), (7000001, 0)]
    """
    for name in players:
        get_bot(name)
    return tuple(
        Fixture(tuple(players), seed * _SEEDS_APART + number // len(players), number % len(players))
        for number in range(games)
    )


def game_of(fixture: Fixture) -> Game:
    """The whole game of a fixture."""
    seats = sorted(range(len(fixture.players)), key=fixture.seat)
    bots = [get_bot(fixture.players[player]) for player in seats]
    return played(Setting(len(bots), fixture.seed), bots)


def result_of(fixture: Fixture) -> Result:
    """The result of playing the game of a fixture."""
    start = perf_counter()
    with compiled_at_once():
        scores = game_of(fixture).scores
    points = tuple(scores[fixture.seat(player)].total for player in range(len(scores)))
    return Result(fixture, points, perf_counter() - start)
