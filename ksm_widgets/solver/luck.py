"""The most that looks can bring: the luck of what shows, compared with the mean it counts before.

Take any tree, and for each of its ends the same moves and dig as a fixed plan, for which every `?`
counts the mean. The end nets more only by the tiles that showed: each by the most it adds to a dig,
less the mean, and only if that is more than nothing. In expectation that is, for every look, the
mean amount by which a single draw exceeds the mean; draws without replacement do not change it. In
addition, the mean of the tiles left changes after each look.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.solver.ceilings import handfuls_of
from ksm_widgets.solver.worth import unseen_worth

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.solver.problem import Problem


def luck(problem: Problem) -> Fraction:
    """The most coins by which a tree can net more than the best fixed plan.

    That plan may pay with what shows as well. The problem must have a look and a `?`.
    """
    unseen = dict(problem.unseen or ())
    count = sum(unseen.values())
    hidden = problem.position.counts()[Tile.UNSEEN]
    looks = min(problem.reactions or 0, hidden)
    free = Power.AMULET in problem.powers
    mean = unseen_worth(problem).total
    most = {
        tile: worth - (0 if free else 1000 * tile.curse) - mean
        for tile, worth in _added(problem, unseen).items()
    }
    above = Fraction(sum(left * max(0, most[tile]) for tile, left in unseen.items()), count)
    # The tiles left may be better on average than all were, by the worst having shown.
    drawn = min(looks, count - 1)
    worst = max(0, mean - min(_alone(problem, tile) for tile in unseen))
    drift = Fraction(drawn * worst, count - drawn)
    # Means are rounded to a thousandth.
    return (looks * above + problem.shape.size * (drift + 1)) / 1000


def _alone(problem: Problem, tile: Tile) -> int:
    """The net of a tile by itself, in thousandths, as it counts in the mean."""
    hidden = problem.position.counts()[Tile.UNSEEN]
    return unseen_worth(replace(problem, unseen=((tile, hidden),))).total


def _added(problem: Problem, unseen: Mapping[Tile, int]) -> dict[Tile, int]:
    """The most that each of these tiles adds to a dig, before its cost, in thousandths."""
    if problem.stakes is None:
        return {tile: problem.values.of(tile) or 0 for tile in unseen}
    found = {tile: 1000 * tile.treasure for tile in unseen}
    counts = problem.position.counts()
    counts.update(unseen)
    for handfuls in handfuls_of(problem, counts):
        for place, kind in enumerate(handfuls.kinds):
            most = max(
                (
                    worth - handfuls.worth[_one_less(numbers, place)]
                    for numbers, worth in handfuls.worth.items()
                    if numbers[place]
                ),
                default=0,
            )
            found |= dict.fromkeys((tile for tile in kind if tile in unseen), most)
    return found


def _one_less(numbers: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] - 1, *numbers[place + 1 :])
