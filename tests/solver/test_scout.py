"""Good plans at once: what a search answers that is stopped soon, and says as it goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ksm_widgets.rules import Position, Shape, Stage
from ksm_widgets.solver import Answer, Problem, SearchProgress, Status, solve
from ksm_widgets.solver.engine import compiled_engine, interpreted_engine
from ksm_widgets.solver.scout import Scout
from ksm_widgets.solver.state import FREE

SETS = {"parchment": 10}


def asked(seed: int, stage: Stage, shape: str, **options: Any) -> Problem:
    """A problem in a random mine; to prove its answer takes much longer than to find a good one."""
    return Problem.of(Position.random(seed, stage), Shape.parse(shape), **options)


LONG = [
    asked(3, Stage.LATE, "##/##/.#"),
    asked(0, Stage.MIDDLE, "#.#/###", values=SETS),
    asked(1, Stage.MIDDLE, "###/#.#", values=SETS),
]


def stopped(problem: Problem, steps: int) -> tuple[Answer, list[SearchProgress]]:
    """The answer after so many aims and boards, and what was said on the way."""
    told: list[SearchProgress] = []

    def spent() -> bool:
        return bool(told) and told[-1].statistics.aims + told[-1].statistics.boards >= steps

    return solve(problem, progress=told.append, cancelled=spent), told


@pytest.mark.long
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("problem", LONG)
def test_stopped_soon_it_is_as_good_as_any_plan_of_one_move(problem: Problem) -> None:
    answer, told = stopped(problem, 3000)
    assert answer.status is Status.FEASIBLE
    assert answer.plan is not None
    within = solve(replace(problem, max_moves=1)).plan
    assert within is not None
    assert answer.plan.net >= within.net > 0
    nets = [one.net or 0 for one in told]
    bounds = [one.bound for one in told]
    assert nets == sorted(nets)
    assert bounds == sorted(bounds, reverse=True)
    assert nets[-1] <= answer.plan.net <= bounds[-1]


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"money": 1}, {"max_moves": 2}, {"variant": "beginner"}])
def test_no_plan_of_a_scout_is_better_than_the_best_or_beyond_a_limit(
    options: dict[str, Any],
) -> None:
    for seed in range(5):
        problem = asked(seed, Stage.LATE, "##/.#", values=SETS, **options)
        scout = Scout(problem, lambda: False)
        for _ in range(8):
            scout.search(interpreted_engine(), 500, FREE)
        scout.close()
        best = solve(problem).plan
        assert best is not None
        if scout.best is not None:
            assert 0 < scout.best.net <= best.net
            assert scout.best.played.account.left >= 0
            assert len(scout.best.moves) <= (problem.max_moves or 99)
        else:
            assert best.dig is None


@pytest.mark.long
@pytest.mark.parametrize("problem", LONG)
def test_a_scout_goes_as_far_in_either_engine(problem: Problem) -> None:
    engines = (interpreted_engine(), compiled_engine())
    scouts = [Scout(problem, lambda: False) for _ in engines]
    for work in (250, 500, 1000, 2000):
        for scout, engine in zip(scouts, engines, strict=True):
            scout.search(engine, work, FREE)
        assert scouts[0].best == scouts[1].best
    assert scouts[0].best is not None
    for scout in scouts:
        scout.close()
