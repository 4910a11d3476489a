"""One search for the best plan, with tiles at their worths under a ceiling, in turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.rules.deck import placements
from ksm_widgets.rules.values import in_coins
from ksm_widgets.solver.answer import SearchProgress, Statistics, plan_of
from ksm_widgets.solver.engine import engine, timed
from ksm_widgets.solver.prices import fair_prices
from ksm_widgets.solver.state import FREE, TIE, SearchState

if TYPE_CHECKING:
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.ceilings import Ceiling
    from ksm_widgets.solver.engine import Engine
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.solver.state import Only, Prices


Standing = Callable[[], tuple["Plan | None", Decimal]]
"""The best plan known at the time, and the bound proven."""

PAUSE = 1000
"""The work of a first turn."""


class CeilingSearch:
    """A search with tiles at their worths under a ceiling, which goes on in turns.

    If money or moves turn out to be short, it begins again with prices on them; under a level it
    compares prices for each aim instead. When it does depends on its work alone, not on the clock
    or the engine. After it was closed it begins again, but with the prices that it had.
    """

    def __init__(
        self,
        problem: Problem,
        watch: Watch,
        ceiling: Ceiling,
        prices: Prices,
        others: Sequence[Plan] = (),
        only: Only | None = None,
        *,
        level: tuple[int, int] | None = None,
    ) -> None:
        self.problem = problem
        self.watch = watch
        self.ceiling = ceiling
        self.prices = prices
        self.others = others
        self.only = only
        self.level = level is not None
        most, self.turn = level or (0, 0)
        # Where there are many placements, prices are not worth their time sooner.
        many = len(placements(problem.shape, problem.powers)) // 2
        self.patience = PAUSE if self.level else max(PAUSE, many)
        """The work after which it asks itself about prices."""
        self.bound = max(Decimal(0), in_coins(most))
        """The proven bound on all plans not yet found; of use once it has begun."""
        self.given_up = False
        """Whether nothing is left to look at but what was lost for want of room."""
        self._begun = self.level
        self._closed_work = 0
        self.found: list[Plan] = []
        self.every: int | None = None
        """The bound on the scores of all boards, once it looks at every one."""
        self._state: SearchState | None = None
        self._asked = False
        self._compares = False

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
            if self.watch.engine() is not state.engine:
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

    def is_shorter_by_boards(self, turns: float) -> bool:
        """Whether to look at every board takes no longer than it has taken, or turns will take."""
        state = self._state
        if state is None or self.every is not None:
            return False
        return state.work_of_all_boards() <= max(turns, self.work)

    def look_at_every_board(self, bound: Decimal) -> None:
        """Begin again, looking at every board; `bound` is the proven bound on all plans."""
        state = self._state
        assert state is not None
        self.every = state.bound if self.problem.wanted else int(bound * 1000) * TIE
        self.prices = FREE
        self.close()

    def reconsider(self) -> None:
        """Begin again with other prices, or compare several, if that promises a shorter search."""
        state = self._state
        if state is None or self.every is not None or self.work < self.patience:
            return
        if self.level:
            if state.refused and not self._compares:
                self._compares = True
                state.compare_prices()
        elif (state.refused or self.prices != FREE) and not self._asked:
            self._asked = True
            self.prices = fair_prices(self.problem, state.engine, self.watch.ended, self.others)
        if self.prices != state.prices:
            self.close()

    def _opened(self, plans: Iterable[Plan], scouted: Plan | None) -> SearchState:
        """The state to go on with, which seeks only what is better than the plans known."""
        state = self._state
        if state is None:
            keep = max(self.problem.best, 1)
            engine = self.watch.engine()
            state = SearchState(self.problem, engine, keep, self.prices, self.ceiling, self.only)
            if self.every is not None:
                state.every_board(self.every)
            elif self._compares:
                state.compare_prices()
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


def _bound(problem: Problem, state: SearchState) -> Decimal:
    """The proven bound on all plans not yet found.

    An upper limit of their net, or with wanted tiles a lower limit of their moves.
    """
    score = state.bound
    if problem.wanted:
        return Decimal(max(0, -((score - state.least_worth) // state.step)))
    return max(Decimal(0), in_coins(-(-score // TIE)))


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

    def engine(self) -> Engine:
        """The engine to use from now on."""
        return engine()

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
