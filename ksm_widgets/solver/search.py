"""The search for the best plan: from a problem to a proven answer, with a clock and a stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from decimal import Decimal
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.rules.shapes import placements
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.answer import (
    Answer,
    Plan,
    SearchProgress,
    Statistics,
    Status,
    better,
    plan_of,
)
from ksm_widgets.solver.ceilings import ceiling_of, ceilings_apart, levels_told_apart
from ksm_widgets.solver.engine import engine, timed
from ksm_widgets.solver.prices import dearer, fair_prices, prices_between
from ksm_widgets.solver.scout import Scout
from ksm_widgets.solver.state import FREE, TIE, SearchState

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.solver.ceilings import Ceiling
    from ksm_widgets.solver.engine import Engine
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.solver.state import Prices


Standing = Callable[[], tuple["Plan | None", Decimal]]
"""The best plan known at the time, and the bound proven."""

_PAUSE = 1000
"""The work of a first turn, after which a search asks whether there is a shorter way."""
_ASKING = 8
"""A level asks for prices after so many times that work: it may be settled sooner than asked."""
_TRUST = 40_000
"""Work after which fair prices are given up for dearer ones, if many aims are too dear."""
_DEARER = 3
"""So many prices take turns then, each with four times as much work as the last time."""
_GLANCE = 100
"""Work after which digs are sought level by level as well, if there are few levels."""
_FEW_LEVELS = 8
"""Of one part; if there are more, which differ little, that begins after much more work."""
_MANY = 40
"""So many times the work after which a search first asks whether there is a shorter way."""
_LONGER = 4
"""Each turn of a level is so many times longer than its last one."""


def search(
    problem: Problem, watch: Watch, known: Iterable[Plan] = (), others: Sequence[Plan] = ()
) -> Answer:
    """Search to the end, or until the watch says stop; `known` are plans known to be legal.

    `others` are plans that promise much, within the limits or not, from which it may know prices at
    the start.
    """
    with closing(_Turns(problem, watch, known, others)) as turns:
        return turns.taken()


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


class _Turns:
    """Searches for one answer that take turns, and what they have found together.

    The search for all digs goes on as long as the proof takes, and beside it a scout for good
    plans. With stakes, what takes longer than a glance is also sought level by level: each level
    has a turn, the most promising first; those not settled by then have another, longer one. So
    what takes long does not keep the others waiting, and what they find makes it shorter.
    """

    def __init__(
        self, problem: Problem, watch: Watch, known: Iterable[Plan], others: Sequence[Plan]
    ) -> None:
        self._problem = problem
        self._watch = watch
        self._plans = _best_of(problem, known)
        self._scout = Scout(problem, watch.ended)
        prices = prices_between(problem, others)
        self._whole = _Search(problem, watch, ceiling_of(problem), prices, others)
        self._levels: list[_Search] = []

    def close(self) -> None:
        """Give back the memory of all searches."""
        self._scout.close()
        self._whole.close()

    def taken(self) -> Answer:
        """Take turns until the answer is proven or the watch says stop."""
        whole, watch = self._whole, self._watch
        levels = levels_told_apart(self._problem)
        few = 0 < levels <= _FEW_LEVELS
        ended = self._searched(whole, max(_GLANCE, whole.patience // 8) if few else _PAUSE)
        work = 0
        while not (ended or watch.stopped or whole.given_up):
            self._scouted(work // 4)
            if levels and not self._levels and (few or whole.work >= _MANY * whole.patience):
                self._levels = self._apart(whole.patience if few else _PAUSE)
            if whole.is_shorter_by_boards(sum(level.turn for level in self._levels)):
                whole.look_at_every_board(self._bound())
                self._levels, levels = [], 0
            work = whole.work
            if self._levels:
                work = max(_PAUSE, self._take_turns())
                ended = not self._levels
            if not (ended or watch.stopped):
                whole.reconsider()
                ended = self._searched(whole, work // 4 if few and levels else work)
        return self._answer(proven=ended)

    def _scouted(self, work: int) -> None:
        """Have the scout go on for so much work, where it is of use."""
        # With wanted tiles the fewest moves come first, whatever a move costs.
        if 4 * work >= _PAUSE and not self._problem.wanted and self._whole.every is None:
            self._scout.search(engine(), work)

    def _searched(self, search: _Search, work: int) -> bool:
        """Have a search go on for so much more work; whether it has ended."""

        def standing() -> tuple[Plan | None, Decimal]:
            found = _best_of(self._problem, [*self._plans, *search.found])
            return better(found[0] if found else None, self._scout.best), self._bound()

        ended = search.go_on(self._plans, self._scout.best, work, standing)
        self._plans = _best_of(self._problem, [*self._plans, *search.found])
        return ended

    def _apart(self, turn: int) -> list[_Search]:
        """The levels, the most promising first, and the work of their first turns."""
        problem = self._problem
        counts = problem.position.counts()
        ranked = sorted(
            ((one.most(problem, counts), one) for one in ceilings_apart(problem)),
            key=lambda it: -it[0],
        )
        return [
            _Search(problem, self._watch, ceiling, self._whole.prices, level=(most, turn))
            for most, ceiling in ranked
        ]

    def _take_turns(self) -> int:
        """Have each level go on, and drop those that are settled; return the work of all."""
        total = 0
        for level in [*self._levels]:
            if self._watch.stopped:
                break
            before = level.work
            if self._beaten(level.bound) or self._searched(level, level.turn):
                self._levels.remove(level)
            elif not self._watch.stopped:
                level.reconsider()
                level.turn *= _LONGER
            level.close()
            total += level.work - before
        return total

    def _beaten(self, bound: Decimal) -> bool:
        """Whether as many plans as are asked for net more than this."""
        best = max(self._problem.best, 1)
        scouted = self._scout.best if best == 1 else None
        if scouted is not None and bound < scouted.net:
            return True
        return len(self._plans) >= best and bound < self._plans[-1].net

    def _bound(self) -> Decimal:
        """The proven bound on all plans not yet found."""
        most = max((level.bound for level in self._levels), default=self._whole.bound)
        return min(most, self._whole.bound)

    def _answer(self, *, proven: bool) -> Answer:
        """Make the answer of the plans found."""
        problem = self._problem
        plans = [*self._plans]
        scouted = self._scout.best
        if scouted is not None:
            plans = _best_of(problem, [*plans, scouted])
        if not plans and not problem.wanted and problem.money >= 0:
            plans = [plan_of(problem, Turn())]
        best = tuple(plans[: problem.best])
        if proven:
            if not plans:
                return Answer(problem, Status.INFEASIBLE, None, None)
            bound = Decimal(len(plans[0].turn.moves)) if problem.wanted else plans[0].net
            return Answer(problem, Status.OPTIMAL, plans[0], bound, best)
        bound = self._bound()
        if not plans:
            return Answer(problem, Status.UNKNOWN, None, bound)
        if problem.wanted:
            bound = min(bound, Decimal(len(plans[0].turn.moves)))
        else:
            bound = max(bound, plans[0].net)
        return Answer(problem, Status.FEASIBLE, plans[0], bound, best)


def _best_of(problem: Problem, plans: Iterable[Plan]) -> list[Plan]:
    """The best plan of each dig, as many digs as were asked for; the first of equals."""

    def order(plan: Plan) -> tuple[object, ...]:
        moves = len(plan.turn.moves)
        return (moves, -plan.net, plan.dig) if problem.wanted else (-plan.net, moves, plan.dig)

    best: dict[tuple[Quarry, ...], Plan] = {}
    for plan in sorted((plan for plan in plans if plan.dig is not None), key=order):
        assert plan.dig is not None
        best.setdefault(plan.dig, plan)
    return [*best.values()][: max(problem.best, 1)]


class _Search:
    """A search with tiles at their worths under a ceiling.

    If money or moves turn out to be short, it begins again with prices on them. That for all digs,
    once it has taken as long as it takes to look at every board, does that. When it asks itself
    about these depends on its work alone, not on the clock or the engine. Where most of its work is
    to find that aims are too dear, dear prices may show that sooner than fair ones: then they take
    turns. One that was closed begins again, but with the prices that it had.
    """

    def __init__(
        self,
        problem: Problem,
        watch: Watch,
        ceiling: Ceiling,
        prices: Prices,
        others: Sequence[Plan] = (),
        *,
        level: tuple[int, int] | None = None,
    ) -> None:
        self.problem = problem
        self.watch = watch
        self.ceiling = ceiling
        self.prices = self._fair = prices
        self.others = others
        self.level = level is not None
        most, self.turn = level or (0, 0)
        # Where there are many placements, prices are not worth their time sooner.
        many = len(placements(problem.shape, problem.powers)) // 2
        self.patience = _ASKING * _PAUSE if self.level else max(_PAUSE, many)
        """The work after which it asks itself whether there is a shorter way."""
        self.bound = max(Decimal(0), Decimal(most) / 1000)
        """The proven bound on all plans not yet found; of use once it has begun."""
        self.given_up = False
        """Whether nothing is left to look at but what was lost for want of room."""
        self._begun = self.level
        self._closed_work = 0
        self.found: list[Plan] = []
        self.every: int | None = None
        """What is known to hold for all boards, once every one is looked at."""
        self._state: SearchState | None = None
        self._asked = False
        self._turns, self._trust = 0, _TRUST

    @property
    def work(self) -> int:
        """The boards and aims looked at, as slices count them."""
        return self._closed_work + (0 if self._state is None else self._state.work)

    def close(self) -> None:
        """Give back the memory; the next turn begins again, with the plans known then."""
        if self._state is not None:
            self._closed_work = self.work
            self._state.close()
            self._state = None

    def go_on(
        self, plans: Iterable[Plan], scouted: Plan | None, work: int, standing: Standing
    ) -> bool:
        """Search for so much more work; whether no dig is left that could be of use.

        `plans` are known already, and `scouted` is as well, but may be found again.
        """
        fresh = not self._begun
        state = self._opened(plans, scouted)
        end = self._end(state, work)
        while True:
            if engine() is not state.engine:
                self.close()
                state = self._opened([*plans, *self.found], scouted)
                end = self._end(state, work)
            aims, boards = state.aim_count, state.board_count
            with timed(state.engine):
                ended = state.hopeless or state.run(end)
            self.watch.count(state.aim_count - aims, state.board_count - boards, state.engine)
            self._note(state)
            # Nobody is asked after the first slice of all, so there is always something to answer.
            if fresh and not ended:
                fresh = False
                continue
            self.watch.over(standing)
            self.given_up = state.given_up
            if ended or self.watch.stopped or self.given_up or state.work >= end:
                return ended

    def is_shorter_by_boards(self, turns: int) -> bool:
        """Whether to look at every board takes no longer than it has taken, or turns will take."""
        state = self._state
        if state is None or self.every is not None:
            return False
        return state.work_of_all_boards() <= max(turns, self.work)

    def look_at_every_board(self, bound: Decimal) -> None:
        """Begin again, looking at every board; `bound` is what is known to hold for all of them."""
        state = self._state
        assert state is not None
        self.every = state.bound if self.problem.wanted else int(bound * 1000) * TIE
        self.prices = FREE
        self.close()

    def reconsider(self) -> None:
        """Begin again if other prices are better."""
        state = self._state
        if state is None or self.every is not None or self.work < self.patience:
            return
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
        if self.prices != state.prices:
            self.close()

    def _opened(self, plans: Iterable[Plan], scouted: Plan | None) -> SearchState:
        """The state to go on with, which seeks only what is better than the plans known."""
        state = self._state
        if state is None:
            keep = max(self.problem.best, 1)
            state = SearchState(self.problem, engine(), keep, self.prices, self.ceiling)
            if self.every is not None:
                state.every_board(self.every)
            self._state = state
        for plan in plans:
            state.offer(plan)
        if scouted is not None:
            state.match(scouted)
        return state

    def _end(self, state: SearchState, work: int) -> int:
        """The work with which a turn ends: so much more, or what it takes to look at all boards."""
        end = state.work + work
        if self.level or self.every is not None:
            return end
        return min(end, max(state.work_of_all_boards(), self.patience))

    def _note(self, state: SearchState) -> None:
        """Note what has been found and proven."""
        known = {plan.turn: plan for plan in self.found}
        self.found = [known.get(turn) or plan_of(self.problem, turn) for turn in state.found]
        bound = _bound(self.problem, state)
        if self._begun:
            bound = (max if self.problem.wanted else min)(self.bound, bound)
        self.bound, self._begun = bound, True


def unsearched(problem: Problem, known: Plan | None) -> Answer:
    """The answer without any search: a plan known to be legal, or doing nothing.

    Its bound is the worth of the best tiles, wherever they are, without a move; with wanted tiles
    no moves at all.
    """
    if problem.wanted:
        status = Status.UNKNOWN if known is None else Status.FEASIBLE
        return Answer(problem, status, known, Decimal(0))
    nothing = plan_of(problem, Turn()) if problem.money >= 0 else None
    plan = better(known, nothing)
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

    def over(self, standing: Standing) -> bool:
        """Whether to stop now; reports progress as well, if anybody asks for it."""
        if self.progress is not None:
            plan, bound = standing()
            net = None if plan is None else plan.net
            self.progress(SearchProgress(net, bound, self.statistics()))
        return self.ended()

    def count(self, aims: int, boards: int, used: Engine) -> None:
        """Count the work of a search; that of scouts is not counted."""
        self.aims += aims
        self.boards += boards
        self.compiled = used.compiled

    def statistics(self) -> Statistics:
        """The work done so far."""
        return Statistics(self.aims, self.boards, perf_counter() - self.start, self.compiled)
