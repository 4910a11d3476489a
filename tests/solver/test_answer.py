"""Answers: their kinds, their JSON, stopping early, both engines, and room that runs out."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from functools import partial
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.rules import Position, Power, Shape, Stage, Variant, play
from ksm_widgets.solver import (
    Answer,
    Plan,
    Problem,
    Slot,
    Standing,
    Status,
    desk,
    kept,
    solve,
)
from ksm_widgets.solver.engine import Engine, compiled_engine, engine, interpreted_engine
from ksm_widgets.solver.kernel import layout as at

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.solver.kernel.memory import Ints

PLAN_KEYS = {"net", "moves", "dig", "taken", "expected", "move_cost", "curse_cost"}
KEYS = PLAN_KEYS | {"status", "bound", "shape", "seconds"}
LONG = Problem(Position.random(15, Stage.LATE), Shape.parse("##/##/.#"))
"""So many boards are visited for it that the interpreted solver takes about twenty slices."""

STAIRS = Problem(Position.random(4, Stage.LATE), Shape.parse("##/.#"), frontier=True)
"""Each of three moves makes more possible; most of the slices go into telling how much."""


def near(rows: str, **keys: Any) -> Problem:
    """A problem in a mine that is empty but for its nearest rows."""
    return Problem.from_dict({"board": Position.near(rows).text, "shape": "##", **keys})


def told(problem: Problem, **options: Any) -> dict[str, Any]:
    """The answer as it looks after a trip through JSON."""
    answer = solve(problem, **options)
    told: dict[str, Any] = json.loads(json.dumps(answer.to_dict()))
    return told


def test_the_keys_of_an_optimal_answer() -> None:
    answer = told(near("5,-,3,-,-,-"))
    assert answer.keys() == KEYS
    assert isinstance(answer.pop("seconds"), float)
    assert answer == {
        "status": "optimal",
        "net": 7,
        "bound": 7,
        "moves": answer["moves"],
        "dig": answer["dig"],
        "taken": answer["taken"],
        "expected": False,
        "move_cost": 1,
        "curse_cost": 0,
        "shape": "##",
    }
    assert (answer["moves"], answer["dig"], answer["taken"]) in [
        (["c1-b1"], ["a1", "b1"], ["5", "3"]),
        (["a1-b1"], ["b1", "c1"], ["5", "3"]),
    ]


def test_quarries_are_told_sorted_as_text_and_tiles_in_their_order() -> None:
    answer = told(near("y,-,-,-,-,-/5,-,-,-,-,-", shape="#/#"))
    assert answer["dig"] == ["a1", "a2"]
    assert answer["taken"] == ["5", "y"]
    answer = told(near("4,5,-,-,-,-/5,a,-,-,-,-", shape="##/##"))
    assert (answer["dig"], answer["taken"]) == (["a1", "a2", "b1", "b2"], ["5", "4", "a", "5"])
    assert answer["net"] == 16.5


def test_curses_cost_their_value_unless_the_amulet_is_spent() -> None:
    answer = told(near("5,z,-,-,-,-"))
    assert (answer["net"], answer["curse_cost"]) == (3.5, 3)
    answer = told(near("5,z,-,-,-,-", powers=["amulet"]))
    assert (answer["net"], answer["curse_cost"]) == (6.5, 0)


def test_nothing_to_gain_is_an_answer() -> None:
    answer = told(near("y,z,-,-,-,-"))
    assert answer.pop("seconds") >= 0
    assert answer == {
        "status": "optimal",
        "net": 0,
        "bound": 0,
        "moves": [],
        "dig": None,
        "taken": [],
        "expected": False,
        "move_cost": 0,
        "curse_cost": 0,
        "shape": "##",
    }


def test_best_and_frontier_are_told_only_if_asked_for() -> None:
    problem = near("5,-,-,3,-,-/2,2,-,-,-,-", best=2, frontier=True)
    answer = told(problem)
    assert answer.keys() == KEYS | {"best", "frontier"}
    for plan in answer["best"] + answer["frontier"]:
        assert plan.keys() == PLAN_KEYS
    assert len(answer["best"]) == 2
    assert answer["best"][0] == {key: answer[key] for key in PLAN_KEYS}
    assert answer["best"][0]["dig"] != answer["best"][1]["dig"]
    assert answer["best"][0]["net"] >= answer["best"][1]["net"]
    assert [plan["move_cost"] for plan in answer["frontier"]] == list(
        range(len(answer["frontier"]))
    )
    nets = [plan["net"] for plan in answer["frontier"]]
    assert nets == sorted(nets)
    assert nets[-1] == answer["net"]


def test_there_are_no_more_best_digs_than_digs_that_net_anything() -> None:
    answer = solve(near("5,4,-,-,-,-", best=1000, max_moves=0))
    assert [plan.net for plan in answer.best] == [9]


def test_wanted_tiles_cost_what_they_cost_with_the_fewest_moves() -> None:
    """The mummy is wanted, so it is dug, at a loss; what lies on it is moved away."""
    answer = told(near("z5,1,-,-,-,-", wanted=["a1:1"]))
    assert (answer["status"], answer["net"], answer["bound"]) == ("optimal", -1.5, 1)
    assert (answer["dig"], answer["taken"]) == (["a1", "b1"], ["z", "1"])
    assert answer["move_cost"] == len(answer["moves"]) == answer["bound"]


@pytest.mark.parametrize(
    ("rows", "keys"),
    [
        pytest.param("5,-,-,5,-,-", {"wanted": ["a1:1", "d1:1"], "max_moves": 1}, id="moves"),
        pytest.param("z,-,-,-,-,y", {"wanted": ["a1:1"], "money": 8}, id="money"),
        pytest.param("5,5,5,-,-,-", {"wanted": ["a1:1", "b1:1", "c1:1"]}, id="too many"),
        pytest.param("5,?,-,-,-,-", {"wanted": ["b1:1"]}, id="unseen"),
        pytest.param("5,-,-,-,-,-", {"wanted": ["a1:1"]}, id="too few tiles"),
        pytest.param("5,??3,-,-,-,-", {"wanted": ["a1:1"], "max_moves": 1}, id="too low"),
    ],
)
def test_infeasible(rows: str, keys: dict[str, Any]) -> None:
    problem = near(rows, **keys)
    answer = told(problem)
    assert answer["status"] == "infeasible"
    assert answer.keys() == KEYS
    empty = {key: answer[key] for key in ("net", "moves", "dig", "taken", "bound")}
    assert set(empty.values()) == {None}
    assert solve(problem, time_limit=0).status in (Status.INFEASIBLE, Status.UNKNOWN)


def test_money_that_just_suffices_makes_it_feasible() -> None:
    """Four moves, and curses of 3 and 2: nine coins."""
    answer = told(near("z,-,-,-,-,y", wanted=["a1:1"], money=9))
    assert (answer["status"], answer["move_cost"], answer["curse_cost"]) == ("optimal", 4, 5)


def test_unseen_tiles_are_moved_but_dug_only_if_they_have_a_worth() -> None:
    mine = "5?,4?,-,-,-,-"
    answer = told(near(mine))
    assert (answer["net"], answer["taken"], answer["expected"]) == (7, ["5", "4"], False)
    answer = told(near(mine, values={"?": 6.25}))
    assert (answer["net"], answer["taken"], answer["expected"]) == (12.5, ["?", "?"], True)
    assert answer["moves"] == []
    answer = told(near("5,?,-,-,-,-", values={"?": -3}))
    assert (answer["net"], answer["expected"]) == (2, True)
    answer = told(near("5,?,-,-,-,-", values={"?": -6}))
    assert (answer["net"], answer["dig"], answer["expected"]) == (0, None, False)


def test_an_unseen_tile_neither_pays_nor_costs() -> None:
    """However much it is worth, it buys no move; however little, nothing is paid for it."""
    mine = "?,-,?,-,-,-"
    assert told(near(mine, values={"?": 9}, money=0))["dig"] is None
    answer = told(near(mine, values={"?": 9}, money=1))
    assert (answer["net"], answer["move_cost"], answer["curse_cost"]) == (17, 1, 0)
    wanted = told(near("?,?,-,-,-,-", values={"?": -5}, money=0, wanted=["a1:1"]))
    assert (wanted["status"], wanted["net"]) == ("optimal", -10)


def test_worths_with_three_decimals_are_exact() -> None:
    problem = near("a,b,-,-,-,-", values={"a": 0.1, "b": 0.203})
    assert solve(problem).bound == Decimal("0.303")
    assert told(problem)["net"] == 0.303


# Stopping early.


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
    proving = import_module("ksm_widgets.solver.proving")
    search = proving.search

    def noted(problem: Problem, *given: Any) -> Answer:
        limits.append(problem.max_moves)
        answer: Answer = search(problem, *given)
        return answer

    monkeypatch.setattr(proving, "search", noted)
    answer = solve(near("5,-,-,-,3,-", frontier=True))
    assert [plan.net for plan in answer.frontier] == [0, 0, 0, 5]
    assert [len(plan.turn.moves) for plan in answer.frontier] == [0, 0, 0, 3]
    assert limits == [None, 0, 2]
    limits.clear()
    assert [plan.net for plan in solve(near("5,-,3,-,-,-", frontier=True)).frontier] == [0, 7]
    assert limits == [None, 0]


@pytest.mark.usefixtures("interpreted")
def test_a_frontier_stopped_early_holds_the_best_that_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The answer is not called proven, no search follows, and what stands in it can be had.

    After the digs without a move it is sought from above: these and the best are sure.
    """
    told: list[Standing] = []
    alone = solve(replace(STAIRS, frontier=False), progress=told.append)
    first = len(told)
    whole = solve(STAIRS, progress=told.append)
    begun: list[Problem] = []

    class Noted(desk.Desk):
        def __init__(self, problem: Problem, *rest: Any) -> None:
            begun.append(problem)
            assert len(begun) < 50, "the frontier never ends"
            super().__init__(problem, *rest)

    monkeypatch.setattr(import_module("ksm_widgets.solver.proving"), "Desk", Noted)
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
    seen: list[Standing] = []
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


