"""Prices on money and moves, and every board where there are few: other ways to the same answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ksm_widgets.rules.position import Position
from ksm_widgets.solver import prices
from ksm_widgets.solver.ceilings import ceilings_apart
from ksm_widgets.solver.engine import interpreted_engine
from ksm_widgets.solver.kernel import layout as at
from ksm_widgets.solver.prices import fair_prices
from ksm_widgets.solver.problem import Problem
from ksm_widgets.solver.solving import solve
from ksm_widgets.solver.state import FREE, TIE, Prices, SearchState

COIN = 1000 * TIE
MINE = Position.near("a1,zb/1x,-/2y,c")
POOR = Problem.of(MINE, "##", money=1, values={"parchment": 4, "curse": 2})
FEW = replace(POOR, max_moves=2)
BUSY = Problem.of(Position.random(2, "late"), "##/##/#.", money=1, values={"parchment": 10})


def scores(state: SearchState) -> list[tuple[int, int]]:
    """What the digs found score, once the search has ended."""
    while not state.run():
        pass
    state.close()
    return sorted((score, len(turn.moves)) for score, turn in state.best.values())[-state.keep :]


def first_bound(problem: Problem, prices: Prices) -> int:
    """The bound of all plans before any has been chosen."""
    state = SearchState(problem, interpreted_engine(), 1, prices)
    while not state.m[at.P_LOOKED]:
        state.run()
    bound = state.bound
    state.close()
    return bound


@pytest.mark.parametrize("problem", [POOR, FEW, replace(POOR, money=0), replace(FEW, money=3)])
@pytest.mark.parametrize("keep", [1, 4])
@pytest.mark.parametrize("prices", [Prices(fee=COIN // 2), Prices(COIN // 3, COIN), Prices(9, 7)])
def test_under_any_prices_the_answer_is_the_same(
    problem: Problem, keep: int, prices: Prices
) -> None:
    if problem.max_moves is None:
        prices = replace(prices, toll=0)
    free = scores(SearchState(problem, interpreted_engine(), keep))
    assert len(free) == keep or (problem.money == 0 and len(free) == 2)
    assert scores(SearchState(problem, interpreted_engine(), keep, prices)) == free
    assert first_bound(problem, prices) >= free[-1][0]


@pytest.mark.parametrize("lasting", [0, 1, 2, 5])
def test_no_trial_of_prices_begins_once_the_time_is_up(
    monkeypatch: pytest.MonkeyPatch, lasting: int
) -> None:
    """A trial may take longer than a time limit has room for."""
    asked: list[bool] = []
    begun_late = []

    def stopped() -> bool:
        asked.append(len(asked) >= lasting)
        return asked[-1]

    class Noted(SearchState):
        def __init__(self, *given: Any, trial: bool = False) -> None:
            begun_late.append(any(asked))
            super().__init__(*given, trial=trial)

    monkeypatch.setattr(prices, "SearchState", Noted)
    fair_prices(BUSY, interpreted_engine(), stopped)
    assert asked[-1]
    assert begun_late == [False] * len(begun_late)


@pytest.mark.long
@pytest.mark.parametrize("problem", [FEW, replace(FEW, max_moves=1), replace(FEW, max_moves=0)])
@pytest.mark.parametrize("powers", ["mirror", "carpet", "amulet"])
@pytest.mark.parametrize("variant", ["standard", "beginner"])
def test_every_board_gives_the_same_answer(problem: Problem, powers: str, variant: str) -> None:
    told = Problem.from_dict({**problem.to_dict(), "powers": [powers], "variant": variant})
    for keep in (1, 5):
        every = SearchState(told, interpreted_engine(), keep)
        every.every_board(at.MUST)
        assert scores(every) == scores(SearchState(told, interpreted_engine(), keep))


@pytest.mark.parametrize(
    ("powers", "variant"), [("", "standard"), ("carpet", "standard"), ("", "beginner")]
)
def test_no_bound_under_compared_prices_is_below_what_is_found_on_every_board(
    powers: str, variant: str
) -> None:
    """With all placements kept, each one's best dig must be found: no bound may cut it off."""
    mine = Position.near("a1x,zb,2c/1x,-,yM/2y,c,3d")
    stakes: dict[str, Any] = {"holding": "xyabc" + "C" * bool(powers), "others": ["xM"]}
    told: dict[str, Any] = {"powers": powers.split(), "variant": variant, **stakes}
    problem = Problem.of(mine, "##/#.", money=0, max_moves=2, **told)
    for ceiling in ceilings_apart(problem):
        every, compared = (
            SearchState(problem, interpreted_engine(), 10**6, FREE, ceiling) for _ in range(2)
        )
        every.every_board(at.MUST)
        compared.compare_prices()
        assert scores(compared) == scores(every)


def test_where_aims_cannot_be_paid_comparing_prices_makes_the_search_shorter() -> None:
    work = []
    for comparing in (False, True):
        state = SearchState(BUSY, interpreted_engine(), 1)
        if comparing:
            state.compare_prices()
        found = scores(state)
        work.append((found, state.work))
    (found, alone), (same, compared) = work
    assert found == same
    assert compared < alone / 2


@pytest.mark.parametrize("powers", [["seal"], ["carpet", "seal"], ["amulet"]])
@pytest.mark.parametrize("moves", [1, 2])
def test_of_tiles_worth_something_together_every_board_misses_none(
    powers: list[str], moves: int
) -> None:
    """The third parchment, or one curse more, brings far more than its share."""
    mine = Position.near("a1,?,zb/1x,2,-/2y,c,ab")
    held: dict[str, Any] = {"holding": "aabxMCSA", "others": ["xy", "M"], "max_moves": moves}
    told = Problem.of(mine, "##", powers=powers, money=3, **held)
    for keep in (1, 4):
        every = SearchState(told, interpreted_engine(), keep)
        every.every_board(at.MUST)
        found = scores(every)
        assert found == scores(SearchState(told, interpreted_engine(), keep))
        assert found


def test_boards_within_more_moves_can_be_looked_at_afterwards() -> None:
    problem = Problem.of(Position.near("5,4,3z"), "###")
    state = SearchState(problem, interpreted_engine(), 1)
    best = []
    for moves in range(4):
        state.every_board(at.MUST, moves)
        while not state.run():
            pass
        best.append(max((score for score, _ in state.best.values()), default=0))
    state.close()
    for moves, score in enumerate(best):
        alone = scores(SearchState(replace(problem, max_moves=moves), interpreted_engine(), 1))
        assert score == max((one for one, _ in alone), default=0)
    assert best[0] < best[-1]


def test_fair_prices_lower_the_bound_where_money_is_short() -> None:
    prices = fair_prices(BUSY, interpreted_engine(), lambda: False)
    assert prices.toll == 0
    assert prices.fee > 0
    assert first_bound(BUSY, prices) < first_bound(BUSY, FREE)


def test_where_money_is_plenty_nothing_has_a_price() -> None:
    rich = replace(BUSY, money=100)
    assert fair_prices(rich, interpreted_engine(), lambda: False) == FREE


def test_a_glance_at_every_single_move_proves_what_needs_no_more() -> None:
    """In the beginner variant nearly everything seems to be within reach of some more moves."""
    mine = Position.random(4, "early")
    problem = Problem.of(mine, "###/###", powers="amulet", variant="beginner", max_moves=1)
    assert solve(problem).statistics.aims < 5000
