"""Positions, acts and records of each game as text: read back, and every fault named."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.companions.items import PositionTextError
from ksm_widgets.companions.replaying import ActTextError, RecordError
from ksm_widgets.companions.shelf import GAMES, companion, part_of
from ksm_widgets.rules.errors import FaultyPosition
from ksm_widgets.words import LANGUAGES
from tests.companions.shared import InText, changed, positions_of
from tests.strategies import shelf_games

if TYPE_CHECKING:
    from ksm_widgets.companions.replaying import ShelfRecord

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
def test_what_everybody_sees_is_read_back_and_leaves_no_seat_out(
    name: str, data: st.DataObject
) -> None:
    position, kind = data.draw(shelf_games(name)).position, companion(name)
    common = replace(position.seen(0), me=None)
    assert kind.parse(kind.text(common)) == common
    for part in fields(position):
        before, after = getattr(position, part.name), getattr(common, part.name)
        assert not isinstance(before, tuple) or len(after) == len(before), part.name


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_acts_and_records_are_read_back(name: str, data: st.DataObject) -> None:
    games: type[ShelfRecord[Any, Any]] = part_of(name, "record").Game
    game = data.draw(shelf_games(name))
    for act in companion(name).legal(game.position):
        assert games.read_act(games.act_text(act)) == act
    assert games.parse(game.text()) == game


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("before", "line"), [("", 2), ("\n\n", 4), ("\n people 1 \n\n", 5)])
def test_a_wrong_line_of_a_record_is_counted_with_blank_ones(
    name: str, before: str, line: int
) -> None:
    match = part_of(name, "view.page").Page().match_type
    players = match.game_type.sizes[0]
    with pytest.raises(RecordError) as caught:
        match.parse(f"{before}{name} players {players} seed 7\nxx")
    assert caught.value.params["line"] == line


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


@pytest.mark.parametrize(
    ("name", "right", "wrong", "fault"),
    [(name, *wrong) for name in GAMES for wrong in positions_of(name).WRONG],
)
def test_each_fault_is_named(name: str, right: str, wrong: str, fault: str) -> None:
    text = changed(positions_of(name).EXAMPLE_1, (right, wrong))
    assert fault in InText(companion(name)).faults(text)


@pytest.mark.parametrize("name", GAMES)
def test_all_faults_are_named_together(name: str) -> None:
    changes, faults = positions_of(name).TOGETHER
    text = changed(positions_of(name).EXAMPLE_1, *changes)
    assert sorted(InText(companion(name)).faults(text)) == sorted(faults)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_of_unknown_players_is_not_judged(name: str) -> None:
    """What is wrong with the text is said, but no rule is named that may not be broken."""
    text = re.sub(r"\b(players|kings) [^|\n]*", r"\1 many ", positions_of(name).EXAMPLE_2)
    with pytest.raises(FaultyPosition) as caught:
        companion(name).parse(text)
    assert {type(fault) for fault in caught.value.faults} == {PositionTextError}


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name in GAMES for text in positions_of(name).NO_ACTS]
)
def test_an_act_that_is_none_is_refused(name: str, text: str) -> None:
    with pytest.raises(ActTextError) as caught:
        companion(name).parse_act(text)
    for language in LANGUAGES:
        assert caught.value.sentence(language)
