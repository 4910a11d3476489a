"""Just looking: every legal dig as the board lies, the least that any adviser does.

Written like the solver's kernel: integers over flat sequences, the same source interpreted over
lists or compiled over arrays, so that the solver's time can be told as a multiple of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ksm_widgets.rules.deck import Shape, placements
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.solver import Problem, Values

__all__ = ["best_look", "looker"]

_THOUSAND = 1000
_UNDUG = -(10**15)


def looker(*, compiled: bool) -> Callable[[Problem], Sequence[tuple[int, int]]]:
    """A function that lists every affordable dig as the board lies: its place's number, its net.

    Nets are in thousandths. Compiled needs numba and NumPy.
    """
    kernel: Callable[..., int] = _legal_digs
    as_sequence: Callable[[list[int]], Any] = list
    if compiled:
        import numba  # noqa: PLC0415 - interpreted looking needs neither
        import numpy as np  # noqa: PLC0415

        kernel = numba.njit(cache=True)(_legal_digs)

        def as_sequence(numbers: list[int]) -> Any:
            return np.array(numbers, dtype=np.int64)

    @cache
    def spots(shape: Shape, powers: frozenset[Power]) -> Any:
        every = placements(shape, powers)
        return as_sequence([quarry.index for place in every for quarry in place])

    @cache
    def room(length: int) -> tuple[Any, Any]:
        return as_sequence([0] * length), as_sequence([0] * length)

    def look(problem: Problem) -> Sequence[tuple[int, int]]:
        size = problem.shape.size
        places = spots(problem.shape, problem.powers)
        found, nets = room(len(places) // size)
        amulet = Power.AMULET in problem.powers
        tops = [stack[-1] if stack else None for stack in problem.position.stacks]
        count = kernel(
            places,
            size,
            as_sequence([len(stack) for stack in problem.position.stacks]),
            as_sequence([_net(tile, problem.values, amulet) for tile in tops]),
            as_sequence([_purse(tile, amulet) for tile in tops]),
            problem.money,
            Power.CARPET in problem.powers,
            found,
            nets,
        )
        return list(zip(found[:count], nets[:count], strict=True))

    return look


def best_look(problem: Problem) -> int:
    """The best that can be had without a move, in thousandths; 0 if no dig is worth it."""
    return max((net for _, net in looker(compiled=False)(problem)), default=0)


def _legal_digs(
    places: Any,
    size: int,
    heights: Any,
    worths: Any,
    purses: Any,
    money: int,
    carpet: bool,
    found: Any,
    nets: Any,
) -> int:
    """Write number and net of each legal, affordable dig to `found` and `nets`; return how many.

    R8-R10, R22, R25; a place's quarries stand one after the other in `places`.
    """
    count = 0
    for place in range(len(places) // size):
        level = heights[places[place * size]]
        net = 0
        purse = money
        legal = level > 0
        for cell in range(size):
            quarry = places[place * size + cell]
            height = heights[quarry]
            if height == 0 or (height != level and not carpet) or worths[quarry] == _UNDUG:
                legal = False
                break
            net += worths[quarry]
            purse += purses[quarry]
        if legal and purse >= 0:
            found[count] = place
            nets[count] = net
            count += 1
    return count


def _net(tile: Tile | None, values: Values, amulet: bool) -> int:
    worth = None if tile is None else values.of(tile)
    if tile is None or worth is None:
        return _UNDUG
    return worth - (0 if amulet else tile.curse * _THOUSAND)


def _purse(tile: Tile | None, amulet: bool) -> int:
    """What a tile adds to the money at hand: a treasure's coins, or a curse's cost (R25)."""
    return 0 if tile is None else tile.treasure - (0 if amulet else tile.curse)
