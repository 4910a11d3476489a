"""The benchmarks of the shelf: each question of each game is asked in a position of its phase."""

from __future__ import annotations

import pytest

from benchmarks import shelf
from ksm_widgets.companions.shelf import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_measured(game: str) -> None:
    for asked in shelf._DEALT[game].asked:
        assert shelf._position(game, 0, asked.phase).phase is asked.phase
        name, positions, *_ = shelf._measured(game, asked, 1)
        assert (name, positions) == (f"`{asked.name}`", "1")
