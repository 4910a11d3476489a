"""Every board within so many moves, every dig on each of them: slow, plain, and hard to get wrong.

It shares nothing with the solver but the data types, and nothing with the rules either: how a tile
moves, where a shape may lie and what hangs together is written here a second time, as naively as
it can be. There is no bound, no memory of boards seen before and no order among moves. It is
compiled only because it looks at a thousand million digs.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ksm_widgets.rules.quarries import QUARRIES, Variant
from ksm_widgets.rules.tiles import Power, Tile
from tests.oracle.ending import Ending

if TYPE_CHECKING:
    from ksm_widgets.rules.deck import Shape
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.solver.problem import Problem

__all__ = ["Digs", "Truth", "branching", "force", "moves_worth_trying", "places", "ripest"]

Ints = NDArray[np.int64]
NEVER = -(2**60)
_THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Digs:
    """One dig that can be had: its quarries, its highest net in coins, the fewest moves for it."""

    quarries: tuple[Quarry, ...]
    net: Decimal
    moves: int


@dataclass(frozen=True, slots=True)
class Truth:
    """What brute force found out.

    `table[m][p]` is the most that the p-th place brings after exactly m moves, in thousandths and
    before the moves are paid, or NEVER. `boards` counts the boards looked at, repeats included.
    """

    table: tuple[Ints, ...]
    where: tuple[tuple[Quarry, ...], ...]
    wanted: bool
    boards: int

    def best(self) -> tuple[Decimal, int] | None:
        """Net and moves of the best plan; None if the wanted tiles cannot be had."""
        first = self.digs(1)
        if first and (self.wanted or first[0].net > 0):
            return first[0].net, first[0].moves
        return None if self.wanted else (Decimal(0), 0)

    def digs(self, most: int | None = None) -> list[Digs]:
        """The digs that can be had, each with its best plan, best dig first."""
        table = np.stack(self.table)
        nets = table - _THOUSAND * np.arange(len(table))[:, None]
        moves = (table > NEVER if self.wanted else nets).argmax(axis=0)
        net = nets[moves, np.arange(len(self.where))]
        ranked = np.lexsort((-net, moves) if self.wanted else (moves, -net))
        had = [place for place in ranked if table[moves[place], place] > NEVER]
        return [
            Digs(self.where[place], Decimal(int(net[place])) / _THOUSAND, int(moves[place]))
            for place in had[:most]
        ]

    def frontier(self) -> list[tuple[Decimal, int]]:
        """Net and moves of the best plan with at most m moves, for m = 0, 1, 2, ..."""
        steps = []
        for most in range(len(self.table)):
            less = Truth(self.table[: most + 1], self.where, self.wanted, 0)
            best = less.best()
            assert best is not None, "no frontier is asked for with wanted tiles"
            steps.append(best)
        return steps[: 1 + next(m for m, step in enumerate(steps) if step[0] == steps[-1][0])]


def ripest(problem: Problem) -> int:
    """No dig is worth more than this, in thousandths: the best tiles wherever they lie."""
    amulet = Power.AMULET in problem.powers
    worths = sorted(
        (
            worth - (0 if amulet else tile.curse * _THOUSAND)
            for stack in problem.position.stacks
            for tile in stack
            if (worth := problem.values.of(tile)) is not None
        ),
        reverse=True,
    )
    return sum(worths[: problem.shape.size])


def moves_worth_trying(problem: Problem, net: int = 0) -> int:
    """With more moves than this no plan nets more than `net` (in thousandths, at least 0).

    A dig takes `size` tiles, so it is worth W = `ripest` at most, and a plan with m moves nets at
    most W - m coins. If that does not exceed `net`, such a plan is no better than one that is
    known. So m < W - net, which is m <= ceil(W - net) - 1.
    """
    return max(0, -(-(ripest(problem) - net) // _THOUSAND) - 1)


def branching(problem: Problem) -> int:
    """How many moves there are to begin with."""
    heights, _ = _laid_out(problem)
    return int(_moves_now(heights, problem.variant is Variant.BEGINNER))


def force(problem: Problem) -> Truth:
    """Try everything: all plans up to `max_moves`, or as many moves as can be worth it.

    With `best` all digs that net anything are sought, else only the best plan is certain.
    Raises ValueError for wanted tiles without `max_moves`, as nothing says when to stop.
    """
    heights, tiles = _laid_out(problem)
    worth, treasure, curse, diggable, wanted = _tile_facts(problem)
    symbol, points, magic, sets, curses, objects = _stake_facts(problem)
    where = places(problem.shape, problem.powers)
    spots = np.array([[quarry.index for quarry in place] for place in where], dtype=np.int64)
    if (problem.wanted or problem.stakes) and problem.max_moves is None:
        raise ValueError("wanted tiles and stakes need max_moves here")
    table: list[Ints] = []
    boards = 0
    most = problem.max_moves if problem.max_moves is not None else moves_worth_trying(problem)
    while len(table) <= most:
        row = np.full(len(where), NEVER, dtype=np.int64)
        boards += _play_on(
            len(table),
            len(table),
            heights,
            tiles,
            problem.variant is Variant.BEGINNER,
            spots,
            Power.CARPET in problem.powers,
            worth,
            treasure,
            curse,
            diggable,
            wanted,
            len(problem.wanted),
            problem.money,
            symbol,
            points,
            magic,
            sets,
            curses,
            objects,
            row,
        )
        table.append(row)
        if problem.max_moves is None and not problem.best:
            net = max(
                (int(row.max(initial=NEVER)) - _THOUSAND * moves for moves, row in enumerate(table))
            )
            most = min(most, moves_worth_trying(problem, max(net, 0)))
    return Truth(tuple(table), where, bool(problem.wanted), boards)


@cache
def places(shape: Shape, powers: frozenset[Power]) -> tuple[tuple[Quarry, ...], ...]:
    """Every set of quarries the card may lie on (R7, R21, R23)."""
    found = set()
    cells = list(shape.cells)
    for quarter in range(4 if Power.MIRROR in powers else 1):
        turned = cells
        for _ in range(quarter):
            turned = [(column, -row) for row, column in turned]
        for down in range(-12, 13):
            for right in range(-12, 13):
                shifted = [(row + down, column + right) for row, column in turned]
                if all(0 <= row < 6 and 0 <= column < 6 for row, column in shifted):
                    found.add(frozenset(6 * row + column for row, column in shifted))
    if Power.SEAL in powers:
        found.update(_hanging_together(shape.size))
    indices = sorted(sorted(place) for place in found)
    return tuple(tuple(QUARRIES[index] for index in place) for place in indices)


@cache
def _hanging_together(size: int) -> frozenset[frozenset[int]]:
    """Every connected set of quarries: all sets of that size, each of them tested."""
    return frozenset(frozenset(map(int, row)) for row in _connected(size))


def _laid_out(problem: Problem) -> tuple[Ints, Ints]:
    """The heights, and the tiles as numbers of their own, so that each can be told from others."""
    heights = np.zeros(36, dtype=np.int64)
    tiles = np.full((36, 4), -1, dtype=np.int64)
    number = 0
    for index, stack in enumerate(problem.position.stacks):
        heights[index] = len(stack)
        for level in range(len(stack)):
            tiles[index, level] = number
            number += 1
    return heights, tiles


def _tile_facts(problem: Problem) -> tuple[Ints, Ints, Ints, NDArray[Any], NDArray[Any]]:
    """For each tile: worth less its curse's cost, treasure, curse to pay, may it be dug, wanted."""
    amulet = Power.AMULET in problem.powers
    lies_at = [
        (QUARRIES[index], level, tile)
        for index, stack in enumerate(problem.position.stacks)
        for level, tile in enumerate(stack, start=1)
    ]
    curse = np.array([0 if amulet else tile.curse for _, _, tile in lies_at], dtype=np.int64)
    treasure = np.array([tile.treasure for _, _, tile in lies_at], dtype=np.int64)
    values = [_alone(problem, tile) for _, _, tile in lies_at]
    diggable = np.array([value is not None for value in values], dtype=np.bool_)
    worth = np.array([value or 0 for value in values], dtype=np.int64) - _THOUSAND * curse
    slots = {(slot.quarry, slot.level) for slot in problem.wanted}
    wanted = np.array([(quarry, level) in slots for quarry, level, _ in lies_at], dtype=np.bool_)
    return worth, treasure, curse, diggable, wanted


