"""The rest of a turn as a problem of its own, a plan's steps, and the worth of an unseen tile."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest

from ksm_widgets.rules import (
    Move,
    Position,
    Stage,
    Turn,
    Unaffordable,
    cards,
    legal_digs,
    legal_moves,
    moved,
)
from ksm_widgets.solver import (
    Problem,
    Status,
    rest_of,
    solve,
    whole_turn,
)
from ksm_widgets.solver.answer import net_of, plan_of
from tests.solver.threes import CURSED, DIG, best, moves, threes

pytestmark = pytest.mark.usefixtures("interpreted")


@pytest.mark.parametrize("seed", range(6))
def test_no_way_on_beats_the_best_from_the_start_and_following_it_loses_nothing(seed: int) -> None:
    problem = Problem(Position.random(seed, Stage.LATE), cards()[4].shape)
    first = best(problem)
    random, made, mine = Random(seed), list[Move](), problem.position
    for _ in range(3):
        made.append(random.choice(legal_moves(mine)))
        mine = moved(mine, made[-1])
    rest = best(rest_of(problem, tuple(made)))
    whole = whole_turn(problem, tuple(made), rest)
    assert whole.turn.moves == (*made, *rest.turn.moves)
    assert whole.net == rest.net - len(made) <= first.net
    half = first.turn.moves[: len(first.turn.moves) // 2]
    assert whole_turn(problem, half, best(rest_of(problem, half))).net == first.net


@pytest.mark.parametrize("seed", range(8))
def test_what_is_owed_already_counts_as_a_plain_look_at_every_dig_says(seed: int) -> None:
    mine = Position.random(seed, Stage.LATE)
    problem = Problem(mine, cards()[seed % 4].shape, money=-1 - seed, max_moves=0)
    nets = []
    for dig in legal_digs(problem.position, problem.shape):
        with suppress(Unaffordable):
            nets.append(plan_of(problem, Turn((), dig)).net)
    answer = solve(problem)
    assert (None if answer.plan is None else answer.plan.net) == max(nets, default=None)


def test_what_is_owed_is_paid_even_by_a_dig_that_loses() -> None:
    """To do nothing would be better, but the move is made: the 1 pays for it, beside a mummy."""
    problem = Problem.of(Position.near("1,?"), "##", unseen={"z": 1})
    assert solve(problem).net == 0
    owed = solve(replace(problem, money=-1))
    assert (owed.status, owed.net) == (Status.OPTIMAL, Decimal("-0.5"))


def test_nothing_made_leaves_the_problem_as_it_is() -> None:
    problem = threes(CURSED)
    assert rest_of(problem, ()) == problem
    assert net_of(problem, plan_of(problem, Turn()).played) == 0
    assert rest_of(problem, moves("c1-d1")).money == problem.money - 1


@pytest.mark.parametrize(("powers", "curses"), [("", 3), ("amulet", 0)])
def test_a_plan_s_steps_lead_from_its_start_to_its_end(powers: str, curses: int) -> None:
    problem = threes("5,z,3z,-,-,-", powers=powers)
    plan = plan_of(problem, Turn(moves("c1-d1"), DIG, problem.powers))
    steps = plan.steps
    assert [step.due for step in steps] == [1, 1 + curses]
    assert [(step.move, step.dig) for step in steps] == [(plan.turn.moves[0], None), (None, DIG)]
    assert (steps[0].before, *(step.after for step in steps)) == plan.positions
    assert [step.before for step in steps] == list(plan.positions[:-1])
    undug = plan_of(problem, Turn(moves("c1-d1"), None, problem.powers))
    assert undug.steps == steps[:1]
    assert plan_of(problem, Turn()).steps == ()
