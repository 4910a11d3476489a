"""The rest of a turn: what is left to solve once some of its moves are made.

Moves made already are paid for, whatever follows (R14). So the rest of a turn is a dig problem of
its own, on the mine as it lies then and with less money, and its answer is told as a whole turn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.moves import moved
from ksm_widgets.solver.answer import plan_of

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem

__all__ = ["rest_of", "turn_after", "whole_turn"]


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