def _alone(problem: Problem, tile: Tile) -> int | None:
    """What a tile counts whatever else is dug, before its cost; None if it is never dug."""
    if tile is Tile.UNSEEN and problem.unseen is not None:
        return _mean(problem, problem.unseen)
    if problem.stakes is None or tile is Tile.UNSEEN:
        return problem.values.of(tile)
    return _THOUSAND * tile.treasure


def _mean(problem: Problem, unseen: tuple[tuple[Tile, int], ...]) -> int:
    """What an unseen tile nets on average, each that it can be dug by itself alone."""
    *_, sets, curses, objects = _stake_facts(problem)
    total = count = 0
    for tile, left in unseen:
        if problem.stakes is None:
            worth = problem.values.of(tile) or 0
        else:
            which = [int(letter == tile.letter) for letter in "abcd"]
            worth = _THOUSAND * tile.treasure + int(sets[tuple(which)] - sets[0, 0, 0, 0])
            worth += int(curses[tile.curse] - curses[0])
            worth += int(objects[int(tile.letter in "MCSA")] - objects[0])
        if Power.AMULET not in problem.powers:
            worth -= _THOUSAND * tile.curse
        total += left * worth
        count += left
    mean = Decimal(total) / Decimal(count) if count else Decimal(0)
    return int(mean.quantize(Decimal(1), rounding=ROUND_HALF_EVEN))


