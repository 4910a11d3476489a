"""Fair prices: the worth of limits on money and moves, so that bounds take them into account.

The bounds of plans that are not chosen yet know nothing of R25: with little money, thousands of
plans promise more than any that can be paid. So each coin paid is charged a fee, each move a toll,
and both are refunded for as much as the limits allow. Whatever they are, a plan within the limits
promises no less than it is worth. They are fair when the best promise of all is lowest (a
Lagrangean dual). They are found in a few rounds: search for the plan that promises most under the
present prices, then choose those under which the best of all such plans promises least.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from ksm_widgets.solver.kernel import layout as at
from ksm_widgets.solver.state import FREE, TIE, Prices, SearchState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.engine import Engine
    from ksm_widgets.solver.problem import Problem


_TRIALS = 8
_WORK = 4000
"""The work that a trial may take; then the plan tried last has to do."""
_CLOSE = 20 * TIE
"""A fiftieth of a coin: to come closer is not worth a trial."""
_USUAL = (0.5, 0.8, 1.1, 4)
"""Fees that are often about fair, as shares of the cost of a move."""
_DEAREST = 50
"""The highest price, in moves."""


@dataclass(frozen=True, slots=True)
class _Promise:
    """The score of a plan, and the money and moves it leaves; below 0, lacks."""

    score: float
    moves: float
    money: float

    def under(self, toll: float, fee: float) -> float:
        """The promise of the plan under such prices."""
        return self.score + toll * self.moves + fee * self.money


def prices_between(problem: Problem, plans: Sequence[Plan]) -> Prices:
    """The prices under which the best of some plans, within the limits or not, promises least.

    Free without plans; they must be for a problem without wanted tiles.
    """
    if not plans:
        return FREE
    dearest = _DEAREST * 1000 * TIE
    limited = problem.max_moves is not None
    _, toll, fee = _lowest(_promises(problem, plans), dearest if limited else 0, dearest)
    return Prices(round(toll), round(fee))


def _promises(problem: Problem, plans: Iterable[Plan]) -> list[_Promise]:
    """The promises of plans, doing nothing among them."""
    limit = problem.max_moves or 0
    promises = [] if problem.wanted else [_Promise(0, limit, problem.money)]
    for plan in plans:
        account = plan.played.account
        gain = account.treasures - account.curses - account.moves
        score = int(plan.net * 1000) * TIE - account.moves
        promises.append(_Promise(score, limit - account.moves, problem.money + gain))
    return promises


def fair_prices(
    problem: Problem,
    engine: Engine,
    stopped: Callable[[], bool],
    plans: Sequence[Plan] = (),
) -> Prices:
    """The prices under which the best promise of all is about the lowest; free if nothing lacks.

    `plans` are some that promise much, within the limits or not; `stopped` is called every slice.
    """
    limited = problem.max_moves is not None
    limit = problem.max_moves or 0
    promises = _promises(problem, plans)
    prices = best = prices_between(problem, plans)
    least: float | None = None
    for _ in range(_TRIALS):
        with closing(SearchState(problem, engine, 1, prices, trial=True)) as state:
            if _work(state, stopped):
                # Under these prices nothing promises anything.
                return prices
            if least is None or state.bound < least:
                least, best = state.bound, prices
            moves = int(state.m[at.P_FOUND_MOVES])
            gain = int(state.m[at.P_FOUND_PAY]) - moves
            score = int(state.m[at.P_FOUND_SCORE]) + state.base
            tried, step = state.tried and moves >= 0, state.step
        if stopped():
            return best
        if not tried:
            return _soonest(problem, engine, [best, *_usual(best, step)], stopped)
        score += prices.toll * moves - prices.fee * gain
        promise = _Promise(score, limit - moves, problem.money + gain)
        most = promise.under(prices.toll, prices.fee)
        if most < least:
            least, best = most, prices
        within = promise.money >= 0 and (promise.moves >= 0 or not limited)
        if promise in promises or (within and prices == FREE):
            return best
        promises.append(promise)
        dearest = _DEAREST * step
        expected, toll, fee = _lowest(promises, dearest if limited else 0, dearest)
        if expected >= least - _CLOSE:
            return best
        prices = Prices(round(toll), round(fee))
    return best


def _work(state: SearchState, stopped: Callable[[], bool]) -> bool:
    """Let a search work until a trial is over, or for as long as it may; whether it has ended."""
    ended = state.run(_WORK)
    while not (ended or state.tried or state.work >= _WORK or stopped()):
        ended = state.run(_WORK)
    return ended


def _soonest(
    problem: Problem,
    engine: Engine,
    choice: Sequence[Prices],
    stopped: Callable[[], bool],
) -> Prices:
    """The prices under which a search that takes long lowers its bound soonest.

    Where trials take too long, plans seem to cost less than they do, and they do not show what is
    short. Then usual prices are tried along with the best so far.
    """
    lowest: int | None = None
    chosen = choice[0]
    for prices in choice:
        if stopped():
            break
        with closing(SearchState(problem, engine, 1, prices)) as state:
            if _work(state, stopped):
                return prices
            if lowest is None or state.bound < lowest:
                lowest, chosen = state.bound, prices
    return chosen


def _usual(best: Prices, step: int) -> list[Prices]:
    return [replace(best, fee=round(share * step)) for share in _USUAL]


def _lowest(
    promises: Sequence[_Promise], dearest_toll: float, dearest_fee: float
) -> tuple[float, float, float]:
    """The lowest maximum of these promises, and the toll and fee for it."""
    return min(
        (max(one.under(toll, fee) for one in promises), toll, fee)
        for toll, fee in _corners(promises, dearest_toll, dearest_fee)
        if 0 <= toll <= dearest_toll and 0 <= fee <= dearest_fee
    )


def _corners(
    promises: Sequence[_Promise], dearest_toll: float, dearest_fee: float
) -> Iterator[tuple[float, float]]:
    """All tolls and fees where three promises are equal, or two at the edge of the range."""
    tolls, fees = {0, dearest_toll}, {0, dearest_fee}
    yield from ((toll, fee) for toll in tolls for fee in fees)
    for one, other in combinations(promises, 2):
        score, moves, money = _less(one, other)
        if money:
            yield from ((toll, -(score + toll * moves) / money) for toll in tolls)
        if moves and dearest_toll:
            yield from ((-(score + fee * money) / moves, fee) for fee in fees)
    if dearest_toll:
        for one, other, third in combinations(promises, 3):
            a, b, c = _less(one, other)
            d, e, f = _less(one, third)
            volume = b * f - c * e
            if volume:
                yield (c * d - a * f) / volume, (a * e - b * d) / volume


def _less(one: _Promise, other: _Promise) -> tuple[float, float, float]:
    return one.score - other.score, one.moves - other.moves, one.money - other.money
