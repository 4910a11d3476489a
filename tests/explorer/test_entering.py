"""The quick way to enter a mine that stands on the table."""

from __future__ import annotations

import pytest
from hypothesis import given

from ksm_widgets.explorer.entering import READING_ORDER, enter_key, start_entering
from ksm_widgets.explorer.playing import key
from ksm_widgets.explorer.session import Session, Tool
from ksm_widgets.rules import Position, covered
from ksm_widgets.telling.phrases import Reader
from tests import strategies


@pytest.mark.long
@given(strategies.stage_positions())
def test_two_keys_a_quarry_enter_what_shows(position: Position) -> None:
    session = start_entering(Session())
    strokes = 0
    for quarry in READING_ORDER:
        stack = position.stack(quarry)
        for name in [str(len(stack)), *(tile.letter for tile in stack[-1:])]:
            session = key(session, name)
            strokes += 1
    assert session.position == covered(position)
    assert strokes <= 72
    assert session.notice is not None
    assert session.notice.text(Reader("en")) == "All 36 quarries have been entered."


def test_a_wrong_key_is_explained_and_backspace_goes_back() -> None:
    session = enter_key(start_entering(Session()), "7")
    assert session.notice is not None
    assert "not a height" in session.notice.text(Reader("en"))
    session = enter_key(enter_key(session, "2"), "k")
    assert session.high == 2
    assert session.notice is not None
    assert "not a tile" in session.notice.text(Reader("en"))
    session = enter_key(session, "Backspace")
    assert session.high is None
    session = enter_key(enter_key(session, "0"), "Backspace")
    assert session.hand.cursor == READING_ORDER[0]
    assert key(session, "Escape").tool is Tool.PLACE


def test_undo_brings_the_old_mine_back() -> None:
    old = key(Session(), "Enter")
    assert start_entering(old).undo().position == old.position
    assert start_entering(old, anew=False).position == old.position
