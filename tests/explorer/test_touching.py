"""What a touch or a key on the board does, mode by mode."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.explorer.editing import (
    MOST_STACKED,
    choose_brush,
    choose_card,
    choose_tool,
    clear,
    keep,
    paste,
    set_money,
    switch_mode,
    toggle_power,
)
from ksm_widgets.explorer.playing import key, press, release
from ksm_widgets.explorer.session import Mode, Session, State, Tool
from ksm_widgets.explorer.situation import Situation
from ksm_widgets.explorer.view.page import Page
from ksm_widgets.rules import QUARRIES, KsmError, Position, Power, Quarry, Tile, legal_moves
from ksm_widgets.telling.phrases import Reader
from tests import strategies

EMPTY = "-,-,-,-,-,-/" * 5
FLAT = Position.near("12,x/3,4,5y")


def q(name: str) -> Quarry:
    return Quarry.parse(name)


def at(position: Position, mode: Mode = Mode.PLAY, number: int = 1) -> Session:
    tool = Tool.MOVE if mode is Mode.PLAY else Tool.PLACE
    situation = Situation(position=position, number=number)
    return Session(state=State(situation=situation, mode=mode), tool=tool)


def click(session: Session, name: str) -> Session:
    return drag(session, name, name)


def drag(session: Session, source: str, target: str | None) -> Session:
    session = press(session, q(source))
    return release(session, None if target is None else q(target))


def test_another_card_takes_the_dig_back_and_says_so() -> None:
    session = at(FLAT)
    session = click(choose_tool(drag(session, "c1", "d1"), Tool.DIG), "b1")
    assert session.state.dig is not None
    other = choose_card(session, 2)
    assert (other.state.dig, len(other.state.moves)) == (None, 1)
    assert other.notice is not None
    assert "Your dig was taken back" in other.notice.text(Reader("en"))
    assert other.undo().state.dig is not None


def test_a_click_places_the_tile_in_hand_and_undo_takes_it_back() -> None:
    session = choose_brush(Session(), Tile.MUMMY)
    placed = click(click(session, "c3"), "c3")
    assert placed.position.stack(q("c3")) == (Tile.MUMMY, Tile.MUMMY)
    assert placed.undo().undo().position == Position()
    assert placed.undo().redo().position == placed.position


def test_the_eraser_takes_the_topmost_tile_off() -> None:
    session = choose_tool(at(FLAT, Mode.EDIT), Tool.ERASE)
    assert click(session, "a2").position.stack(q("a2")) == (Tile.TREASURE_1,)
    assert click(session, "f6").position == FLAT


def test_setting_up_drags_a_tile_anywhere() -> None:
    session = drag(at(FLAT, Mode.EDIT), "a1", "f6")
    assert session.position.stack(q("f6")) == (Tile.TREASURE_3,)
    assert session.position.height(q("a1")) == 0


def test_too_many_tiles_are_a_fault_on_the_board_and_cannot_be_played() -> None:
    session = Session()
    for _ in range(MOST_STACKED + 2):
        session = click(session, "b2")
    assert session.position.height(q("b2")) == MOST_STACKED
    assert [fault.key for fault in session.faults] == ["fault.high"]
    refused = switch_mode(session, Mode.PLAY)
    assert refused.mode is Mode.EDIT
    assert refused.notice is not None
    assert "no stack may be higher" in refused.notice.text(Reader("en"))


def test_playing_a_click_picks_up_and_the_next_one_drops() -> None:
    held = click(at(FLAT), "a2")
    assert held.hand.picked == q("a2")
    moved = click(held, "b1")
    assert [str(move) for move in moved.state.moves] == ["a2-b1"]
    assert moved.hand.picked is None
    assert moved.notice is not None
    assert "moves to b1, staying on level 2" in moved.notice.text(Reader("en"))


def test_playing_a_drag_is_a_move_too() -> None:
    assert [str(move) for move in drag(at(FLAT), "a2", "b1").state.moves] == ["a2-b1"]


def test_a_drag_moves_the_dragged_tile_even_if_another_is_in_hand() -> None:
    moved = drag(click(at(FLAT), "c1"), "a2", "b1")
    assert [str(move) for move in moved.state.moves] == ["a2-b1"]
    assert moved.hand.picked is None


def test_a_tile_is_put_back_where_it_was() -> None:
    assert click(click(at(FLAT), "a2"), "a2").hand.picked is None
    assert drag(at(FLAT), "a2", None).hand.picked is None
    assert key(click(at(FLAT), "a2"), "Escape").hand.picked is None


def test_an_illegal_drop_is_explained_and_nothing_is_lost() -> None:
    refused = drag(at(FLAT), "a1", "a2")
    assert refused.position == FLAT
    assert not refused.past
    assert refused.notice is not None
    assert refused.notice.rule == "R13"
    assert str(refused.notice.arrow) == "a1-a2"
    assert "level 1; on a2 it would be on level 3" in refused.notice.text(Reader("en"))


def test_a_dig_with_the_card_ends_the_turn_and_is_reckoned() -> None:
    session = choose_tool(at(Position.parse(EMPTY + "3,4,5,-,-,-")), Tool.DIG)
    dug = click(session, "b1")
    assert dug.state.dig == (q("a1"), q("b1"), q("c1"))
    assert dug.state.attempt.account.left == 22
    again = click(dug, "b1")
    assert again.notice is not None
    assert "dig only once a turn" in again.notice.text(Reader("en"))
    kept = keep(dug)
    assert kept.position == Position()
    assert kept.situation.money == 22


def test_a_dig_that_is_not_allowed_says_what_is_missing() -> None:
    session = choose_tool(at(FLAT), Tool.DIG)
    refused = click(session, "b1")
    assert refused.state.dig is None
    assert refused.notice is not None
    assert refused.notice.rule == "R9"


def test_with_the_seal_quarries_are_chosen_one_by_one() -> None:
    session = toggle_power(at(Position.parse(EMPTY + "3,4,-,-,-,-"), number=1), Power.SEAL)
    session = choose_tool(session, Tool.DIG)
    session = click(click(session, "a1"), "b1")
    assert session.hand.marked == (q("a1"), q("b1"))
    assert click(session, "a1").hand.marked == (q("b1"),)
    refused = click(session, "c1")
    assert refused.notice is not None
    assert refused.notice.rule == "R10"


def test_the_card_turns_with_a_mirror_only() -> None:
    without = key(at(FLAT), "r")
    assert without.hand.turned == 0
    assert without.notice is not None
    assert key(toggle_power(at(FLAT), Power.MIRROR), "r").hand.turned == 1


def test_keys_alone_set_up_and_play() -> None:
    session = Session()
    for name in ("ArrowUp", "ArrowRight", "3", "Enter", "ArrowRight", "z", " "):
        session = key(session, name)
    assert session.position.stack(q("b2")) == (Tile.TREASURE_3,)
    assert session.position.stack(q("c2")) == (Tile.MUMMY,)
    assert key(session, "Delete").position.height(q("c2")) == 0
    playing = switch_mode(session, Mode.PLAY)
    for name in ("Enter", "ArrowUp", "Enter"):
        playing = key(playing, name)
    assert [str(move) for move in playing.state.moves] == ["c2-c3"]
    assert key(playing, "g").tool is Tool.DIG


@pytest.mark.parametrize("name", ["ArrowLeft", "ArrowDown"])
def test_the_cursor_stays_on_the_board(name: str) -> None:
    assert key(Session(), name).hand.cursor == q("a1")


def test_a_text_that_cannot_be_read_changes_nothing() -> None:
    session = at(FLAT, Mode.EDIT)
    with pytest.raises(KsmError, match="A board has 6 rows"):
        paste(session, "nonsense")
    assert session.position == FLAT
    assert paste(session, f"  {Position().text}\n").position == Position()


def test_conditions_are_steps_that_undo_takes_back() -> None:
    session = set_money(choose_card(clear(at(FLAT, Mode.EDIT)), 7), 3)
    assert (session.situation.number, session.situation.money) == (7, 3)
    for _ in range(3):
        session = session.undo()
    assert session.position == FLAT
    assert session.situation == at(FLAT).situation
    assert session.undo() == session


@pytest.mark.long
@given(strategies.stage_positions(), st.data())
def test_every_legal_move_can_be_dragged_and_no_other(
    position: Position, data: st.DataObject
) -> None:
    legal = set(legal_moves(position))
    source = data.draw(strategies.quarries)
    target = data.draw(st.sampled_from([quarry for quarry in QUARRIES if quarry != source]))
    session = drag(at(position), str(source), str(target))
    made = [(move.source, move.target) for move in session.state.moves]
    assert made == (
        [(source, target)]
        if (source, target) in {(move.source, move.target) for move in legal}
        else []
    )
    assert session.state.situation.position == position


@given(st.lists(st.tuples(strategies.quarries, strategies.quarries), max_size=12))
def test_undo_of_everything_leads_back_to_the_start(
    drags: list[tuple[Quarry, Quarry]],
) -> None:
    start = session = at(FLAT, Mode.EDIT)
    for source, target in drags:
        session = drag(session, str(source), str(target))
    forward = session
    while session.past:
        session = session.undo()
    assert session.state == start.state
    while session.future:
        session = session.redo()
    assert replace(session, notice=None).state == forward.state


def test_only_z_and_y_stand_for_undo_and_redo() -> None:
    def found(letter: str, *, shift: bool = False) -> tuple[str, str] | None:
        return Page().shortcut(letter, command=True, shift=shift)

    assert found("z") == ("undo", "")
    assert found("Z", shift=True) == found("y") == ("redo", "")
    assert found("s") is found("?") is found("Escape") is None
