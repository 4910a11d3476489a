"""Solving: from a problem to a proven answer, with a clock, a stop and a look at the progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from heapq import nlargest
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.answer import Answer, Plan, Standing, Statistics, Status, plan_of
from ksm_widgets.solver.desk import TIE, Desk
from ksm_widgets.solver.engine import engine, note_spent

if TYPE_CHECKING:
    from ksm_widgets.solver.problem import Problem

__all__ = ["Corners", "Watch", "prove", "solve_limited", "unsearched"]

_PROHIBITIVE = 10**9
"""A toll, in thousandths of a coin, that no tile is worth."""
_DEAR = 10**4
"""A toll at which plans come by their moves first."""
_FEW = 20_000
"""Aims and boards looked at in a moment."""


def prove(
    problem: Problem,
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[Standing], None] | None = None,
) -> Answer:
    """Find the best plan, proven; with a time limit (seconds) the best so far and a true bound.

    `cancelled` is asked, and `progress` told, about every hundredth of a second. The answer is
    OPTIMAL only if everything the problem asks for is proven, `best` and `frontier` included.
    Every plan is replayed through the rules before it is returned.
    """
    watch = Watch(time_limit, cancelled, progress)
    answer, corners = solve_limited(problem, watch)
    if problem.frontier:
        answer = _with_frontier(problem, answer, watch, corners)
    return replace(answer, statistics=watch.statistics())


@dataclass(frozen=True, slots=True)
class Corners:
    """The plans that are best at some toll on each move, as far as they are known, by their moves.

    Drawn as net by moves, no plan lies above the line from one to the next but where a corner is
    still to be found. So they serve any limit on the moves.
    """

    plans: tuple[Plan, ...] = ()

    def joined(self, plan: Plan) -> Corners:
        """These and one more."""
        return Corners(tuple(sorted((*self.plans, plan), key=_moves)))

    def around(self, limit: int) -> tuple[Plan | None, Plan | None]:
        """The last within a limit on the moves, and the next beyond."""
        within = [plan for plan in self.plans if _moves(plan) <= limit]
        beyond = self.plans[len(within) :]
        return (within[-1] if within else None), (beyond[0] if beyond else None)


def solve_limited(
    problem: Problem, watch: Watch, corners: Corners = Corners(), known: Plan | None = None
) -> tuple[Answer, Corners]:
    """Solve a problem; a limit on its moves is met with a toll on each (see Desk).

    Returns the corners as well, with those found on the way. `known` is a plan known to be legal.
    """
    limit = problem.max_moves
    if limit is None or problem.wanted:
        answer = search(problem, watch, known=known)
        if not corners.plans and answer.status is Status.OPTIMAL and answer.plan is not None:
            corners = corners.joined(answer.plan)
        return answer, corners
    if limit == 0:
        return search(problem, watch, _PROHIBITIVE, known), corners
    free = replace(problem, max_moves=None, best=0)
    if not corners.plans:
        _, corners = solve_limited(free, watch, known=known)
        if not corners.plans:
            return search(problem, watch, known=known), corners
    corners, toll = _close_in(free, limit, watch, corners)
    few, many = corners.around(limit)
    if few is not None and not problem.best and (many is None or _moves(few) == limit):
        return Answer(problem, Status.OPTIMAL, few, few.net), corners
    known = _better(few, known)
    if problem.best:
        # If fewer digs than asked for can be had, all plans must be looked at: here may be few.
        answer = search(problem, watch, max(toll, _DEAR), known, _FEW)
        if answer.status is Status.OPTIMAL:
            return answer, corners
    return search(problem, watch, toll, known), corners


def _close_in(free: Problem, limit: int, watch: Watch, corners: Corners) -> tuple[Corners, int]:
    """Find the corners next to a limit on the moves, and the last toll that was tried."""
    few, many = corners.around(limit)
    if few is None:
        still = search(replace(free, max_moves=0), watch, _PROHIBITIVE)
        if still.status is Status.OPTIMAL and still.plan is not None:
            corners = corners.joined(still.plan)
    toll = 0
    while True:
        few, many = corners.around(limit)
        if few is None or many is None or _moves(few) == limit:
            return corners, toll
        # The last corner within the limit and the next beyond span a line: net by moves. The toll
        # makes both equal; if it makes a third plan better, that is a corner between them.
        toll = max(0, int((many.net - few.net) * 1000) // (_moves(many) - _moves(few)))
        dual = search(free, watch, toll)
        if dual.status is not Status.OPTIMAL or dual.plan is None:
            return corners, toll
        if _tolled(dual.plan, toll) <= max(_tolled(many, toll), _tolled(few, toll)):
            return corners, toll
        corners = corners.joined(dual.plan)


def _moves(plan: Plan) -> int:
    return len(plan.turn.moves)


def _tolled(plan: Plan, toll: int) -> Decimal:
    return plan.net * 1000 - toll * _moves(plan)


def _better(one: Plan | None, other: Plan | None) -> Plan | None:
    """The one that nets more; among equals that of fewer moves."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda plan: (plan.net, -_moves(plan)))


