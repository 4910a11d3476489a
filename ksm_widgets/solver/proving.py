"""Solving: from a problem to a proven answer, with a clock, a stop and a look at the progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.answer import Answer, Plan, Standing, Statistics, Status, plan_of
from ksm_widgets.solver.desk import FREE, TIE, Desk
from ksm_widgets.solver.engine import engine, note_spent
from ksm_widgets.solver.levels import ceilings_apart, sought_apart
from ksm_widgets.solver.prices import dearer, fair_prices, prices_between
from ksm_widgets.solver.reckoning import ceiling_of

if TYPE_CHECKING:
    from ksm_widgets.solver.desk import Prices
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.solver.reckoning import Ceiling

__all__ = ["Watch", "prove", "search", "unsearched"]

_PAUSE = 1000
"""Work after which a search asks itself for the first time whether there is a shorter way."""
_TRUST = 40_000
"""Work after which fair prices are given up for dearer ones, if many aims are too dear."""
_DEARER = 3
"""So many prices take turns then, each with four times as much work as the last time."""
_GLANCE = 100
"""Work after which digs are sought apart by the sets and bonuses they reach."""


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
    answer = search(problem, watch)
    if problem.frontier:
        answer = _with_frontier(problem, answer, watch)
    return replace(answer, statistics=watch.statistics())


def _better(one: Plan | None, other: Plan | None) -> Plan | None:
    """The one that nets more; among equals that of fewer moves."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda plan: (plan.net, -len(plan.turn.moves)))


def search(
    problem: Problem, watch: Watch, known: Iterable[Plan] = (), others: Sequence[Plan] = ()
) -> Answer:
    """One search, to its end or until the watch says stop; `known` are plans known to be legal.

    `others` are plans that promise much, within the limits or not, by which it may know prices
    from the first. With stakes, what takes longer than a glance is sought level by level.
    """
    plans = tuple(known)
    prices = prices_between(problem, others)
    ceiling = ceiling_of(problem)
    if not sought_apart(problem):
        return _search_under(ceiling, problem, watch, plans, prices, others).answer
    glance = _search_under(ceiling, problem, watch, plans, prices, others, _GLANCE)
    answer, prices = glance.answer, glance.prices
    if answer.status in (Status.OPTIMAL, Status.INFEASIBLE) or watch.ended():
        return answer
    plans = answer.best or (() if answer.plan is None else (answer.plan,))
    return _search_apart(ceilings_apart(problem), problem, watch, plans, prices)


def _search_apart(
    ceilings: list[Ceiling],
    problem: Problem,
    watch: Watch,
    plans: tuple[Plan, ...],
    prices: Prices,
) -> Answer:
    """A search under each ceiling, those first under which most can be had; all together one.

    Each has only to find what is better than the digs found before, and begins with the prices
    that were fair in the one before.
    """
    counts = problem.position.counts()
    ranked = sorted(((one.most(problem, counts), one) for one in ceilings), key=lambda it: -it[0])
    later = [max(0, most) for most, _ in ranked[1:]]
    for (_, ceiling), most in zip(ranked, [*later, 0], strict=True):
        beyond = watch.beyond = Decimal(most) / 1000
        found = _search_under(ceiling, problem, watch, plans, prices)
        answer, prices = found.answer, found.prices
        watch.beyond = Decimal(0)
        if found.every_board:
            return answer
        plans = answer.best or (() if answer.plan is None else (answer.plan,))
        if answer.status not in (Status.OPTIMAL, Status.INFEASIBLE):
            assert answer.bound is not None
            return replace(answer, bound=max(answer.bound, beyond))
        if len(plans) >= max(problem.best, 1) and beyond < plans[-1].net:
            break
    return answer


@dataclass(frozen=True, slots=True)
class _Found:
    """What a search under a ceiling has come to: the answer, and the prices that it ended with.

    If it looked at every board, the answer is the whole problem's.
    """

    answer: Answer
    prices: Prices
    every_board: bool


