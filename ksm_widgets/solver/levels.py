"""Where single worths are far too high, digs are sought apart by the bonuses and sets they reach.

If one delta completes a set and the mine is full of them, each counts 10 and every dig of several
looks splendid. So a search that takes long is done again in several: one for each combination
of levels, such as "one set and the second bonus for curses". There a level counts once and for
all, digs below it are none, and the tiles that reach it count about as much as others that might
be dug instead; so neither too few nor too many of them look good. The best of all is the best.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING

from ksm_widgets.rules.powers import Power
from ksm_widgets.solver.reckoning import (
    Ceiling,
    Need,
    beside_parts,
    handfuls_of,
    part_of,
    total,
)

if TYPE_CHECKING:
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.solver.reckoning import Handfuls, Part

__all__ = ["ceilings_apart", "sought_apart"]

_MOST_LEVELS = 8
"""Worths of one part that are told apart; where there are more, they differ little."""
_NEVER = -(10**12)
"""Thousandths off the worth of a dig that does not reach its level: too much for any to be kept."""


def sought_apart(problem: Problem) -> bool:
    """Whether digs are sought level by level: there are stakes, and not too many levels."""
    if problem.stakes is None or problem.wanted:
        return False
    parts = handfuls_of(problem)
    return all(len(set(handfuls.worth.values())) <= _MOST_LEVELS for handfuls in parts)


def ceilings_apart(problem: Problem) -> list[Ceiling]:
    """One ceiling for each combination of levels that a dig can reach.

    What a dig is worth is the most that any of them says.
    """
    parts = handfuls_of(problem)
    counts = problem.position.counts()
    size = problem.shape.size
    # Dearer, and digs of nothing else look best; cheaper, and those without any do.
    usual = 1000 * max((tile.treasure for tile in counts), default=0)
    pays = Power.AMULET not in problem.powers
    levels = [_levels(handfuls, size, usual, pays=pays) for handfuls in parts]
    base, single = beside_parts(problem)
    ceilings = []
    for chosen in product(*levels):
        if sum(level.fewest for level in chosen) <= size:
            worths = dict(single)
            for level in chosen:
                worths |= level.single
            gains = sum(level.gain for level in chosen)
            parts_of_it = tuple(level.part for level in chosen)
            needs = tuple(need for level in chosen for need in level.needs)
            ceilings.append(Ceiling(worths, base + gains, parts_of_it, needs))
    return ceilings


@dataclass(frozen=True, slots=True)
class _Level:
    """A worth that some handful of a part has: what reaches it, and how that counts.

    It takes `fewest` tiles at least; `gain` counts besides the `single` worths.
    """

    fewest: int
    gain: int
    part: Part
    single: dict[Tile, int]
    needs: tuple[Need, ...]


@lru_cache(maxsize=256)
def _levels(handfuls: Handfuls, size: int, usual: int, *, pays: bool) -> list[_Level]:
    """The levels of a part, the lowest worth first."""
    levels = []
    for value in sorted(set(handfuls.worth.values())):
        reached = [numbers for numbers, worth in handfuls.worth.items() if worth >= value]
        slopes = _prices(handfuls, reached, usual, pays=pays)
        least = min(total(slopes, numbers) for numbers in reached)
        # Counted besides: what the level brings, less what its tiles count at least.
        within = dict.fromkeys(handfuls.worth, _NEVER) | dict.fromkeys(reached, least)
        single = handfuls.by_tile(slopes)
        part = part_of(handfuls, within, slopes, size)
        fewest = min(map(sum, reached))
        needs = _needs(handfuls, reached, slopes, least)
        levels.append(_Level(fewest, value - least, part, single, needs))
    return levels


def _needs(
    handfuls: Handfuls, reached: list[tuple[int, ...]], slopes: list[int], least: int
) -> tuple[Need, ...]:
    """What every handful has that reaches a level: so many of a kind, or of all curses."""
    if handfuls.kinds[0][0].curse:
        points = [kind[0].curse for kind in handfuls.kinds]
        number = min(total(points, numbers) for numbers in reached)
        return (Need(frozenset(chain(*handfuls.kinds)), number, least=least),) if number else ()
    numbers = [min(column) for column in zip(*reached, strict=True)]
    # If these suffice, one more counts nothing.
    suffice = total(slopes, numbers) == least
    return tuple(
        Need(frozenset(kind), number, slope if suffice else 0)
        for kind, number, slope in zip(handfuls.kinds, numbers, slopes, strict=True)
        if number
    )


def _prices(
    handfuls: Handfuls, reached: list[tuple[int, ...]], usual: int, *, pays: bool
) -> list[int]:
    """For each kind what one counts: as much as is usual, its cost included, if it is of use."""
    if (0,) * len(handfuls.kinds) in reached:
        return [0] * len(handfuls.kinds)
    points = [kind[0].curse for kind in handfuls.kinds]
    if not any(points):
        return [
            usual if any(numbers[k] for numbers in _smallest(reached)) else 0
            for k in range(len(handfuls.kinds))
        ]
    # Curses by their points, but no more than are needed.
    needed = min(total(points, numbers) for numbers in reached)
    largest = min(needed, max(point for k, point in enumerate(points) if handfuls.counts[k]))
    each = usual // largest + (1000 if pays else 0)
    return [each * min(point, largest) for point in points]


def _smallest(reached: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    fewest = min(map(sum, reached))
    return [numbers for numbers in reached if sum(numbers) == fewest]