def search(
    problem: Problem,
    watch: Watch,
    toll: int = 0,
    known: Plan | None = None,
    patience: int | None = None,
) -> Answer:
    """One search, to its end or until the watch says stop.

    `known` is a plan known to be legal. With `patience` it stops after about so many aims and
    boards.
    """
    while True:
        used = engine()
        desk = Desk(problem, used, max(problem.best, 1), toll)
        started = perf_counter()
        try:
            if known is not None:
                desk.offer(known)
            ended = desk.hopeless or desk.run()
            stopped = False
            changed = False
            while not (ended or stopped or changed):
                ended = desk.run()
                stopped = watch.over(desk)
                if patience is not None and desk.aim_count + desk.board_count > patience:
                    stopped = True
                note_spent(used, perf_counter() - started)
                started = perf_counter()
                changed = engine() is not used
            watch.add(desk)
            if ended or stopped:
                return _answer(problem, desk, ended=ended)
            # The other engine begins anew, but not with empty hands.
            known = next((plan_of(problem, turn) for turn in desk.found), known)
        finally:
            note_spent(used, perf_counter() - started)
            desk.close()


def _answer(problem: Problem, desk: Desk, *, ended: bool) -> Answer:
    """Make the answer of what lies on the desk when the search has ended or was stopped."""
    plans = [plan_of(problem, turn) for turn in desk.found]
    if not plans and not problem.wanted and problem.money >= 0:
        plans = [plan_of(problem, Turn())]
    best = tuple(plans[: problem.best])
    if ended:
        if not plans:
            return Answer(problem, Status.INFEASIBLE, None, None)
        bound = Decimal(len(plans[0].turn.moves)) if problem.wanted else plans[0].net
        return Answer(problem, Status.OPTIMAL, plans[0], bound, best)
    bound = _bound(problem, desk)
    if not plans:
        return Answer(problem, Status.UNKNOWN, None, bound)
    if problem.wanted:
        bound = min(bound, Decimal(len(plans[0].turn.moves)))
    else:
        bound = max(bound, plans[0].net)
    return Answer(problem, Status.FEASIBLE, plans[0], bound, best)


def unsearched(problem: Problem, known: Plan | None) -> Answer:
    """The answer without any search: a plan known to be legal, or doing nothing.

    Its bound: no dig nets more than the tiles worth most, wherever they lie, without a move. For
    problems without wanted tiles.
    """
    nothing = plan_of(problem, Turn()) if problem.money >= 0 else None
    plan = _better(known, nothing)
    free = Power.AMULET in problem.powers
    worths = [
        worth - (0 if free else 1000 * tile.curse)
        for stack in problem.position.stacks
        for tile in stack
        if (worth := problem.values.of(tile)) is not None
    ]
    bound = max(Decimal(0), Decimal(sum(nlargest(problem.shape.size, worths))) / 1000)
    return Answer(problem, Status.UNKNOWN if plan is None else Status.FEASIBLE, plan, bound)


def _bound(problem: Problem, desk: Desk) -> Decimal:
    """What the search has proven of the plans not yet found.

    An upper limit of their net, or with wanted tiles a lower limit of their moves.
    """
    score = desk.bound
    if problem.wanted:
        return Decimal(max(0, -((score - desk.least_worth) // desk.step)))
    return max(Decimal(0), Decimal(-(-score // TIE)) / 1000)


def _with_frontier(problem: Problem, answer: Answer, watch: Watch, corners: Corners) -> Answer:
    """Add the best plan with at most 0, 1, 2, … moves, up to the first as good as the answer's."""
    if answer.plan is None:
        return answer
    plans: list[Plan] = []
    while not plans or plans[-1].net < answer.plan.net:
        limited = replace(problem, best=0, frontier=False, max_moves=len(plans))
        found, corners = solve_limited(limited, watch, corners)
        if found.status is not Status.OPTIMAL or found.plan is None:
            if found.status in (Status.FEASIBLE, Status.UNKNOWN):
                answer = replace(answer, status=Status.FEASIBLE)
            break
        plans.append(found.plan)
    return replace(answer, frontier=tuple(plans))


class Watch:
    """The clock, the caller's stop and the sum of what several searches did."""

    def __init__(
        self,
        time_limit: float | None,
        cancelled: Callable[[], bool] | None,
        progress: Callable[[Standing], None] | None,
    ) -> None:
        self.start = perf_counter()
        self.end = None if time_limit is None else self.start + time_limit
        self.cancelled = cancelled
        self.progress = progress
        self.stopped = False
        self.aims = 0
        self.boards = 0
        self.compiled = False

    def ended(self) -> bool:
        """Whether the caller has said stop or the time is up; once it is so, it stays so."""
        if not self.stopped and self.cancelled is not None:
            self.stopped = self.cancelled()
        if not self.stopped and self.end is not None:
            self.stopped = perf_counter() >= self.end
        return self.stopped

    def over(self, desk: Desk) -> bool:
        """Whether to stop now; tells the progress by the way."""
        if self.progress is not None:
            nets = [plan_of(desk.problem, turn).net for turn in desk.found[:1]]
            self.progress(
                Standing(
                    nets[0] if nets else None, _bound(desk.problem, desk), self.statistics(desk)
                )
            )
        return self.ended()

    def add(self, desk: Desk) -> None:
        """Count what a search did."""
        self.aims += desk.aim_count
        self.boards += desk.board_count
        self.compiled = desk.engine.compiled

    def statistics(self, desk: Desk | None = None) -> Statistics:
        """What was done so far."""
        return Statistics(
            aims=self.aims + (desk.aim_count if desk else 0),
            boards=self.boards + (desk.board_count if desk else 0),
            seconds=perf_counter() - self.start,
            compiled=desk.engine.compiled if desk else self.compiled,
        )
