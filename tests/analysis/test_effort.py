"""How long somebody thinks about one problem: by what the solver does, and the page breathes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.families import FAMILIES
from benchmarks.worst import worst_instances
from ksm_widgets.analysis.effort import THOROUGH, Thought, as_quick_as_needed, thought_over
from ksm_widgets.solver import Problem, Status, solve


def test_where_nothing_is_compiled_one_thinks_no_longer_than_somebody_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KSM_SOLVER", "interpreted")
    hard = next(
        one.problem
        for one in worst_instances()
        if one.problem.shape.size == 6 and not one.problem.powers
    )
    pulses: list[int] = []
    answer = thought_over(hard, as_quick_as_needed(lambda: pulses.append(0)))
    assert 0 < len(pulses) <= 30
    assert answer.status is Status.FEASIBLE
    assert answer.plan is not None


@pytest.mark.parametrize(
    "kernel", ["compiled", pytest.param("interpreted", marks=pytest.mark.long)]
)
def test_nobody_does_nothing_for_want_of_effort(
    kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped or not, nobody's plan is worse than what one or two moves make possible."""
    monkeypatch.setenv("KSM_SOLVER", kernel)
    poor = FAMILIES["last dig"].instances()[57].problem
    hard = [one.problem for one in worst_instances() if not one.problem.wanted]
    thought = as_quick_as_needed()
    stopped = 0
    for problem in [poor, *hard[1 :: 3 if kernel == "compiled" else 12]]:
        answer = thought_over(problem, thought)
        easy = solve(replace(problem, max_moves=2, best=0, frontier=False)).plan
        assert answer.plan is not None
        assert easy is not None
        assert answer.plan.net >= easy.net
        stopped += answer.status is Status.FEASIBLE
    assert stopped


def test_little_effort_is_for_finding_something_better_than_nothing() -> None:
    """All digs take several moves here, which a bot in a hurry did not find."""
    board = (
        "M,?2,-,-,??z,?x/?z,?c,-,-,-,???y/???y,???z,?1,-,-,??y/"
        "???y,y,-,-,-,?x/??b,?12,-,-,??zS,???2/??d,?S3,???d,-,-,???2"
    )
    data = {"board": board, "shape": "###/###", "money": 42, "values": {"?": 2}}
    problem = Problem.from_dict(data)
    hasty = thought_over(problem, Thought(effort=30))
    assert hasty.plan is not None
    assert hasty.plan.net > 0


def test_where_it_is_compiled_all_think_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KSM_SOLVER", "compiled")
    assert as_quick_as_needed().slices is THOROUGH.slices is None
