"""Plans that react to what shows: a probe for its own sake, limits, errors, and how it is told."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ksm_widgets.rules import ArgumentError, Position, Quarry, Tile
from ksm_widgets.solver import Problem, ProblemError, Status, solve, solve_covered

MINE = Position.near("?1,2")
EITHER = {"5": 1, "z": 1}


def test_a_tile_is_moved_only_to_see_what_lies_below() -> None:
    """The best plan that does not react digs the 2; a look for a coin gets the 5 half the time."""
    blind = solve(MINE, "#", unseen=EITHER)
    assert blind.plan is not None
    assert (float(blind.plan.net), blind.plan.moves) == (2.0, ())
    tree = solve_covered(Problem.of(MINE, "#", unseen=EITHER, reactions=1))
    assert (tree.status, tree.net, tree.bound) == (Status.OPTIMAL, Fraction(5, 2), Fraction(5, 2))
    assert (tree.look, len(tree.moves)) == (Quarry.parse("a1"), 1)
    assert tree.chances() == {Tile.TREASURE_5: Fraction(1, 2), Tile.MUMMY: Fraction(1, 2)}


def test_without_a_look_the_tree_is_the_fixed_plan() -> None:
    problem = Problem.of(MINE, "#", unseen=EITHER, reactions=0)
    fixed = solve(MINE, "#", unseen=EITHER)
    tree = solve_covered(problem)
    assert (tree.plan, tree.net, tree.look) == (fixed.plan, fixed.net, None)


def test_draws_are_without_replacement() -> None:
    """With two looks and one 5 among three, the second is likelier to show it than the first."""
    mine = Position.near("?1,?1")
    tree = solve_covered(Problem.of(mine, "#", unseen={"5": 1, "z": 2}, reactions=2))
    assert tree.chances()[Tile.MUMMY] == Fraction(2, 3)
    assert tree.then[Tile.MUMMY].chances()[Tile.MUMMY] == Fraction(1, 2)


def test_more_looks_are_never_worse() -> None:
    mine = Position.near("?1,?2,?y/?1,-,?3")
    nets = [
        solve_covered(
            Problem.of(mine, "##", unseen={"5": 2, "z": 2, "a": 2}, reactions=looks, max_moves=2)
        ).net
        for looks in range(3)
    ]
    assert None not in nets
    assert nets == sorted(nets, key=lambda net: net or 0)
    assert nets[0] != nets[1]


def test_nothing_is_begun_that_cannot_be_paid_whatever_shows() -> None:
    """With no coin the look could be paid out of the 5, but not if the mummy shows."""
    for money, net in ((0, 2.5), (1, 2.75)):
        problem = Problem.of(Position.near("?a"), "#", unseen=EITHER, reactions=1, money=money)
        tree = solve_covered(problem)
        assert tree.net == Fraction(net)
        assert (tree.look is not None) == (money > 0)


def test_a_table_is_told_the_best_found_in_time() -> None:
    """At the table the proof is out of reach; the tree is legal and worth no less than without."""
    mine = Position.random(4)
    covered = Position(tuple((Tile.UNSEEN,) * (len(s) - 1) + s[-1:] for s in mine.stacks))
    counts = {tile.letter: number for tile, number in mine.counts().items()}
    problem = Problem.of(covered, 9, holding="abx", rounds_left=5, players=2, unseen=counts)
    fixed = solve(problem)
    asked = iter(range(10**9))
    tree = solve_covered(
        Problem.from_dict({**problem.to_dict(), "reactions": 1}),
        cancelled=lambda: next(asked) > 300,
    )
    assert tree.net is not None
    assert fixed.net is not None
    assert tree.bound is not None
    assert tree.bound >= tree.net >= fixed.net


def test_a_tree_is_told_as_data() -> None:
    told = solve_covered(Problem.of(MINE, "#", unseen=EITHER, reactions=1)).to_dict()
    assert {key: told[key] for key in ("status", "net", "bound", "dig", "move_cost")} == {
        "status": "optimal",
        "net": 2.5,
        "bound": 2.5,
        "dig": None,
        "move_cost": 1,
    }
    then = told["then"]
    assert isinstance(then, dict)
    assert [then["a1"][letter]["dig"] for letter in "5z"] == [["a1"], ["b1"]]
    assert [then["a1"][letter]["net"] for letter in "5z"] == [5, 2]
    assert then["a1"]["5"]["then"] == {}


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"reactions": 1}, "unseen"),
        ({"reactions": -1, "unseen": EITHER}, "reactions"),
        ({"reactions": 1, "unseen": EITHER, "best": 2}, "best"),
        ({"reactions": 1, "unseen": EITHER, "frontier": True}, "frontier"),
        ({"reactions": 1, "unseen": EITHER, "wanted": "b1:1"}, "wanted"),
    ],
)
def test_what_means_nothing_is_refused(wishes: dict[str, object], said: str) -> None:
    with pytest.raises(ProblemError, match=said):
        Problem.of(MINE, "#", **wishes)  # type: ignore[arg-type]


def test_each_solver_takes_its_own_problems() -> None:
    looking = Problem.of(MINE, "#", unseen=EITHER, reactions=1)
    assert Problem.from_dict(looking.to_dict()) == looking
    with pytest.raises(ArgumentError, match="solve_covered"):
        solve(looking)
    with pytest.raises(ArgumentError, match="reactions"):
        solve_covered(Problem.of(MINE, "#", unseen=EITHER))
