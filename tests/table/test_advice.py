"""Advice at the table: what a steady player would do, by the seat's own view and no more (R33)."""

from __future__ import annotations

from random import Random

import pytest

from ksm_widgets.players import mind
from ksm_widgets.rules import Turn, new_game
from ksm_widgets.rules.views import view
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.table.advice import advice
from tests.rules.tables import mine, otherwise, table


def said(rows: tuple[str, ...], purse: tuple[int, str] = (10, ""), shape: str = "###") -> str:
    return Reader("en").say(advice(view(table(mine(*rows), shape, purse, (0, "")), 0)).told)


@pytest.fixture(autouse=True)
def interpreted_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mines are small: not worth compiling the solver for."""
    monkeypatch.setenv("KSM_SOLVER", "interpreted")


def test_the_card_that_is_advised_is_the_steady_players() -> None:
    seen = view(new_game(2, seed=3), 0)
    told = advice(seen)
    number = mind("steady").card(seen).number
    assert Reader("en").say(told.told) == f"A steady player would lay down card {number}."
    assert told.places == ()


def test_a_first_step_a_dig_or_none_is_advised() -> None:
    assert said(("-,-,-,-", "5,4,3z,-")).startswith(
        "A steady player would begin so: the mummy on c1 steps down to"
    )
    told = said(("-,-,-,-", "5,4,3,-"))
    assert told == (
        "A steady player would dig now: a1, b1, c1 "
        "(a treasure of 5, a treasure of 4, a treasure of 3)."
    )
    assert said(("-,-,-,-", "-,-,-,-")) == "A steady player would end the turn without a dig."


def test_objects_worth_spending_are_named() -> None:
    told = said(("-,-,-,-", "5,55,5,-"), (0, "CCCC"))
    assert told.startswith("A steady player would spend carpet and dig: a1, b1, c1")


def test_nothing_hidden_changes_the_advice() -> None:
    game = table(mine("-,-,-,-", "55,4a,3z,z1"), "##", (10, "x"), (3, "M"))
    told = advice(view(game, 0))
    for seed in range(5):
        other = otherwise(game, 0, Random(seed))
        assert advice(view(other, 0)) == told
    assert game.fault(0, Turn(dig=told.places)) is None
