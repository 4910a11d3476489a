"""Wanted tiles out of reach: a proof by levels and distances, before any search."""

from __future__ import annotations

from dataclasses import replace

from ksm_widgets.rules import Position, Quarry
from ksm_widgets.solver import Problem, Status, solve
from ksm_widgets.solver.engine import interpreted_engine
from ksm_widgets.solver.kernel import layout as at
from ksm_widgets.solver.kernel.ways import lay_ways
from ksm_widgets.solver.state import SearchState

CROWDED = Position.near("123,45,4ab,1,-")
"""A row of quarries: three, two, three tiles, one, and none."""


def way(wanted: str, quarry: str, level: int) -> int:
    """The moves that a wanted tile takes to be dug from a quarry at a level."""
    state = SearchState(Problem.of(CROWDED, "#", wanted=wanted), interpreted_engine(), 1)
    lay_ways(state.m)
    return state.m[at.WAYS + at.ways(0, level, Quarry.parse(quarry).index)]


def test_what_is_on_top_and_what_is_in_the_way_must_leave() -> None:
    assert way("a1:3", "a1", 3) == 0
    assert way("a1:1", "a1", 1) == 2, "what is on top"
    assert way("a1:3", "b1", 3) == 1
    assert way("a1:3", "b1", 2) == 2, "a tile at its level must leave b1"
    assert way("a1:1", "a2", 1) == 3, "a2 is empty"
    assert way("d1:1", "c1", 0) == 4, "all three of c1"


def test_a_way_goes_round_what_is_high() -> None:
    # By a2, b2, c2 it is one step longer than through b1 and c1, where five tiles are at its level.
    assert way("a1:3", "d1", 3) == 3
    assert way("a1:1", "d1", 1) == 2 + 3 + 1


def test_no_aim_is_looked_at_where_money_does_not_suffice() -> None:
    problem = Problem.of(CROWDED, "#", wanted="a1:1", money=0)
    answer = solve(problem)
    assert (answer.status, answer.statistics.aims) == (Status.INFEASIBLE, 0)
    with_a_coin = solve(replace(problem, money=1))
    assert (with_a_coin.status, len(with_a_coin.moves)) == (Status.OPTIMAL, 2)
