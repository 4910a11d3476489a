"""Each unfair reason has a case; twins have one key."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from ksm_widgets.puzzles import Puzzle, Question, Solution
from ksm_widgets.puzzles.judging import (
    Unfair,
    complaints,
    without_idle_tiles,
)
from ksm_widgets.puzzles.making import twin_key
from ksm_widgets.puzzles.proof import Rung, climb, prove, solve_within
from ksm_widgets.rules import Position, Power, Shape, Turn, card
from ksm_widgets.solver import Problem, Values, solve
from ksm_widgets.words import LANGUAGES
from tests.puzzles import samples


def _asked(mine: str, shape: str, question: Question = Question.DIG, **more: Any) -> Puzzle:
    """A puzzle not solved yet."""
    held = tuple(map(Power, more.pop("held", ())))
    turn = Turn.parse(more.pop("turn", "-"))
    problem = Problem.of(Position.near(mine), shape, **more)
    return Puzzle(question, problem, Solution(Decimal(0), turn), 1, held=held)


def _reasons(puzzle: Puzzle) -> list[Unfair]:
    return [complaint.reason for complaint in complaints(puzzle)]


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (_asked("5,4,-,4,5,-", "##"), Unfair.SEVERAL),
        (_asked("5,4,-,a,5,-", "##"), None),
        (_asked("5,a,-,2,5,-", "##"), Unfair.CLOSE),
        (_asked("z,z,-,-,-,-", "##"), Unfair.NO_TEMPTATION),
        (_asked("z,z,1,-,-,-", "###"), None),
        (_asked("5,4,3z", "###", powers="carpet"), Unfair.NEEDLESS),
        (_asked("5,4,3z1", "###", powers="carpet"), Unfair.NEEDLESS),
        (_asked("5,4,1234", "###", powers="carpet"), None),
        (_asked("5,4,3z", "###", money=3), Unfair.NEEDLESS),
        (_asked("2,1,3z", "###", values={"d": 10}), Unfair.NEEDLESS),
        (_asked("5,4,3", "###", Question.WANTED, wanted=["a1:1", "b1:1"]), Unfair.NEEDLESS),
        (_asked("-,-,-,5,4,3z", "###", Question.WANTED, wanted="f1:1"), None),
        (_asked("3/-/-/-/-/5,4,3z", "###"), Unfair.IDLE),
        (_asked("5,z", "##", Question.MAGIC, held=["amulet"]), None),
        (_asked("5,4", "##", Question.MAGIC, held=["amulet", "seal"], values={"magic": 0}),
         Unfair.SEVERAL),
        (_asked("z,11", "##", Question.PAYABLE, turn="moves b1-b2 dig a1 b1", money=2), None),
        (_asked("z,11,-,3", "##", Question.PAYABLE, turn="moves b1-b2 dig a1 b1", money=2),
         Unfair.IDLE),
        (_asked("z,11", "##", Question.PAYABLE, turn="dig a1 b1", money=2), Unfair.TOO_HARD),
    ],
)  # fmt: skip
def test_each_reason_has_a_case(puzzle: Puzzle, reason: Unfair | None) -> None:
    found = _reasons(puzzle)
    assert (reason in found) if reason else not set(found) - {Unfair.NEEDLESS}


def test_what_takes_too_much_work_is_too_hard() -> None:
    problem = Problem.of(Position.random(3, "early"), card(32), powers="seal", best=2)
    assert solve_within(problem, work=1) is None
    assert solve_within(problem) is not None


def test_a_complaint_is_a_sentence() -> None:
    [complaint] = [
        one for one in complaints(_asked("3/-/-/-/-/5,4,3z", "###")) if one.reason is Unfair.IDLE
    ]
    assert [str(quarry) for quarry in complaint.quarries] == ["a6"]
    for reason in Unfair:
        for language in LANGUAGES:
            assert replace(complaint, reason=reason).sentence(language)


def test_a_fair_puzzle_has_no_complaint() -> None:
    assert complaints(samples.puzzle("dig")) == ()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_baring_changes_nothing_and_leaves_nothing_idle(seed: int) -> None:
    puzzle = Puzzle(
        Question.DIG,
        Problem.of(Position.random(seed, "late"), card(1 + seed)),
        Solution(Decimal(0), Turn()),
        1,
    )
    seen = prove(puzzle)
    assert seen is not None
    less = without_idle_tiles(puzzle, seen)
    again = prove(less)
    assert again is not None
    assert again.solution.net == seen.solution.net
    assert again.solution.turn.dig == seen.solution.turn.dig
    assert again.margin == seen.margin
    assert Unfair.IDLE not in _reasons(less)
    tiles = less.problem.position.counts()
    assert tiles <= puzzle.problem.position.counts()
    assert tiles.total() < puzzle.problem.position.counts().total()


def test_every_solver_of_the_ladder_nets_no_less_than_one_that_sees_less() -> None:
    problem = Problem.of(Position.random(5, "late"), card(9))
    best = solve(problem).plan
    assert best is not None
    rungs = climb(problem, best)
    assert rungs is not None
    nets = [rungs[rung].net for rung in (Rung.STILL, Rung.NEAREST, Rung.GREEDY, Rung.EXACT)]
    assert nets == sorted(nets)
    assert len(rungs[Rung.STILL].moves) == 0
    assert len(rungs[Rung.NEAREST].moves) <= 1
    assert rungs[Rung.EXACT] == best


def test_greed_stops_where_a_step_does_not_pay_by_itself() -> None:
    """Two curses lie on the treasure: to move one of them alone gains nothing."""
    problem = Problem.of(Position.near("5zz,3,-,2,2"), "##")
    best = solve(problem).plan
    assert best is not None
    assert len(best.moves) == 2
    rungs = climb(problem, best)
    assert rungs is not None
    assert rungs[Rung.GREEDY].net < best.net
    assert rungs[Rung.LOOKS_ONE_AHEAD].net == best.net


def _other_way(problem: Problem) -> Problem:
    """The mine and the card mirrored from left to right."""
    stacks = problem.position.stacks
    mirrored = tuple(stacks[6 * row + 5 - column] for row in range(6) for column in range(6))
    shape = Shape(tuple((row, 5 - column) for row, column in problem.shape.cells))
    return replace(problem, position=Position(mirrored), shape=shape)


def test_twins_are_told_by_a_key() -> None:
    puzzle = Puzzle(
        Question.DIG, Problem.of(Position.random(1, "late"), 9), Solution(Decimal(0), Turn()), 1
    )
    problem = puzzle.problem
    key = twin_key(puzzle)
    assert twin_key(replace(puzzle, problem=_other_way(problem))) == key
    assert twin_key(replace(puzzle, problem=replace(problem, shape=card(10).shape))) != key
    assert twin_key(replace(puzzle, problem=replace(problem, money=3))) != key
    symbols = Position.parse(problem.position.text.translate(str.maketrans("abcdM", "bcdaS")))
    assert twin_key(replace(puzzle, problem=replace(problem, position=symbols))) == key
    dear = replace(problem, values=Values.parse({"a": 10}))
    other = replace(problem, values=Values.parse({"a": 10}), position=symbols)
    assert twin_key(replace(puzzle, problem=dear)) != twin_key(replace(puzzle, problem=other))
    coins = Position.parse(problem.position.text.translate(str.maketrans("12", "21")))
    assert twin_key(replace(puzzle, problem=replace(problem, position=coins))) != key


def test_a_card_that_may_be_turned_is_the_same_whichever_way_it_lies() -> None:
    shape = card(11).shape
    mirror = Problem.of(Position.random(1, "late"), shape, powers="mirror")
    puzzle = Puzzle(Question.DIG, mirror, Solution(Decimal(0), Turn()), 1)
    turned = replace(puzzle, problem=replace(mirror, shape=shape.turned()))
    assert twin_key(turned) == twin_key(puzzle)
    plain = replace(mirror, powers=frozenset[Power]())
    assert twin_key(replace(puzzle, problem=plain)) != twin_key(
        replace(puzzle, problem=replace(plain, shape=shape.turned()))
    )
