"""A position made a puzzle."""

from __future__ import annotations

import pytest

from ksm_widgets.puzzles import Puzzle, Question
from ksm_widgets.puzzles.authoring import make_puzzle
from ksm_widgets.puzzles.judging import Unfair
from ksm_widgets.rules import KsmError, Position
from ksm_widgets.solver import Problem
from tests.puzzles import samples

EMPTY = "-,-,-,-,-,-/" * 5


def problem(near: str, **more: object) -> Problem:
    return Problem.from_dict({"board": EMPTY + near, "shape": "###", **more}, box=False)


def test_a_position_becomes_a_puzzle_that_is_proven_graded_and_fair() -> None:
    made = make_puzzle(problem("5,4,3z,-,-,-"))
    assert made.fair
    assert made.puzzle is not None
    assert made.puzzle.id == samples.puzzle("dig").id
    assert made.puzzle.solution.net == 11
    assert made.puzzle.themes
    wanted = make_puzzle(problem("5,4,3z,-,-,-", wanted=["c1:1"]))
    assert wanted.puzzle is not None
    assert wanted.puzzle.question is Question.WANTED
    known = make_puzzle(problem("5,4,3z,?,-,-"))
    assert known.puzzle is not None
    assert known.puzzle.question is Question.KNOWN


@pytest.mark.parametrize(
    ("near", "more", "reason"),
    [
        ("5,4,3,5,4,3", {}, Unfair.SEVERAL),
        ("5,4,3z,-,-,1", {}, Unfair.IDLE),
        ("5,4,3z,-,-,-", {"powers": ["mirror"]}, Unfair.NEEDLESS),
        ("-,-,-,-,-,-", {}, Unfair.NO_TEMPTATION),
    ],
)
def test_what_is_unfair_about_a_position_is_said_and_it_is_a_puzzle_all_the_same(
    near: str, more: dict[str, object], reason: Unfair
) -> None:
    made = make_puzzle(problem(near, **more))
    assert not made.fair
    assert reason in [complaint.reason for complaint in made.complaints]
    assert all(complaint.sentence("de") for complaint in made.complaints)
    assert made.puzzle is not None


def test_what_no_puzzle_may_hold_is_refused() -> None:
    with pytest.raises(KsmError):
        make_puzzle(problem("5,4,3z,-,-,-", money=5000))
    with pytest.raises(KsmError):
        make_puzzle(problem("5,4,3z,?,-,-", wanted=["c1:1"]))
    assert make_puzzle(problem("-,-,-,-,-,3", wanted=["f1:1"])).puzzle is None


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        (problem("5,4,3,5,4,3"), " and nets 12. Change a tile"),
        (problem("5,4,3z,-,-,-", powers=["mirror"]), "Not needed: mirror."),
        (problem("5,4,3z,-,-,-", money=3), "Money is 3, but with 10 the answer is the same"),
        (
            problem("2,1,3z,-,-,-", values={"d": 10}),
            "The standard tile values give the same answer",
        ),
        (problem("5,4,3,-,-,-", wanted=["a1:1", "b1:1"]), "is dug anyway"),
        (problem("-,-,-,-,-,3", wanted=["f1:1"]), "No moves lead to a dig like that."),
        (problem("z,z,z,-,-,-", money=0, wanted=["a1:1"]), "Money is 0, which is not enough"),
    ],
)  # fmt: skip
def test_what_a_position_lacks_for_a_fair_puzzle_is_said(asked: Problem, missing: str) -> None:
    made = make_puzzle(asked)
    assert missing in " ".join(one.sentence() for one in made.complaints)
    assert all("{" not in one.sentence("de") for one in made.complaints)


def test_tiles_that_make_no_difference_are_removed_and_the_puzzle_is_fair() -> None:
    mine = problem("5,4,3z,-,-,1")
    unfair = make_puzzle(mine)
    assert [str(quarry) for quarry in unfair.idle] == ["f1"]
    made = make_puzzle(mine, clear=True)
    assert made.fair
    assert made.puzzle is not None
    assert unfair.puzzle is not None
    assert made.puzzle.problem.position == Position.near("5,4,3z,-,-,-")
    assert made.puzzle.solution == unfair.puzzle.solution
    assert made.puzzle.grade == unfair.puzzle.grade


def test_a_puzzle_by_hand_goes_into_a_pack_and_out_again() -> None:
    made = make_puzzle(problem("5,4,3z,-,-,-")).puzzle
    assert made is not None
    assert Puzzle.from_dict(made.to_dict()) == made
