"""Searches that are stopped or watched: what is said is true, and gets better."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import count
from typing import Any

import pytest

from ksm_widgets.rules import play
from ksm_widgets.solver import Answer, Problem, SearchProgress, Slot, Status, solve, state
from tests.solver.asked import KEYS, LONG, STAIRS, near, told


@pytest.mark.usefixtures("interpreted")
def test_no_time_gives_the_best_dig_as_the_mine_lies_and_a_bound() -> None:
    answer = told(LONG, time_limit=0)
    assert answer["status"] == "feasible"
    assert answer.keys() == KEYS
    assert answer["moves"] == []
    lies = solve(replace(LONG, max_moves=0))
    assert lies.status is Status.OPTIMAL
    assert lies.plan is not None
    assert answer["net"] == lies.plan.net
    assert answer["bound"] > answer["net"]


@pytest.mark.long
@pytest.mark.usefixtures("interpreted")
def test_no_time_and_a_limit_on_the_moves() -> None:
    for most in (0, 1, 2):
        answer = solve(replace(LONG, max_moves=most), time_limit=0)
        best = solve(replace(LONG, max_moves=most))
        assert best.plan is not None
        assert answer.plan is not None
        assert answer.bound is not None
        assert answer.plan.net <= best.plan.net <= answer.bound
        assert len(answer.plan.turn.moves) <= most


@pytest.mark.usefixtures("interpreted")
def test_stopping_early_with_wanted_tiles() -> None:
    """Unknown before a dig is found, feasible after; the bound is for the moves."""
    low = replace(LONG, wanted=(Slot.parse("a2:1"),))
    answer = told(low, time_limit=0)
    assert answer["status"] == "unknown"
    assert answer.keys() == KEYS
    assert {answer[key] for key in ("net", "moves", "dig", "taken")} == {None}
    proven = solve(low)
    assert proven.status is Status.OPTIMAL
    assert proven.plan is not None
    assert 0 < answer["bound"] <= len(proven.plan.turn.moves) == proven.bound
    many = replace(LONG, wanted=(Slot.parse("a3:1"),), best=100)
    stopped = solve(many, cancelled=partial([*[False] * 5, True].pop, 0))
    assert stopped.status is Status.FEASIBLE
    assert stopped.plan is not None
    assert stopped.bound is not None
    assert 0 <= stopped.bound <= len(stopped.plan.turn.moves)
    assert 0 < len(stopped.best) < 100


@pytest.mark.usefixtures("interpreted")
def test_the_frontier_and_the_best_so_far_come_with_an_answer_stopped_early() -> None:
    answer = solve(replace(LONG, best=3, frontier=True), time_limit=0)
    assert answer.status is Status.FEASIBLE
    assert len(answer.best) <= 3
    for plan in (*answer.best, *answer.frontier):
        played = play(LONG.position, plan.turn, LONG.shape, money=LONG.money)
        assert played.taken == plan.taken


@pytest.mark.usefixtures("interpreted")
def test_the_frontier_ends_with_the_first_plan_as_good_as_any() -> None:
    answer = solve(STAIRS)
    assert answer.status is Status.OPTIMAL
    assert answer.plan is not None
    *before, last = [plan.net for plan in answer.frontier]
    assert last == answer.plan.net
    assert max(before) < last
    assert len(before) == len(answer.plan.turn.moves)


def test_the_frontier_takes_one_search_for_each_of_its_corners(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The two treasures are four quarries apart; with fewer than three moves nothing is won."""
    limits: list[int | None] = []
    searching = import_module("ksm_widgets.solver.search")
    search = searching.search

    def noted(problem: Problem, *given: Any) -> Answer:
        limits.append(problem.max_moves)
        answer: Answer = search(problem, *given)
        return answer

    monkeypatch.setattr(searching, "search", noted)
    answer = solve(near("5,-,-,-,3,-", frontier=True))
    assert [plan.net for plan in answer.frontier] == [0, 0, 0, 5]
    assert [len(plan.turn.moves) for plan in answer.frontier] == [0, 0, 0, 3]
    assert limits == [None, 0, 2]
    limits.clear()
    assert [plan.net for plan in solve(near("5,-,3,-,-,-", frontier=True)).frontier] == [0, 7]
    assert limits == [None, 0]


