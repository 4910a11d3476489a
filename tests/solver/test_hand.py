"""A whole hand: every option is what its own problem's answer is, and a stop is a stop."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import count
from threading import get_ident
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.rules import Position, Power, Stage, cards, play
from ksm_widgets.solver import HandPlan, Problem, SearchProgress, Status, Values, solve, solve_hand
from ksm_widgets.solver import ceiling_search as proving
from ksm_widgets.solver.state import SearchState
from tests.mines import FAR

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("interpreted")

CARDS = cards()
MINES = [Position.random(seed, stage) for seed, stage in enumerate(Stage)]
CURSES = Position.parse(f"{FAR}z,4z,1y,zz,y,z/z,2,x,3,y,z")
"""Here every card gets more with the amulet."""


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KSM_SOLVER", "interpreted")


def asked(problem: Problem, option: HandPlan) -> Problem:
    """The problem that an option of the hand answers."""
    return replace(problem, shape=option.card.shape, powers=option.powers)


def facts(problem: Problem, option: HandPlan) -> tuple[object, ...]:
    answer = option.answer
    assert answer.plan is not None
    return answer.status, answer.plan.net, len(answer.plan.turn.moves), answer.bound


def as_solved(problem: Problem) -> tuple[object, ...]:
    answer = solve(problem)
    assert answer.plan is not None
    return answer.status, answer.plan.net, len(answer.plan.turn.moves), answer.bound


def test_with_a_holding_no_option_nets_less_than_doing_nothing() -> None:
    """Though what fewer objects reach, known to it, nets less with more of them spent."""
    problem = Problem.of(Position.near("5,45,-,-,-,-"), "##", holding="C", others=["M"])
    options = solve_hand(problem, CARDS[1], "carpet")
    for option in options:
        assert facts(problem, option) == as_solved(asked(problem, option))


@pytest.mark.long
@pytest.mark.parametrize("mine", [*MINES, CURSES], ids=["early", "middle", "late", "curses"])
def test_each_option_is_what_its_own_problem_s_answer_is(mine: Position) -> None:
    """Whatever the options share. The seal is left to a smaller hand: it takes its time."""
    problem = Problem(mine, CARDS[0].shape)
    held = (Power.MIRROR, Power.CARPET, Power.AMULET)
    options = solve_hand(problem, CARDS[:4:3], held)
    assert len(options) == 2 * 8
    for option in options:
        assert facts(problem, option) == as_solved(asked(problem, option))


def test_the_amulet_makes_another_answer() -> None:
    """Shared answers are told apart by it: with curses about, every card gets more."""
    card = CARDS[0]
    options = solve_hand(Problem(CURSES, card.shape), [card], [Power.AMULET, Power.SEAL])
    nets = {option.powers: option.answer.plan.net for option in options if option.answer.plan}
    assert len(nets) == 4
    for seal in (frozenset[Power](), frozenset({Power.SEAL})):
        assert nets[seal | {Power.AMULET}] > nets[seal]


def test_a_limit_on_moves_is_met_as_in_a_single_problem() -> None:
    """With tolls: without, the search for this one takes more than twenty times as long."""
    card = CARDS[18]
    problem = Problem(Position.random(0, Stage.LATE), card.shape, max_moves=2)
    alone: list[SearchProgress] = []
    expected = solve(problem, progress=alone.append)
    together: list[SearchProgress] = []
    (option,) = solve_hand(
        problem, [card], (), progress=together.append, cancelled=lambda: len(together) > 100
    )
    assert option.answer.plan == expected.plan
    assert len(together) == len(alone)


@pytest.mark.long
@pytest.mark.parametrize(("limit", "mine"), list(enumerate([*MINES, CURSES])))
def test_each_option_keeps_to_the_limit_on_moves(limit: int, mine: Position) -> None:
    problem = Problem(mine, CARDS[0].shape, max_moves=limit)
    for option in solve_hand(problem, CARDS[::11], [Power.MIRROR, Power.CARPET]):
        assert facts(problem, option) == as_solved(asked(problem, option))


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Problem]:
    """The problems for which this test has begun a search."""
    problems: list[Problem] = []
    here = get_ident()

    class Noted(SearchState):
        def __init__(self, problem: Problem, *rest: Any) -> None:
            # A game of another test may still think in a thread of its own.
            if get_ident() == here:
                problems.append(problem)
            super().__init__(problem, *rest)

    monkeypatch.setattr(proving, "SearchState", Noted)
    return problems


def stopping(patience: int) -> Callable[[], bool]:
    asked = count()
    return lambda: next(asked) >= patience


@pytest.mark.parametrize("limit", [None, 2])
def test_after_a_stop_no_further_search_is_begun(begun: list[Problem], limit: int | None) -> None:
    problem = Problem(MINES[2], CARDS[0].shape, max_moves=limit)
    hand, held = CARDS[4:12], list(Power)
    patience = 40
    searches: list[int] = []

    def stop() -> bool:
        searches.append(len(begun))
        return len(searches) > patience

    options = solve_hand(problem, hand, held, cancelled=stop)
    assert len(options) == len(hand) * 16
    assert len(searches) == patience + 1
    # The option at hand may look once more at what can be had within the limit as the mine lies.
    assert len(begun) <= searches[-1] + (limit is not None)
    assert searches[-1] < 40


def test_no_time_begins_nothing(begun: list[Problem]) -> None:
    problem = Problem(MINES[0], CARDS[0].shape)
    options = solve_hand(problem, CARDS[:3], Power, time_limit=0)
    assert begun == []
    assert len(options) == 3 * 16
    for option in options:
        assert option.answer.status is Status.FEASIBLE
        assert option.answer.plan is not None
        assert option.answer.plan.net == 0
        assert option.answer.plan.dig is None
        proven = solve(replace(asked(problem, option), powers=option.powers - {Power.SEAL}))
        assert proven.plan is not None
        assert option.answer.bound is not None
        assert option.answer.bound >= proven.plan.net


@pytest.mark.long
def test_options_not_begun_get_what_fewer_powers_reach() -> None:
    """A legal plan, and a bound that holds; never called proven."""
    problem = Problem(CURSES, CARDS[0].shape)
    held = [Power.AMULET, Power.CARPET, Power.MIRROR]
    proven = {
        (option.card.number, option.powers): option.answer
        for option in solve_hand(problem, CARDS[:2], held)
    }
    unsure = 0
    for patience in range(0, 60, 4):
        nets: dict[tuple[int, frozenset[Power]], Decimal] = {}
        options = solve_hand(problem, CARDS[:2], held, cancelled=stopping(patience))
        for option in sorted(options, key=lambda one: len(one.powers)):
            answer = option.answer
            best = proven[option.card.number, option.powers].plan
            assert answer.plan is not None
            assert answer.bound is not None
            assert best is not None
            assert answer.plan.net <= best.net <= answer.bound
            less = [
                net
                for (number, powers), net in nets.items()
                if number == option.card.number and powers < option.powers
            ]
            assert answer.plan.net >= max(less, default=Decimal(0))
            nets[option.card.number, option.powers] = answer.plan.net
            unsure += answer.status is Status.FEASIBLE
            if answer.plan.dig is not None:
                here = asked(problem, option)
                played = play(here.position, answer.plan.turn, here.shape, money=here.money)
                assert played.taken == answer.plan.taken
                assert answer.plan.turn.powers == option.powers
    assert unsure > 40


def test_where_moves_are_owed_that_cannot_be_paid_nothing_is_known_without_a_search() -> None:
    """But that no dig nets more than the tiles worth most: treasures, or mummies at no cost."""
    problem = Problem(CURSES, CARDS[0].shape, money=-1, values=Values(curse=1500))
    bounds = {}
    for option in solve_hand(problem, CARDS[:1], [Power.AMULET], time_limit=0):
        assert (option.answer.status, option.answer.plan) == (Status.UNKNOWN, None)
        bounds[option.powers] = option.answer.bound
    assert bounds == {frozenset(): 4 + 3 + 2, frozenset({Power.AMULET}): Decimal("4.5") * 3}
