"""A ladder of solvers, each seeing farther than the one below: who gets it tells how hard it is.

What a lower one digs instead is the temptation of a puzzle. All of them know the rules and what
tiles are worth; they differ only in how many moves they see at a time.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.solver import Status, rest_of, turn_after
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.proving import Watch, search

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.solver import Answer, Plan, Problem
    from ksm_widgets.solver.desk import Desk

__all__ = ["WORK", "Rung", "climb", "proven", "weakest"]

WORK = 15_000
"""Aims and boards a search may look at: what takes more is no puzzle but a labour."""


class Rung(Enum):
    """A solver of the ladder, the weakest first; the number tells its place."""

    STILL = 0
    """Digs the mine as it lies."""
    NEAREST = 1
    """Makes one step with one tile, if that helps, and digs."""
    GREEDY = 2
    """Makes one step after the other, each as good as it can be by itself."""
    LOOKS_ONE_AHEAD = 3
    """The same by two moves at a time: it looks one move ahead of the next."""
    LOOKS_TWO_AHEAD = 4
    """The same by three."""
    EXACT = 5
    """Sees everything."""

    @property
    def reach(self) -> int:
        """How many moves it sees at a time."""
        return _REACH[self]


_REACH = {
    Rung.STILL: 0,
    Rung.NEAREST: 1,
    Rung.GREEDY: 1,
    Rung.LOOKS_ONE_AHEAD: 2,
    Rung.LOOKS_TWO_AHEAD: 3,
    Rung.EXACT: 10**6,
}


def proven(problem: Problem, work: int = WORK, others: Sequence[Plan] = ()) -> Answer | None:
    """The answer, if it is proven within so many aims and boards; the clock has no say in it.

    So it is the same on any machine, compiled or not. `others` are plans that promise much, within
    the limits or not; they spare work where the moves are limited.
    """
    labour = _Labour(work)
    answer = search(problem, labour, others=others)
    if labour.aims + labour.boards > work:
        return None
    return answer if answer.status in (Status.OPTIMAL, Status.INFEASIBLE) else None


class _Labour(Watch):
    """A watch that counts what was looked at instead of the time."""

    def __init__(self, most: int) -> None:
        super().__init__(None, None, None)
        self.most = most

    def over(self, desk: Desk) -> bool:
        """Whether more was looked at than is allowed."""
        return self.aims + desk.aim_count + self.boards + desk.board_count > self.most


def climb(
    problem: Problem, best: Plan, like: Mapping[Rung, Plan] | None = None
) -> Mapping[Rung, Plan] | None:
    """What each solver does, given the best plan; None if one of them has too much to look at.

    With `like` also as soon as one of them nets other than there. Of a problem without wanted
    tiles. A solver that sees as far as the best plan goes finds it.

    >>> from ksm_widgets.rules import Position, Shape
    >>> from ksm_widgets.solver import Problem, solve
    >>> problem = Problem(Position.near("5,4,3z/-,-,-"), Shape.parse("###"))
    >>> [str(plan.net) for plan in climb(problem, solve(problem).plan).values()]
    ['0', '11', '11', '11', '11', '11']
    """
    found: dict[Rung, Plan] = {}
    for rung in Rung:
        plan = _seen_by(problem, best, rung, found)
        if plan is None or (like is not None and plan.net != like[rung].net):
            return None
        found[rung] = plan
    return found


def weakest(rungs: Mapping[Rung, Plan]) -> Rung:
    """The lowest solver that gets the best net."""
    return next(rung for rung in Rung if rungs[rung].net == rungs[Rung.EXACT].net)


def _seen_by(problem: Problem, best: Plan, rung: Rung, lower: Mapping[Rung, Plan]) -> Plan | None:
    """The plan of a solver that looks so far, goes there, and looks again; None if it is too much.

    It begins as the one below it does whose reach is the same.
    """
    if rung.reach >= len(best.moves):
        return best
    made = lower[Rung.NEAREST].moves if rung is Rung.GREEDY else ()
    others: Sequence[Plan] = () if made else (best,)
    while True:
        rest = replace(rest_of(problem, made), max_moves=rung.reach)
        answer = proven(rest, others=others)
        if answer is None or answer.plan is None:
            return None
        plan = answer.plan
        if not plan.moves or rung is Rung.NEAREST:
            return plan_of(problem, turn_after(made, plan.turn))
        made, others = made + plan.moves, ()
