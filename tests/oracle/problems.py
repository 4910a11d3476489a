"""Dig problems from seeds, small enough for brute force: the same problem for the same seed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import MAX_SIZE, Shape, cards
from ksm_widgets.rules.position import Position, Stage
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, SIDE, Variant
from ksm_widgets.rules.scoring import curse_points, magic_objects
from ksm_widgets.rules.stakes import Collected, Stakes
from ksm_widgets.rules.tiles import ALL_POWER_SETS, Group, Power, Tile
from ksm_widgets.rules.values import Values
from ksm_widgets.solver.problem import Problem
from ksm_widgets.solver.problem_reading import Slot
from tests.oracle.brute import branching, moves_worth_trying, places, ripest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules.quarries import Quarry

__all__ = [
    "FULL_BUDGET",
    "SAMPLE_BUDGET",
    "bounded_problem",
    "held_problem",
    "poor_problem",
    "wished_problem",
]

SAMPLE_BUDGET = 10**7
"""About so many places are looked at for one problem of the sample: 0.1 seconds at most."""
FULL_BUDGET = 10**8

_VALUES: tuple[dict[str, float], ...] = (
    {},
    {},
    {"parchment": 0, "magic": 0, "curse": 0},
    {"parchment": 4.5, "magic": 1, "curse": 1.25},
    {"parchment": 1, "magic": 6.125, "curse": 0},
    {"curse": 2.5},
    {"a": 5, "b": 0.333, "c": 0, "M": 3, "z": 7.001, "curse": 0.75},
    {"parchment": 0.001, "magic": 0.999, "x": 4},
)
_UNSEEN: tuple[int | None, ...] = (None, 0, 1234, 3000, -500)


def bounded_problem(seed: int, budget: int = FULL_BUDGET) -> Problem:
    """A mine as in a game, and at most three moves; every sixteenth seed has the same powers.

    All kinds of shapes, values, money from 0 to 10, both variants; some mines hold unseen tiles,
    some problems have wanted tiles, ask for the best digs or for the frontier. There are as many
    moves as the budget allows, and now and then fewer.
    """
    rng = Random(f"bounded {seed}")
    powers = ALL_POWER_SETS[seed % len(ALL_POWER_SETS)]
    shape = _shape(rng, below(rng, 6) + 1)
    position = Position.random(seed, chosen(rng, tuple(Stage)))
    values = Values.parse(chosen(rng, _VALUES))
    if below(rng, 4) == 0:
        position = _with_unseen(rng, position)
        values = Values(
            values.parchment, values.magic, values.curse, chosen(rng, _UNSEEN), values.single
        )
    variant = chosen(rng, (*[Variant.STANDARD] * 3, Variant.BEGINNER))
    money = chosen(rng, (0, 0, 1, 1, 2, 3, below(rng, 11), 10, 10))
    problem = Problem(position, shape, powers, money, values, 0, (), variant)
    most = _moves_within(problem, budget)
    max_moves = below(rng, most + 1) if below(rng, 8) == 0 else most
    asked = below(rng, 10)
    wanted = _wanted(rng, problem) if asked in (0, 1) else ()
    return Problem(
        position,
        shape,
        powers,
        money,
        values,
        max_moves,
        wanted,
        variant,
        best=1 + below(rng, 8) if asked in (1, 2, 3) else 0,
        frontier=asked in (3, 4),
    )


def held_problem(seed: int, budget: int = FULL_BUDGET) -> Problem:
    """A bounded problem for a player who holds something, or who can reckon what a `?` may be.

    Three in four have stakes, most of them on the last dig; then somebody's collection of curses or
    of objects is often as large as ours will be with one tile more, or twice or half as large.
    """
    rng = Random(f"held {seed}")
    problem = bounded_problem(seed + 10**6, budget)
    mine = problem.position
    unseen = mine.counts()[Tile.UNSEEN] > 0 and below(rng, 4) > 0
    if below(rng, 4) > 0:
        stakes = _stakes(rng, problem.powers)
        problem = replace(problem, values=Values(), stakes=stakes)
    elif unseen:
        problem = replace(problem, values=replace(problem.values, unseen=None))
    if not unseen:
        return problem
    letters = [
        chosen(rng, _KEPT_OR_MONEY) for _ in range(mine.counts()[Tile.UNSEEN] + below(rng, 9))
    ]
    return replace(problem, unseen=tuple((tile, letters.count(tile)) for tile in set(letters)))


def _stakes(rng: Random, powers: frozenset[Power]) -> Stakes:
    """A holding with all objects spent in it, and what the others hold or how long it is to go."""
    symbols = [tile for tile in Tile if tile.group is Group.PARCHMENT]
    holding = [power.tile for power in powers]
    for tile in symbols:
        holding += [tile] * below(rng, 4)
    holding += [chosen(rng, _BONUS_TILES) for _ in range(below(rng, 7))]
    if below(rng, 4) == 0:
        return Stakes.of(holding, rounds_left=below(rng, 8), players=2 + below(rng, 4))
    points = curse_points(holding)
    objects = magic_objects(holding) - len(powers)
    others = [
        Collected(_near(rng, points, 6), _near(rng, objects, 3)) for _ in range(1 + below(rng, 4))
    ]
    if below(rng, 3) == 0:
        others = [chosen(rng, others) for _ in others]
    return Stakes.of(holding, others=others)


def _near(rng: Random, size: int, more: int) -> int:
    """A collection that a dig may overtake, or may bring to half or twice as much."""
    size += below(rng, more)
    return chosen(rng, (size, size, 2 * size, size // 2, below(rng, 3), 0))


def poor_problem(seed: int, budget: int = FULL_BUDGET) -> Problem:
    """A few poor tiles and no limit of moves: brute force is complete, as many moves can't pay.

    All the moves that can be worth it (see moves_worth_trying) are within the budget; with one
    more, even the best tiles on the mine would not pay for the moves.
    """
    rng = Random(f"poor {seed}")
    powers = ALL_POWER_SETS[seed % len(ALL_POWER_SETS)]
    while True:
        problem = _poor(rng, powers)
        looked = branching(problem)
        deepest = moves_worth_trying(problem)
        where = len(places(problem.shape, powers))
        if deepest >= 2 and looked > 0 and looked**deepest * where <= budget:
            break
    assert ripest(problem) <= 1000 * (deepest + 1), "one more move might still pay"
    return problem


def wished_problem(seed: int, budget: int = FULL_BUDGET) -> Problem:
    """Tiles wanted in a corner of a mine that is mostly crowded: often they can't be had in time.

    There are as many moves as the budget allows, six at most.
    """
    rng = Random(f"wished {seed}")
    row, column = below(rng, SIDE - 2), below(rng, SIDE - 2)
    near = [
        quarry
        for quarry in QUARRIES
        if row <= quarry.row < row + 3 and column <= quarry.column < column + 3
    ]
    lowest = below(rng, 3)
    stacks: list[tuple[Tile, ...]] = [() for _ in QUARRIES]
    for quarry in near:
        height = min(FULL_HEIGHT, lowest + below(rng, 3))
        stacks[quarry.index] = tuple(chosen(rng, _KEPT_OR_MONEY) for _ in range(height))
    stacks[near[0].index] = stacks[near[0].index] or (chosen(rng, _KEPT_OR_MONEY),)
    slots = [
        Slot(quarry, level) for quarry in near for level in range(1, len(stacks[quarry.index]) + 1)
    ]
    shape = _shape(rng, 1 + below(rng, 5))
    count = 1 + below(rng, min(3, shape.size))
    problem = Problem(
        Position(tuple(stacks)),
        shape,
        frozenset(power for power in Power if below(rng, 4) == 0),
        money=below(rng, 7),
        max_moves=0,
        wanted=tuple(sorted(shuffled(rng, slots)[:count])),
        variant=chosen(rng, (*[Variant.STANDARD] * 7, Variant.BEGINNER)),
    )
    moves_each = max(2, branching(problem))
    per_board = len(places(shape, problem.powers))
    most = max(most for most in range(7) if most <= 1 or moves_each**most * per_board <= budget)
    return replace(problem, max_moves=most)


def _shape(rng: Random, size: int) -> Shape:
    """A card's shape, or one of that size that hangs together or, now and then, does not."""
    if size >= 3 and below(rng, 2):
        return chosen(rng, [card.shape for card in cards() if card.shape.size == size])
    if below(rng, 8) == 0:
        inside = [(row, column) for row in range(3) for column in range(4)]
        return Shape(tuple(shuffled(rng, inside)[:size]))
    cells = [(MAX_SIZE, MAX_SIZE)]
    while len(cells) < size:
        row, column = chosen(rng, cells)
        cell = row + below(rng, 3) - 1, column + below(rng, 3) - 1
        if cell not in cells:
            cells.append(cell)
    return Shape(tuple(cells))


