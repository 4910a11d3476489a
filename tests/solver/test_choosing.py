"""The choice of objects to spend, and of a card: what it costs, and all that is told of it."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from ksm_widgets.rules import Position, Power, Stage, Stakes, Turn, cards
from ksm_widgets.solver import (
    Answer,
    Idea,
    Problem,
    ProblemError,
    SearchProgress,
    Status,
    Values,
    ideas_of,
    judge,
    solve,
    solve_hand,
)
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.judging import Reason, differences

ROW = Position.near("5,-,5,-,-,-")
"""Two treasures of 5 with a gap: the card of two quarries gets both with the seal, or one move."""
MINE = Position.random(3, Stage.MIDDLE)
ALL = frozenset(Power)


def spent(answer: Answer) -> set[str]:
    assert answer.plan is not None
    return {power.value for power in answer.plan.turn.powers}


def test_an_object_is_spent_only_for_more_than_it_is_worth() -> None:
    """The carpet reaches both floors: without it a move brings one of them up."""
    mine = Position.near("5,45,-,-,-,-")
    dear = solve(mine, "##", may_spend="carpet", max_moves=0, values={"C": 12})
    cheap = solve(mine, "##", may_spend="carpet", max_moves=0, values={"C": 3})
    assert spent(dear) == set()
    assert dear.net == 0
    assert spent(cheap) == {"carpet"}
    assert cheap.net == 7
    forced = solve(mine, "##", powers="carpet", max_moves=0, values={"C": 3})
    assert forced.net == 10
    assert cheap.to_dict()["spend_cost"] == 3
    assert "Objects to spend: carpet" in str(cheap)
    assert "Less the objects spent, worth 3 if kept: 10 − 3 = 7" in str(cheap)
    assert "Objects to spend: none" in str(dear)


def test_what_is_held_is_lost_once_and_gone_afterwards() -> None:
    stakes = Stakes.of("aCM", others=["M"])
    mine = Position.near("5,4b,-,-,-,-")
    problem = Problem(mine, cards()[0].shape, stakes=stakes, values=Values())
    problem = replace(problem, shape=Problem.of(mine, "##").shape, max_moves=0)
    chosen = solve(replace(problem, may_spend=frozenset({Power.CARPET})))
    forced = solve(replace(problem, powers=frozenset({Power.CARPET})))
    nothing = solve(problem)
    assert forced.net is not None
    assert nothing.net is not None
    assert chosen.net == max(forced.net, nothing.net)
    told = forced.to_dict()
    assert told["after"] == {"money": 15, "holding": "abM"}
    assert solve(replace(problem, position=Position())).to_dict()["after"] == {
        "money": 10,
        "holding": "aMC",
    }


def test_it_is_the_best_of_all_cards_and_sets_and_each_card_is_told() -> None:
    hand = [cards()[number - 1] for number in (15, 3, 7)]
    answer = solve(MINE, [15, 3, 7], may_spend=["mirror", "carpet", "amulet"])
    options = solve_hand(MINE, hand, ["mirror", "carpet", "amulet"])
    assert answer.status is Status.OPTIMAL
    assert answer.net == answer.bound == options[0].gain
    assert answer.plan is not None
    assert answer.plan.card == options[0].card.number
    told: dict[str, Any] = json.loads(json.dumps(answer.to_dict()))
    assert [one["card"] for one in told["cards"]] == [
        *dict.fromkeys(option.card.number for option in options)
    ]
    best = {option.card.number: option.gain for option in reversed(options)}
    assert {one["card"]: Decimal(str(one["net"])) for one in told["cards"]} == best
    assert told["cards"][0] == {key: told[key] for key in told["cards"][0]}
    assert told["shape"] == str(hand[0].shape)
    assert f"Card: {answer.plan.card}" in str(answer)


def test_digs_and_frontier_are_the_best_of_all_choices() -> None:
    """As each choice alone has them."""
    objects = [Power.MIRROR, Power.CARPET]
    problem = Problem.of(MINE, 15, best=6, frontier=True)
    answer = solve(replace(problem, may_spend=frozenset(objects)))
    sets = [frozenset[Power](), *({one} for one in objects), frozenset(objects)]
    alone = [solve(replace(problem, powers=frozenset(powers))) for powers in sets]
    worth = [Decimal(2) * len(powers) for powers in sets]
    nets: dict[frozenset[object], Decimal] = {}
    for one, cost in zip(alone, worth, strict=True):
        for plan in one.best:
            assert plan.dig is not None
            digs = frozenset[object](plan.dig)
            nets[digs] = max(nets.get(digs, plan.net - cost), plan.net - cost)
    assert [plan.net for plan in answer.best] == sorted(nets.values(), reverse=True)[:6]
    assert len({plan.dig for plan in answer.best}) == 6
    for most, plan in enumerate(answer.frontier):
        lines = [one.frontier[min(most, len(one.frontier) - 1)] for one in alone]
        assert plan.net == max(
            line.net - (cost if line.dig is not None else 0)
            for line, cost in zip(lines, worth, strict=True)
        )
        assert len(plan.moves) <= most
    assert answer.frontier[-1].net == answer.net


def test_each_set_has_the_best_that_it_brings() -> None:
    problem = Problem.of(MINE, 15, may_spend=["mirror", "carpet", "seal"])
    answer = solve(problem)
    assert len(answer.sets) == 8
    for one in answer.sets:
        powers = one.problem.powers
        alone = solve(replace(problem, may_spend=frozenset(), powers=powers))
        assert alone.net is not None
        assert one.net == one.bound == alone.net - 2 * len(powers)
        assert one.plan is not None
        assert one.plan.turn.powers == powers
    nets = [one.net for one in answer.sets if one.net is not None]
    assert nets == sorted(nets, reverse=True)
    assert answer.sets[0].plan == answer.plan
    assert solve(problem.position, 15).sets == ()
    hand = solve(MINE, [15, 3], may_spend="carpet")
    for card in hand.cards:
        assert len(card.sets) == 2
        assert card.sets[0].plan == card.plan
    assert {one.net for one in hand.sets} == {
        max(found for card in hand.cards for each in card.sets
            if each.problem.powers == powers and (found := each.net) is not None)
        for powers in (frozenset[Power](), frozenset({Power.CARPET}))
    }  # fmt: skip
    assert "sets" not in answer.to_dict()


def test_a_set_that_costs_more_than_it_brings_does_nothing() -> None:
    mine = Position.near("1,12,-,-,-,-")
    answer = solve(mine, "##", may_spend="carpet", holding="C", others=["M"])
    nets = {one.problem.powers: one.net for one in answer.sets}
    assert nets == {frozenset(): 2, frozenset({Power.CARPET}): 0}
    assert answer.net == 2
    spending = answer.sets[1]
    assert spending.status is Status.OPTIMAL
    assert spending.plan is not None
    assert (spending.plan.dig, spending.plan.turn.powers) == (None, frozenset())
    assert solve(mine, "##", may_spend="carpet", values={"C": 9}).sets[1].net == 0


@pytest.mark.parametrize("beside", [{}, {"best": 2}, {"frontier": True}, {"money": 1}])
def test_while_it_searches_the_answer_is_between_net_and_bound(beside: dict[str, Any]) -> None:
    told: list[SearchProgress] = []
    objects = ["mirror", "carpet", "amulet"]
    answer = solve(MINE, [15, 3], may_spend=objects, progress=told.append, **beside)
    assert answer.net is not None
    assert told
    for one in told:
        assert one.net is not None
        assert one.net <= answer.net <= one.bound
    assert [one.net for one in told] == sorted(one.net for one in told if one.net is not None)


def test_a_turn_is_valued_with_what_it_spends() -> None:
    mine = Position.near("5,45,-,-,-,-")
    problem = Problem.of(mine, "##", may_spend=["carpet", "mirror"], values={"magic": 4})
    dig = Turn.parse("dig a1 b1 with carpet")
    plan = plan_of(problem, dig)
    assert (plan.net, plan.kept) == (Decimal(6), Decimal(4))
    assert plan.balance.net == 6
    verdict = judge(problem, dig)
    assert verdict is not None
    assert verdict.lost == 2
    assert not verdict.best.turn.powers
    apart = differences(problem, plan, verdict.best)
    assert {part.reason: part.amount for part in apart} == {
        Reason.MOVES: -1,
        Reason.TREASURES: -1,
        Reason.SPENT: 4,
    }
    assert ideas_of(problem, plan)[:2] == (Idea.AS_IT_LIES, Idea.LEVELS)


def test_wanted_tiles_take_the_fewest_moves_first() -> None:
    mine = Position.near("5,35,-,-,-,-")
    answer = solve(mine, "##", wanted=["a1:1", "b1:2"], may_spend="carpet")
    assert answer.status is Status.OPTIMAL
    assert answer.bound == len(answer.moves) == 0
    assert spent(answer) == {"carpet"}
    none = solve(mine, "##", wanted=["a1:1", "b1:2"], may_spend="mirror", max_moves=0)
    assert none.status is Status.INFEASIBLE
    assert none.to_dict()["net"] is None


def test_doing_nothing_spends_nothing() -> None:
    answer = solve(Position(), [1, 2], may_spend=ALL)
    assert answer.status is Status.OPTIMAL
    assert answer.net == answer.bound == 0
    assert spent(answer) == set()
    assert answer.to_dict()["spend_cost"] == 0


@pytest.mark.parametrize("wanted", [(), ("a1:1",)])
def test_without_time_the_bound_holds(wanted: tuple[str, ...]) -> None:
    asked = Problem.of(MINE, [15, 3], may_spend=["carpet", "amulet"], wanted=wanted)
    stopped, proven = solve(asked, time_limit=0), solve(asked)
    assert stopped.status in {Status.FEASIBLE, Status.UNKNOWN}
    assert stopped.bound is not None
    assert proven.bound is not None
    if wanted:
        assert stopped.bound <= proven.bound
    else:
        assert proven.net is not None
        assert stopped.net is not None
        assert stopped.net <= proven.net <= stopped.bound


def test_a_problem_that_chooses_is_written_and_read_again() -> None:
    problem = Problem.of(MINE, [15, 3], may_spend=["carpet", "seal"], powers="mirror", money=3)
    assert problem.to_dict()["hand"] == [15, 3]
    assert Problem.from_dict(problem.to_dict()) == problem
    deck = cards()[:3]
    data = {"board": ROW.text, "hand": [3, 1]}
    assert Problem.from_dict(data, deck).hand == (deck[2], deck[0])


def test_a_plan_that_reacts_is_for_one_card() -> None:
    data = {"board": "-,-,-,-,-,-/" * 5 + "5?,4,-,-,-,-", "hand": [1, 2], "reactions": 1}
    data |= {"unseen": {"5": 3}}
    with pytest.raises(ProblemError) as caught:
        Problem.from_dict(data)
    assert caught.value.key == "problem.reactions_beside"
