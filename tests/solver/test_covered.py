"""Plans that react to what shows: a probe for its own sake, limits, errors, and how it is told."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from itertools import count
from typing import Any

import pytest

from ksm_widgets.rules import ArgumentError, Move, Position, Power, Quarry, Tile
from ksm_widgets.solver import Problem, ProblemError, SearchProgress, Status, solve, solve_covered
from ksm_widgets.solver.luck import luck
from ksm_widgets.solver.policy import Branch

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


@pytest.mark.long
def test_draws_are_without_replacement() -> None:
    """With two looks and one 5 among three, the second is likelier to show it than the first."""
    mine = Position.near("?1,?1")
    tree = solve_covered(Problem.of(mine, "#", unseen={"5": 1, "z": 2}, reactions=2))
    assert tree.chances()[Tile.MUMMY] == Fraction(2, 3)
    assert tree.then[Tile.MUMMY].chances()[Tile.MUMMY] == Fraction(1, 2)


@pytest.mark.long
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


def test_a_single_look_waits_for_the_tile_that_matters() -> None:
    """Of two tiles that show one after the other only the lower can be dug beside the 5."""
    mine = Position.near("5,??y,-,-,3,2")
    problem = Problem.of(mine, "##", unseen={"5": 2, "z": 2}, reactions=1, max_moves=2)
    tree = solve_covered(problem)
    assert (tree.status, tree.net) == (Status.OPTIMAL, Fraction(11, 2))
    assert (tree.look, len(tree.moves)) == (Quarry.parse("b1"), 2)


def test_what_shows_may_pay_for_what_follows() -> None:
    """Two moves are too dear for one coin, unless a treasure that has shown pays for them."""
    mine = Position.near("?y,-,d")
    problem = Problem.of(mine, "##", unseen={"5": 1, "4": 1}, reactions=1, money=1)
    assert solve(mine, "##", unseen={"5": 1, "4": 1}, money=1).net == 0
    assert solve_covered(problem).net == 5


def test_what_shows_later_may_pay_a_move_that_is_owed() -> None:
    """A coin is owed for a move already: whichever tile shows first, the 5 pays for the dig."""
    problem = Problem.of(Position.near("?,?"), "##", unseen={"a": 1, "5": 1}, reactions=2)
    known = solve(Position.near("a,5"), "##")
    tree = solve_covered(replace(problem, money=-1))
    assert (tree.status, tree.net) == (Status.OPTIMAL, known.net)


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


def test_an_object_is_spent_only_after_the_tile_that_it_is_for() -> None:
    """A mummy is dug for its worth if the amulet saves its cost; after a 5 the amulet is kept."""
    problem = Problem.of(
        Position.near("?y"),
        "#",
        unseen=EITHER,
        reactions=1,
        may_spend="amulet",
        values={"z": 6, "magic": 2},
    )
    tree = solve_covered(problem)
    dearer = tree.then[Tile.MUMMY]
    assert (tree.look, tree.net) == (Quarry.parse("a1"), Fraction(7, 2))
    assert dearer.chosen == {Power.AMULET}
    assert not tree.then[Tile.TREASURE_5].chosen
    assert "spend the amulet: dig a1, net 3" in str(tree)
    told = tree.to_dict()["then"]
    assert isinstance(told, dict)
    data = told["a1"]["z"]
    assert (data["powers"], data["spend_cost"], data["after"]) == (["amulet"], 2, {"money": 9})


def test_all_looks_are_as_many_as_there_are_tiles_to_see() -> None:
    data = {"board": MINE.text, "shape": "#", "unseen": EITHER, "reactions": "all"}
    problem = Problem.from_dict(data)
    assert problem.reactions == 1
    assert solve_covered(problem).net == Fraction(5, 2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"reactions": 1}, "unseen"),
        ({"reactions": -1, "unseen": EITHER}, "reactions"),
        ({"reactions": 1, "unseen": EITHER, "best": 2}, "best"),
        ({"reactions": 1, "unseen": EITHER, "frontier": True}, "frontier"),
        ({"reactions": 1, "unseen": EITHER, "wanted": "b1:1"}, "wanted"),
    ],
)
def test_what_means_nothing_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(ProblemError, match=said):
        Problem.of(MINE, "#", **options)  # type: ignore[arg-type]


def test_each_solver_takes_its_own_problems() -> None:
    looking = Problem.of(MINE, "#", unseen=EITHER, reactions=1)
    assert Problem.from_dict(looking.to_dict()) == looking
    with pytest.raises(ArgumentError, match="solve_covered"):
        solve(looking)
    with pytest.raises(ArgumentError, match="reactions"):
        solve_covered(Problem.of(MINE, "#", unseen=EITHER))


def test_luck_is_what_a_single_draw_is_above_the_mean() -> None:
    """A 5 or the mummy: 3.25 above the mean half the time, and no look can bring more than that."""
    problem = Problem.of(MINE, "#", unseen={"5": 500, "z": 500}, reactions=1)
    assert 1.625 <= luck(problem, 1) < 1.64
    twice = Problem.of(Position.near("?1,?2"), "#", unseen={"5": 500, "z": 500}, reactions=2)
    assert 3.25 <= luck(twice, 2) < 3.28
    # Beside three symbols a fourth is worth a set, whatever it is worth by itself on average.
    held = Problem.of(MINE, "#", holding="abc", others=["x"], unseen={"d": 1, "1": 1}, reactions=1)
    assert luck(held, 1) >= Fraction(9, 4)


# How a tree is told.


def test_what_follows_is_told_for_all_tiles_of_which_the_same_holds() -> None:
    unseen = {"5": 2, "4": 1, "1": 1, "x": 2, "y": 1, "a": 1, "b": 1}
    tree = solve_covered(Position.near("?,3"), "#", unseen=unseen, reactions=1)
    good, rest = tree.branches()
    assert [tile.letter for tile in good.tiles] == ["4", "5"]
    assert (good.chance, good.net, good.rest) == (Fraction(1, 3), Fraction(14, 3), False)
    assert [tile.letter for tile in rest.tiles] == ["1", "x", "y", "a", "b"]
    assert (rest.chance, rest.net, rest.rest) == (Fraction(2, 3), Fraction(3), True)
    assert good.chance * good.net + rest.chance * rest.net == tree.net
    assert good.in_words() == "a treasure of 4 or more (33%): dig a1, net 4.7"
    assert rest.in_words("de", made=1) == "sonst (67 %): Ausgrabung auf b1, netto 2"


def test_of_many_branches_the_least_likely_are_told_together() -> None:
    mine = Position.near("?,3")
    unseen = {"5": 5, "4": 4, "x": 3, "y": 2, "z": 1}
    tree = solve_covered(mine, "#", unseen=unseen, reactions=1)
    # As if each tile led to a dig of its own.
    moved = {
        tile: replace(policy, moves=(Move.parse("a1-a2"),) * number)
        for number, (tile, policy) in enumerate(tree.then.items())
    }
    told = replace(tree, then=moved).branches(most=3)
    assert [tuple(tile.letter for tile in one.tiles) for one in told] == [
        ("5",), ("4",), ("x", "y", "z"),
    ]  # fmt: skip
    assert told[-1].policy is None
    assert told[-1].in_words() == "otherwise (40%): other digs, net 3"
    assert told[0].in_words() == "a treasure of 5 (33%): one move, then dig a1, net 5"


def test_kinds_of_tiles_are_told_as_short_as_can_be() -> None:
    can = tuple(Tile(letter) for letter in "12345xyabM")

    def named(letters: str) -> str:
        tiles = tuple(Tile(letter) for letter in letters)
        return Branch(tiles, can, Fraction(1, 500), Fraction(1, 3), None).in_words()

    assert named("45") == "a treasure of 4 or more (under 1%): other digs, net 0.3"
    assert named("12x").startswith("a treasure of 2 or less, a mask (")
    assert named("12345xy").startswith("a treasure, a curse (")
    assert named("24abM").startswith("a treasure of 2, a treasure of 4, a parchment, a mirror (")
    assert named("12345xyabM").startswith("whatever it is (")


def test_figures_are_told_so_that_the_better_one_shows() -> None:
    """A hundredth is told where a tenth would be the same, and a bound is never told too low."""
    problem = Problem.of(MINE, "#", unseen=EITHER, reactions=1)
    tree = solve_covered(problem)
    near = replace(tree, net=Fraction(2013, 1000), bound=Fraction(2041, 1000))
    assert near.compared() == (Decimal("2.01"), Decimal(2))
    assert replace(near, net=Fraction(2249, 1000)).compared(made=1) == (Decimal("1.2"), Decimal(1))
    unsure = replace(near, status=Status.FEASIBLE)
    assert "No plan with one look nets more than 2.1" in str(unsure)
    assert str(unsure).startswith("Look first: net 2.01 on average. Stop and dig now: net 2.")


def test_where_no_look_is_worth_it_the_dig_is_told() -> None:
    tree = solve_covered(MINE, "#", unseen={"1": 5, "z": 5}, reactions=1)
    assert str(tree).splitlines()[:3] == [
        "Stop and dig now: net 2. Looking is not worth the moves.",
        "Proven: no plan with one look nets more.",
        "Moves: none",
    ]
    assert tree.branches() == ()
    stopped = replace(tree, status=Status.FEASIBLE, bound=Fraction(3))
    assert "Bisher lohnt sich kein Nachsehen." in stopped.in_words("de")


def test_what_cannot_be_paid_without_a_look_is_told_so() -> None:
    """A move is owed for: a treasure that shows pays it, one that nobody has seen does not."""
    problem = Problem.of(Position.near("?"), "#", unseen={"5": 1, "4": 1}, reactions=1)
    owed = replace(problem, money=-1)
    assert solve(replace(owed, reactions=None)).status is Status.INFEASIBLE
    tree = solve_covered(owed)
    assert tree.fixed is None
    assert str(tree).startswith(
        "Look first: net 4.5 on average. You can't pay for any dig without looking first"
    )
    none = solve_covered(Problem.of(Position(), "#", unseen={}, reactions=1, money=-1))
    assert str(none) == "No dig does that with this money and these moves."


def test_what_follows_a_tile_is_proven_if_the_whole_is() -> None:
    twice = solve_covered(MINE, "#", unseen=EITHER, reactions=2)
    after = twice.after(Tile.TREASURE_5)
    assert after is not None
    assert (after.status, after.problem.reactions, after.bound) == (Status.OPTIMAL, 1, after.net)
    assert twice.after(Tile.ALPHA) is None
    stopped = replace(twice, status=Status.FEASIBLE)
    assert stopped.after(Tile.TREASURE_5) is twice.then[Tile.TREASURE_5]


def test_how_the_search_stands_is_told() -> None:
    told: list[SearchProgress] = []
    tree = solve_covered(
        Position.near("-,?5,-,3"), "##", unseen={"5": 1, "x": 1}, reactions=1, progress=told.append
    )
    assert tree.net is not None
    assert [one.bound for one in told] == sorted((one.bound for one in told), reverse=True)
    assert told[0].bound >= tree.net
    assert told[-1].net == tree.net
    assert told[-1].statistics.boards > 0


@pytest.mark.long
@pytest.mark.parametrize("looks", [1, 2])
def test_a_stop_is_obeyed_at_once(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly anything is begun after it; the tree is as good as its net, the bound holds."""
    problem = Problem.of(
        Position.near("?5,?2,1,-/3,-,-,-"), "##", unseen={"5": 2, "x": 2, "a": 1}, reactions=looks
    )
    whole = solve_covered(problem)
    assert whole.net is not None
    covered = import_module("ksm_widgets.solver.covered")
    search, asked, late = covered.search, count(), count()
    stopped = False

    def counted(*given: Any, **options: Any) -> Any:
        if stopped:
            next(late)
        return search(*given, **options)

    monkeypatch.setattr(covered, "search", counted)
    most = 0
    for patience in (0, 1, 20, 100):
        asked, late, stopped = count(), count(), False

        def over(asked: count[int] = asked, patience: int = patience) -> bool:
            nonlocal stopped
            stopped = next(asked) >= patience
            return stopped

        tree = solve_covered(problem, cancelled=over)
        most = max(most, next(late))
        assert tree.bound is not None
        assert tree.net is not None
        assert tree.net <= whole.net <= tree.bound
    # Without a tree there is still a fixed plan to be found, and a bound on the start.
    assert most <= 3 * looks


def test_a_problem_may_be_written_as_for_solve() -> None:
    problem = Problem.of(MINE, "#", unseen=EITHER, reactions=1, money=3)
    written = solve_covered(MINE, "#", unseen=EITHER, reactions=1, money=3)
    assert (written.problem, written.net) == (problem, solve_covered(problem).net)
    with pytest.raises(ArgumentError, match="so money"):
        solve_covered(problem, money=4)  # type: ignore[call-overload]
