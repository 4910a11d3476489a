"""Both engines give the same answers, and so does a search that runs out of room."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.rules import Position, Power, Shape, Stage, Variant
from ksm_widgets.solver import Answer, Plan, Problem, SearchProgress, Slot, Status, solve, state
from ksm_widgets.solver import cache as kept
from ksm_widgets.solver.engine import (
    Engine,
    compiled_engine,
    engine,
    interpreted_engine,
    want_compiled,
)
from ksm_widgets.solver.kernel import layout as at
from tests.solver.asked import LONG, near

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.solver.kernel.layout import Ints


def handful() -> list[Problem]:
    powers = [
        frozenset[Power](),
        frozenset({Power.CARPET}),
        frozenset({Power.MIRROR, Power.AMULET}),
        frozenset({Power.SEAL}),
    ]
    return [
        Problem(
            Position.random(seed, list(Stage)[seed % 3]),
            Shape.parse(["##/.#", "#.#/.#.", "###", "##/##", "#"][seed % 5]),
            powers[seed % 4],
            money=[10, 2, 0][seed % 3],
            variant=list(Variant)[seed // 2 % 2],
            best=seed % 3,
            frontier=seed % 4 == 1,
        )
        for seed in range(12)
    ]


def test_both_engines_give_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    for problem in handful():
        answers = []
        for name in ("interpreted", "compiled"):
            monkeypatch.setenv("KSM_SOLVER", name)
            answers.append(solve(problem))
            assert answers[-1].statistics.compiled == (name == "compiled")
        ours, theirs = answers
        assert ours.status is theirs.status is Status.OPTIMAL
        assert (ours.plan, ours.bound) == (theirs.plan, theirs.bound)
        assert (ours.best, ours.frontier) == (theirs.best, theirs.frontier)
        assert ours.statistics.boards == theirs.statistics.boards


@pytest.mark.parametrize(("spent", "ready"), [(0.0, True), (9.0, False), (9.0, True)])
def test_which_engine_is_used(monkeypatch: pytest.MonkeyPatch, spent: float, ready: bool) -> None:
    start = import_module("ksm_widgets.solver.engine")._start
    monkeypatch.setattr(start, "spent", spent)
    monkeypatch.setattr(type(start), "soonest", lambda _: compiled_engine() if ready else None)
    monkeypatch.setenv("KSM_SOLVER", "interpreted")
    assert engine() is interpreted_engine()
    monkeypatch.setenv("KSM_SOLVER", "compiled")
    assert engine() is compiled_engine()
    monkeypatch.delenv("KSM_SOLVER")
    assert engine().compiled is (spent > 1 and ready)


def test_work_that_is_better_with_it_has_the_compiled_kernel_made_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = import_module("ksm_widgets.solver.engine")._start
    monkeypatch.setattr(start, "spent", 0.0)
    monkeypatch.setattr(type(start), "soonest", lambda _: compiled_engine())
    monkeypatch.delenv("KSM_SOLVER", raising=False)
    assert not engine().compiled
    want_compiled()
    assert engine().compiled


@pytest.mark.long
@pytest.mark.parametrize("wanted", [(), (Slot.parse("a3:1"),)])
def test_a_search_that_changes_over_keeps_what_it_found(
    monkeypatch: pytest.MonkeyPatch, wanted: tuple[Slot, ...]
) -> None:
    problem = replace(LONG, best=10, wanted=wanted)
    told: list[SearchProgress] = []
    other = replace(compiled_engine(), slice=100)

    def soonest() -> Engine:
        found = any(progress.net is not None for progress in told)
        return other if found else interpreted_engine()

    monkeypatch.setattr(import_module("ksm_widgets.solver.ceiling_search"), "engine", soonest)
    answer = solve(problem, progress=told.append)
    first = next(i for i, progress in enumerate(told) if progress.net is not None)
    later = told[first + 1 :]
    assert not told[first].statistics.compiled
    assert later
    assert all(progress.statistics.compiled for progress in later)
    assert None not in [progress.net for progress in later]
    monkeypatch.undo()
    assert answer == replace(solve(problem), statistics=answer.statistics)


def growing(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Notes how long each sequence was that had to grow."""
    grown: list[int] = []
    real = interpreted_engine()

    def longer(ints: Ints, more: int) -> Ints:
        grown.append(len(ints))
        return real.longer(ints, more)

    module = import_module("ksm_widgets.solver.ceiling_search")
    narrow = replace(real, longer=longer)
    monkeypatch.setattr(module, "engine", lambda: narrow)
    return grown


