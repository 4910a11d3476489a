"""The choice of objects and a card: what brute force finds for each choice, and the best of all."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.rules import Power, cards
from ksm_widgets.solver import Problem, Status, solve
from tests.oracle.brute import force
from tests.oracle.problems import SAMPLE_BUDGET, bounded_problem, held_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

QUICK, ALL = 6, 40

Choice = tuple[object, ...]


def asked(seed: int, *, held: bool) -> Problem:
    """A problem that leaves objects to choose, and every other time a card."""
    problem = (held_problem if held else bounded_problem)(seed, SAMPLE_BUDGET)
    objects = [power for power in Power if power not in problem.powers]
    if problem.stakes is not None:
        objects = [power for power in objects if power.tile in problem.stakes.holding]
    may = frozenset(objects[seed % 2 : seed % 2 + 2])
    deck = cards()
    hand = (deck[seed % 32], deck[(7 * seed + 5) % 32]) if seed % 2 else ()
    hand = hand if len(set(hand)) == len(hand) else ()
    # Other cards have more placements than the budget is for.
    most = 1 if hand else 2
    if problem.max_moves is not None:
        most = min(most, problem.max_moves)
    return replace(problem, may_spend=may, hand=hand, frontier=False, max_moves=most)


def choices(problem: Problem) -> Iterator[tuple[Problem, Decimal, int]]:
    """Each choice as a problem of its own, with what it costs and the card's number."""
    objects = sorted(problem.may_spend, key=lambda power: power.value)
    hand = [(card.shape, card.number) for card in problem.hand] or [(problem.shape, 0)]
    for shape, number in hand:
        for size in range(len(objects) + 1):
            for spent in combinations(objects, size):
                cost = Decimal(0)
                if problem.stakes is None:
                    worths = [problem.values.of(power.tile) or 0 for power in spent]
                    cost = Decimal(sum(worths)) / 1000
                powers = problem.powers.union(spent)
                alone = replace(problem, shape=shape, powers=powers, may_spend=frozenset(), hand=())
                yield alone, cost, number


def expected(problem: Problem) -> Choice | None:
    """Net, objects, moves and card of the best choice, by brute force; None if there is none."""
    found: list[Choice] = []
    if not problem.wanted and problem.money >= 0:
        found.append((Decimal(0), 0, 0))
    for alone, cost, number in choices(problem):
        best = next(iter(force(replace(alone, best=0)).digs(1)), None)
        if best is None or not (problem.wanted or best.net > 0):
            continue
        ranked = (cost - best.net, len(alone.powers), best.moves, number)
        found.append((best.moves, *ranked) if problem.wanted else ranked)
    return min(found, default=None)


@pytest.mark.long
@pytest.mark.parametrize("held", [False, True], ids=["values", "holding"])
@pytest.mark.parametrize(
    "seed",
    [seed if seed < QUICK else pytest.param(seed, marks=pytest.mark.slow) for seed in range(ALL)],
)
def test_no_choice_is_better(seed: int, *, held: bool) -> None:
    problem = asked(seed, held=held)
    answer = solve(problem)
    best = expected(problem)
    told = json.dumps(problem.to_dict())
    if best is None:
        assert answer.status is Status.INFEASIBLE, told
        return
    assert answer.status is Status.OPTIMAL, told
    plan = answer.plan
    assert plan is not None
    ranked: Choice = (-plan.net, len(plan.turn.powers), len(plan.moves), plan.card or 0)
    if plan.dig is None:
        ranked = ranked[:3]
    assert ((len(plan.moves), *ranked) if problem.wanted else ranked) == best, told
