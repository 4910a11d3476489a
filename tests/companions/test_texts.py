"""Positions, acts and records of each game as text: what is written is read back."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.companions.shelf import GAMES, companion, part_of
from ksm_widgets.rules.errors import FaultyPosition
from tests.companions.shared import positions_of
from tests.strategies import shelf_games

if TYPE_CHECKING:
    from ksm_widgets.companions.replaying import Recorded

_SIGNS = "|;,*?-\n"
"""Signs that positions are made of, besides those of a game's examples."""


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_what_a_seat_sees_is_read_back(name: str, data: st.DataObject) -> None:
    game, kind = data.draw(shelf_games(name)), companion(name)
    seat = data.draw(st.integers(1, game.position.players))
    view = game.position.seen(seat)
    assert view.seen(seat) == view
    assert kind.parse(kind.text(view)) == view
    whole = kind.text(game.position)
    assert kind.text(kind.parse(whole)) == whole


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_acts_and_records_are_read_back(name: str, data: st.DataObject) -> None:
    games: type[Recorded[Any, Any]] = part_of(name, "record").Game
    game = data.draw(shelf_games(name))
    for act in companion(name).legal(game.position):
        assert games.read_act(games.act_text(act)) == act
    assert games.parse(game.text()) == game


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_any_text_is_a_position_or_refused(name: str, data: st.DataObject) -> None:
    positions = positions_of(name)
    example: str = positions.EXAMPLE_1
    alphabet = sorted({*example, *positions.EXAMPLE_2, *_SIGNS})
    part = data.draw(st.sampled_from(example.split()))
    text = data.draw(st.text(alphabet=alphabet, max_size=200))
    for more in (text, f"{example} | {text}", example.replace(part, text)):
        with suppress(FaultyPosition):
            companion(name).parse(more)
