"""Turns taken apart: where their tiles come from, and what is left after some of their moves.

Moves made already are paid for, whatever follows (R14). So the rest of a turn is a dig problem of
its own, in the mine as it is then and with less money, and its answer is reported as a whole turn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from ksm_widgets.rules.position import moved
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem


@dataclass(frozen=True, slots=True)
class Origins:
    """The tiles that a turn moves and digs, by the slots where they were when it began.

    `steps` is the number of steps for each tile that is moved; `dug` is the tile that is dug from
    each quarry of the dig, and `below` are those that lie below one of these then.
    """

    steps: Mapping[Slot, int]
    dug: Mapping[Quarry, Slot]
    below: frozenset[Slot]


def origin_of(position: Position, moves: Sequence[Move], slot: Slot) -> Slot:
    """The slot where a tile was before some legal moves, given its slot after them.

    Raises IndexError for a slot that is empty then.

    >>> from ksm_widgets.rules import Move, Position
    >>> mine = Position.near("5,4,3z")
    >>> str(origin_of(mine, [Move.parse("c1-d1")], Slot.parse("d1:1")))
    'c1:2'
    """
    stacks = {
        quarry: [Slot(quarry, level) for level in range(1, position.height(quarry) + 1)]
        for quarry in {
            slot.quarry,
            *chain.from_iterable((move.source, move.target) for move in moves),
        }
    }
    for move in moves:
        stacks[move.target].append(stacks[move.source].pop())
    return stacks[slot.quarry][slot.level - 1]


def origins_of(position: Position, turn: Turn) -> Origins:
    """Follow every tile of a legal turn from where it was on `position`."""
    stacks: dict[Quarry, list[Slot]] = {}

    def stack(quarry: Quarry) -> list[Slot]:
        levels = range(1, position.height(quarry) + 1)
        return stacks.setdefault(quarry, [Slot(quarry, level) for level in levels])

    steps: Counter[Slot] = Counter()
    for move in turn.moves:
        slot = stack(move.source).pop()
        stack(move.target).append(slot)
        steps[slot] += 1
    dig = turn.dig or ()
    below = frozenset(slot for quarry in dig for slot in stack(quarry)[:-1])
    return Origins(steps, {quarry: stack(quarry)[-1] for quarry in dig}, below)


def slots_dug(position: Position, turn: Turn) -> frozenset[Slot]:
    """The slots where the tiles that a legal turn digs were when it began.

    >>> from ksm_widgets.rules import Move, Position, Quarry, Turn
    >>> mine = Position.near("5,4,3z")
    >>> turn = Turn((Move.parse("c1-d1"),), (Quarry.parse("c1"), Quarry.parse("d1")))
    >>> [str(slot) for slot in sorted(slots_dug(mine, turn))]
    ['c1:1', 'c1:2']
    """
    return frozenset(origins_of(position, turn).dug.values())


def rest_of(problem: Problem, made: tuple[Move, ...]) -> Problem:
    """The dig problem that is left after the first moves of a turn; its money may be below zero.

    Only treasures dug later can pay then. Raises MoveError for an illegal move.

    >>> from ksm_widgets.rules import Position, Shape, Move
    >>> from ksm_widgets.solver import Problem
    >>> mine = Position.near("5,4,3z")
    >>> problem = Problem(mine, Shape.parse("###"))
    >>> rest_of(problem, (Move.parse("c1-d1"),)).money
    9
    """
    after = moved(problem.position, made, problem.variant)
    return replace(problem, position=after, money=problem.money - len(made))


def turn_after(made: tuple[Move, ...], rest: Turn) -> Turn:
    """The turn from its start: the moves made, then the rest of it."""
    return replace(rest, moves=(*made, *rest.moves))


def whole_turn(problem: Problem, made: tuple[Move, ...], rest: Plan) -> Plan:
    """A plan for the rest of a turn as a plan for all of it; `problem` is that of its start.

    Raises RuleError if the two together are illegal or cannot be paid.
    """
    return plan_of(problem, turn_after(made, rest.turn))
