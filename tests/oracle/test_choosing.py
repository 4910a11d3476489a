"""The choice of objects and a card: what brute force finds for each choice, and the best of all."""

from __future__ import annotations

import json

import pytest

from ksm_widgets.solver import Status, solve
from tests.oracle.choosing import asked, choosing_faults
from tests.sweeps import swept

QUICK = 6


@pytest.mark.long
@pytest.mark.parametrize("held", [False, True], ids=["values", "holding"])
@pytest.mark.parametrize(
    "seed",
    [
        *range(QUICK),
        *(pytest.param(seed, marks=pytest.mark.slow) for seed in swept(16, 40)[QUICK:]),
    ],
)
def test_no_choice_is_better(seed: int, *, held: bool) -> None:
    problem = asked(seed, held=held)
    answer, told = solve(problem), json.dumps(problem.to_dict())
    assert answer.status in (Status.OPTIMAL, Status.INFEASIBLE), told
    assert not choosing_faults(problem, answer), told
