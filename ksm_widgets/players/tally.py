"""What the results of an arena say: points, wins, a rating, each with its error.

Games on the same seed are no independent samples, for the mine is the same. So every error is
reckoned over seeds: all games of one seed together are one sample.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import log10, nan, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ksm_widgets.players.arena import Result

__all__ = ["Figure", "Line", "Tally", "tally"]

_MEAN_RATING = 1500
_SCALE = 400
_ROUNDS = 200
_GROUPS = 40
"""Parts of the seeds that are left out in turn, to see how far the ratings hang on them."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean and its standard error; the error is not a number where there is but one seed."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Line:
    """One player in the table: mean points, share of the wins, rating."""

    name: str
    points: Figure
    wins: Figure
    rating: Figure


@dataclass(frozen=True, slots=True)
class Tally:
    """The table of an arena: a line a player, and by how much the first beats the second."""

    games: int
    lines: tuple[Line, ...]
    difference: Figure


def tally(results: Iterable[Result]) -> Tally:
    """Sum up results of the same players; there must be one at least.

    The rating is that of Bradley and Terry on Elo's scale: 400 points are odds of ten to one, the
    mean of all is 1500. Every two players of a game have met in it; one meeting more that ended
    undecided is added to each pair, so that who always wins gets a number too.
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
            _figure([[float(one.points[at]) for one in games] for games in samples]),
            _figure([[one.wins[at] for one in games] for games in samples]),
            ratings[at],
        )
        for at, name in enumerate(names)
    )
    difference = _figure(
        [[float(one.points[0] - one.points[1]) for one in games] for games in samples]
    )
    return Tally(sum(map(len, samples)), lines, difference)


def _figure(samples: Sequence[Sequence[float]]) -> Figure:
    """The mean over all games, and its error over samples, which may differ in size."""
    count = sum(map(len, samples))
    mean = sum(map(sum, samples)) / count
    if len(samples) == 1:
        return Figure(mean, nan)
    spread = sum(sum(value - mean for value in sample) ** 2 for sample in samples)
    return Figure(mean, sqrt(spread * len(samples) / (len(samples) - 1)) / count)


def _rated(samples: Sequence[Sequence[Result]]) -> list[Figure]:
    """Everyone's rating, and its error by the jackknife: parts of the samples left out in turn."""
    count = len(samples[0][0].points)
    parts = [samples[start::_GROUPS] for start in range(min(_GROUPS, len(samples)))]
    scored = [_scored(part, count) for part in parts]
    whole = _ratings(_added(scored, count))
    if len(parts) == 1:
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
"""How often each player was above each other; a tie is half a time for both."""


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
    """All parts together, and one meeting more of each pair that ended undecided."""
    return [
        [0.5 + sum(part[one][other] for part in parts) for other in range(count)]
        for one in range(count)
    ]


def _ratings(above: _Scored) -> list[float]:
    """The strengths under which these scores are likeliest, found by going round."""
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
