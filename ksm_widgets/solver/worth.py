"""The worth of tiles in a problem, a whole dig's, one tile's, and that of an unseen one (R33)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from ksm_widgets.rules.stakes import Stakes, Worth
from ksm_widgets.rules.tiles import Group, Power, Tile, in_coins, tile_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.stakes import Collected
    from ksm_widgets.rules.tiles import Values
    from ksm_widgets.solver.problem import Problem

    Unseen = tuple[tuple[Tile, int], ...]


def unseen_tiles(
    position: Position, held: Iterable[Tile] = (), others: Iterable[Collected] = ()
) -> Unseen:
    """The tiles that the `?` of a position can be: the box less the tiles seen (R2, R33).

    Seen tiles are those in the open, those the player holds, and those of `others` as far as known:
    their kinds are not, so the most numerous kinds are taken away one after the other. Nobody here
    knows the treasures dug, so this is an estimate. If the box has fewer tiles left than there are
    `?`, holdings are ignored.

    >>> from ksm_widgets.rules import Position, Tile
    >>> counts = dict(unseen_tiles(Position.near("5,4?,3z"), [Tile.ALPHA, Tile.MIRROR]))
    >>> counts[Tile.TREASURE_5], counts[Tile.ALPHA], counts[Tile.MIRROR]
    (10, 9, 4)
    """
    on_board = position.counts()
    there = {tile: max(0, count - on_board[tile]) for tile, count in tile_counts().items()}
    left = dict(there)
    for tile in held:
        left[tile] = max(0, left[tile] - 1)
    for other in others:
        _take(left, Group.MAGIC, other.magic)
        _take(left, Group.CURSE, other.curses)
    if sum(left.values()) < on_board[Tile.UNSEEN]:
        left = there
    return tuple((tile, count) for tile, count in left.items() if count)


def _take(left: dict[Tile, int], group: Group, size: int) -> None:
    """Take away tiles of a group that make up a collection of that size, as far as possible."""
    while size > 0:
        fit = [
            tile
            for tile, count in left.items()
            if tile.group is group and count and max(1, tile.curse) <= size
        ]
        if not fit:
            return
        most = max(fit, key=left.__getitem__)
        left[most] -= 1
        size -= max(1, most.curse)


def unseen_worth(problem: Problem) -> Worth:
    """The worth of a `?` in a dig of this problem: the mean of what it can be, curses paid.

    Each tile it can be counts the change it would make alone, on top of the holding; the same for
    each of two, though together they may be worth more or less. Nothing if the problem does not say
    what it can be. The parts are rounded to thousandths, once.

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
    """The mean net of these tiles, in thousandths; 0 if there are none."""
    total, count = 0, 0
    for tile, left in unseen:
        worth = values.of(tile)
        assert worth is not None, f"{tile} has no worth"
        total += left * (worth - _cost(tile, amulet=amulet))
        count += left
    return _rounded(total, count)


@lru_cache(maxsize=256)
def _mean_of_stakes(unseen: Unseen, stakes: Stakes, spent: int, amulet: bool) -> Worth:
    """The mean change that each of these tiles makes alone, its cost included in curses."""
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
    """A mean, to the nearest whole number; halves to the even one."""
    return round(Fraction(total, count)) if count else 0


def worth_of(problem: Problem, taken: Iterable[Tile]) -> Worth:
    """The change that a dig of these tiles makes for a player with stakes; without tiles, none."""
    assert problem.stakes is not None
    tiles = tuple(taken)
    if not tiles:
        return Worth()
    worth = problem.stakes.worth(tiles, len(problem.powers))
    return worth + unseen_worth(problem).times(tiles.count(Tile.UNSEEN))


def spending(problem: Problem, spent: frozenset[Power]) -> Problem:
    """The problem with these of the objects that may be spent, spent: it leaves no choice of them.

    >>> import ksm_widgets as ksm
    >>> problem = ksm.Problem.of(ksm.Position.near("5,4"), "##", may_spend=["mirror", "carpet"])
    >>> spending(problem, frozenset({ksm.Power.CARPET})).powers
    frozenset({Power('carpet')})
    """
    if not problem.may_spend:
        return problem
    return replace(
        problem, powers=problem.powers | (spent & problem.may_spend), may_spend=frozenset()
    )


def worth_apart(problem: Problem, objects: Iterable[Power]) -> Decimal:
    """The worth of objects if kept, in coins; with stakes nothing, as a dig's worth includes it."""
    if problem.stakes is not None:
        return Decimal(0)
    return in_coins(sum(problem.values.of(power.tile) or 0 for power in objects))


def may_dig_unseen(problem: Problem) -> bool:
    """Whether the problem says what an unseen tile counts; otherwise it is never dug."""
    return problem.unseen is not None or problem.values.unseen is not None


def alone(problem: Problem) -> Callable[[Tile], int | None]:
    """The worths of single tiles under fixed values, before a curse's cost; None if never dug."""
    assert problem.stakes is None
    if problem.unseen is None:
        return problem.values.of
    mean = unseen_worth(problem).total
    return lambda tile: mean if tile is Tile.UNSEEN else problem.values.of(tile)