def _with_unseen(rng: Random, position: Position) -> Position:
    """The mine with some tiles, more of the covered ones, that nobody has seen."""
    return Position(
        tuple(
            tuple(
                Tile.UNSEEN if below(rng, 10) < (1 if level == len(stack) else 4) else tile
                for level, tile in enumerate(stack, start=1)
            )
            for stack in position.stacks
        )
    )


def _wanted(rng: Random, problem: Problem) -> tuple[Slot, ...]:
    """One to three tiles that lie near the top under one place of the card."""
    place = chosen(rng, places(problem.shape, problem.powers))
    slots = set()
    for quarry in shuffled(rng, place)[: 1 + below(rng, 3)]:
        height = problem.position.height(quarry)
        if height:
            slots.add(Slot(quarry, max(1, height - below(rng, 3) // 2)))
    return tuple(sorted(slots))


def _moves_within(problem: Problem, budget: int) -> int:
    per_board, moves_each = len(places(problem.shape, problem.powers)), branching(problem)
    return max(most for most in range(4) if most <= 1 or moves_each**most * per_board <= budget)


def _poor(rng: Random, powers: frozenset[Power]) -> Problem:
    """Some stacks near each other, mostly of poor tiles."""
    size = 1 + below(rng, 3 if Power.SEAL in powers else 5)
    side = 2 + below(rng, 3)
    row, column = below(rng, SIDE - side + 1), below(rng, SIDE - side + 1)
    near: Sequence[Quarry] = [
        quarry
        for quarry in QUARRIES
        if row <= quarry.row < row + side and column <= quarry.column < column + side
    ]
    stacks: list[list[Tile]] = [[] for _ in QUARRIES]
    for _ in range(size + below(rng, 8)):
        stack = stacks[chosen(rng, near).index]
        if len(stack) < FULL_HEIGHT:
            stack.append(chosen(rng, _POOR_TILES))
    values = {
        "parchment": chosen(rng, (0, 0.25, 0.5, 1)),
        "magic": chosen(rng, (0, 0.5, 1.5)),
        "curse": chosen(rng, (0, 0.5, 1.1)),
    }
    return Problem(
        Position(tuple(map(tuple, stacks))),
        _shape(rng, size),
        powers,
        money=chosen(rng, (0, 1, 2, 5, 10)),
        values=Values.parse(values),
        variant=chosen(rng, (*[Variant.STANDARD] * 3, Variant.BEGINNER)),
        best=below(rng, 8) if below(rng, 3) == 0 else 0,
        frontier=below(rng, 3) == 0,
    )


_KEPT_OR_MONEY = tuple(tile for tile in Tile if tile is not Tile.UNSEEN)
_BONUS_TILES = tuple(tile for tile in Tile if tile.group in (Group.CURSE, Group.MAGIC))
_POOR_TILES: Sequence[Tile] = [
    *[tile for tile in Tile if tile.group is not Group.UNSEEN and tile.points < 4],
    *[tile for tile in Tile if tile.treasure > 1],
]
