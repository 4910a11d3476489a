"""A turn compared with the best one: its net, the best net, and where the first coin was lost.

A verdict always concerns the whole turn, from its start; before the dig, the best it can become.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets import solver as exact
from ksm_widgets.rules.tiles import Group
from ksm_widgets.rules.values import in_coins
from ksm_widgets.solver.answer import Answer, Status, plan_of
from ksm_widgets.solver.ideas import Idea, ideas_of
from ksm_widgets.solver.problem import Problem, alone
from ksm_widgets.solver.turn_parts import rest_of, whole_turn

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Move
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Plan


Solver = Callable[[Problem], Answer]


class Grade(Enum):
    """The quality of a plan, by the coins it nets less than the best one."""

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
"""The most coins below the best for each grade."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A turn compared with the best one from the same start.

    `turn` is the turn played. If it has its dig, `own` is its plan; otherwise `own` is the best
    plan it can still become, or None if no dig can pay for its moves any more. `first_loss` is the
    index of the own move that first made the best net unreachable, or the number of own moves if it
    was the dig; None if nothing was lost. `ideas` are the best plan's. `proven` is whether every
    search was finished.
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
        """The quality of the turn."""
        return Grade.of(self.lost)


def judge(problem: Problem, turn: Turn, solver: Solver | None = None) -> Verdict | None:
    """Compare a turn, finished or not, with the best one; None if the solver found none in time.

    `turn` must be legal as far as it goes; with a dig it must be affordable too. `solver` is the
    exact one by default.

    >>> from ksm_widgets.rules import Position, Shape, Move, Turn
    >>> from ksm_widgets.solver import Problem
    >>> mine = Position.near("5,4,3z")
    >>> problem = Problem(mine, Shape.parse("###"))
    >>> verdict = judge(problem, Turn((Move.parse("c1-d1"), Move.parse("a1-a2"))))
    >>> verdict.lost, verdict.first_loss, verdict.grade
    (Decimal('2'), 1, <Grade.FAIR: 'fair'>)
    """
    solver = solver or exact.solve
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

    The net within reach never grows from one own move to the next, so it is found by bisection: a
    few solves even for many moves.
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


class Reason(Enum):
    """A reason why one plan nets less than another."""

    MOVES = "moves"
    CURSES = "curses"
    """The cost of curses (R17)."""
    TREASURES = "treasures"
    PARCHMENTS = "parchments"
    MAGIC = "magic"
    CURSE_POINTS = "curse_points"
    """The worth of curses, their cost aside."""
    UNSEEN = "unseen"
    SPENT = "spent"
    """The worth of objects spent, if they were kept."""


_OF_GROUP = {
    Group.PARCHMENT: Reason.PARCHMENTS,
    Group.MAGIC: Reason.MAGIC,
    Group.CURSE: Reason.CURSE_POINTS,
    Group.UNSEEN: Reason.UNSEEN,
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One reason why a plan nets less than another, and how many coins less; below 0, more."""

    reason: Reason
    amount: Decimal


def differences(problem: Problem, own: Plan, best: Plan) -> tuple[Difference, ...]:
    """The reasons why a plan nets less than another; they add up to the whole difference.

    >>> from ksm_widgets.rules import Move, Position, Shape, Turn
    >>> from ksm_widgets.solver import Problem, judge
    >>> mine = Position.near("5,4,3z")
    >>> problem = Problem(mine, Shape.parse("###"))
    >>> verdict = judge(problem, Turn((Move.parse("c1-d1"), Move.parse("a1-a2"))))
    >>> for part in differences(problem, verdict.own, verdict.best):
    ...     print(part.reason.value, part.amount)
    moves 2
    """
    ours, theirs = own.played.account, best.played.account
    found = [
        (Reason.MOVES, Decimal(ours.moves - theirs.moves)),
        (Reason.CURSES, Decimal(ours.curses - theirs.curses)),
        (Reason.SPENT, own.kept - best.kept),
    ]
    if own.worth is not None and best.worth is not None:
        more = best.worth - own.worth
        changes = {
            Reason.TREASURES: more.treasures,
            Reason.PARCHMENTS: more.sets,
            Reason.MAGIC: more.magic,
            Reason.CURSE_POINTS: more.curses,
        }
        found += [(reason, in_coins(amount)) for reason, amount in changes.items()]
        return tuple(Difference(reason, amount) for reason, amount in found if amount)
    found.append((Reason.TREASURES, Decimal(theirs.treasures - ours.treasures)))
    of = alone(problem)
    for group, reason in _OF_GROUP.items():
        worth = [
            sum(of(tile) or 0 for tile in plan.taken if tile.group is group) for plan in (own, best)
        ]
        found.append((reason, in_coins(worth[1] - worth[0])))
    return tuple(Difference(reason, amount) for reason, amount in found if amount)
