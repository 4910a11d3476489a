"""Small problems for what is said of plans: a card of three in a row, and two rows of tiles."""

from __future__ import annotations

from ksm_widgets.rules import Move, Position, Power, Quarry, Shape
from ksm_widgets.solver import Plan, Problem, solve

__all__ = ["CURSED", "DIG", "best", "moves", "threes"]

CURSED = "5,4,3z"
"""A mummy stands on the third of three treasures at the entrance."""
DIG = tuple(map(Quarry.parse, ("a1", "b1", "c1")))


def threes(near: str, *, powers: str = "", money: int = 10) -> Problem:
    """A mine with only the two rows at the entrance filled, to be dug three side by side."""
    spent = frozenset(map(Power, powers.split()))
    return Problem(Position.near(near), Shape.parse("###"), spent, money)


def best(problem: Problem) -> Plan:
    """The best plan; there must be one."""
    plan = solve(problem).plan
    assert plan is not None
    return plan


def moves(text: str) -> tuple[Move, ...]:
    """Moves as text, one after the other."""
    return tuple(map(Move.parse, text.split()))
