"""The models for the general tools against brute force: a peer that errs proves nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.solver.problem import Problem
from tests.oracle.brute import force
from tests.oracle.problems import bounded_problem, poor_problem

pytestmark = pytest.mark.slow

BUDGET = 300_000
PEERS = {
    "cp_sat": "solve_by_cp_sat",
    "answer_sets": "solve_by_clingo",
    "breadth": "solve_by_breadth",
}


def _problems() -> Iterator[Problem]:
    """Small ones of both sorts; the seal with few quarries only."""
    for seed in range(48):
        for problem in (bounded_problem(seed, BUDGET), poor_problem(seed, BUDGET)):
            if problem.shape.size < 5 or Power.SEAL not in problem.powers:
                yield replace(problem, best=0, frontier=False)


@pytest.mark.parametrize("module", PEERS)
def test_peers_are_right(module: str) -> None:
    peers = pytest.importorskip(f"benchmarks.peers.{module}")
    peer: Callable[[Problem, float], Any] = getattr(peers, PEERS[module])
    for problem in _problems():
        verdict = peer(problem, 120)
        expected = force(problem).best() or (None, None)
        assert verdict.proven, json.dumps(problem.to_dict())
        assert (verdict.net, verdict.moves) == expected, json.dumps(problem.to_dict())


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_planner_is_right_about_moves() -> None:
    """Fast Downward knows no money, so there is plenty."""
    pytest.importorskip("up_fast_downward")
    planner = pytest.importorskip("benchmarks.peers.planner")
    compared = 0
    for seed in range(240):
        drawn = bounded_problem(seed, BUDGET)
        unseen = any(Tile.UNSEEN in stack for stack in drawn.position.stacks)
        if not drawn.wanted or unseen or Power.SEAL in drawn.powers:
            continue
        problem = replace(drawn, money=99, max_moves=2, best=0)
        best = force(problem).best()
        if best is None:
            continue  # a plan with more moves may take the planner long
        verdict = planner.solve_by_fast_downward(problem, 120)
        assert (verdict.proven, verdict.moves) == (True, best[1]), json.dumps(problem.to_dict())
        compared += 1
    assert compared >= 5
