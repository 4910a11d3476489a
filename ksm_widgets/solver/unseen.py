"""What a tile nobody has seen is worth on average, by the tiles still to be seen (R33)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.stakes import Stakes, Worth
from ksm_widgets.rules.tiles import Tile, tile_counts

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.worth import Values
    from ksm_widgets.solver.problem import Problem

    Unseen = tuple[tuple[Tile, int], ...]

__all__ = ["expected_worth", "holds_unseen", "unseen_worth"]


def expected_worth(
    position: Position, values: Values, powers: frozenset[Power] = frozenset()
) -> Decimal:
    """The mean of what a `?` nets, in coins to the thousandth: its worth less a curse's cost.

    What lies open is taken out of the box; what was dug earlier is not known to a position, so
    this is an estimate. 0 if the whole box lies open.

    >>> from ksm_widgets.rules import Position
    >>> from ksm_widgets.solver import Values
    >>> expected_worth(Position(), Values())
    Decimal('1.809')
    """
    seen = position.counts()
    left = {tile: max(0, in_box - seen[tile]) for tile, in_box in tile_counts().items()}
    return Decimal(_mean_of_values(tuple(left.items()), values, Power.AMULET in powers)) / 1000


def unseen_worth(problem: Problem) -> Worth:
    """What a `?` adds to a dig of this problem: the mean of what it can be, a curse's cost paid.

    Each tile it can be counts what it would change by itself, on top of what is held; for two
    of them the same, though together they may be worth more or less. Nothing if the problem does
    not say what it can be. The parts are rounded to thousandths, once.

    >>> from ksm_widgets.rules import Position
    >>> from ksm_widgets.solver import Problem
    >>> mine = Position.near("5,4,3?")
    >>> held = Problem.of(mine, 1, holding="abc", others=["x"], unseen={"d": 2, "y": 3, "2": 5})
    >>> unseen_worth(held)
    Worth(treasures=1000, sets=2000, curses=6600, magic=0)
    """
    if problem.unseen is None:
        return Worth()
    amulet = Power.AMULET in problem.powers
    if problem.stakes is None:
        return Worth(treasures=_mean_of_values(problem.unseen, problem.values, amulet))
    return _mean_of_stakes(problem.unseen, problem.stakes, len(problem.powers), amulet)


@lru_cache(maxsize=256)
def _mean_of_values(unseen: Unseen, values: Values, amulet: bool) -> int:
    """The mean of what these tiles net, in thousandths; 0 if there are none."""
    total, count = 0, 0
    for tile, left in unseen:
        worth = values.of(tile)
        assert worth is not None, f"{tile} has no worth"
        total += left * (worth - _cost(tile, amulet=amulet))
        count += left
    return _rounded(total, count)


@lru_cache(maxsize=256)
def _mean_of_stakes(unseen: Unseen, stakes: Stakes, spent: int, amulet: bool) -> Worth:
    """The mean of what each of these tiles changes alone, its cost among what curses bring."""
    nothing = stakes.worth((), spent)
    total, count = Worth(), 0
    for tile, left in unseen:
        alone = stakes.worth((tile,), spent) - nothing - Worth(curses=_cost(tile, amulet=amulet))
        total += alone.times(left)
        count += left
    treasures, sets, magic = (
        _rounded(part, count) for part in (total.treasures, total.sets, total.magic)
    )
    # What rounding the parts makes too much or too little goes where the cost is.
    curses = _rounded(total.total, count) - treasures - sets - magic
    return Worth(treasures, sets, curses, magic)


def _cost(tile: Tile, *, amulet: bool) -> int:
    return 0 if amulet else 1000 * tile.curse


def _rounded(total: int, count: int) -> int:
    """A mean, to the nearest whole number; between two of them to the even one."""
    return round(Fraction(total, count)) if count else 0


def holds_unseen(position: Position) -> bool:
    """Whether any tile of the position is unknown."""
    return any(Tile.UNSEEN in stack for stack in position.stacks)
