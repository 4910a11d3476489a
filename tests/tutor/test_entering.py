"""The quick way to enter a mine that stands on the table."""

from __future__ import annotations

from hypothesis import given

from ksm_widgets.rules import Position, covered
from ksm_widgets.tutor.sitting.entering import READING_ORDER, enter_key, start_entering
from ksm_widgets.tutor.sitting.session import Session, Tool
from ksm_widgets.tutor.sitting.touching import key
from tests import strategies


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
    assert session.notice.text("en") == "All 36 quarries are entered."


def test_a_wrong_key_is_explained_and_backspace_goes_back() -> None:
    session = enter_key(start_entering(Session()), "7")
    assert session.notice is not None
    assert "no height" in session.notice.text("en")
    session = enter_key(enter_key(session, "2"), "k")
    assert session.high == 2
    assert session.notice is not None
    assert "no tile" in session.notice.text("en")
    session = enter_key(session, "Backspace")
    assert session.high is None
    session = enter_key(enter_key(session, "0"), "Backspace")
    assert session.cursor == READING_ORDER[0]
    assert key(session, "Escape").tool is Tool.PLACE


def test_undo_brings_the_old_mine_back() -> None:
    old = key(Session(), "Enter")
    assert start_entering(old).undo().position == old.position
    assert start_entering(old, anew=False).position == old.position
