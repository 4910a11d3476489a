"""A learner's hand at a task's table: what is marked, laid, moved, and taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ksm_widgets.course.practice.digs import LEVELS
from ksm_widgets.course.practice.magic import MIRROR_AND_CARPET
from ksm_widgets.draw import LIGHT, Marks
from ksm_widgets.draw.board import MinePicture
from ksm_widgets.mine.hand import HandMode
from ksm_widgets.mine.table import MineSeat, MineTable
from ksm_widgets.rules import QUARRIES, Move, Position, Power, Quarry, cards
from ksm_widgets.rules.deck import around, card, placements
from ksm_widgets.rules.position import dig_fault, legal_digs
from ksm_widgets.telling.phrases import Reader, Tone

MINE = Position.near("12,3")
READER = Reader("en")
A1, B1, C1, C3 = map(Quarry.parse, ("a1", "b1", "c1", "c3"))


def marks_of(shown: MineSeat, **more: Any) -> Marks:
    """What the board points out."""
    picture = shown.board(READER, LIGHT, **more).picture
    assert isinstance(picture, MinePicture)
    return picture.marks


def seat(*modes: HandMode, powers: frozenset[Power] = frozenset()) -> MineSeat:
    return MineTable(MINE, cards()[2], powers).seat(modes)


def test_a_card_stays_turned_under_the_pointer() -> None:
    turned = seat(HandMode.LAY, powers=frozenset([Power.MIRROR])).acted("turn", "")
    assert turned.touch(C3).marked == tuple(sorted(around(cards()[2].shape.turned(), C3)))
    held = turned.board(READER, LIGHT).held
    assert sorted(held["c3"]) == sorted(map(str, turned.touch(C3).marked))
    assert seat(HandMode.LAY).acted("turn", "") == seat(HandMode.LAY)  # There is no mirror.
    assert seat(HandMode.LAY).keyed("r").hand.turned == 0


@pytest.mark.parametrize("way", ["control", "key"])
def test_a_card_that_lies_in_the_mine_is_turned_in_place(way: str) -> None:
    made = seat(HandMode.LAY, powers=frozenset({Power.MIRROR})).touch(C3)
    for quarters in range(1, 5):
        made = made.acted("turn", "") if way == "control" else made.keyed("r")
        assert made.marked == tuple(sorted(around(made.table.shape.turned(quarters), C3)))


def test_a_tile_goes_where_the_rules_let_it_and_what_they_forbid_is_told() -> None:
    moving = seat(HandMode.MOVE, HandMode.LAY)
    picked = moving.pressed(B1).released(B1)
    assert picked.hand.picked == B1
    assert picked.busy
    after = picked.touch(C1)
    assert after.moves == (Move(B1, C1),)
    assert (after.position.height(B1), after.position.height(C1)) == (0, 1)
    refused = moving.touch(B1).touch(A1)
    assert refused.notice is not None
    assert (refused.notice.tone, refused.notice.arrow) == (Tone.WARNING, Move(B1, A1))
    assert refused.moves == ()
    assert refused.at_rest().notice is None


def test_keys_walk_change_hands_and_take_back() -> None:
    moving = seat(HandMode.MOVE, HandMode.LAY)
    walked = moving.keyed("ArrowRight")
    assert walked.hand.cursor == B1
    assert walked.read_out(moving, READER).startswith("b1: ")
    moved = walked.keyed("Enter").keyed("ArrowRight").keyed(" ")
    assert moved.moves == (Move(B1, C1),)
    laid = moved.keyed("g").keyed("Enter")
    assert laid.mode is HandMode.LAY
    assert laid.marked
    assert laid.read_out(moved, READER).startswith("Marked: ")
    assert laid.keyed("Backspace").moves == moved.moves
    assert laid.keyed("Backspace").keyed("Backspace").moves == ()
    done = moved.keyed("Enter", done=True).keyed("ArrowLeft", done=True)
    assert (done.moves, done.hand.cursor) == (moved.moves, B1)
    assert moved.unfocused().board(READER, LIGHT).label == moved.board(READER, LIGHT).label


def test_what_is_hinted_at_and_wrong_is_pointed_out_until_it_is_done() -> None:
    marking = seat(HandMode.MARK).touch(A1).touch(B1)
    marks = marks_of(marking, hinted=[C1], wrong=[B1])
    assert (marks.dig, marks.not_diggable, marks.area) == ((A1,), (B1,), (C1,))
    laying = seat(HandMode.LAY).pointed(C3)
    assert marks_of(laying).ghost
    assert marks_of(laying, done=True).ghost == ()
    assert laying.board(READER, LIGHT, done=True).held == {}
    assert seat(HandMode.MARK).pointed(C3) == seat(HandMode.MARK)


def test_clearing_leaves_the_cursor_alone() -> None:
    seat_ = seat(HandMode.MARK).touch(B1).touch(C1)
    assert seat_.cleared().marked == ()
    assert seat_.cleared().hand.cursor == C1


def test_a_card_snaps_to_where_it_can_be_dug_only_where_the_table_says_so() -> None:
    table, place = MineTable(LEVELS, card(3)), Quarry.parse("d2")
    for snaps in (False, True):
        seat = replace(table, snaps=snaps).seat((HandMode.LAY,)).touch(place)
        assert place in seat.marked
        assert (dig_fault(LEVELS, seat.marked, table.shape) is None) is snaps


def test_a_card_is_turned_on_to_where_it_can_be_dug() -> None:
    table = MineTable(MIRROR_AND_CARPET, card(9), frozenset([Power.MIRROR]), snaps=True)
    shape, digs = table.shape, set(legal_digs(table.position, table.shape, table.powers))
    for quarry in QUARRIES:
        seat = table.seat((HandMode.LAY,)).touch(quarry)
        fitting = {dig for dig in digs if quarry in dig}
        if not fitting:
            continue
        turned = {seat.hand.turned}
        for _ in range(4):
            seat = seat.acted("turn", "")
            assert seat.marked in fitting
            turned.add(seat.hand.turned)
        ways = [placements(shape.turned(quarters)) for quarters in range(4)]
        assert turned == {at for at, way in enumerate(ways) if fitting & set(way)}
        assert (seat.notice is None) == (len(turned) > 1)
