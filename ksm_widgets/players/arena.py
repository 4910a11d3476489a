"""The arena: many games between the same bots, on the same mines with the seats rotated.

Each game has a `Result`, `tally` sums them up; a `Logbook` (`logbook`) keeps them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import log10, nan, sqrt
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.analysis.figures import Figure, sampled
from ksm_widgets.players.bots import get_bot, played
from ksm_widgets.rules import Setting
from ksm_widgets.solver.engine import compiled_at_once

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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


_MEAN_RATING = 1500
_SCALE = 400
_ROUNDS = 200
_GROUPS = 40
"""Parts of the seeds that are left out in turn for the error of the ratings."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player's row in the table: mean points, share of the wins, rating."""

    name: str
    points: Figure
    wins: Figure
    rating: Figure


@dataclass(frozen=True, slots=True)
class Tally:
    """Arena results: one row per player, and the first player's lead over the second."""

    games: int
    lines: tuple[Line, ...]
    difference: Figure


def tally(results: Iterable[Result]) -> Tally:
    """Sum up at least one result of the same players.

    The rating is Bradley and Terry's on Elo's scale: 400 points are odds of ten to one, and the
    mean is 1500. In a game every pair of players has met; a tie is added to each pair, so that a
    player who always wins has a finite rating.
    """
    seeds: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        seeds[result.fixture.seed].append(result)
    samples = list(seeds.values())
    names = samples[0][0].fixture.players
    ratings = _rated(samples)
    lines = tuple(
        Line(
            name,
            sampled([[float(one.points[at]) for one in games] for games in samples]),
            sampled([[one.wins[at] for one in games] for games in samples]),
            ratings[at],
        )
        for at, name in enumerate(names)
    )
    difference = sampled(
        [[float(one.points[0] - one.points[1]) for one in games] for games in samples]
    )
    return Tally(sum(map(len, samples)), lines, difference)


def _rated(samples: Sequence[Sequence[Result]]) -> list[Figure]:
    """Everyone's rating, and its error by the jackknife, leaving out parts of the samples."""
    count = len(samples[0][0].points)
    parts = [samples[start::_GROUPS] for start in range(min(_GROUPS, len(samples)))]
    scored = [_scored(part, count) for part in parts]
    whole = _ratings(_added(scored, count))
    if len(parts) == 1 or all(one == scored[0] for one in scored):
        return [Figure(rating, nan) for rating in whole]
    without = [
        _ratings(_added([one for one in scored if one is not left], count)) for left in scored
    ]
    figures = []
    for player, rating in enumerate(whole):
        mean = sum(ratings[player] for ratings in without) / len(parts)
        spread = sum((ratings[player] - mean) ** 2 for ratings in without)
        figures.append(Figure(rating, sqrt(spread * (len(parts) - 1) / len(parts))))
    return figures


_Scored = list[list[float]]
"""The number of wins of each player over each other one; a tie counts half for both."""


def _scored(samples: Sequence[Sequence[Result]], count: int) -> _Scored:
    above = [[0.0] * count for _ in range(count)]
    for sample in samples:
        for result in sample:
            for one in range(count):
                for other in range(count):
                    mine, theirs = result.points[one], result.points[other]
                    above[one][other] += (mine > theirs) + (mine == theirs) / 2
    return above


def _added(parts: Sequence[_Scored], count: int) -> _Scored:
    """All parts together, and a tie for each pair."""
    return [
        [0.5 + sum(part[one][other] for part in parts) for other in range(count)]
        for one in range(count)
    ]


def _ratings(above: _Scored) -> list[float]:
    """The ratings that make these scores most likely, found by iteration."""
    count = len(above)
    strength = [1.0] * count
    others = [[other for other in range(count) if other != one] for one in range(count)]
    for _ in range(_ROUNDS):
        for one in range(count):
            won = sum(above[one][other] for other in others[one])
            met = sum(
                (above[one][other] + above[other][one]) / (strength[one] + strength[other])
                for other in others[one]
            )
            strength[one] = won / met
    logs = [log10(value) for value in strength]
    mean = sum(logs) / count
    return [_MEAN_RATING + _SCALE * (value - mean) for value in logs]
