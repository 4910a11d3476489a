"""The choice of objects and a card by brute force: each choice a problem of its own."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from ksm_widgets.rules import Power, cards
from ksm_widgets.solver import Status
from tests.oracle.brute import force
from tests.oracle.problems import SAMPLE_BUDGET, bounded_problem, held_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.solver import Answer, Problem

__all__ = ["asked", "choosing_faults"]

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


def choosing_faults(problem: Problem, answer: Answer) -> list[str]:
    """Where the answer to a problem that leaves a choice is not the best of all choices."""
    best = expected(problem)
    if best is None:
        infeasible = answer.status is Status.INFEASIBLE
        return [] if infeasible else [f"infeasible, but the answer is {answer.status.value}"]
    if answer.status is not Status.OPTIMAL or answer.plan is None:
        net, bound = answer.net, answer.bound
        if problem.wanted or net is None or bound is None:
            return []
        true = net <= -Decimal(str(best[0])) <= bound
        return [] if true else [f"best is {best}, the answer {net}, its bound {bound}"]
    plan = answer.plan
    ranked: Choice = (-plan.net, len(plan.turn.powers), len(plan.moves), plan.card or 0)
    if plan.dig is None:
        ranked = ranked[:3]
    found = (len(plan.moves), *ranked) if problem.wanted else ranked
    return [] if found == best else [f"best is {best}, the answer {found}"]
