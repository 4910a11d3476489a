"""The search for the best plan: from a problem to a proven answer, with a clock and a stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from decimal import Decimal
from enum import Enum, auto
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.answer import Answer, Plan, SearchProgress, Statistics, Status, plan_of
from ksm_widgets.solver.ceilings import ceiling_of, ceilings_apart, sought_apart
from ksm_widgets.solver.engine import engine, timed
from ksm_widgets.solver.prices import dearer, fair_prices, prices_between
from ksm_widgets.solver.state import FREE, TIE, SearchState

if TYPE_CHECKING:
    from ksm_widgets.solver.ceilings import Ceiling
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.solver.state import Prices


_PAUSE = 1000
"""Work after which a search first asks whether there is a shorter way."""
_TRUST = 40_000
"""Work after which fair prices are given up for dearer ones, if many aims are too dear."""
_DEARER = 3
"""So many prices take turns then, each with four times as much work as the last time."""
_GLANCE = 100
"""Work after which a search is split by the sets and bonuses that digs reach."""
_SETTLED = (Status.OPTIMAL, Status.INFEASIBLE)


def _better(one: Plan | None, other: Plan | None) -> Plan | None:
    """The plan that nets more; among equals, the one with fewer moves."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda plan: (plan.net, -len(plan.turn.moves)))


def search(
    problem: Problem, watch: Watch, known: Iterable[Plan] = (), others: Sequence[Plan] = ()
) -> Answer:
    """Search to the end, or until the watch says stop; `known` are plans known to be legal.

    `others` are plans that promise much, within the limits or not, from which it may know prices at
    the start. With stakes, a search that takes longer than a glance goes level by level.
    """
    plans = tuple(known)
    whole = _Search(problem, watch, ceiling_of(problem), prices_between(problem, others), others)
    if not sought_apart(problem):
        return whole.run(plans)
    answer = whole.run(plans, _GLANCE)
    if answer.status in _SETTLED or watch.ended():
        return answer
    return _search_apart(problem, watch, answer, whole.prices)


def search_all(problem: Problem, watch: Watch, known: Iterable[Plan] = ()) -> Answer:
    """Search for all that the problem asks for, the frontier included."""
    answer = search(problem, watch, known)
    return _with_frontier(problem, answer, watch) if problem.frontier else answer


def _with_frontier(problem: Problem, answer: Answer, watch: Watch) -> Answer:
    """Add the best plan with at most 0, 1, 2, … moves, up to the first as good as the answer's.

    First without a move, as there is little to look at. Then from above: the best with one move
    less may do with fewer still, and then it is the best with any number in between. Stopped early,
    it has the best known for each number; then the answer is not called proven.
    """
    if answer.plan is None:
        return answer
    found = _limited(problem, 0, watch, (), [answer.plan])
    if found.plan is None:  # what is wanted cannot be had so, or nobody knows yet
        proven = found.status is Status.INFEASIBLE
        return answer if proven else replace(answer, status=Status.FEASIBLE)
    lowest, corners = found.plan, [answer.plan]
    while found.status is Status.OPTIMAL and lowest.net < corners[-1].net:
        most = len(corners[-1].turn.moves) - 1
        if most == 0:
            break
        found = _limited(problem, most, watch, [lowest], [*corners, lowest])
        assert found.plan is not None, "without a move there is a plan"
        corners.append(found.plan)
    if found.status is not Status.OPTIMAL:
        answer = replace(answer, status=Status.FEASIBLE)
    plans = [lowest]
    for plan in reversed(corners):
        between = len(plan.turn.moves) - len(plans)
        plans += [*plans[-1:] * between, plan] if between >= 0 else []
    return replace(answer, frontier=tuple(plans))


def _limited(
    problem: Problem, most: int, watch: Watch, known: Sequence[Plan], others: Sequence[Plan]
) -> Answer:
    """Search with at most so many moves."""
    limited = replace(problem, best=0, frontier=False, max_moves=most)
    return search(limited, watch, known, others)


