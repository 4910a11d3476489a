"""The oracle itself: against the rules, and against plans that can be counted by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ksm_widgets.rules.deck import Shape, placements
from ksm_widgets.rules.position import Position, Stage, legal_moves, moved
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.rules.tiles import ALL_POWER_SETS, Power
from ksm_widgets.rules.values import Values
from ksm_widgets.solver.problem import Problem
from ksm_widgets.solver.problem_reading import Slot
from tests.oracle.brute import branching, force, moves_worth_trying, places, ripest
from tests.oracle.problems import SAMPLE_BUDGET, bounded_problem, poor_problem

EMPTY_ROWS = "-,-,-,-,-,-/" * 5


@pytest.mark.long
@pytest.mark.parametrize("text", ["#", "##", "#./##", "##./.##", "#../#../###", "#####/....#"])
@pytest.mark.parametrize("powers", [set(), {Power.MIRROR}, {Power.SEAL}, set(Power)])
def test_places_are_the_rules_placements(text: str, powers: set[Power]) -> None:
    shape = Shape.parse(text)
    assert places(shape, frozenset(powers)) == placements(shape, frozenset(powers))


@pytest.mark.long
@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("variant", Variant)
def test_boards_are_counted_as_the_rules_move(stage: Stage, variant: Variant) -> None:
    """The number of move sequences of length 2 (perft) agrees with the rules."""
    position = Position.random(7, stage)
    problem = Problem(position, Shape.parse("##"), max_moves=2, variant=variant)
    first = legal_moves(position, variant)
    second = sum(len(legal_moves(moved(position, move, variant), variant)) for move in first)
    assert branching(problem) == len(first)
    assert force(problem).boards == 1 + len(first) + second


@pytest.mark.parametrize(
    ("row", "shape", "powers", "money", "best"),
    [
        ("5,5,-,-,-,-", "##", "", 10, (10, 0)),
        ("5,-,5,-,-,-", "##", "", 10, (9, 1)),
        ("5,-,-,-,-,5", "##", "", 10, (6, 4)),
        ("5,x5,-,-,-,-", "##", "", 10, (8, 2)),
        ("5,x5,-,-,-,-", "##", "carpet", 10, (10, 0)),
        ("5,z,-,-,-,-", "##", "", 0, (3.5, 0)),
        ("1,z,-,-,-,-", "##", "", 0, (0, 0)),
        ("1,z,-,-,-,-", "##", "amulet", 0, (2.5, 0)),
        ("a,-,b,-,-,-", "##", "", 0, (0, 0)),
        ("a,-,b,-,-,-", "##", "", 1, (4, 1)),
        ("a,?,-,-,-,-", "##", "", 1, (0, 0)),
    ],
)
def test_small_plans(
    row: str, shape: str, powers: str, money: int, best: tuple[float, int]
) -> None:
    """One row of stacks near the entrance: what can be had is plain to see."""
    problem = Problem(
        Position.parse(EMPTY_ROWS + row),
        Shape.parse(shape),
        frozenset(Power(name) for name in powers.split()),
        money,
    )
    assert force(problem).best() == (Decimal(str(best[0])), best[1])


def test_wanted_tiles_are_these_and_no_others() -> None:
    position = Position.parse(EMPTY_ROWS + "x,5,-,-,-,x")
    far = Problem(position, Shape.parse("#"), max_moves=2, wanted=(Slot.parse("f1:1"),))
    assert force(far).best() == (Decimal("-0.5"), 0)
    both = (Slot.parse("a1:1"), Slot.parse("f1:1"))
    apart = Problem(position, Shape.parse("##"), max_moves=3, wanted=both)
    assert force(apart).best() is None
    with pytest.raises(ValueError, match="max_moves"):
        force(Problem(position, Shape.parse("##"), wanted=both))


def test_unseen_tiles_are_dug_if_they_have_a_worth() -> None:
    position = Position.parse(EMPTY_ROWS + "a,?,-,-,-,-")
    problem = Problem(position, Shape.parse("##"), values=Values(unseen=-1000))
    assert force(problem).best() == (Decimal("1.5"), 0)


def test_best_digs_and_frontier() -> None:
    position = Position.parse(EMPTY_ROWS + "2,-,x,-,-,5")
    truth = force(Problem(position, Shape.parse("#"), money=4, best=9))
    assert [(str(dig.quarries[0]), dig.net, dig.moves) for dig in truth.digs(2)] == [
        ("f1", Decimal(5), 0),
        ("e1", Decimal(4), 1),
    ]
    apart = force(Problem(Position.parse(EMPTY_ROWS + "5,-,-,5,1,-"), Shape.parse("##")))
    assert apart.frontier() == [(Decimal(6), 0), (Decimal(6), 0), (Decimal(8), 2)]


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 8))]
)
def test_one_more_move_than_can_pay_changes_nothing(seed: int) -> None:
    problem = poor_problem(seed, 10**5)
    most = moves_worth_trying(problem)
    assert ripest(problem) <= 1000 * (most + 1)
    further = Problem(
        problem.position,
        problem.shape,
        problem.powers,
        problem.money,
        problem.values,
        most + 1,
        variant=problem.variant,
    )
    assert force(further).best() == force(problem).best()


@pytest.mark.long
def test_problems_are_the_same_for_a_seed_and_cover_what_matters() -> None:
    made = [bounded_problem(seed, SAMPLE_BUDGET) for seed in range(64)]
    assert made[5] == bounded_problem(5, SAMPLE_BUDGET)
    assert {problem.powers for problem in made} == set(ALL_POWER_SETS)
    assert {problem.shape.size for problem in made} == {1, 2, 3, 4, 5, 6}
    assert {problem.variant for problem in made} == set(Variant)
    assert any(problem.wanted for problem in made)
    assert any(problem.best for problem in made)
    assert any(problem.frontier for problem in made)
