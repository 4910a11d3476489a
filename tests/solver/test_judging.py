"""Verdicts: what a turn loses against the best, with which move, and by what two plans differ."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from ksm_widgets.rules import Position, Quarry, Stage, Turn, cards
from ksm_widgets.solver import (
    Answer,
    Grade,
    Idea,
    Problem,
    Reason,
    Status,
    differences,
    judge,
    rest_of,
    solve,
)
from ksm_widgets.solver.answer import plan_of
from tests.mines import FAR
from tests.solver.threes import CURSED, DIG, best, moves, threes

pytestmark = pytest.mark.usefixtures("interpreted")


def test_the_best_turn_loses_nothing() -> None:
    problem = threes(CURSED)
    good = judge(problem, best(problem).turn)
    assert good is not None
    assert (good.grade, good.first_loss, good.lost) == (Grade.BEST, None, Decimal(0))
    assert good.proven


def test_the_move_that_loses_the_first_coin_is_found() -> None:
    problem = threes(CURSED)
    plan = best(problem)
    wasted = Turn((*moves("a1-a2 a2-a1"), *plan.turn.moves), plan.dig)
    verdict = judge(problem, wasted)
    assert verdict is not None
    assert (verdict.grade, verdict.first_loss, verdict.lost) == (Grade.FAIR, 0, Decimal(2))
    assert verdict.own == plan_of(problem, wasted)
    assert verdict.best.net == plan.net
    assert verdict.ideas[0] is Idea.CLEAR_CURSE


def test_a_loss_at_the_dig_itself() -> None:
    problem = threes("1,1,1,-,-,-/5,4,3,-,-,-")
    other = tuple(map(Quarry.parse, ("a2", "b2", "c2")))
    verdict = judge(problem, Turn((), other))
    assert verdict is not None
    assert (verdict.grade, verdict.first_loss) == (Grade.WEAK, 0)
    beside = tuple(map(Quarry.parse, ("b1", "c1", "d1")))
    verdict = judge(threes(CURSED), Turn(moves("c1-d1"), beside))
    assert verdict is not None
    assert verdict.first_loss == 1


def test_a_loss_is_found_though_only_what_is_dug_later_can_pay() -> None:
    problem = threes(CURSED, money=1)
    plan = best(problem)
    verdict = judge(problem, Turn((*plan.turn.moves, *moves("a1-a2 a2-a1")), plan.dig))
    assert verdict is not None
    assert verdict.first_loss == 1
    assert verdict.lost == 2


@pytest.mark.parametrize(
    ("made", "own", "lost", "first_loss"),
    [
        ("", 11, 0, None),
        ("c1-d1", 11, 0, None),
        ("a1-a2", 9, 2, 0),
        ("c1-d1 a1-a2 a2-a1", 9, 2, 1),
    ],
)
def test_before_the_dig_it_is_about_what_is_still_within_reach(
    made: str, own: int, lost: int, first_loss: int | None
) -> None:
    verdict = judge(threes(CURSED), Turn(moves(made)))
    assert verdict is not None
    assert verdict.own is not None
    assert verdict.own.turn.moves[: len(verdict.turn.moves)] == verdict.turn.moves
    assert verdict.own.net == own
    assert verdict.lost == lost
    assert verdict.first_loss == first_loss


def test_where_no_dig_can_pay_any_more_all_moves_are_lost() -> None:
    verdict = judge(threes("a,b,cz,-,-,-", money=1), Turn(moves("c1-d1 d1-e1")))
    assert verdict is not None
    assert verdict.own is None
    assert verdict.lost == verdict.best.net + 2
    assert verdict.first_loss == 1
    assert verdict.proven


def test_a_search_without_an_answer_gives_no_verdict() -> None:
    problem = threes("5,4,3,-,-,-")
    stopped = Answer(problem, Status.UNKNOWN, None, None)
    assert judge(problem, best(problem).turn, lambda _: stopped) is None


def test_a_stopped_search_is_not_called_proven_and_may_be_beaten() -> None:
    problem = threes("5,4,3,-,-,-")
    plan, nothing = best(problem), plan_of(problem, Turn())
    for found in (plan, nothing):
        stopped = Answer(problem, Status.FEASIBLE, found, Decimal(20))
        verdict = judge(problem, plan.turn, {problem: stopped}.__getitem__)
        assert verdict is not None
        assert not verdict.proven
        assert (verdict.best, verdict.first_loss) == (plan, None)


def test_a_way_on_that_is_not_proven_makes_no_proven_verdict() -> None:
    problem, made = threes(CURSED), moves("c1-d1")
    rest = rest_of(problem, made)
    sure, stopped = solve(problem), replace(solve(rest), status=Status.FEASIBLE)
    verdict = judge(problem, Turn(made), {problem: sure, rest: stopped}.__getitem__)
    assert verdict is not None
    assert not verdict.proven


@pytest.mark.parametrize(
    ("lost", "grade"),
    [("0", Grade.BEST), ("0.5", Grade.CLOSE), ("1", Grade.CLOSE), ("1.001", Grade.FAIR),
     ("3", Grade.FAIR), ("3.5", Grade.WEAK), ("99", Grade.WEAK)],
)  # fmt: skip
def test_grades_go_by_the_coins_lost(lost: str, grade: Grade) -> None:
    assert Grade.of(Decimal(lost)) is grade


def test_what_a_difference_is_made_of() -> None:
    problem = Problem(Position.parse(f"{FAR}a,b,c,-,-,-/5,4,z,-,-,-"), cards()[0].shape)
    found = judge(problem, Turn((), DIG))
    assert found is not None
    assert found.own is not None
    apart = {part.reason: part.amount for part in differences(problem, found.own, found.best)}
    assert sum(apart.values()) == found.lost > 0
    assert apart[Reason.CURSES] == 3
    assert apart[Reason.MOVES] == -2
    assert apart[Reason.CURSE_POINTS] == Decimal("-1.5")


@pytest.mark.parametrize("seed", range(8))
def test_the_difference_of_two_plans_is_accounted_for_to_the_last_coin(seed: int) -> None:
    shape = cards()[2 + seed].shape
    problem = Problem(Position.random(seed, Stage.MIDDLE), shape, best=4)
    answer = solve(problem)
    for other in answer.best[1:]:
        assert answer.plan is not None
        apart = differences(problem, other, answer.plan)
        assert sum(part.amount for part in apart) == answer.plan.net - other.net
        assert all(part.amount for part in apart)
