"""Answers: their kinds, and how they look as JSON."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from ksm_widgets.rules import Position
from ksm_widgets.solver import Problem, Status, solve
from tests.solver.asked import KEYS, PLAN_KEYS, near, told


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
        "after": {"money": 17},
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
        "after": {"money": 10},
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
