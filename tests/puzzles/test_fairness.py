"""Fairness: each reason has a case, and a fair puzzle has none."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from ksm_widgets.puzzles import Puzzle, Question, Solution
from ksm_widgets.puzzles.fairness import Unfair, bared, complaints
from ksm_widgets.puzzles.ladder import proven
from ksm_widgets.puzzles.sight import sight
from ksm_widgets.rules import Position, Power, Turn, card
from ksm_widgets.solver import Problem
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
    assert proven(problem, work=1) is None
    assert proven(problem) is not None


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


@pytest.mark.parametrize("seed", range(4))
def test_baring_changes_nothing_and_leaves_nothing_idle(seed: int) -> None:
    puzzle = Puzzle(
        Question.DIG,
        Problem.of(Position.random(seed, "late"), card(1 + seed)),
        Solution(Decimal(0), Turn()),
        1,
    )
    seen = sight(puzzle)
    assert seen is not None
    less = bared(puzzle, seen)
    again = sight(less)
    assert again is not None
    assert again.solution.net == seen.solution.net
    assert again.solution.turn.dig == seen.solution.turn.dig
    assert again.margin == seen.margin
    assert Unfair.IDLE not in _reasons(less)
    tiles = less.problem.position.counts()
    assert tiles <= puzzle.problem.position.counts()
    assert tiles.total() < puzzle.problem.position.counts().total()
