"""Two plans side by side: what makes one net less than the other."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.tiles import Group
from ksm_widgets.solver.reckoning import alone

if TYPE_CHECKING:
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem

__all__ = ["Difference", "Reason", "differences"]


class Reason(Enum):
    """By what one plan nets less than another."""

    MOVES = "moves"
    CURSES = "curses"
    """What is paid for curses (R17)."""
    TREASURES = "treasures"
    PARCHMENTS = "parchments"
    MAGIC = "magic"
    CURSE_POINTS = "curse_points"
    """What curses are worth, their cost aside."""
    UNSEEN = "unseen"


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
    """What a plan nets less than another, split by reason; together it is all of the difference.

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
    ]
    if own.worth is not None and best.worth is not None:
        more = best.worth - own.worth
        changes = {
            Reason.TREASURES: more.treasures,
            Reason.PARCHMENTS: more.sets,
            Reason.MAGIC: more.magic,
            Reason.CURSE_POINTS: more.curses,
        }
        found += [(reason, Decimal(amount) / 1000) for reason, amount in changes.items()]
        return tuple(Difference(reason, amount) for reason, amount in found if amount)
    found.append((Reason.TREASURES, Decimal(theirs.treasures - ours.treasures)))
    of = alone(problem)
    for group, reason in _OF_GROUP.items():
        worth = [
            sum(of(tile) or 0 for tile in plan.taken if tile.group is group) for plan in (own, best)
        ]
        found.append((reason, Decimal(worth[1] - worth[0]) / 1000))
    return tuple(Difference(reason, amount) for reason, amount in found if amount)