def _search_under(
    ceiling: Ceiling,
    problem: Problem,
    watch: Watch,
    known: Sequence[Plan],
    prices: Prices,
    others: Sequence[Plan] = (),
    patience: int | None = None,
) -> _Found:
    """One search with tiles at their worths under a ceiling.

    If money or moves turn out to be short, it begins anew with prices on them; and once it has
    taken as long as it takes to look at every board, it does that. When it asks itself about these
    depends on its work alone, not on the clock or the engine. Where most of its work is to find
    that aims are too dear, dear prices may tell that sooner than fair ones: they take turns then.
    With `patience` it stops after about so much work.
    """
    asked = False
    fair = prices
    turns, trust = 0, _TRUST
    bound: int | None = None
    while True:
        used = engine()
        desk = Desk(problem, used, max(problem.best, 1), prices, ceiling)
        if bound is not None:
            desk.every_board(bound)
        # Where there are many placements, trials and glances are not worth their time sooner.
        many = len(desk.places)
        pause = max(_PAUSE, many // 2) if patience is None else max(patience, many // 16)
        started = perf_counter()
        try:
            for plan in known:
                desk.offer(plan)
            ended = desk.hopeless or desk.run(pause)
            stopped = False
            changed = False
            while not (ended or stopped or changed):
                ended = desk.run(pause)
                stopped = watch.over(desk) or desk.given_up
                if desk.work >= pause and patience is not None:
                    stopped = True
                elif desk.work >= pause and bound is None and not (ended or stopped):
                    all_boards = desk.work_of_all_boards()
                    if all_boards <= pause:
                        # That is the way for the whole problem.
                        ceiling, prices = ceiling_of(problem), FREE
                        bound = max(desk.bound, int(watch.beyond * 1000) * TIE)
                        changed = True
                    elif (desk.refused or desk.prices != FREE) and not asked:
                        asked = True
                        prices = fair_prices(problem, used, watch.ended, others, ceiling)
                        fair = prices
                        changed = prices != desk.prices
                    elif asked and ceiling.needs and desk.work >= trust and desk.refused_often:
                        turns += 1
                        prices = dearer(fair, turns % _DEARER)
                        trust = _TRUST * 4 ** (turns // _DEARER)
                        changed = prices != desk.prices
                    pause = min(2 * pause, all_boards)
                note_spent(used, perf_counter() - started)
                started = perf_counter()
                changed = changed or engine() is not used
            watch.add(desk)
            if ended or stopped:
                answer = _answer(problem, desk, _plans(desk, known), ended=ended)
                return _Found(answer, prices, bound is not None)
            # The next search begins anew, but not with empty hands.
            known = _plans(desk, known)
        finally:
            note_spent(used, perf_counter() - started)
            desk.close()


def _plans(desk: Desk, known: Iterable[Plan]) -> list[Plan]:
    """The digs found, best first, as plans; those known before are not replayed again."""
    plans = {plan.turn: plan for plan in known}
    return [plans.get(turn) or plan_of(desk.problem, turn) for turn in desk.found]


def _answer(problem: Problem, desk: Desk, plans: list[Plan], *, ended: bool) -> Answer:
    """Make the answer of the digs found when the search has ended or was stopped."""
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
    most = ceiling_of(problem).most(problem, problem.position.counts())
    bound = max(Decimal(0), Decimal(most) / 1000)
    return Answer(problem, Status.UNKNOWN if plan is None else Status.FEASIBLE, plan, bound)


def _bound(problem: Problem, desk: Desk) -> Decimal:
    """What the search has proven of the plans not yet found.

    An upper limit of their net, or with wanted tiles a lower limit of their moves.
    """
    score = desk.bound
    if problem.wanted:
        return Decimal(max(0, -((score - desk.least_worth) // desk.step)))
    return max(Decimal(0), Decimal(-(-score // TIE)) / 1000)


def _with_frontier(problem: Problem, answer: Answer, watch: Watch) -> Answer:
    """Add the best plan with at most 0, 1, 2, … moves, up to the first as good as the answer's.

    First without a move, as there is little to look at. Then from above: the best with a move less
    may do with fewer still, and then it is the best with any number in between. Stopped early it
    holds the best known for each number; then the answer is not called proven.
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
        self.beyond = Decimal(0)
        """What may be netted by digs that the search at hand does not look for."""
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
                    nets[0] if nets else None,
                    max(_bound(desk.problem, desk), self.beyond),
                    self.statistics(desk),
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
