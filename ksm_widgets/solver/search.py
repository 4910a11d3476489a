"""The search for the best plan: from a problem to a proven answer, with a clock and a stop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from decimal import Decimal
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from ksm_widgets.rules.turns import Turn
from ksm_widgets.rules.values import in_coins
from ksm_widgets.solver.answer import Answer, Plan, Status, better, plan_of
from ksm_widgets.solver.ceiling_search import PAUSE, CeilingSearch
from ksm_widgets.solver.ceilings import ceiling_of, ceilings_apart, levels_told_apart
from ksm_widgets.solver.prices import prices_between
from ksm_widgets.solver.scout import Scout

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.solver.ceiling_search import Watch
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.solver.state import Only


_GLANCE = 100
"""Work after which digs are sought level by level as well, if there are few levels."""
_FEW_LEVELS = 8
"""Of one part; if there are more, which differ little, that begins after much more work."""
_EASY = 2000
"""Work that proves most problems; a look at all boards of two moves would often take longer."""
_MANY = 40
"""So many times the work after which the search asks itself for prices."""
_LONGER = 4
"""Each turn of a level is so many times longer than its last one."""


def search(
    problem: Problem,
    watch: Watch,
    known: Iterable[Plan] = (),
    others: Sequence[Plan] = (),
    only: Only | None = None,
) -> Answer:
    """Search to the end, or until the watch says stop; `known` are plans known to be legal.

    `others` are plans that promise much, within the limits or not, from which it may know prices at
    the start. With `only` other digs don't count: then the bound is that of those that do, but no
    lower than what they have to beat.
    """
    with closing(_Turns(problem, watch, known, others, only)) as turns:
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
        self,
        problem: Problem,
        watch: Watch,
        known: Iterable[Plan],
        others: Sequence[Plan],
        only: Only | None,
    ) -> None:
        self._problem = problem
        self._only = only
        self._watch = watch
        self._plans = _best_of(problem, known)
        self._scout = Scout(problem, watch.ended)
        prices = prices_between(problem, others)
        self._whole = CeilingSearch(problem, watch, ceiling_of(problem), prices, others, only)
        self._levels: list[CeilingSearch] = []
        self._unscouted = 0
        """The work done since the scout's last turn."""
        self._worked = 0
        self._has_looked = False

    def close(self) -> None:
        """Give back the memory of all searches."""
        self._scout.close()
        for search in (self._whole, *self._levels):
            search.close()

    def taken(self) -> Answer:
        """Take turns until the answer is proven or the watch says stop."""
        whole, watch = self._whole, self._watch
        levels = levels_told_apart(self._problem)
        few = 0 < levels <= _FEW_LEVELS
        ended = self._searched(whole, max(_GLANCE, whole.patience // 8) if few else PAUSE)
        while not (ended or watch.stopped or whole.given_up):
            if self._is_hard and not self._has_looked:
                self._scout_boards()
                self._scout_on()
                continue
            if levels and not self._levels and (few or whole.work >= _MANY * whole.patience):
                self._levels = self._apart(min(whole.patience, _EASY) if few else PAUSE)
            turns = inf if self._scout.saw_all else sum(level.turn for level in self._levels)
            if whole.is_shorter_by_boards(turns):
                whole.look_at_every_board(self._bound())
                self._levels, levels = [], 0
            work = whole.work
            if self._levels:
                work = max(PAUSE, self._take_turns())
                ended = not self._levels
            if not (ended or watch.stopped):
                whole.reconsider()
                ended = self._searched(whole, work // 4 if few and levels else work)
            if not ended:
                self._scout_on()
        return self._answer(proven=ended)

    @property
    def _is_hard(self) -> bool:
        """Whether it has taken more work than most problems do.

        Interpreted, whoever waits stops so soon that nothing counts as easy.
        """
        return self._worked >= _EASY or not self._watch.engine().compiled

    def _scout_boards(self) -> None:
        """Have the scout look at the boards of the fewest moves, where it is of use."""
        self._has_looked = True
        # With wanted tiles the fewest moves come first, whatever a move costs; and a scout does
        # not know which digs count.
        if self._problem.wanted or self._only is not None:
            return
        watch = self._watch
        used = watch.engine()

        def over() -> bool:
            watch.count(0, 0, used)
            return watch.over(self._standing) or watch.engine() is not used

        known, _ = self._standing()
        self._scout.look(used, known, over)
        while not watch.stopped and watch.engine() is not used:
            used = watch.engine()
            self._scout.look(used, known, over)

    def _scout_on(self) -> None:
        """Have the scout go on for a quarter of the work done since its last turn."""
        idle = not self._has_looked or self._unscouted < PAUSE
        others = self._problem.wanted or self._only is not None
        if idle or others or self._whole.every is not None:
            return
        self._scout.search(self._watch.engine(), self._unscouted // 4, self._whole.prices)
        self._unscouted = 0

    def _searched(self, search: CeilingSearch, work: int) -> bool:
        """Have a search go on for so much more work; whether it has ended."""
        before = search.work
        standing = partial(self._standing, search)
        ended = search.go_on(self._plans, self._scout.best, work, standing)
        self._plans = _best_of(self._problem, [*self._plans, *search.found])
        self._unscouted += search.work - before
        self._worked += search.work - before
        return ended

    def _standing(self, search: CeilingSearch | None = None) -> tuple[Plan | None, Decimal]:
        """The best plan known at the time, also by a search that goes on, and the bound proven."""
        plans = self._plans if search is None else [*self._plans, *search.found]
        found = _best_of(self._problem, plans)
        plan = better(found[0] if found else None, self._scout.best)
        return plan, self._bound_with(plan)

    def _apart(self, turn: int) -> list[CeilingSearch]:
        """A search for each level, the most promising first; `turn` is the work of a first turn."""
        problem = self._problem
        counts = problem.position.counts()
        chosen, less = None, 0
        if self._only is not None and self._only.slot is not None and self._only.taken:
            # All that is on top of the tile must leave.
            slot = self._only.slot
            chosen = problem.position.stack(slot.quarry)[slot.level - 1]
            less = 1000 * (problem.position.height(slot.quarry) - slot.level)
        ranked = sorted(
            ((one.most(problem, counts, chosen) - less, one) for one in ceilings_apart(problem)),
            key=lambda it: -it[0],
        )
        prices = replace(self._whole.prices, fee=0)  # Each compares fees, aim by aim.
        return [
            CeilingSearch(
                problem, self._watch, ceiling, prices, only=self._only, level=(most, turn)
            )
            for most, ceiling in ranked
        ]

    def _take_turns(self) -> int:
        """Have each level go on, and drop those that are settled; return the work of all."""
        total = 0
        for level in [*self._levels]:
            if self._watch.stopped or (self._is_hard and not self._has_looked):
                break
            before = level.work
            if self._beaten(level.bound) or self._searched(level, level.turn):
                self._levels.remove(level)
            elif not self._watch.stopped:
                level.reconsider()
                level.turn *= _LONGER
            level.close()
            total += level.work - before
            self._scout_on()
        return total

    def _beaten(self, bound: Decimal) -> bool:
        """Whether as many plans as are asked for net more than this."""
        if self._only is not None and bound <= self._only.above:
            return True
        best = max(self._problem.best, 1)
        scouted = self._scout.best if best == 1 else None
        if scouted is not None and bound < scouted.net:
            return True
        return len(self._plans) >= best and bound < self._plans[-1].net

    def _bound(self) -> Decimal:
        """The proven bound on all plans not yet found."""
        most = max((level.bound for level in self._levels), default=self._whole.bound)
        return min(most, self._whole.bound)

    def _bound_with(self, plan: Plan | None) -> Decimal:
        """The proven bound on all plans, of which this is the best known."""
        bound = self._bound()
        if self._only is not None:
            bound = max(bound, self._only.above)
        if plan is None:
            return bound
        if self._problem.wanted:
            return min(bound, Decimal(len(plan.turn.moves)))
        return max(bound, plan.net)

    def _answer(self, *, proven: bool) -> Answer:
        """Make the answer of the plans found."""
        problem = self._problem
        plans = [*self._plans]
        scouted = self._scout.best
        if scouted is not None:
            plans = _best_of(problem, [*plans, scouted])
        only = self._only
        if only is not None and proven:
            bound = max([only.above, *(plan.net for plan in plans[:1])])
            return Answer(problem, Status.OPTIMAL, plans[0] if plans else None, bound)
        if not plans and only is None and not problem.wanted and problem.money >= 0:
            plans = [plan_of(problem, Turn())]
        best = tuple(plans[: problem.best])
        if proven:
            if not plans:
                return Answer(problem, Status.INFEASIBLE, None, None)
            bound = Decimal(len(plans[0].turn.moves)) if problem.wanted else plans[0].net
            return Answer(problem, Status.OPTIMAL, plans[0], bound, best)
        plan = plans[0] if plans else None
        status = Status.UNKNOWN if plan is None else Status.FEASIBLE
        return Answer(problem, status, plan, self._bound_with(plan), best)


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
    bound = max(Decimal(0), in_coins(most))
    return Answer(problem, Status.UNKNOWN if plan is None else Status.FEASIBLE, plan, bound)
