"""Saying which tile an unseen one is, while setting up and in the midst of a turn (R33)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.explorer import plans as viewing
from ksm_widgets.explorer.editing import choose_tool, load, place, switch_mode
from ksm_widgets.explorer.entering import ask_about, name_tile
from ksm_widgets.explorer.playing import key, move, press, release
from ksm_widgets.explorer.session import Mode, Session, Tool
from ksm_widgets.explorer.situation import Situation
from ksm_widgets.rules import Move, Position, Quarry, Tile
from ksm_widgets.solver import solve
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.telling.phrases import Reader

A1, B1, C1, D1 = (Quarry.parse(name) for name in ("a1", "b1", "c1", "d1"))


def playing(near: str) -> Session:
    """A turn that begins on these quarries at the entrance."""
    situation = Situation(position=Position.near(near))
    return switch_mode(load(Session(), situation), Mode.PLAY)


def moved(session: Session, *moves: str) -> Session:
    for text in moves:
        session = move(session, Move.parse(text))
    return session


def tap(session: Session, quarry: Quarry) -> Session:
    return release(press(session, quarry), quarry)


def said(session: Session) -> str:
    assert session.notice is not None
    return session.notice.text(Reader("en"))


def near(session: Session) -> str:
    return session.position.text.rpartition("/")[2]


def test_a_tile_that_a_move_laid_bare_is_named_and_the_moves_stand() -> None:
    session = moved(playing("5,4,?z"), "c1-d1")
    assert session.unseen_tile == Slot.parse("c1:1")
    named = name_tile(session, Tile.TREASURE_3)
    assert near(named) == "5,4,3,z,-,-"
    assert named.state.moves == (Move.parse("c1-d1"),)
    assert named.situation.position == Position.near("5,4,3z")
    assert named.unseen_tile is None
    assert named.undo().state == session.state


def test_an_unseen_tile_that_was_moved_is_named_where_it_came_from() -> None:
    session = moved(playing("1?,2,2"), "a1-b1", "b1-c1")
    session = ask_about(session, C1)
    named = name_tile(session, Tile.MIRROR)
    assert near(named) == "1,2,2M,-,-,-"
    assert named.situation.position == Position.near("1M,2,2")


def test_while_a_plan_is_watched_naming_takes_over_as_far_as_it_was_shown() -> None:
    session = playing("5,4,3?z")
    answer = solve(session.question.problem())
    session = viewing.show_answer(session, session.question, answer)
    session = viewing.step_to(session, 1)
    assert session.state.plan is not None
    slot = session.unseen_tile
    assert slot == Slot.parse("c1:2")
    named = name_tile(session, Tile.MUMMY)
    assert named.state.plan is None
    assert len(named.state.moves) == 1
    assert named.position.top(C1) is Tile.MUMMY


@pytest.mark.parametrize("tool", [Tool.MOVE, Tool.DIG])
def test_any_unseen_tile_is_asked_about_by_a_touch(tool: Tool) -> None:
    session = tap(choose_tool(playing("5?,4,3"), tool), A1)
    assert session.unseen_tile == Slot.parse("a1:2")
    assert near(key(session, "X")) == "5x,4,3,-,-,-"


def test_by_key_the_next_below_is_asked_about_and_escape_lets_be() -> None:
    session = playing("??5,4,3")
    session = key(session, "u")
    assert session.asked == Slot.parse("a1:2")
    assert key(session, "u").asked == Slot.parse("a1:1")
    assert key(key(session, "u"), "u").asked == Slot.parse("a1:2")
    assert key(session, "Escape").unseen_tile is None
    assert near(key(session, "m")) == "?M5,4,3,-,-,-"  # Asked about, m is the mirror.
    assert key(playing("5,4,3"), "u").asked is None
    elsewhere = key(session, "ArrowRight")
    assert elsewhere.unseen_tile is None


def test_while_moving_m_still_moves_though_a_tile_lies_bare() -> None:
    session = choose_tool(moved(playing("5,4,?z"), "c1-d1"), Tool.DIG)
    assert key(session, "m").tool is Tool.MOVE
    assert near(key(session, "M")) == "5,4,M,z,-,-"


def test_while_setting_up_a_known_tile_takes_an_unseen_ones_place() -> None:
    session = load(Session(), Situation(position=Position.near("?,4")))
    assert near(place(session, A1, Tile.MUMMY)) == "z,4,-,-,-,-"
    assert near(place(session, A1, Tile.UNSEEN)) == "??,4,-,-,-,-"
    assert near(place(session, B1, Tile.MUMMY)) == "?,4z,-,-,-,-"


def test_a_dig_is_taken_back_since_it_was_made_under_other_conditions() -> None:
    session = playing("?4,5,3")
    session = tap(choose_tool(session, Tool.DIG), B1)
    assert session.state.dig is None  # The levels differ.
    session = tap(choose_tool(playing("4,5,3,??"), Tool.DIG), B1)
    assert session.state.dig is not None
    named = name_tile(ask_about(session, D1), Tile.ALPHA)
    assert named.state.dig is None
    assert near(named) == "4,5,3,?a,-,-"
    assert "Your dig was taken back" in said(named)


def test_with_unseen_tiles_the_proof_has_its_condition() -> None:
    for text, told in (("5,4,3", "nothing beats it"), ("5,4,3,??", "with the tiles you can see")):
        session = playing(text)
        answer = solve(session.question.problem())
        shown = viewing.show_answer(session, session.question, answer)
        assert told in said(shown)
    nothing = playing("z,z?,z")
    answer = solve(nothing.question.problem())
    shown = viewing.show_answer(nothing, nothing.question, answer)
    assert said(shown).startswith("With the tiles you can see, no dig")


@given(st.lists(st.sampled_from(list(Quarry.parse("c3").neighbours)), max_size=4), st.data())
def test_whatever_is_moved_a_named_tile_shows_where_it_was_asked_about(
    targets: list[Quarry], data: st.DataObject
) -> None:
    """The mine after naming differs from the one before in that one place only."""
    mine = Position().with_stack(Quarry.parse("c3"), (Tile.UNSEEN,) * 4)
    session = switch_mode(load(Session(), Situation(position=mine)), Mode.PLAY)
    for target in targets:
        session = move(session, Move(Quarry.parse("c3"), target))
    quarries = [quarry for quarry in (Quarry.parse("c3"), *targets) if session.unseen_on(quarry)]
    quarry = data.draw(st.sampled_from(quarries))
    slot = data.draw(st.sampled_from(session.unseen_on(quarry)))
    named = name_tile(ask_about(session, quarry, slot.level), Tile.SEAL)
    stack = list(session.position.stack(quarry))
    stack[slot.level - 1] = Tile.SEAL
    assert named.position == session.position.with_stack(quarry, tuple(stack))
    assert named.state.moves == session.state.moves
