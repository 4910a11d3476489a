"""Solving: from a problem to a proven answer, with a clock, a stop and a look at the progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.answer import Answer, Plan, Progress, Statistics, Status, plan_of
from ksm_widgets.solver.desk import TIE, Desk
from ksm_widgets.solver.engine import engine
from ksm_widgets.solver.kernel import layout as at

if TYPE_CHECKING:
    from ksm_widgets.solver.problem import Problem

__all__ = ["solve"]


def solve(
    problem: Problem,
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Answer:
    """Find the best plan, proven; with a time limit (seconds) the best so far and a true bound.

    `cancelled` is asked, and `progress` told, about every hundredth of a second. Every plan is
    replayed through the rules before it is returned.
    """
    watch = _Watch(time_limit, cancelled, progress)
    answer = _solve_once(problem, watch)
    if problem.frontier:
        answer = replace(answer, frontier=_frontier(problem, answer, watch))
    return replace(answer, statistics=watch.statistics())


def _solve_once(problem: Problem, watch: _Watch) -> Answer:
    desk = Desk(problem, engine(), max(problem.best, 1))
    try:
        if desk.hopeless:
            return Answer(Status.INFEASIBLE, None, None)
        result = desk.run()
        while result == at.RUNNING and not watch.over(desk):
            result = desk.run()
        watch.add(desk)
        return _answer(problem, desk, result)
    finally:
        desk.close()


def _answer(problem: Problem, desk: Desk, result: int) -> Answer:
    """Make the answer of what lies on the desk when the search has ended or was stopped."""
    plans = [plan_of(problem, turn) for turn in desk.found]
    stopped = result == at.RUNNING
    incumbent = desk.as_it_lies()
    if (stopped or not plans) and incumbent is not None and len(plans) < desk.keep:
        looked = plan_of(problem, incumbent)
        if all(plan.dig != looked.dig for plan in plans):
            plans.append(looked)
    if not problem.wanted and len(plans) < max(problem.best, 1) and (not plans or problem.best):
        nothing = plan_of(problem, Turn())
        if not plans:
            plans.append(nothing)
    best = tuple(plans[: problem.best])
    if stopped:
        bound = _bound(problem, desk)
        if not plans:
            return Answer(Status.UNKNOWN, None, bound)
        if problem.wanted or not plans[0].net >= bound:
            return Answer(Status.FEASIBLE, plans[0], bound, best)
    if not plans:
        return Answer(Status.INFEASIBLE, None, None)
    bound = Decimal(len(plans[0].turn.moves)) if problem.wanted else plans[0].net
    return Answer(Status.OPTIMAL, plans[0], bound, best)


def _bound(problem: Problem, desk: Desk) -> Decimal:
    """What the search has proven so far: an upper limit of the net, or with wanted tiles a lower
    limit of the moves.
    """
    score = desk.bound
    if problem.wanted:
        return Decimal(max(0, -((score - desk.least_worth) // desk.step)))
    return max(Decimal(0), Decimal(-(-score // TIE)) / 1000)


def _frontier(problem: Problem, answer: Answer, watch: _Watch) -> tuple[Plan, ...]:
    """The best plan with at most 0, 1, 2, … moves, until the net equals the best without a limit."""
    if answer.plan is None:
        return ()
    plans: list[Plan] = []
    single = replace(problem, best=0, frontier=False)
    most = problem.max_moves
    while not plans or plans[-1].net < answer.plan.net:
        if most is not None and len(plans) > most:
            break
        found = _solve_once(replace(single, max_moves=len(plans)), watch)
        if found.plan is None or found.status is not Status.OPTIMAL:
            break
        plans.append(found.plan)
    return tuple(plans)


class _Watch:
    """The clock, the caller's stop and the sum of what several searches did."""

    def __init__(
        self,
        time_limit: float | None,
        cancelled: Callable[[], bool] | None,
        progress: Callable[[Progress], None] | None,
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
            score = max(desk.m[at.P_INCUMBENT], 0)
            self.progress(
                Progress(
                    None if desk.problem.wanted else Decimal(-(-score // TIE)) / 1000,
                    _bound(desk.problem, desk),
                    self.statistics(desk),
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
