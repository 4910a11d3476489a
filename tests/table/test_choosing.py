"""Which card: weighed by more and more games, stopped anywhere, gone on with."""

from __future__ import annotations

import pytest

from ksm_widgets.players.card_table import card_table
from ksm_widgets.rules import View, view
from ksm_widgets.tutor.table import choosing
from ksm_widgets.tutor.table.choosing import CardTable, card_tables
from tests.table.people import random_match, until


@pytest.fixture(scope="module")
def seen() -> View:
    """What somebody knows who has two cards left, of five at the table."""
    match = until(random_match(5, 2), lambda one: one.game.round == 4 and not one.game.waiting)
    return view(match.game, 0)


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KSM_SOLVER", "interpreted")
    monkeypatch.setattr(choosing, "_GAMES", (2, 3, 5))
    monkeypatch.setattr(choosing, "_INTERPRETED", 3)


def test_the_figures_get_closer_as_far_as_somebody_waits_for_it(seen: View) -> None:
    found = list(card_tables(seen))
    assert found == [card_table(seen, games=games) for games in (2, 3)]
    assert list(card_tables(seen, since=2)) == found[1:]
    assert list(card_tables(seen, since=3)) == []


def test_it_ends_wherever_the_pulse_has_it_end(seen: View) -> None:
    class Enough(Exception):
        pass

    made: list[int] = []
    pulses: list[None] = []
    for _ in card_tables(seen, pulse=lambda: pulses.append(None)):
        made.append(len(pulses))
    left = iter([None] * made[0])

    def pulse() -> None:
        if next(left, Enough) is Enough:
            raise Enough

    found: list[CardTable] = []
    with pytest.raises(Enough):
        found.extend(card_tables(seen, pulse=pulse))
    assert len(found) == 1
