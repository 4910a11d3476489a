"""A turn looked at in parts: where its tiles come from, and the rest of it after some moves.

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
from ksm_widgets.solver.problem_reading import Slot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
    stacks, _ = _followed(position, moves, (slot.quarry,))
    return stacks[slot.quarry][slot.level - 1]


def origins_of(position: Position, turn: Turn) -> Origins:
    """Follow every tile of a legal turn from where it was on `position`."""
    dig = turn.dig or ()
    stacks, steps = _followed(position, turn.moves, dig)
    below = frozenset(slot for quarry in dig for slot in stacks[quarry][:-1])
    return Origins(steps, {quarry: stacks[quarry][-1] for quarry in dig}, below)


def _followed(
    position: Position, moves: Sequence[Move], quarries: Iterable[Quarry]
) -> tuple[Mapping[Quarry, list[Slot]], Counter[Slot]]:
    """The tiles on these quarries after some moves, by where they were, and each one's steps."""
    touched = {*quarries, *chain.from_iterable((move.source, move.target) for move in moves)}
    stacks = {
        quarry: [Slot(quarry, level) for level in range(1, position.height(quarry) + 1)]
        for quarry in touched
    }
    steps: Counter[Slot] = Counter()
    for move in moves:
        slot = stacks[move.source].pop()
        stacks[move.target].append(slot)
        steps[slot] += 1
    return stacks, steps


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