def _search_apart(problem: Problem, watch: Watch, answer: Answer, prices: Prices) -> Answer:
    """Search under each ceiling, the most promising first, and combine the answers.

    Each has only to find what is better than the digs found before, and begins with the prices that
    were fair in the one before.
    """
    counts = problem.position.counts()
    ceilings = ceilings_apart(problem)
    ranked = sorted(((one.most(problem, counts), one) for one in ceilings), key=lambda it: -it[0])
    later = [max(0, most) for most, _ in ranked[1:]]
    for (_, ceiling), most in zip(ranked, [*later, 0], strict=True):
        beyond = watch.beyond = Decimal(most) / 1000
        level = _Search(problem, watch, ceiling, prices)
        answer, prices = level.run(_plans_in(answer)), level.prices
        watch.beyond = Decimal(0)
        if level.bound is not None:
            return answer
        if answer.status not in _SETTLED:
            assert answer.bound is not None
            return replace(answer, bound=max(answer.bound, beyond))
        plans = _plans_in(answer)
        if len(plans) >= max(problem.best, 1) and beyond < plans[-1].net:
            break
    return answer


def _plans_in(answer: Answer) -> tuple[Plan, ...]:
    return answer.best or (() if answer.plan is None else (answer.plan,))


class _End(Enum):
    """Why a search under some prices has ended."""

    PROVEN = auto()
    STOPPED = auto()
    CHANGED = auto()
    """There is a shorter way, with which it begins again."""


