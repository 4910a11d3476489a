"""Touching the mine: what a press meant, and that explorer and lessons take it alike."""

from __future__ import annotations

import pytest

from ksm_widgets.rules import QUARRIES, Move, Position, Power, Quarry, Shape, Variant, cards
from ksm_widgets.tutor.sitting.session import Mode, Session, State, Tool
from ksm_widgets.tutor.sitting.situation import Situation
from ksm_widgets.tutor.sitting.touching import press, release
from ksm_widgets.tutor.tasks.mine.seat import Hand, MineSeat
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.touch import Gesture, Press, Touch, bared

A1, B1, C1 = QUARRIES[:3]
MINE = Position.near("12,3")
ELL = Shape.parse("#./##")

GESTURES = [
    (False, True, A1, Gesture.NOTHING),
    (False, True, B1, Gesture.DROP),
    (False, True, None, Gesture.LET_GO),
    (True, True, A1, Gesture.DROP),
    (True, True, B1, Gesture.CARRY),
    (True, True, None, Gesture.NOTHING),
    (False, False, A1, Gesture.TOUCH),
    (False, False, B1, Gesture.DRAG),
    (False, False, None, Gesture.LET_GO),
]


@pytest.mark.parametrize(("held", "moving", "lifted", "meant"), GESTURES)
def test_what_a_press_on_a1_meant(
    held: bool, moving: bool, lifted: Quarry | None, meant: Gesture
) -> None:
    assert Press(A1, held).lifted(lifted, moving=moving) is meant


@pytest.mark.parametrize("down", [A1, B1, C1])
@pytest.mark.parametrize("up", [A1, B1, C1, None])
@pytest.mark.parametrize("picked", [None, A1, B1])
def test_explorer_and_lessons_move_alike(
    down: Quarry, up: Quarry | None, picked: Quarry | None
) -> None:
    """From the same hand, the same press and lift lead to the same moves and the same hand."""
    situation = Situation(position=MINE)
    state = State(situation=situation, mode=Mode.PLAY)
    session, began = press(Session(state=state, tool=Tool.MOVE, picked=picked), down)
    session = release(session, began, up)

    seat = MineSeat(
        table=MineTable(MINE), hands=(Hand.MOVE,), hand=Hand.MOVE, picked=picked, cursor=down
    )
    if picked is None:
        seat = seat.touch(down)
    seat = seat.released(Press(down, held=picked is not None), up)
    assert seat.moves == session.state.moves
    assert seat.position == session.position
    # A tile that may not go there stays in a learner's hand, and goes back in the explorer.
    if seat.refused is None:
        assert seat.picked == session.picked


def test_arrows_walk_and_stop_at_the_edge() -> None:
    touch = Touch(cursor=Quarry.parse("f6"))
    for key, there in (
        ("ArrowUp", "f6"),
        ("ArrowRight", "f6"),
        ("ArrowDown", "f5"),
        ("ArrowLeft", "e6"),
    ):
        walked = touch.walked(key)
        assert walked is not None
        assert str(walked.cursor) == there
    assert touch.walked("Enter") is None


def test_a_card_is_held_turned_only_with_the_mirror() -> None:
    touch = Touch(turned=1)
    here = Quarry.parse("c3")
    straight = Touch().held_over(here, ELL, frozenset())
    assert touch.held_over(here, ELL, frozenset()) == straight
    turned = touch.held_over(here, ELL, frozenset([Power.MIRROR]))
    assert turned != straight
    assert turned == Touch().held_over(here, ELL.turned(), frozenset())


def test_marking_again_takes_the_mark_off() -> None:
    touch = Touch(marked=(A1, C1))
    assert touch.toggled(B1) == (A1, B1, C1)
    assert touch.toggled(A1) == (C1,)


def test_what_is_in_hand_shows_where_it_may_go() -> None:
    assert Touch().reach(MINE, Variant.STANDARD) == ()
    assert Touch(picked=B1).reach(MINE, Variant.STANDARD)
    assert A1 not in Touch(picked=B1).reach(MINE, Variant.STANDARD)
    assert bared(()) == ()
    assert bared((Move(A1, B1),)) == (A1,)


def test_a_card_stays_turned_under_the_pointer_of_a_lesson() -> None:
    card = cards()[2]
    seat = MineTable(MINE, card, frozenset([Power.MIRROR])).seat((Hand.LAY,))
    there = seat.turn().touch(Quarry.parse("c3")).marked
    assert there == tuple(
        sorted(Touch().held_over(Quarry.parse("c3"), card.shape.turned(), frozenset()))
    )
