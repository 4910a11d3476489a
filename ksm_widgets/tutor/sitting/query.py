"""What the solver is asked in the midst of a turn: the best way to go on from the board as it is.

Moves made already are paid for, whatever follows (R14). So the rest of a turn is a dig problem of
its own, on the mine as it lies now and with less money, and its answer is told as a whole turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.moves import moved
from ksm_widgets.solver.answer import plan_of

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.tutor.sitting.situation import Situation

__all__ = ["Query", "rest_of", "whole_turn"]


def rest_of(problem: Problem, made: tuple[Move, ...]) -> Problem:
    """The dig problem that is left after the first moves of a turn; its money may be below zero.

    Only treasures dug later can pay then. Raises MoveError for an illegal move.
    """
    after = moved(problem.position, made, problem.variant)
    return replace(problem, position=after, money=problem.money - len(made))


def whole_turn(problem: Problem, made: tuple[Move, ...], rest: Plan) -> Plan:
    """The turn from its start: the moves made, then a plan for the rest of it."""
    return plan_of(problem, _after(made, rest))


def _after(made: tuple[Move, ...], rest: Plan) -> Turn:
    return replace(rest.turn, moves=(*made, *rest.turn.moves))


@dataclass(frozen=True, slots=True)
class Query:
    """A situation at the start of a turn, and the moves of it that are made already."""

    situation: Situation
    made: tuple[Move, ...] = ()

    def problem(self, *, best: int = 0, frontier: bool = False) -> Problem:
        """The dig problem that is left; raises FaultyPosition for a faulty mine."""
        return rest_of(self.situation.problem(best=best, frontier=frontier), self.made)

    def turn(self, rest: Plan) -> Turn:
        """The whole turn of a plan for what is left."""
        return _after(self.made, rest)

    def whole(self, rest: Plan) -> Plan:
        """A plan for what is left, as a plan for the whole turn."""
        return whole_turn(self.situation.problem(), self.made, rest) if self.made else rest
