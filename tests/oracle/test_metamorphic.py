"""The solver against itself: what must not change an answer, and what may only improve it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.rules.deck import Shape
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import QUARRIES, SIDE, Quarry, Variant
from ksm_widgets.rules.tiles import Power
from ksm_widgets.solver import solve
from ksm_widgets.solver.answer import Status
from ksm_widgets.solver.problem import Problem
from ksm_widgets.solver.problem_reading import Slot
from tests.oracle.problems import bounded_problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.solver.answer import Answer

pytestmark = pytest.mark.long

SEEDS = range(1000, 1020)


def unlimited(seed: int) -> Problem:
    """A problem as in a game, of at most five quarries, without a limit of moves."""
    while True:
        problem = bounded_problem(seed, 1)
        if problem.shape.size < 6 and problem.variant is Variant.STANDARD:
            return replace(problem, max_moves=None, best=0, frontier=False)
        seed += 1000


def score(answer: Answer) -> tuple[object, ...]:
    """What must stay the same when the mine is only looked at from another side."""
    if answer.plan is None:
        return answer.status, None, None
    return answer.status, answer.plan.net, len(answer.plan.turn.moves)


def seen(problem: Problem, cell: Callable[[int, int], tuple[int, int]]) -> Problem:
    """The problem with the quarry at row, column where `cell` says; the card goes along."""

    def at(quarry: Quarry) -> Quarry:
        row, column = cell(quarry.row, quarry.column)
        return QUARRIES[row % SIDE * SIDE + column % SIDE]

    stacks = list(problem.position.stacks)
    for quarry in QUARRIES:
        stacks[at(quarry).index] = problem.position.stack(quarry)
    return replace(
        problem,
        position=Position(tuple(stacks)),
        shape=Shape(tuple(cell(row, column) for row, column in problem.shape.cells)),
        wanted=tuple(sorted(Slot(at(slot.quarry), slot.level) for slot in problem.wanted)),
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_turning_and_reflecting_change_nothing(seed: int) -> None:
    problem = unlimited(seed)
    expected = score(solve(problem))
    turned = seen(problem, lambda row, column: (-1 - column, row))
    assert score(solve(turned)) == expected
    upside_down = seen(problem, lambda row, column: (-1 - row, -1 - column))
    assert score(solve(upside_down)) == expected
    reflected = seen(problem, lambda row, column: (row, -1 - column))
    assert score(solve(reflected)) == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_more_moves_money_and_powers_never_hurt(seed: int) -> None:
    problem = replace(unlimited(seed), wanted=())
    net = {}
    for powers in (problem.powers, *(problem.powers | {power} for power in Power)):
        answer = solve(replace(problem, powers=powers))
        assert answer.plan is not None
        net[powers] = answer.plan.net
    assert min(net.values()) == net[problem.powers]
    richer = solve(replace(problem, money=problem.money + 1))
    assert richer.plan is not None
    assert richer.plan.net >= net[problem.powers]
    before = None
    for most in range(4):
        answer = solve(replace(problem, max_moves=most))
        assert answer.plan is not None
        assert before is None or answer.plan.net >= before
        before = answer.plan.net
    assert before is not None
    assert before <= net[problem.powers]


@pytest.mark.parametrize("seed", SEEDS)
def test_with_more_means_wanted_tiles_are_no_dearer(seed: int) -> None:
    problem = replace(unlimited(seed), max_moves=4)
    answer = solve(replace(problem, wanted=problem.wanted or _near(problem)))
    for power in Power:
        helped = solve(
            replace(
                problem,
                wanted=problem.wanted or _near(problem),
                powers=problem.powers | {power},
                money=problem.money + 1,
            )
        )
        if answer.plan is not None:
            assert helped.plan is not None
            assert len(helped.plan.turn.moves) <= len(answer.plan.turn.moves)


@pytest.mark.parametrize("seed", SEEDS)
def test_frontier_and_best_agree_with_single_answers(seed: int) -> None:
    problem = replace(unlimited(seed), wanted=(), max_moves=5, best=4, frontier=True)
    answer = solve(problem)
    assert answer.status is Status.OPTIMAL
    assert answer.plan is not None
    for most, plan in enumerate(answer.frontier):
        limited = solve(replace(problem, max_moves=most, best=0, frontier=False))
        assert score(limited) == (Status.OPTIMAL, plan.net, len(plan.turn.moves))
    assert answer.frontier[-1].net == answer.plan.net == answer.best[0].net
    assert len(answer.frontier[-1].turn.moves) == len(answer.best[0].turn.moves)
    ranks = [(-plan.net, len(plan.turn.moves)) for plan in answer.best]
    assert ranks == sorted(ranks)


def _near(problem: Problem) -> tuple[Slot, ...]:
    """The topmost tile of the first quarry that has one."""
    quarry = next(quarry for quarry in QUARRIES if problem.position.height(quarry))
    return (Slot(quarry, problem.position.height(quarry)),)
