"""A whole hand: what each card would get now, with each choice of the magic objects held."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from ksm_widgets.rules.powers import Power
from ksm_widgets.solver.answer import Answer, Plan, Standing, plan_of
from ksm_widgets.solver.proving import Watch, search, unsearched

if TYPE_CHECKING:
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.shapes import Shape
    from ksm_widgets.solver.problem import Problem, Values

__all__ = ["HandPlan", "solve_hand"]

_Key = tuple[object, bool, bool]


@dataclass(frozen=True, slots=True)
class HandPlan:
    """One way to play a card now: the powers spent, the answer, and their worth if kept.

    >>> import ksm_widgets as ksm
    >>> problem = ksm.Problem.of(ksm.Position.near("5,4,3z"), 1)
    >>> best = ksm.solve_hand(problem, [ksm.card(1), ksm.card(15)], [ksm.Power.CARPET])[0]
    >>> best.card.number, best.powers, best.gain
    (1, frozenset(), Decimal('11'))
    """

    card: Card
    powers: frozenset[Power]
    answer: Answer
    kept: Decimal

    @property
    def gain(self) -> Decimal:
        """What the option nets after the worth of the objects it spends, in coins."""
        return (Decimal(0) if self.answer.plan is None else self.answer.plan.net) - self.kept


def solve_hand(
    problem: Problem,
    cards: Iterable[Card],
    held: Iterable[Power],
    *,
    time_limit: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[Standing], None] | None = None,
) -> tuple[HandPlan, ...]:
    """Solve every card with every set of the held objects, best gain first.

    Position, money, values, limit and variant are the problem's; its own shape and powers do not
    matter. A spent object counts as what the values say it is worth. Ties: fewer objects, then
    the lower card. What cards and sets have in common is searched once, and what fewer powers
    reach is what more must beat. Stopped early, the options not begun yet get what is known without
    a search: the best with fewer powers, or doing nothing.

    >>> import ksm_widgets as ksm
    >>> problem = ksm.Problem.of(ksm.Position.near("5,4,3z"), 1, money=3)
    >>> hand = ksm.solve_hand(problem, [ksm.card(1), ksm.card(15)], [ksm.Power.MIRROR])
    >>> [(plan.card.number, len(plan.powers), str(plan.gain)) for plan in hand]
    [(1, 0, '11'), (1, 1, '9'), (15, 0, '0'), (15, 1, '-2')]
    """
    base = replace(problem, best=0, frontier=False, wanted=())
    watch = Watch(time_limit, cancelled, progress)
    objects = sorted(set(held), key=lambda power: power.value)
    sets = [
        frozenset(chosen)
        for count in range(len(objects) + 1)
        for chosen in combinations(objects, count)
    ]
    shared: dict[_Key, Answer] = {}
    options = []
    for card in cards:
        plans: dict[frozenset[Power], Plan] = {}
        for powers in sets:
            here = replace(base, shape=card.shape, powers=powers)
            key = _key(card.shape, powers)
            answer = shared.get(key)
            if answer is None:
                less = [plan for spent, plan in plans.items() if spent < powers]
                best = max(less, key=lambda plan: (plan.net, -len(plan.turn.moves)), default=None)
                if watch.ended():
                    answer = unsearched(here, best)
                else:
                    answer = search(here, watch, [] if best is None else [best])
                    shared[key] = answer
            answer = _as_played(here, answer)
            if answer.plan is not None:
                plans[powers] = answer.plan
            options.append(HandPlan(card, powers, answer, _kept(powers, base.values)))
    return tuple(sorted(options, key=lambda one: (-one.gain, len(one.powers), one.card.number)))


def _key(shape: Shape, powers: frozenset[Power]) -> _Key:
    """What a problem on one position depends on: two with the same key have the same answer."""
    carpet, amulet = Power.CARPET in powers, Power.AMULET in powers
    seal = Power.SEAL in powers
    where: object = shape
    if seal and shape.connected:
        where = shape.size
    elif Power.MIRROR in powers:
        where = frozenset(shape.turned(quarters) for quarters in range(4))
    return (where, seal), carpet, amulet


def _as_played(problem: Problem, answer: Answer) -> Answer:
    """An answer found for another card or fewer powers, as the answer to this problem."""
    answer = replace(answer, problem=problem)
    if answer.plan is None:
        return answer
    turn = replace(answer.plan.turn, powers=problem.powers)
    if turn.dig is None or turn == answer.plan.turn:
        return answer
    return replace(answer, plan=plan_of(problem, turn))


def _kept(powers: frozenset[Power], values: Values) -> Decimal:
    """What the objects would be worth if they were kept."""
    return Decimal(sum(values.of(power.tile) or 0 for power in powers)) / 1000