# Both engines.


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
    monkeypatch.setattr(type(start), "available", lambda _: ready)
    monkeypatch.setenv("KSM_SOLVER", "interpreted")
    assert engine() is interpreted_engine()
    monkeypatch.setenv("KSM_SOLVER", "compiled")
    assert engine() is compiled_engine()
    monkeypatch.delenv("KSM_SOLVER")
    assert engine().compiled is (spent > 1 and ready)


@pytest.mark.parametrize("wanted", [(), (Slot.parse("a3:1"),)])
def test_a_search_that_changes_over_keeps_what_it_found(
    monkeypatch: pytest.MonkeyPatch, wanted: tuple[Slot, ...]
) -> None:
    problem = replace(LONG, best=10, wanted=wanted)
    told: list[Standing] = []
    other = replace(compiled_engine(), slice=100)

    def soonest() -> Engine:
        found = any(progress.net is not None for progress in told)
        return other if found else interpreted_engine()

    monkeypatch.setattr(import_module("ksm_widgets.solver.proving"), "engine", soonest)
    answer = solve(problem, progress=told.append)
    first = next(i for i, progress in enumerate(told) if progress.net is not None)
    later = told[first + 1 :]
    assert not told[first].statistics.compiled
    assert later
    assert all(progress.statistics.compiled for progress in later)
    assert None not in [progress.net for progress in later]
    monkeypatch.undo()
    assert answer == replace(solve(problem), statistics=answer.statistics)


