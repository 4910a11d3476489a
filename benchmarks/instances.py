"""The benchmark's dig problems, from seeds: mines early, midway and late in a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import Shape, cards, placements
from ksm_widgets.rules.position import Position, Stage
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.rules.tiles import ALL_POWER_SETS, Power
from ksm_widgets.solver import Problem, Slot, Values

__all__ = [
    "Instance",
    "beginner_instances",
    "hand_positions",
    "instances",
    "peer_instances",
    "purse_instances",
    "random_shape",
    "wanted_instances",
]

_ROUNDS = 5
_POSITIONS = 50
"""Mines of each stage; a problem takes the next one."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A dig problem with a name that says where it comes from, and how far that game had come."""

    name: str
    problem: Problem
    stage: Stage


@cache
def instances() -> tuple[Instance, ...]:
    """The benchmark proper: 1,056 problems with default values and 10 coins.

    All 16 sets of powers with every size of shape, each at all three stages: five times for the
    sizes 3-6, where a card's shape and a random one take turns, and once for 1 and 2.
    """
    return tuple(_main())


def purse_instances() -> tuple[Instance, ...]:
    """96 problems with little money, or with other values."""
    rng = Random("purse")
    others = (
        {"parchment": 0, "magic": 0, "curse": 0},
        {"parchment": 4.5, "magic": 6, "curse": 1.25},
        {"curse": 2},
        {"a": 5, "b": 1.333, "M": 3.5, "z": 4},
    )
    picked = [one for one in instances() if one.problem.shape.size > 2][::10][:96]
    return tuple(
        Instance(
            f"purse {one.name}",
            replace(
                one.problem,
                money=below(rng, 4) if number % 2 else 10,
                values=one.problem.values if number % 2 else Values.parse(chosen(rng, others)),
            ),
            one.stage,
        )
        for number, one in enumerate(picked)
    )


def beginner_instances() -> tuple[Instance, ...]:
    """Every fifth problem in the beginner variant, where tiles may rise (R15)."""
    return tuple(
        Instance(f"beginner {one.name}", replace(one.problem, variant=Variant.BEGINNER), one.stage)
        for one in instances()[::5]
    )


def wanted_instances() -> tuple[Instance, ...]:
    """96 problems with one to three wanted tiles that lie near each other, and 10 coins."""
    rng = Random("wanted")
    picked = [one for one in instances() if one.problem.shape.size > 2][5::10][:96]
    return tuple(
        Instance(
            f"wanted {one.name}",
            replace(one.problem, wanted=_wanted(rng, one.problem)),
            one.stage,
        )
        for one in picked
    )


def hand_positions() -> tuple[Position, ...]:
    """Six mines on which a whole hand of cards is asked about."""
    return tuple(Position.random(900 + seed, stage) for stage in Stage for seed in range(2))


def peer_instances() -> tuple[Instance, ...]:
    """40 problems for the general tools, graded by how many moves are allowed.

    Six each with at most 1, 2, 3 and 5 moves and six without a limit; ten with wanted tiles and
    at most 10 moves. The seal only with up to four quarries, as the tools are given each place,
    and not with wanted tiles, where Fast Downward would be given each place and level.
    """
    rng = Random("peers")
    fitting = [
        one
        for one in instances()
        if one.problem.shape.size > 2
        and not (Power.SEAL in one.problem.powers and one.problem.shape.size > 4)
    ]
    mixed = shuffled(rng, fitting)
    limits = (1, 2, 3, 5, None)
    nets = [
        Instance(
            f"{one.name}, {'any' if limits[number % 5] is None else limits[number % 5]} moves",
            replace(one.problem, max_moves=limits[number % 5]),
            one.stage,
        )
        for number, one in enumerate(mixed[:30])
    ]
    wanted = [
        Instance(
            f"{one.name}, wanted",
            replace(one.problem, wanted=_wanted(rng, one.problem), max_moves=10),
            one.stage,
        )
        for one in [one for one in mixed[30:] if Power.SEAL not in one.problem.powers][:10]
    ]
    return (*sorted(nets, key=lambda one: one.problem.max_moves or 99), *wanted)


def _main() -> Iterator[Instance]:
    count = 0
    for size in range(1, 7):
        for turn in range(_ROUNDS if size > 2 else 1):
            for powers in ALL_POWER_SETS:
                for stage in Stage:
                    shape = (
                        _card(size, count) if size > 2 and turn % 2 else random_shape(size, count)
                    )
                    spent = "+".join(sorted(power.value for power in powers)) or "none"
                    yield Instance(
                        f"{count} {stage.value} {shape} {spent}",
                        Problem(_position(stage, count // 3 % _POSITIONS), shape, powers),
                        stage,
                    )
                    count += 1


@cache
def _position(stage: Stage, number: int) -> Position:
    return Position.random(number, stage)


def _card(size: int, seed: int) -> Shape:
    return chosen(
        Random(f"card {seed}"), [card.shape for card in cards() if card.shape.size == size]
    )


def random_shape(size: int, seed: int) -> Shape:
    """A shape that hangs together within a box of four by four, corners included."""
    rng = Random(f"shape {seed}")
    cells = [(below(rng, 4), below(rng, 4))]
    while len(cells) < size:
        row, column = chosen(rng, cells)
        cell = row + below(rng, 3) - 1, column + below(rng, 3) - 1
        if cell not in cells and min(cell) >= 0 and max(cell) < 4:
            cells.append(cell)
    return Shape(tuple(cells))


def _wanted(rng: Random, problem: Problem) -> tuple[Slot, ...]:
    """One to three tiles, topmost or one below, under one place of the card."""
    fitting = [
        place
        for place in placements(problem.shape, problem.powers)
        if all(problem.position.height(quarry) for quarry in place)
    ]
    place = chosen(rng, fitting or placements(problem.shape, problem.powers))
    slots = {
        Slot(quarry, max(1, problem.position.height(quarry) - below(rng, 2)))
        for quarry in shuffled(rng, place)[: 1 + below(rng, 3)]
        if problem.position.height(quarry)
    }
    return tuple(sorted(slots))
