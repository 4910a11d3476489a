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

from ksm_widgets.rules.tiles import Power, Tile, power_sets
from ksm_widgets.solver.ceilings import handfuls_of
from ksm_widgets.solver.problem import unseen_worth

if TYPE_CHECKING:
    from ksm_widgets.solver.problem import Problem


def choices_of(problem: Problem) -> list[Problem]:
    """The problem with each choice of objects made beforehand."""
    return [
        replace(problem, powers=problem.powers | chosen, may_spend=frozenset(), reactions=None)
        for chosen in power_sets(problem.may_spend)
    ]


def richest(problem: Problem) -> int:
    """The most coins that a tile that shows can be worth."""
    return max((tile.treasure for tile, _ in problem.unseen or ()), default=0)


def luck(problem: Problem, looks: int) -> Fraction:
    """The most coins by which a tree with so many looks can net more than the best fixed plan.

    That plan may pay with what shows as well. The problem must have a `?`. Each end of a tree may
    spend other objects, so each tile counts what it adds with the best of them.
    """
    unseen = dict(problem.unseen or ())
    count = sum(unseen.values())
    looks = min(looks, problem.position.counts()[Tile.UNSEEN])
    choices = choices_of(problem)
    most = {tile: gain(choices, tile) for tile in unseen}
    above = Fraction(sum(left * most[tile] for tile, left in unseen.items()), count)
    # The tiles left may be better on average than all were, by the worst having shown.
    drawn = min(looks, count - 1)
    worst = max(
        unseen_worth(one).total - min(_alone(one, tile) for tile in unseen) for one in choices
    )
    drift = Fraction(drawn * max(0, worst), count - drawn)
    # Means are rounded to a thousandth.
    return (looks * above + problem.shape.size * (drift + 1)) / 1000


def gain(choices: list[Problem], tile: Tile) -> int:
    """The most thousandths that a tile adds to a dig above the mean of a `?`, 0 at least.

    `choices` are those of the problem: see `choices_of`.
    """
    most = 0
    for problem in choices:
        cost = 0 if Power.AMULET in problem.powers else 1000 * tile.curse
        most = max(most, added(problem, tile) - cost - unseen_worth(problem).total)
    return most


def _alone(problem: Problem, tile: Tile) -> int:
    """The net of a tile by itself, in thousandths, as it counts in the mean."""
    hidden = problem.position.counts()[Tile.UNSEEN]
    return unseen_worth(replace(problem, unseen=((tile, hidden),))).total


def added(problem: Problem, tile: Tile) -> int:
    """The most that a tile that can show adds to a dig, before its cost, in thousandths."""
    if problem.stakes is None:
        return problem.values.of(tile) or 0
    if tile.treasure:
        return 1000 * tile.treasure
    counts = problem.position.counts()
    counts.update(dict(problem.unseen or ()))
    return next(
        max(
            (
                worth - handfuls.worth[_one_less(numbers, place)]
                for numbers, worth in handfuls.worth.items()
                if numbers[place]
            ),
            default=0,
        )
        for handfuls in handfuls_of(problem, counts)
        for place, kind in enumerate(handfuls.kinds)
        if tile in kind
    )


def _one_less(numbers: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] - 1, *numbers[place + 1 :])
