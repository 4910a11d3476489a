"""Trees of looks against expectimax that tries everything; a thousand of them in `make oracle`."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.rules import Position, Tile, carried_out
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver import Problem, Status, solve, solve_covered
from ksm_widgets.solver.answer import net_of
from ksm_widgets.solver.ceiling_search import Watch
from ksm_widgets.solver.peeking import Peeking
from ksm_widgets.solver.problem import spending
from ksm_widgets.solver.search import search
from tests.oracle.expectimax import expectimax, looking_problem, spending_problem, tiny_problem
from tests.sweeps import swept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.solver import Answer, Policy
    from ksm_widgets.solver.state import Only

SAMPLE = 40
AT_A_TIME = 20


def compare(first: int, many: int, make: Callable[[int], Problem] = tiny_problem) -> int:
    """Each tree nets what the best can, its proof says so, and it is what it promises to be.

    Returns how many of these mines want a look.
    """
    looking = 0
    for seed in range(first, first + many):
        problem = make(seed)
        told = json.dumps(problem.to_dict())
        found, best = solve_covered(problem), expectimax(problem)
        assert found.net == found.bound == best, told
        assert found.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL), told
        if best is not None:
            assert played_out(problem, found) == best, told
        looking += found.look is not None
    return looking


def played_out(problem: Problem, policy: Policy) -> Fraction:
    """The mean of all ends that a tree can come to, each carried out by the rules."""
    moves = policy.moves
    position = problem.position
    if policy.look is None:
        assert policy.plan is not None
        done = carried_out(
            position, policy.plan.turn, problem.shape, money=problem.money, variant=problem.variant
        )
        assert done.account.affordable
        spent = policy.plan.turn.powers - problem.powers
        assert spent <= problem.may_spend
        kept = Fraction(0)
        if problem.stakes is None and done.taken:
            kept = Fraction(sum(problem.values.of(power.tile) or 0 for power in spent), 1000)
        return Fraction(net_of(spending(problem, spent), done)) - kept
    done = carried_out(
        position, Turn(moves), problem.shape, money=problem.money, variant=problem.variant
    )
    assert done.position.top(policy.look) is Tile.UNSEEN
    assert set(policy.then) == {tile for tile, _ in problem.unseen or ()}
    assert sum(policy.chances().values()) == 1
    mean = Fraction(0)
    for tile, chance in policy.chances().items():
        then = policy.then[tile]
        below = done.position.stack(policy.look)[:-1]
        assert then.problem.position == done.position.with_stack(policy.look, (*below, tile))
        assert then.problem.money == problem.money - len(moves)
        assert (then.problem.reactions or 0) < (problem.reactions or 0)
        mean += chance * played_out(then.problem, then)
    return mean - len(moves)


# The very first ones take long: they are tried apart.
@pytest.mark.slow
@pytest.mark.parametrize("first", range(AT_A_TIME, SAMPLE, AT_A_TIME))
def test_trees_are_exact(first: int) -> None:
    assert compare(first, AT_A_TIME)


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, *swept(140)[SAMPLE::AT_A_TIME]])
def test_many_trees_are_exact(first: int) -> None:
    compare(first, AT_A_TIME)


@pytest.mark.parametrize("seed", [66, pytest.param(86, marks=pytest.mark.long)])
def test_objects_are_chosen_anew_after_each_look(seed: int) -> None:
    """What shows decides in both of them which object is spent, if any."""
    assert compare(seed, 1, spending_problem)


@pytest.mark.parametrize(
    "seed", [*(pytest.param(seed, marks=pytest.mark.long) for seed in (245, 394)), 449]
)
def test_a_known_plan_is_no_better_than_doing_nothing(seed: int) -> None:
    """One that lost coins was taken for the best, and the bound was too low."""
    compare(seed, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", [28, 64])
def test_a_plan_known_from_before_a_move_may_have_too_many(seed: int) -> None:
    """Where moves are few, it was taken for a plan of the rest."""
    compare(seed, 1, looking_problem)


def test_a_tile_that_shows_may_be_left_alone() -> None:
    """With two looks, the best tree digs one `?` as it is and looks at what lies below it."""
    compare(991, 1)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 10 * AT_A_TIME, AT_A_TIME))
def test_many_trees_that_choose_objects_are_exact(first: int) -> None:
    compare(first, AT_A_TIME, spending_problem)


@pytest.mark.long
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(10, 100, 10))]
)
def test_knowing_a_hidden_tile_is_never_worth_less_than_looking(first: int) -> None:
    """At every step the bound by peeking holds for the best tree."""
    compared = 0
    for seed in range(first, first + 10):
        problem = (spending_problem if seed % 2 else tiny_problem)(seed)
        if not problem.reactions or not problem.position.counts()[Tile.UNSEEN]:
            continue
        peek(problem)
        compared += 1
    assert compared


def peek(problem: Problem) -> None:
    """Look into hidden tiles until nothing is left; no bound may be below the best tree."""

    def searched(asked: Problem, only: Only | None) -> Answer:
        watch = Watch(None, None, None)
        return solve(asked) if only is None else search(asked, watch, only=only)

    best = expectimax(problem)
    peeking = Peeking(problem, solve_covered(replace(problem, reactions=0)), searched)
    while not peeking.settled:
        found = peeking.step(lambda: False)
        if found and problem.reactions == 1:
            break  # What a look there is worth is known then, and no part of the bound.
        if best is not None and peeking.begun:
            assert peeking.bound is not None
            assert peeking.bound >= best, json.dumps(problem.to_dict())


def test_a_second_look_may_show_the_rest_of_a_set() -> None:
    """What it adds was counted as if a third draw had taken the other parchment away."""
    problem = Problem.of(
        Position.near("?,?"),
        "#/#",
        holding="xbb",
        rounds_left=1,
        players=4,
        unseen={"1": 1, "2": 1, "a": 1, "c": 1},
        reactions=2,
        max_moves=1,
    )
    peek(problem)


def _is_past(times: Iterator[int], most: int) -> bool:
    return next(times) >= most


def test_a_look_that_was_stopped_still_counts() -> None:
    """Its promise was given up before it was known what it brings."""
    problem = replace(tiny_problem(187), reactions=1)
    best = expectimax(problem)
    assert best is not None
    for asked in count():
        found = solve_covered(problem, cancelled=partial(_is_past, count(), asked))
        assert found.bound is not None
        assert found.bound >= best
        if found.status is Status.OPTIMAL:
            break
    assert asked > 1


@pytest.mark.slow
def test_stopped_early_a_tree_and_its_bound_are_true() -> None:
    unproven = 0
    for seed in range(AT_A_TIME):
        problem = tiny_problem(seed)
        told = json.dumps(problem.to_dict())
        best = expectimax(problem)
        for asked in (0, 1, 3, 10):
            found = solve_covered(problem, cancelled=partial(_is_past, count(), asked))
            unproven += found.status in (Status.FEASIBLE, Status.UNKNOWN)
            if found.net is not None:
                assert best is not None, told
                assert found.net <= best, told
                assert played_out(problem, found) == found.net, told
            if best is not None:
                assert found.bound is not None, told
                assert found.bound >= best, told
    assert unproven