def _stake_facts(problem: Problem) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
    """For each tile its symbol, points and whether it is an object; what so many of them change."""
    tiles = [tile.letter for stack in problem.position.stacks for tile in stack]
    symbol = np.array(["abcd".find(letter) + 1 for letter in tiles], dtype=np.int64)
    points = np.array(["xyz".find(letter) + 1 for letter in tiles], dtype=np.int64)
    magic = np.array([int(letter in "MCSA") for letter in tiles], dtype=np.int64)
    most = problem.shape.size + 1
    sets = np.zeros((7, 7, 7, 7), dtype=np.int64)
    curses, objects = np.zeros(19, dtype=np.int64), np.zeros(7, dtype=np.int64)
    if problem.stakes is not None:
        ending = Ending(problem.stakes)
        held = "".join(tile.letter for tile in problem.stakes.holding)
        mine = [held.count(letter) for letter in "abcd"]
        for more in product(range(most), repeat=4):
            if sum(more) < most:
                then = [have + new for have, new in zip(mine, more, strict=True)]
                sets[more] = ending.sets(then) - ending.sets(mine)
        before = sum("xyz".find(letter) + 1 for letter in held)
        for new in range(3 * most - 2):
            curses[new] = ending.curses(before + new) - ending.curses(before)
        count = sum(letter in "MCSA" for letter in held)
        for new in range(most):
            after = count - len(problem.powers) + new
            objects[new] = ending.magic(after) - ending.magic(count)
    return symbol, points, magic, sets, curses, objects


