"""What weighing one's cards is worth: the best one is laid down, and the row says by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import benchmarks.cards
from benchmarks.cards import _ByTable, main
from ksm_widgets.analysis.card_table import card_table
from ksm_widgets.players import get_bot, play_on
from ksm_widgets.players.arena import Fixture, Result
from ksm_widgets.rules import Game, Setting, view

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_best_card_of_the_table_is_laid_down() -> None:
    game = Game.begin(Setting(3, 5))
    while game.round < 6 or game.waiting:
        game = play_on(game, [get_bot("random")] * 3)
    for player in range(3):
        seen = view(game, player)
        assert _ByTable(8, 8, get_bot("random")).card(seen) == card_table(seen, games=8).best


def test_the_row_is_that_of_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def met(_: object, number: int) -> Result:
        fixture = Fixture(("by the table", "steady"), number // 2, number % 2)
        return Result(fixture, (60 + 10 * (number // 2), 50), 1.0)

    monkeypatch.setattr(benchmarks.cards, "_met", met)
    file = tmp_path / "RESULTS.md"
    assert main(["--games", "4", "--to", str(file)]) == 0
    assert "| by the table | 4 | 15.0 ± 5.0 | 1.00 |" in file.read_text(encoding="utf-8")
