"""Fair prices: what limits on money and moves are worth, so that bounds know of them.

The bounds of plans that are not chosen yet know nothing of R25: with little money, thousands of
plans promise more than any that can be paid. So each coin paid is charged a fee besides, each move
a toll, and both are given back for as much as the limits allow. Whatever they are, a plan within
the limits promises no less than it is worth. They are fair when the best promise of all is lowest,
and they are found as that is: a few times the plan is sought that promises most under the present
prices, and those are chosen under which the best of all such plans promises least.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from ksm_widgets.solver.desk import FREE, TIE, Desk, Prices
from ksm_widgets.solver.kernel import layout as at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.engine import Engine
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.solver.reckoning import Ceiling

__all__ = ["dearer", "fair_prices", "prices_between"]

_TRIALS = 8
_WORK = 4000
"""Work that a trial may take; then the plan tried last has to do."""
_CLOSE = 20 * TIE
"""A fiftieth of a coin: to come closer than that is not worth a trial."""
_USUAL = (0.5, 0.8, 1.1, 4)
"""Fees, as shares of what a move costs, that often are about fair."""
_DEAREST = 50
"""Prices are no more than so many moves cost."""


@dataclass(frozen=True, slots=True)
class _Promise:
    """What a plan scores, and how much money and how many moves it leaves; below 0, lacks."""

    score: float
    moves: float
    money: float

    def under(self, toll: float, fee: float) -> float:
        """What it promises under such prices."""
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


def dearer(prices: Prices, times: int) -> Prices:
    """Prices so many times eight times as high, but no more than `_DEAREST` allows."""
    most, factor = _DEAREST * 1000 * TIE, 8**times
    return Prices(min(factor * prices.toll, most), min(factor * prices.fee, most))


def _promises(problem: Problem, plans: Iterable[Plan]) -> list[_Promise]:
    """What plans promise, doing nothing among them."""
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
    ceiling: Ceiling | None = None,
) -> Prices:
    """The prices under which the best promise of all is about the lowest; free if nothing lacks.

    `plans` are some that promise much, within the limits or not; `stopped` is asked every slice.
    `ceiling` is what single tiles count, by default that of the problem.
    """
    limited = problem.max_moves is not None
    limit = problem.max_moves or 0
    promises = _promises(problem, plans)
    prices = best = prices_between(problem, plans)
    least: float | None = None
    for _ in range(_TRIALS):
        with closing(Desk(problem, engine, 1, prices, ceiling, trial=True)) as desk:
            if _work(desk, stopped):
                # Under these prices nothing promises anything.
                return prices
            if least is None or desk.bound < least:
                least, best = desk.bound, prices
            moves = int(desk.m[at.P_FOUND_MOVES])
            gain = int(desk.m[at.P_FOUND_PAY]) - moves
            score = int(desk.m[at.P_FOUND_SCORE]) + desk.base
            tried, step = desk.tried and moves >= 0, desk.step
        if stopped():
            return best
        if not tried:
            return _soonest(problem, engine, [best, *_usual(best, step)], stopped, ceiling)
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


def _work(desk: Desk, stopped: Callable[[], bool]) -> bool:
    """Let a search work until a trial is over, or for as long as it may; whether it has ended."""
    ended = desk.run(_WORK)
    while not (ended or desk.tried or desk.work >= _WORK or stopped()):
        ended = desk.run(_WORK)
    return ended


def _soonest(
    problem: Problem,
    engine: Engine,
    choice: Sequence[Prices],
    stopped: Callable[[], bool],
    ceiling: Ceiling | None,
) -> Prices:
    """The prices under which a search that takes long gets its bound down soonest.

    Where trials take too long, plans seem to cost less than they do, and nothing is learned of what
    is short. Then usual prices are tried beside the best so far.
    """
    lowest: int | None = None
    chosen = choice[0]
    for prices in choice:
        if stopped():
            break
        with closing(Desk(problem, engine, 1, prices, ceiling)) as desk:
            if _work(desk, stopped):
                return prices
            if lowest is None or desk.bound < lowest:
                lowest, chosen = desk.bound, prices
    return chosen


def _usual(best: Prices, step: int) -> list[Prices]:
    return [replace(best, fee=round(share * step)) for share in _USUAL]


def _lowest(
    promises: Sequence[_Promise], dearest_toll: float, dearest_fee: float
) -> tuple[float, float, float]:
    """The lowest that the best of these promises can be, and the toll and fee for it."""
    return min(
        (max(one.under(toll, fee) for one in promises), toll, fee)
        for toll, fee in _corners(promises, dearest_toll, dearest_fee)
        if 0 <= toll <= dearest_toll and 0 <= fee <= dearest_fee
    )


def _corners(
    promises: Sequence[_Promise], dearest_toll: float, dearest_fee: float
) -> Iterator[tuple[float, float]]:
    """All tolls and fees where three promises are equal, or two at the edge of what is allowed."""
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
