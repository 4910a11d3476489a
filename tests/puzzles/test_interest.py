"""Interesting puzzles offer a choice between answers that look good, and more than the obvious."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksm_widgets.puzzles import Puzzle, Question
from ksm_widgets.puzzles.interest import dull, offers_choice, tempting
from ksm_widgets.puzzles.judging import without_idle_tiles
from ksm_widgets.puzzles.proof import prove
from ksm_widgets.rules import (
    Position,
    Power,
    RuleError,
    Shape,
    Turn,
    Variant,
    legal_moves,
    placements,
)
from ksm_widgets.solver import Plan, Problem, slots_dug
from ksm_widgets.solver.answer import plan_of
from tests.puzzles import samples
from tests.puzzles.samples import asked
from tests.strategies import power_sets, shapes, small_mines, variants


def _offers(puzzle: Puzzle) -> bool:
    proof = prove(puzzle)
    assert proof is not None
    return offers_choice(puzzle, proof)


@pytest.mark.parametrize(
    ("mine", "shape", "expected"),
    [
        ("5,4", "##", False),  # one dig, and that is it
        ("5,4,-,3,5", "##", True),
        ("5,4,3", "##", True),
        ("5,4,-,-,z,z", "##", False),  # the other takes no treasure, and loses
        ("5,4,-,-,1,z", "##", True),  # the other looks as if it gained: one for three
        ("5,az", "##", False),  # one dig after one move
        ("5,4z,-,4,3", "##", True),  # one at once, and a better one after one move
        ("5,azz", "##", False),  # one dig after two moves; a longer way to it is no other
        ("5,4zz,-,4,3zz", "##", True),  # two of them
        ("z,z,1", "###", False),  # one dig that is better left alone
        ("z,1,z,1", "##", True),  # three of them
        ("z,z,-,z,z", "##", False),  # two, and neither tempts
        ("1zz", "#", False),  # one after two moves
        ("1zz,-,-,1zz", "#", True),  # two of them
        ("3zzz,3zzz,3zzz", "###", False),  # after six moves, and nine
    ],
)
def test_two_digs_that_look_good_are_a_choice(mine: str, shape: str, expected: bool) -> None:
    assert _offers(asked(mine, shape)) is expected


def test_what_cannot_be_paid_is_no_choice() -> None:
    assert _offers(asked("5,4,-,-,1,z", "##", money=2))
    assert not _offers(asked("5,4,-,-,1,z", "##", money=1))
    assert _offers(asked("5,4,-,3,5", "##", money=0))


def test_where_tiles_are_named_they_take_a_move_and_can_be_reached_otherwise() -> None:
    wanted = Question.WANTED
    assert not _offers(asked("5,4,-,3", "##", wanted, wanted="b1:1"))
    assert not _offers(asked("az", "#", wanted, wanted="a1:1", money=1))
    assert _offers(asked("5,4z,3,3", "##", wanted, wanted="b1:1"))


@pytest.mark.parametrize(
    ("name", "expected"), [("payable", True), ("card", False), ("magic", True), ("known", True)]
)
def test_of_choices_two_must_bring_something(name: str, expected: bool) -> None:
    """Of two cards only one can be played; the amulet is as good for a dig as none."""
    assert _offers(samples.puzzle(name)) is expected


def test_tiles_that_make_the_choice_are_not_idle() -> None:
    puzzle = asked("5,4,-,1,z,-/-,-,-,-,-,-/-,-,-,3,1,-", "##", money=4)
    proof = prove(puzzle)
    assert proof is not None
    less = without_idle_tiles(puzzle, proof)
    assert less.problem.position != puzzle.problem.position
    assert _offers(less)
    alone = asked("5,4,-,-,1", "##")
    proof = prove(alone)
    assert proof is not None
    assert not offers_choice(alone, proof)
    assert without_idle_tiles(alone, proof).problem.position == Position.near("5,4")


@pytest.mark.long
@given(small_mines(), shapes(3), power_sets, variants, st.integers(0, 5))
@settings(max_examples=40)
def test_what_tempts_is_what_looks_good_within_a_move(
    mine: Position, shape: Any, powers: Any, variant: Variant, money: int
) -> None:
    """Found again by trying every place for the card after every move."""
    problem = Problem(mine, shape, powers, money, variant=variant)
    found = {one.turn for one in tempting(problem)}
    by_hand = {one.turn for one in _plans(problem) if _looks_good(one)}
    assert found <= by_hand
    # What is there at once is not found again after a move elsewhere.
    assert {slots_dug(mine, one) for one in found} == {slots_dug(mine, one) for one in by_hand}
    still = {one.turn for one in tempting(replace(problem, max_moves=0))}
    assert still == {one for one in by_hand if not one.moves}
    assert found <= {one.turn for one in tempting(replace(problem, money=money + 3))}


def _plans(problem: Problem) -> Iterator[Plan]:
    moves = legal_moves(problem.position, problem.variant)
    for before in ((), *((move,) for move in moves)):
        for dig in placements(problem.shape, problem.powers):
            try:
                yield plan_of(problem, Turn(before, dig, problem.powers))
            except RuleError:
                continue


def _looks_good(plan: Plan) -> bool:
    costs_little = plan.net >= -3 and any(tile.treasure for tile in plan.taken)
    return plan.net > 0 or costs_little


PADDED = "5,5,2,4,3,1/2,2,2,2,2,2"
"""More tiles than a small heap has."""


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        (asked("5,4,3zzz,x,x,x/x,x,x,x,x,x", "###"), False),
        (asked("5,4,3zz", "###"), True),  # so few tiles and moves are seen at a glance
        (asked("y,y,1", "###"), False),  # not to dig is the answer, as a dig just fails
        (asked("z,z,1", "###"), True),  # it fails by far
        (asked(PADDED, "##"), True),  # without a move there is nothing but to add up
        (asked(PADDED, "##", powers=("seal",)), True),
        (asked("1,1z,x,x,x,x/x,x,x,x,x,x", "##"), True),  # it nets next to nothing
        (asked("4,3,-,5,5zz,x/x,x,x,x,x,x", "##"), True),  # two moves for a coin
        (asked("5z,4", "##", Question.WANTED, wanted="a1:1"), True),
        (asked("5zz,4", "##", Question.WANTED, wanted="a1:1"), True),  # there is nothing else
        (asked("x,x,x/5zz,4,-,x,x,x", "##", Question.WANTED, wanted="a1:1"), False),
    ],
)
def test_where_there_is_nothing_to_find_it_is_dull(puzzle: Puzzle, expected: bool) -> None:
    proof = prove(puzzle)
    assert proof is not None
    assert dull(puzzle, proof) is expected


@pytest.mark.parametrize(
    ("mine", "expected"),
    [
        ("5,4,3z", False),  # 11 with a move, or 9 with the other card
        ("5,4,3", True),  # no card takes a move
        ("1,1z,1", True),  # too little to gain
        ("-,-,-,-,5,3/-/-/-/5zz,4zz,3zz", True),  # five moves, and it leads by a coin
        ("5zz,4zz,3z,-,1,3", False),  # it leads by more
    ],
)
def test_a_choice_is_dull_without_moves_or_as_a_close_call(mine: str, expected: bool) -> None:
    data = samples.card()
    data["hand"][1] = {"card": 2, "shape": "##"}
    data["answer"]["gains"] = {"1": 12, "2": 9}
    puzzle = Puzzle.from_dict(data)
    puzzle = replace(puzzle, problem=replace(puzzle.problem, position=Position.near(mine)))
    proof = prove(puzzle)
    assert proof is not None
    assert dull(puzzle, proof) is expected


@pytest.mark.parametrize(
    ("mine", "power", "expected"),
    [
        ("5z,4,z", Power.CARPET, True),  # the mummy has to go all the same
        ("5z,z,z", Power.AMULET, False),
        ("5z,4,z", Power.AMULET, True),  # it leads by a coin, so that it is sums that tell
    ],
)
def test_some_object_must_be_of_use(mine: str, power: Power, expected: bool) -> None:
    puzzle = samples.puzzle("magic")
    shape = Shape.parse("###")
    problem = replace(puzzle.problem, position=Position.near(mine), shape=shape)
    puzzle = replace(puzzle, problem=problem, held=(power,))
    proof = prove(puzzle)
    assert proof is not None
    assert dull(puzzle, proof) is expected


def test_a_parchment_that_completes_a_set_does_so_once() -> None:
    worth = {"parchment": 2, "b": 10}
    for mine, twice in (("b,bz,5,x,x,x/x,x,x,x,x,x", True), ("b,5z,3,x,x,x/x,x,x,x,x,x", False)):
        puzzle = asked(mine, "##", values=worth, money=9)
        proof = prove(puzzle)
        assert proof is not None
        assert dull(puzzle, proof) is twice
