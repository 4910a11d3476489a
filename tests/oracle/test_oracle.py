"""A sample of what `make oracle` compares: the solver against brute force."""

from __future__ import annotations

import json
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.solver import Status, solve
from tests.oracle.brute import force
from tests.oracle.comparison import differences, early_faults
from tests.oracle.problems import (
    FULL_BUDGET,
    SAMPLE_BUDGET,
    bounded_problem,
    held_problem,
    poor_problem,
    wished_problem,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

BOUNDED = 128
QUICK = 64
HELD = 32
POOR = 96
WISHED = 32
AT_A_TIME = 16
FEW_SLICES = 50
SLICES = 1500
"""So many slices of work are plenty for each problem, compiled or not."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "first",
    [
        first if first < QUICK else pytest.param(first, marks=pytest.mark.slow)
        for first in range(0, BOUNDED, AT_A_TIME)
    ],
)
def test_bounded_problems(first: int) -> None:
    for seed in range(first, first + AT_A_TIME):
        problem = bounded_problem(seed, SAMPLE_BUDGET)
        assert not differences(problem, solve(problem), force(problem)), json.dumps(
            problem.to_dict()
        )


@pytest.mark.long
@pytest.mark.parametrize(
    "seed",
    [
        3817,  # a plan was lost among more tiles than a quarry's list of choices holds
        4512,  # one was given up though a move to spare would have made room
        2900,  # fewer digs can be had than are asked for, so all plans must be looked at
        4711,
    ],
)
def test_problems_that_were_answered_wrongly_or_late(seed: int) -> None:
    problem = bounded_problem(seed, FULL_BUDGET)
    asked = count()
    answer = solve(problem, cancelled=lambda: next(asked) > SLICES)
    assert not differences(problem, answer, force(problem))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, HELD, AT_A_TIME))
def test_problems_with_a_holding(first: int) -> None:
    """Some are not proven soon; what is said of them is true all the same."""
    proven = 0
    for seed in range(first, first + AT_A_TIME):
        problem = held_problem(seed, SAMPLE_BUDGET // 10)
        answer = solve(problem, cancelled=partial(_is_past, count(), FEW_SLICES))
        assert not early_faults(problem, answer, force(problem)), json.dumps(problem.to_dict())
        proven += answer.status in (Status.OPTIMAL, Status.INFEASIBLE)
    assert proven >= AT_A_TIME // 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", [133, 287])
def test_a_level_that_needs_curses_and_symbols_at_once(seed: int) -> None:
    """With a symbol fixed, the price of points took its worth off as well."""
    problem = held_problem(seed, 3 * 10**6)
    asked = count()
    answer = solve(problem, cancelled=lambda: next(asked) > SLICES)
    assert not differences(problem, answer, force(problem))


def _is_past(asked: Iterator[int], slices: int) -> bool:
    """Whether it has been asked that often."""
    return next(asked) > slices


def test_a_corner_of_the_frontier_is_not_taken_for_the_best_too_early() -> None:
    """A search under a toll was given a plan that was best without it."""
    problem = held_problem(99, SAMPLE_BUDGET // 10)
    assert not differences(problem, solve(problem), force(problem))


@pytest.mark.parametrize("first", range(0, POOR, AT_A_TIME))
def test_poor_problems_without_a_limit(first: int) -> None:
    for seed in range(first, first + AT_A_TIME):
        problem = poor_problem(seed, SAMPLE_BUDGET)
        assert not differences(problem, solve(problem), force(problem)), json.dumps(
            problem.to_dict()
        )


@pytest.mark.parametrize("first", range(0, WISHED, AT_A_TIME))
def test_wanted_tiles_out_of_reach(first: int) -> None:
    out_of_reach = 0
    for seed in range(first, first + AT_A_TIME):
        problem = wished_problem(seed, SAMPLE_BUDGET // 10)
        answer = solve(problem)
        assert not differences(problem, answer, force(problem)), json.dumps(problem.to_dict())
        out_of_reach += answer.status is Status.INFEASIBLE
    assert out_of_reach


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 64, AT_A_TIME))
@pytest.mark.parametrize("limit", [0.0, 0.002])
def test_an_answer_stopped_early_is_still_true(first: int, limit: float) -> None:
    """Its plan is legal, and the bound holds, however far the search came."""
    for seed in range(first, first + AT_A_TIME):
        problem = bounded_problem(seed, SAMPLE_BUDGET // 10)
        answer = solve(problem, time_limit=limit)
        assert not early_faults(problem, answer, force(problem)), json.dumps(problem.to_dict())