@pytest.mark.long
@pytest.mark.usefixtures("interpreted")
def test_a_frontier_stopped_early_holds_the_best_that_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The answer is not called proven, no search follows, and what stands in it can be had.

    After the digs without a move it is sought from above: these and the best are sure.
    """
    told: list[SearchProgress] = []
    alone = solve(replace(STAIRS, frontier=False), progress=told.append)
    first = len(told)
    whole = solve(STAIRS, progress=told.append)
    begun: list[Problem] = []

    class Noted(state.SearchState):
        def __init__(self, problem: Problem, *rest: Any) -> None:
            begun.append(problem)
            assert len(begun) < 50, "the frontier never ends"
            super().__init__(problem, *rest)

    monkeypatch.setattr(import_module("ksm_widgets.solver.ceiling_search"), "SearchState", Noted)
    truth = [plan.net for plan in whole.frontier]
    known = set()
    for patience in range(first, len(told) - first - 1):
        begun.clear()
        answer = solve(STAIRS, cancelled=partial(_late, count(), patience))
        assert answer.plan == alone.plan
        assert answer.status is Status.FEASIBLE
        nets = [plan.net for plan in answer.frontier]
        assert len(nets) == len(truth)
        assert (nets[0], nets[-1]) == (truth[0], truth[-1])
        assert all(net <= most for net, most in zip(nets, truth, strict=True))
        assert all(len(plan.turn.moves) <= moves for moves, plan in enumerate(answer.frontier))
        known.add(tuple(nets))
    assert known - {tuple(truth)}, "some are stopped before all is known"


def _late(asked: count[int], patience: int) -> bool:
    return next(asked) >= patience


@pytest.mark.long
@pytest.mark.usefixtures("interpreted")
def test_a_search_can_be_cancelled_at_any_time() -> None:
    asked = count()
    best = solve(LONG, cancelled=lambda: next(asked) < 0)
    assert best.plan is not None
    # The last time it was asked, the search had ended.
    often = next(asked) - 1
    assert often > 4
    for patience in (0, 1, often // 2, often - 1):
        answers = [False] * patience + [True]
        answer = solve(LONG, cancelled=partial(answers.pop, 0))
        assert answer.status is Status.FEASIBLE
        assert answer.plan is not None
        assert answer.bound is not None
        assert answer.plan.net <= best.plan.net <= answer.bound
        assert not answers
    assert solve(LONG, cancelled=lambda: False).plan == best.plan


@pytest.mark.usefixtures("interpreted")
def test_progress_only_ever_gets_better() -> None:
    seen: list[SearchProgress] = []
    answer = solve(LONG, progress=seen.append)
    assert answer.status is Status.OPTIMAL
    assert answer.plan is not None
    assert len(seen) > 10
    bounds = [progress.bound for progress in seen]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] >= answer.plan.net
    nets = [progress.net for progress in seen if progress.net is not None]
    assert nets == sorted(nets)
    for what in ("aims", "boards", "seconds"):
        counts = [getattr(progress.statistics, what) for progress in seen]
        assert counts == sorted(counts)
    assert answer.statistics.boards >= seen[-1].statistics.boards > 0
    assert not answer.statistics.compiled


@pytest.mark.long
@pytest.mark.usefixtures("interpreted")
def test_a_caller_who_gives_up_leaves_the_solver_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table of boards is handed back, and the next answer is what it would have been."""

    class GaveUp(Exception):
        pass

    def give_up() -> bool:
        raise GaveUp

    expected = solve(LONG)
    with pytest.raises(GaveUp):
        solve(LONG, cancelled=give_up)
    again = solve(LONG)
    assert (again.plan, again.statistics.boards) == (expected.plan, expected.statistics.boards)