# Room that runs out.


def growing(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Notes how long each sequence was that had to grow."""
    grown: list[int] = []
    real = interpreted_engine()

    def longer(ints: Ints, more: int) -> Ints:
        grown.append(len(ints))
        return real.longer(ints, more)

    module = import_module("ksm_widgets.solver.proving")
    narrow = replace(real, longer=longer)
    monkeypatch.setattr(module, "engine", lambda: narrow)
    return grown


def facts(answer: Answer) -> tuple[Status, Plan | None, Decimal | None, tuple[Plan, ...]]:
    return answer.status, answer.plan, answer.bound, answer.best


def score(plan: Plan | None) -> tuple[Decimal, int] | None:
    return None if plan is None else (plan.net, len(plan.turn.moves))


def scores(plans: tuple[Plan, ...]) -> list[tuple[Decimal, int] | None]:
    return [score(plan) for plan in plans]


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
    monkeypatch.setattr(desk, constant, least)
    for problem, facts_expected in zip(problems, expected, strict=True):
        grown.clear()
        assert facts(solve(problem)) == facts_expected
        assert grown


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
    make_room = desk.Desk._make_room

    def noted(self: desk.Desk) -> None:
        rooms.append(len(self.heap) // 2)
        make_room(self)

    monkeypatch.setattr(desk.Desk, "_make_room", noted)
    monkeypatch.setattr(desk, "_AIMS", 1)
    monkeypatch.setattr(desk, "_MOST_AIMS", 1000)
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


def test_wanted_tiles_out_of_reach_end_whatever_money_and_worth() -> None:
    data = {
        "board": Position.near("5,-,-,-,-,M").text,
        "shape": "###",
        "values": {"M": 1_000_000_000},
        "wanted": ["a1:1"],
        "money": 1_000_000,
    }
    answer = solve(Problem.from_dict(data), time_limit=20)
    assert answer.status is Status.INFEASIBLE
