"""Advice at the table: from the kind of thing to the tiles to the move, or to the card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.rules import new_game
from ksm_widgets.rules.views import view
from ksm_widgets.tutor.coach.hints import Rung
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.table.advice import advice
from tests.rules.tables import mine, table

if TYPE_CHECKING:
    from ksm_widgets.rules import View

RUNGS = [rung for rung in Rung if rung]


def told(seen: View, rung: Rung, language: str = "en") -> str:
    reader = Reader(language, "en")
    return " ".join(map(reader.say, advice(seen, rung).phrases))


@pytest.mark.parametrize(
    ("row", "holding", "kind"),
    [
        ("5,a,-,-", "", "Treasures are within reach."),
        ("1,a,-,-", "bcd", "Parchments pay here"),
        ("1,M,-,-", "", "Magic objects pay here"),
        ("1,x,-,-", "", "Curses pay here"),
    ],
)
def test_the_first_hint_names_what_pays_most_and_about_where(
    row: str, holding: str, kind: str
) -> None:
    # It is the last dig of the game, so that what a tile brings is no guess.
    begun = view(table(mine("-,-,-,-", row), "##", (9, holding), (0, "")), 0)
    seen = replace(begun, round=12, waiting=(0,))
    assert told(seen, Rung.IDEA).startswith(kind)
    assert told(seen, Rung.IDEA).endswith("Look near the entrance, on the left.")
    assert advice(seen, Rung.IDEA).places == ()


def test_each_rung_tells_something_of_its_own_and_shows_less_ground() -> None:
    seen = view(table(mine("-,-,-,-", "5,4z,-,-"), "##", (9, ""), (0, "")), 0)
    assert len({told(seen, rung) for rung in RUNGS}) == len(RUNGS)
    area, tiles = (set(advice(seen, rung).places) for rung in (Rung.WHERE, Rung.TILES))
    assert tiles < area


@pytest.mark.parametrize("seed", range(4))
def test_before_the_reveal_the_card_is_named_last_and_is_one_of_the_hand(seed: int) -> None:
    seen = view(new_game(2, seed=seed), 0)
    numbers = [f"Card {card.number} gets there" for card in seen.hand]
    for rung in RUNGS:
        named = [number for number in numbers if number in told(seen, rung)]
        assert len(named) == (rung >= Rung.MOVE)


def test_advice_hangs_on_nothing_that_is_hidden() -> None:
    """Two games that look alike from this seat get the same hints (R33)."""
    game, other = (new_game(2, seed=seed) for seed in (5, 6))
    alike = replace(game, players=(game.players[0], other.players[1]))
    assert alike != game
    for rung in RUNGS:
        assert advice(view(game, 0), rung) == advice(view(alike, 0), rung)
