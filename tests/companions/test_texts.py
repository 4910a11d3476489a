"""Positions, acts and records of each game as text: what is written is read back."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.companions.shelf import GAMES, companion, part_of
from ksm_widgets.rules.errors import FaultyPosition
from tests.companions import kingdom_positions, kings_positions, raubbau_positions
from tests.strategies import kingdom_games, kings_games, raubbau_games

if TYPE_CHECKING:
    from ksm_widgets.companions.replaying import Recorded


class _Texts(NamedTuple):
    """Games of a kind, and a position with a part that any text can replace."""

    games: st.SearchStrategy[Any]
    alphabet: str
    position: str
    part: str


_TEXTS = {
    "raubbau": _Texts(
        raubbau_games(), "mineE@rGgvD?-/,|; 0123nesw#!\n", raubbau_positions.EXAMPLE_1, "ew,E"
    ),
    "kings": _Texts(
        kings_games(), "DOGT0129.!:;,|- handcetrowk\n", kings_positions.EXAMPLE_1, "D3,D8"
    ),
    "kingdom": _Texts(
        kingdom_games(), "ABTdasho0129:;,|*- cwfgnsp\n", kingdom_positions.EXAMPLE_1, "Bashan:1"
    ),
}


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_what_a_seat_sees_is_read_back(name: str, data: st.DataObject) -> None:
    game, kind = data.draw(_TEXTS[name].games), companion(name)
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
    game = data.draw(_TEXTS[name].games)
    for act in part_of(name, "rules").legal(game.position):
        assert games.read_act(games.act_text(act)) == act
    assert games.parse(game.text()) == game


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_any_text_is_a_position_or_refused(name: str, data: st.DataObject) -> None:
    _, alphabet, position, part = _TEXTS[name]
    text = data.draw(st.text(alphabet=alphabet, max_size=200))
    for more in (text, f"{position} | {text}", position.replace(part, text)):
        with suppress(FaultyPosition):
            companion(name).parse(more)