@njit(cache=True)
def _may_move(heights, source, target, beginner):  # type: ignore[no-untyped-def]
    """R12, R13, R15: only topmost tiles, only to a neighbour, never uphill or never too high."""
    rows = abs(source // 6 - target // 6)
    columns = abs(source % 6 - target % 6)
    if source == target or rows > 1 or columns > 1 or heights[source] == 0:
        return False
    if beginner:
        return heights[target] + 1 <= 4
    return heights[target] + 1 <= heights[source]


@njit(cache=True)
def _moves_now(heights, beginner):  # type: ignore[no-untyped-def]
    count = 0
    for source in range(36):
        for target in range(36):
            if _may_move(heights, source, target, beginner):
                count += 1
    return count


@njit(cache=True)
def _play_on(  # type: ignore[no-untyped-def]
    left,
    moves,
    heights,
    tiles,
    beginner,
    spots,
    carpet,
    worth,
    treasure,
    curse,
    diggable,
    wanted,
    wanted_count,
    money,
    symbol,
    points,
    magic,
    sets,
    curses,
    objects,
    row,
):
    """Make every sequence of `left` more moves, then note every dig; how many boards that were."""
    if left == 0:
        _dig_all(
            moves,
            heights,
            tiles,
            spots,
            carpet,
            worth,
            treasure,
            curse,
            diggable,
            wanted,
            wanted_count,
            money,
            symbol,
            points,
            magic,
            sets,
            curses,
            objects,
            row,
        )
        return 1
    boards = 0
    for source in range(36):
        for target in range(max(0, source - 7), min(36, source + 8)):
            if not _may_move(heights, source, target, beginner):
                continue
            heights[source] -= 1
            tile = tiles[source, heights[source]]
            tiles[target, heights[target]] = tile
            heights[target] += 1
            boards += _play_on(
                left - 1,
                moves,
                heights,
                tiles,
                beginner,
                spots,
                carpet,
                worth,
                treasure,
                curse,
                diggable,
                wanted,
                wanted_count,
                money,
                symbol,
                points,
                magic,
                sets,
                curses,
                objects,
                row,
            )
            heights[target] -= 1
            tiles[source, heights[source]] = tile
            heights[source] += 1
    return boards


@njit(cache=True)
def _dig_all(  # type: ignore[no-untyped-def]
    moves,
    heights,
    tiles,
    spots,
    carpet,
    worth,
    treasure,
    curse,
    diggable,
    wanted,
    wanted_count,
    money,
    symbol,
    points,
    magic,
    sets,
    curses,
    objects,
    row,
):
    """R8-R10, R22, R25: note what each place brings on this board, if it may be dug and paid."""
    for place in range(spots.shape[0]):
        level = heights[spots[place, 0]]
        total, coins, cursed, found = 0, 0, 0, 0
        a, b, c, d, bad, good = 0, 0, 0, 0, 0, 0
        legal = True
        for cell in range(spots.shape[1]):
            quarry = spots[place, cell]
            height = heights[quarry]
            if height == 0 or (height != level and not carpet):
                legal = False
                break
            tile = tiles[quarry, height - 1]
            if not diggable[tile]:
                legal = False
                break
            total += worth[tile]
            coins += treasure[tile]
            cursed += curse[tile]
            a += symbol[tile] == 1
            b += symbol[tile] == 2
            c += symbol[tile] == 3
            d += symbol[tile] == 4
            bad += points[tile]
            good += magic[tile]
            if wanted[tile]:
                found += 1
        if legal and found == wanted_count and moves + cursed <= money + coins:
            total += sets[a, b, c, d] + curses[bad] + objects[good]
            row[place] = max(row[place], total)


@njit(cache=True)
def _connected(size):  # type: ignore[no-untyped-def]
    """All sets of `size` of the 36 quarries, by counting through them, that hang together."""
    kept = np.empty((40_000, size), dtype=np.int64)
    count = 0
    chosen = np.arange(size)
    while True:
        reached = np.zeros(size, dtype=np.bool_)
        reached[0] = True
        grown = True
        while grown:
            grown = False
            for one in range(size):
                for other in range(size):
                    rows = abs(chosen[one] // 6 - chosen[other] // 6)
                    columns = abs(chosen[one] % 6 - chosen[other] % 6)
                    if reached[one] and not reached[other] and rows <= 1 and columns <= 1:
                        reached[other] = grown = True
        if reached.all():
            kept[count] = chosen
            count += 1
        place = size - 1
        while place >= 0 and chosen[place] == 36 - size + place:
            place -= 1
        if place < 0:
            return kept[:count].copy()
        chosen[place] += 1
        for later in range(place + 1, size):
            chosen[later] = chosen[later - 1] + 1