class _Search:
    """A search with tiles at their worths under a ceiling.

    If money or moves turn out to be short, it begins again with prices on them; and once it has
    taken as long as it takes to look at every board, it does that: then `bound` is what is known to
    hold for all digs, whatever the ceiling. When it asks itself about these depends on its work
    alone, not on the clock or the engine. Where most of its work is to find that aims are too dear,
    dear prices may show that sooner than fair ones: then they take turns.
    """

    def __init__(
        self,
        problem: Problem,
        watch: Watch,
        ceiling: Ceiling,
        prices: Prices,
        others: Sequence[Plan] = (),
    ) -> None:
        self.problem = problem
        self.watch = watch
        self.ceiling = ceiling
        self.prices = self._fair = prices
        self.others = others
        self.bound: int | None = None
        self._asked = False
        self._turns, self._trust = 0, _TRUST

    def run(self, plans: Sequence[Plan], patience: int | None = None) -> Answer:
        """Search to the end, until the watch says stop or, with `patience`, for so much work."""
        while True:
            used, problem = engine(), self.problem
            keep = max(problem.best, 1)
            with closing(SearchState(problem, used, keep, self.prices, self.ceiling)) as state:
                if self.bound is not None:
                    state.every_board(self.bound)
                for plan in plans:
                    state.offer(plan)
                end = self._work(state, patience)
                self.watch.add(state)
                # If it begins again, it is not with empty hands.
                plans = _plans(state, plans)
                if end is not _End.CHANGED:
                    return _answer(problem, state, plans, ended=end is _End.PROVEN)

    def _work(self, state: SearchState, patience: int | None) -> _End:
        # Where there are many placements, trials and glances are not worth their time sooner.
        many = len(state.placements)
        pause = max(_PAUSE, many // 2) if patience is None else max(patience, many // 16)
        with timed(state.engine):
            ended = state.hopeless or state.run(pause)
        while not ended:
            with timed(state.engine):
                ended = state.run(pause)
                stopped = self.watch.over(state) or state.given_up
                if state.work >= pause and not (ended or stopped) and self.bound is None:
                    if patience is not None:
                        return _End.STOPPED
                    if self._shorter_way(state, pause):
                        return _End.CHANGED
                    pause = min(2 * pause, state.work_of_all_boards())
            if stopped and not ended:
                return _End.STOPPED
            if engine() is not state.engine and not ended:
                return _End.CHANGED
        return _End.PROVEN

    def _shorter_way(self, state: SearchState, pause: int) -> bool:
        """Whether to begin again: looking at every board, or with other prices."""
        if state.work_of_all_boards() <= pause:
            self.ceiling, self.prices = ceiling_of(self.problem), FREE
            self.bound = max(state.bound, int(self.watch.beyond * 1000) * TIE)
            return True
        if (state.refused or self.prices != FREE) and not self._asked:
            self._asked = True
            self.prices = self._fair = fair_prices(
                self.problem, state.engine, self.watch.ended, self.others, self.ceiling
            )
        elif (
            self._asked and self.ceiling.needs and state.work >= self._trust and state.refused_often
        ):
            self._turns += 1
            self.prices = dearer(self._fair, self._turns % _DEARER)
            self._trust = _TRUST * 4 ** (self._turns // _DEARER)
        return self.prices != state.prices


def _plans(state: SearchState, known: Iterable[Plan]) -> list[Plan]:
    """The digs found, best first, as plans; those known before are not replayed again."""
    plans = {plan.turn: plan for plan in known}
    return [plans.get(turn) or plan_of(state.problem, turn) for turn in state.found]


def _answer(problem: Problem, state: SearchState, plans: list[Plan], *, ended: bool) -> Answer:
    """Make the answer of the digs found when the search has ended or was stopped."""
    if not plans and not problem.wanted and problem.money >= 0:
        plans = [plan_of(problem, Turn())]
    best = tuple(plans[: problem.best])
    if ended:
        if not plans:
            return Answer(problem, Status.INFEASIBLE, None, None)
        bound = Decimal(len(plans[0].turn.moves)) if problem.wanted else plans[0].net
        return Answer(problem, Status.OPTIMAL, plans[0], bound, best)
    bound = _bound(problem, state)
    if not plans:
        return Answer(problem, Status.UNKNOWN, None, bound)
    if problem.wanted:
        bound = min(bound, Decimal(len(plans[0].turn.moves)))
    else:
        bound = max(bound, plans[0].net)
    return Answer(problem, Status.FEASIBLE, plans[0], bound, best)


def unsearched(problem: Problem, known: Plan | None) -> Answer:
    """The answer without any search: a plan known to be legal, or doing nothing.

    Its bound is the worth of the best tiles, wherever they are, without a move; with wanted tiles
    no moves at all.
    """
    if problem.wanted:
        status = Status.UNKNOWN if known is None else Status.FEASIBLE
        return Answer(problem, status, known, Decimal(0))
    nothing = plan_of(problem, Turn()) if problem.money >= 0 else None
    plan = _better(known, nothing)
    most = ceiling_of(problem).most(problem, problem.position.counts())
    bound = max(Decimal(0), Decimal(most) / 1000)
    return Answer(problem, Status.UNKNOWN if plan is None else Status.FEASIBLE, plan, bound)


def _bound(problem: Problem, state: SearchState) -> Decimal:
    """The proven bound on all plans not yet found.

    An upper limit of their net, or with wanted tiles a lower limit of their moves.
    """
    score = state.bound
    if problem.wanted:
        return Decimal(max(0, -((score - state.least_worth) // state.step)))
    return max(Decimal(0), Decimal(-(-score // TIE)) / 1000)


class Watch:
    """The clock, the caller's stop and the total work of several searches."""

    def __init__(
        self,
        time_limit: float | None,
        cancelled: Callable[[], bool] | None,
        progress: Callable[[SearchProgress], None] | None,
    ) -> None:
        self.start = perf_counter()
        self.end = None if time_limit is None else self.start + time_limit
        self.cancelled = cancelled
        self.progress = progress
        self.stopped = False
        self.beyond = Decimal(0)
        """The most that digs may net that the search at hand does not look for."""
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

    def over(self, state: SearchState) -> bool:
        """Whether to stop now; reports progress as well."""
        if self.progress is not None:
            nets = [plan_of(state.problem, turn).net for turn in state.found[:1]]
            self.progress(
                SearchProgress(
                    nets[0] if nets else None,
                    max(_bound(state.problem, state), self.beyond),
                    self.statistics(state),
                )
            )
        return self.ended()

    def add(self, state: SearchState) -> None:
        """Count the work of a search."""
        self.aims += state.aim_count
        self.boards += state.board_count
        self.compiled = state.engine.compiled

    def statistics(self, state: SearchState | None = None) -> Statistics:
        """The work done so far."""
        return Statistics(
            aims=self.aims + (state.aim_count if state else 0),
            boards=self.boards + (state.board_count if state else 0),
            seconds=perf_counter() - self.start,
            compiled=state.engine.compiled if state else self.compiled,
        )