def facts(answer: Answer) -> tuple[Status, Plan | None, Decimal | None, tuple[Plan, ...]]:
    return answer.status, answer.plan, answer.bound, answer.best


def score(plan: Plan | None) -> tuple[Decimal, int] | None:
    return None if plan is None else (plan.net, len(plan.turn.moves))


def scores(plans: tuple[Plan, ...]) -> list[tuple[Decimal, int] | None]:
    return [score(plan) for plan in plans]


@pytest.mark.long
@pytest.mark.parametrize(
    ("constant", "least"),
    [pytest.param("_AIMS", 1, id="aims"), pytest.param("_DEPTH", 1, id="depths")],
)
def test_room_for_aims_and_depths_grows_as_needed(
    constant: str, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = near("z,-,-,-,-,5/5z,-,-,-,-,-", wanted=["a1:1", "f2:1"])
    problems = [replace(LONG, best=3), deep]
    monkeypatch.setenv("KSM_SOLVER", "interpreted")
    expected = [facts(solve(problem)) for problem in problems]
    grown = growing(monkeypatch)
    monkeypatch.setattr(state, constant, least)
    for problem, facts_expected in zip(problems, expected, strict=True):
        grown.clear()
        assert facts(solve(problem)) == facts_expected
        assert grown


@pytest.mark.long
def test_where_aims_have_no_room_what_is_said_is_still_true(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those given up keep their place in the bound; those left are searched to the end."""
    monkeypatch.setenv("KSM_SOLVER", "compiled")
    mine = Position.random(2, Stage.LATE)
    values = {"parchment": 10}
    problem = Problem.of(mine, "##/##/#.", powers="mirror", money=1, values=values, best=30)
    truth = solve(problem)
    assert truth.status is Status.OPTIMAL
    rooms = []
    make_room = state.SearchState._make_room

    def noted(self: state.SearchState) -> None:
        rooms.append(len(self.heap) // 2)
        make_room(self)

    monkeypatch.setattr(state.SearchState, "_make_room", noted)
    monkeypatch.setattr(state, "_AIMS", 1)
    monkeypatch.setattr(state, "_MOST_AIMS", 1000)
    answer = solve(problem)
    assert answer.status is Status.FEASIBLE
    assert rooms
    assert max(rooms) < 2000
    assert answer.bound is not None
    assert truth.bound is not None
    assert answer.bound >= truth.bound
    assert all(one.net <= other.net for one, other in zip(answer.best, truth.best, strict=False))


@pytest.mark.parametrize("make", [interpreted_engine, compiled_engine])
def test_aims_given_up_together_are_found_one_after_the_other(make: Callable[[], Engine]) -> None:
    used = make()
    aims = used.zeros(5 * at.AIM)
    free = used.linked(aims, used.ints([3 * at.AIM, 0, 2 * at.AIM]), 4 * at.AIM)
    aims[4 * at.AIM + at.AIM_NEXT] = -1
    found = []
    while free >= 0:
        found.append(free // at.AIM)
        free = aims[free + at.AIM_NEXT]
    assert sorted(found) == [0, 2, 3, 4]


@pytest.mark.long
def test_a_small_table_of_boards_forgets_but_does_not_err(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KSM_SOLVER", "interpreted")
    problems = [LONG, *handful()]
    expected = [facts(solve(problem)) for problem in problems]
    monkeypatch.setattr(kept, "_BOARDS", 8)
    monkeypatch.setattr(kept, "_IDLE", {})
    for problem, (status, plan, bound, _) in zip(problems, expected, strict=True):
        answer = solve(problem)
        assert (answer.status, answer.bound) == (status, bound)
        assert score(answer.plan) == score(plan)
