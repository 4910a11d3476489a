"""Digs for a player who holds something: what is best, what it is called, what is passed on."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from ksm_widgets.rules import Position, Power, Shape, Tile, cards
from ksm_widgets.solver import Problem, Status, differences, judge, solve, solve_hand
from ksm_widgets.solver import search as proving
from tests.mines import FAR

MINE = Position.parse(f"{FAR}5,4,2,d,d,-/z,2,1,3,d,-")
TWO = Problem.of(MINE, "##", holding="abcM", others=["xM"])


def test_the_same_dig_for_two_who_hold_different_things() -> None:
    """Who lacks a delta digs one, and only one; who lacks nothing takes treasures."""
    lacking, rich = solve(TWO), solve(Problem.of(MINE, "##", holding="aaa", others=["zzzz"]))
    assert lacking.plan is not None
    assert rich.plan is not None
    assert sorted(map(str, lacking.plan.taken)).count("d") == 1
    assert lacking.plan.worth is not None
    assert lacking.plan.worth.sets == 10_000
    assert Tile.DELTA not in rich.plan.taken
    assert rich.plan.net == 9


def test_worth_adds_up_to_the_net() -> None:
    for kept in (
        {"others": ["xM", "y"]},
        {"rounds_left": 3, "players": 4},
        {"others": ["xM"], "powers": ["mirror"], "best": 3, "frontier": True},
    ):
        data: dict[str, Any] = {"board": MINE.text, "shape": "##/#.", "holding": "abcM", **kept}
        told: Any = solve(Problem.from_dict(data)).to_dict()
        for plan in (told, *told.get("best", ()), *told.get("frontier", ())):
            assert set(plan["worth"]) == {"treasures", "sets", "curses", "magic"}
            worth = sum(Decimal(str(part)) for part in plan["worth"].values())
            assert Decimal(str(plan["net"])) == worth - plan["curse_cost"] - plan["move_cost"]


def test_only_who_holds_something_is_told_the_worth() -> None:
    assert "worth" not in solve(replace(TWO, stakes=None)).to_dict()
    nothing = solve(replace(TWO, wanted=(), position=Position()))
    assert nothing.to_dict()["worth"] == {"treasures": 0, "sets": 0, "curses": 0, "magic": 0}
    out_of_reach = Problem.of(MINE, "##", holding="", others=["x"], wanted=["a2:1", "e1:1"])
    never = solve(replace(out_of_reach, max_moves=0))
    assert never.status is Status.INFEASIBLE
    assert never.to_dict()["worth"] is None


def test_a_set_completed_is_called_that() -> None:
    answer = solve(TWO)
    assert "Completes a set: 10" in answer.in_words()
    assert "Vervollständigt einen Satz: 10" in answer.in_words("de")
    two = solve(Problem.of(MINE, "##", holding="aabbcc", others=["zzzzzz"]))
    assert "Completes 2 sets: 20" in two.in_words()
    later = solve(Problem.of(Position.near("d,1"), "##", holding="abc", rounds_left=2, players=2))
    assert "Towards sets of parchments: " in later.in_words()
    curses = solve(Problem.of(Position.near("z,5"), "##", holding="", others=["x"]))
    assert "Bonus for curses: 24" in curses.in_words()
    assert "Bonus für Flüche: 24" in str(curses.in_words("de"))


def test_an_object_spent_must_win_back_the_bonus_it_costs() -> None:
    """The carpet saves two moves here; the only object is the lead, or too few for any bonus."""
    mine = Position.near("1,15,1")
    for others, spends in (("", False), ("MMM", True)):
        problem = Problem.of(mine, "##", money=0, holding="C", others=[others])
        spent = replace(problem, powers=frozenset({Power.CARPET}))
        with_it, without = solve(spent), solve(problem)
        assert with_it.plan is not None
        assert without.plan is not None
        assert (with_it.plan.net > without.plan.net) is spends


def test_doing_nothing_spends_nothing() -> None:
    problem = Problem.of(Position.near("1"), "#", holding="C", others=[""], powers="carpet")
    answer = solve(problem)
    assert answer.plan is not None
    assert answer.plan.dig is None
    assert answer.plan.net == answer.bound == 0


HELD = ({"others": ["MSA", "xx"]}, {"rounds_left": 3, "players": 3})


@pytest.mark.parametrize("kept", HELD, ids=["last", "before"])
def test_a_hand_is_worth_what_each_problem_says(kept: dict[str, Any]) -> None:
    mine = Position.near("5,dz,2,M/d,x4,1,-/3,a,dd,y")
    problem = Problem.of(mine, 1, holding="abcMCCS", **kept)
    held = [Power.MIRROR, Power.CARPET, Power.SEAL]
    plans = solve_hand(problem, [cards()[4], cards()[6]], held)
    assert len(plans) == 16
    for option in plans:
        own = replace(problem, shape=option.card.shape, powers=option.powers)
        answer = solve(own)
        assert answer.plan is not None
        assert option.answer.plan is not None
        assert option.gain == option.answer.plan.net == answer.plan.net
        assert option.answer.bound == answer.bound
    gains = [option.gain for option in plans]
    assert gains == sorted(gains, reverse=True)


def test_a_hand_stopped_at_once_nets_what_its_plans_do() -> None:
    problem = Problem.of(MINE, "##", holding="abcMS", others=["MS"])
    for option in solve_hand(problem, cards()[:1], [Power.MIRROR, Power.SEAL], time_limit=0):
        own = replace(problem, shape=option.card.shape, powers=option.powers)
        best = solve(own)
        assert option.answer.plan is not None
        assert best.plan is not None
        assert option.answer.plan.net <= best.plan.net
        assert option.answer.bound is not None
        assert option.answer.bound >= best.plan.net


def test_a_verdict_and_its_reasons_reckon_with_the_holding() -> None:
    best = solve(TWO).plan
    other = solve(replace(TWO, stakes=None)).plan
    assert best is not None
    assert other is not None
    verdict = judge(TWO, other.turn)
    assert verdict is not None
    assert verdict.own is not None
    assert verdict.lost == best.net - verdict.own.net
    parts = differences(TWO, verdict.own, verdict.best)
    assert sum(part.amount for part in parts) == verdict.lost


def test_an_unseen_tile_counts_the_mean_of_what_it_can_be() -> None:
    mine = Position.near("5,?")
    fixed = solve(Problem.of(mine, "##", unseen={"5": 1, "1": 2, "z": 1}))
    assert fixed.plan is not None
    assert fixed.plan.net == 5 + Decimal("1.375")  # (5 + 1 + 1 - 1.5) / 4
    assert fixed.plan.expected
    held = solve(Problem.of(mine, "##", holding="abc", others=["x"], unseen={"d": 1, "a": 3}))
    assert held.plan is not None
    assert held.plan.net == 5 + Decimal("2.5")
    never = solve(Problem.of(mine, "##", holding="abc", others=["x"]))
    assert never.plan is not None
    assert never.plan.dig is None


def test_of_two_unseen_tiles_each_counts_by_itself() -> None:
    """A model of the mean, not of the draw: two cannot complete a set together."""
    mine = Position.near("?,?")
    one = Problem.of(mine, "##", holding="ab", others=["x"], unseen={"c": 1, "d": 1, "1": 2})
    answer = solve(one)
    assert answer.plan is not None
    assert answer.plan.net == 1
    assert answer.plan.worth is not None
    assert answer.plan.worth.sets == 0


@pytest.mark.long
@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_sought_level_by_level_the_answer_is_the_same(
    monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    """However soon digs are sought apart by what they reach, the best are the best."""
    monkeypatch.setenv("KSM_SOLVER", engine)
    mine = Position.near("5,dz,2,M/d,x4,1,-/3,a,dd,y")
    held = (("abc", ["xM", "zM"]), ("aabbcdM", ["zz", "MM"]), ("", ["x", "y"]))
    for holding, others in held[: 1 if engine == "interpreted" else None]:
        problem = Problem.of(mine, "##/#.", holding=holding, others=others, best=4, money=6)
        told = []
        for glance in (10**9, -1):
            monkeypatch.setattr(proving, "_GLANCE", glance)
            answer = solve(problem)
            scores = [(one.net, len(one.turn.moves)) for one in answer.best]
            told.append((answer.status, answer.bound, scores))
        assert told[0] == told[1]
        assert told[0][0] is Status.OPTIMAL


def test_a_mine_full_of_what_is_wanted_once_is_searched_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every delta looks like a set: with no levels told apart this takes hundred times as long."""
    monkeypatch.setenv("KSM_SOLVER", "compiled")
    row = "d5,1d,d2,3d,d4,2d/"
    mine = Position.parse((row * 6).rstrip("/"))
    problem = Problem.of(mine, "###/##.", holding="aabbcc", others=["zzzz"])
    assert len(problem.shape.cells) == 5
    answer = solve(problem)
    assert answer.status is Status.OPTIMAL
    assert answer.statistics.aims < 100_000


def test_stakes_cannot_be_told_twice() -> None:
    with pytest.raises(ValueError, match="values"):
        Problem.of(MINE, Shape.parse("#"), values={"magic": 1}, holding="a", others=["x"])
