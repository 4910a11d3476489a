"""Solving: from a problem to a proven answer, with a clock, a stop and a look at the progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.answer import Answer, Plan, Standing, Statistics, Status, plan_of
from ksm_widgets.solver.desk import TIE, Desk
from ksm_widgets.solver.engine import engine, note_spent

if TYPE_CHECKING:
    from ksm_widgets.solver.problem import Problem

__all__ = ["Watch", "prove", "search"]

_PROHIBITIVE = 10**9
"""A toll, in thousandths of a coin, that no tile is worth."""
_DEAR = 10**4
"""A toll at which plans come by their moves first."""
_FEW = 20_000
"""Plans and boards looked at in a moment."""


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
    corners: list[Plan] = []
    answer = _solve_limited(problem, watch, corners)
    if problem.frontier:
        answer = _with_frontier(problem, answer, watch, corners)
    return replace(answer, statistics=watch.statistics())


def _solve_limited(problem: Problem, watch: Watch, corners: list[Plan]) -> Answer:
    """Solve a problem; a limit on its moves is met with a toll on each (see Desk).

    `corners` are plans that are best at some toll, by their moves. Those found on the way are
    added: they serve any other limit as well.
    """
    limit = problem.max_moves
    if limit is None or problem.wanted:
        answer = search(problem, watch)
        if answer.status is Status.OPTIMAL and answer.plan is not None and not corners:
            corners.append(answer.plan)
        return answer
    if limit == 0:
        return search(problem, watch, _PROHIBITIVE)
    free = replace(problem, max_moves=None, best=0)
    if not corners and _solve_limited(free, watch, corners).status is not Status.OPTIMAL:
        return search(problem, watch)
    if corners and len(corners[0].turn.moves) > limit:
        still = search(replace(free, max_moves=0), watch, _PROHIBITIVE)
        if still.status is Status.OPTIMAL and still.plan is not None:
            corners.insert(0, still.plan)
    toll = 0
    few = None
    while corners and len(corners[0].turn.moves) <= limit:
        # The last corner within the limit and the next beyond span a line: net by moves. The toll
        # makes both equal; if it makes a third plan better, that is a corner between them.
        at = sum(len(corner.turn.moves) <= limit for corner in corners)
        few = corners[at - 1]
        if at == len(corners) or len(few.turn.moves) == limit:
            if not problem.best:
                return Answer(problem, Status.OPTIMAL, few, few.net)
            break
        many = corners[at]
        more = len(many.turn.moves) - len(few.turn.moves)
        toll = max(0, int((many.net - few.net) * 1000) // more)
        dual = search(free, watch, toll)
        if dual.status is not Status.OPTIMAL or dual.plan is None:
            break
        if _tolled(dual.plan, toll) <= max(_tolled(many, toll), _tolled(few, toll)):
            break
        corners.insert(at, dual.plan)
    if problem.best:
        # If fewer digs than asked for can be had, all plans must be looked at: here may be few.
        answer = search(problem, watch, max(toll, _DEAR), few, _FEW)
        if answer.status is Status.OPTIMAL:
            return answer
    return search(problem, watch, toll, few)


def _tolled(plan: Plan, toll: int) -> Decimal:
    return plan.net * 1000 - toll * len(plan.turn.moves)


def search(
    problem: Problem,
    watch: Watch,
    toll: int = 0,
    known: Plan | None = None,
    patience: int | None = None,
) -> Answer:
    """One search, to its end or until the watch says stop.

    `known` is a plan known to be legal. With `patience` it stops after about so many plans and
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
                if patience is not None and desk.plan_count + desk.board_count > patience:
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


def _bound(problem: Problem, desk: Desk) -> Decimal:
    """What the search has proven of the plans not yet found.

    An upper limit of their net, or with wanted tiles a lower limit of their moves.
    """
    score = desk.bound
    if problem.wanted:
        return Decimal(max(0, -((score - desk.least_worth) // desk.step)))
    return max(Decimal(0), Decimal(-(-score // TIE)) / 1000)


def _with_frontier(problem: Problem, answer: Answer, watch: Watch, corners: list[Plan]) -> Answer:
    """Add the best plan with at most 0, 1, 2, … moves, up to the first as good as the answer's."""
    if answer.plan is None:
        return answer
    plans: list[Plan] = []
    while not plans or plans[-1].net < answer.plan.net:
        limited = replace(problem, best=0, frontier=False, max_moves=len(plans))
        found = _solve_limited(limited, watch, corners)
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
        self.plans = 0
        self.boards = 0
        self.compiled = False

    def over(self, desk: Desk) -> bool:
        """Whether to stop now; tells the progress by the way."""
        if self.progress is not None:
            nets = [plan_of(desk.problem, turn).net for turn in desk.found[:1]]
            self.progress(
                Standing(
                    nets[0] if nets else None, _bound(desk.problem, desk), self.statistics(desk)
                )
            )
        if self.cancelled is not None and self.cancelled():
            return True
        return self.end is not None and perf_counter() >= self.end

    def add(self, desk: Desk) -> None:
        """Count what a search did."""
        self.plans += desk.plan_count
        self.boards += desk.board_count
        self.compiled = desk.engine.compiled

    def statistics(self, desk: Desk | None = None) -> Statistics:
        """What was done so far."""
        return Statistics(
            plans=self.plans + (desk.plan_count if desk else 0),
            boards=self.boards + (desk.board_count if desk else 0),
            seconds=perf_counter() - self.start,
            compiled=desk.engine.compiled if desk else self.compiled,
        )
