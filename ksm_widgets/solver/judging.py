"""A turn against the best: what it nets, what was possible, where the first coin was lost.

A verdict always looks at the whole turn, from its start. Before the dig it looks at what is still
within reach.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.solver.answer import Answer, Status, plan_of
from ksm_widgets.solver.ideas import Idea, ideas_of
from ksm_widgets.solver.problem import Problem
from ksm_widgets.solver.rest import rest_of, whole_turn
from ksm_widgets.solver.solving import solve

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Plan

__all__ = ["Grade", "Verdict", "judge"]

Solver = Callable[[Problem], Answer]


class Grade(Enum):
    """How good a plan is, by the coins it nets less than the best one."""

    BEST = "best"
    CLOSE = "close"
    FAIR = "fair"
    WEAK = "weak"

    @classmethod
    def of(cls, lost: Decimal) -> Grade:
        """The grade for so many coins lost."""
        return next(grade for grade, most in _MOST_LOST if lost <= most)


_MOST_LOST: tuple[tuple[Grade, Decimal], ...] = (
    (Grade.BEST, Decimal(0)),
    (Grade.CLOSE, Decimal(1)),
    (Grade.FAIR, Decimal(3)),
    (Grade.WEAK, Decimal("Infinity")),
)
"""Up to how many coins below the best each grade reaches."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A turn beside the best one from the same start.

    `turn` is what was played. If it has its dig, `own` is its plan; else `own` is the best that
    can still become of it, or None if no dig can pay for its moves any more. `first_loss` is the
    index of the own move that first made the best net unreachable, or the number of own moves if
    it was the dig; None if nothing was lost. `ideas` are the best plan's. `proven` is whether no
    search was stopped before it was sure.
    """

    problem: Problem
    turn: Turn
    own: Plan | None
    best: Plan
    first_loss: int | None
    ideas: tuple[Idea, ...]
    proven: bool

    @property
    def lost(self) -> Decimal:
        """Coins netted less than the best; all of them if nothing can be netted any more."""
        own = self.own.net if self.own is not None else Decimal(-len(self.turn.moves))
        return max(self.best.net - own, Decimal(0))

    @property
    def grade(self) -> Grade:
        """How good the turn is."""
        return Grade.of(self.lost)


def judge(problem: Problem, turn: Turn, solver: Solver = solve) -> Verdict | None:
    """Set a turn, finished or not, beside the best one; None if the solver found none in its time.

    `turn` must be legal as far as it has come; with a dig it must be affordable too.

    >>> from ksm_widgets.rules import Position, Shape, Move, Turn
    >>> from ksm_widgets.solver import Problem
    >>> mine = Position.near("5,4,3z")
    >>> problem = Problem(mine, Shape.parse("###"))
    >>> verdict = judge(problem, Turn((Move.parse("c1-d1"), Move.parse("a1-a2"))))
    >>> verdict.lost, verdict.first_loss, verdict.grade
    (Decimal('2'), 1, <Grade.FAIR: 'fair'>)
    """
    answer = solver(problem)
    if answer.plan is None:
        return None
    proven = answer.status is Status.OPTIMAL
    if turn.dig is not None:
        own: Plan | None = plan_of(problem, turn)
    else:
        own, sure = _still_reached(problem, turn.moves, answer, solver)
        proven = proven and sure
    best = own if own is not None and own.net > answer.plan.net else answer.plan
    first_loss = None
    if own is None or own.net < best.net:
        first_loss = _first_loss(problem, turn, best.net, solver)
    return Verdict(problem, turn, own, best, first_loss, ideas_of(problem, best), proven)


def _still_reached(
    problem: Problem, made: tuple[Move, ...], answer: Answer, solver: Solver
) -> tuple[Plan | None, bool]:
    """The best turn that begins with the moves made, and whether that is proven."""
    if made:
        answer = solver(rest_of(problem, made))
    plan = None if answer.plan is None else whole_turn(problem, made, answer.plan)
    return plan, answer.status in (Status.OPTIMAL, Status.INFEASIBLE)


def _first_loss(problem: Problem, turn: Turn, best: Decimal, solver: Solver) -> int:
    """The index of the own move after which `best` is out of reach (the dig counts as the last).

    What can still be netted never grows from one own move to the next, so it is found by halving:
    a few solves even for many moves.
    """
    moves = turn.moves

    def reachable(count: int) -> bool:
        answer = solver(rest_of(problem, moves[:count]))
        return answer.plan is not None and answer.plan.net - count >= best

    low, high = 0, len(moves)
    if turn.dig is not None and reachable(high):
        return high
    while high - low > 1:  # `best` is reachable after `low` moves and not after `high`.
        middle = (low + high) // 2
        low, high = (middle, high) if reachable(middle) else (low, middle)
    return low
