"""The hand on the mine: what a press, a lift, a key and the pointer do with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ksm_widgets.mine.hand import (
    Hand,
    HandMode,
    LetGo,
    Marked,
    Playable,
    Tapped,
    Wish,
    uncovered,
)
from ksm_widgets.rules import (
    QUARRIES,
    DigError,
    Move,
    Placement,
    Position,
    Power,
    Quarry,
    Shape,
    Variant,
    cards,
    legal_moves,
)
from ksm_widgets.rules.deck import around, covering, placements
from ksm_widgets.rules.position import dig_fault
from ksm_widgets.telling.phrases import Notice, Reader

A1, B1, C1, D1 = QUARRIES[:4]
C3 = Quarry.parse("c3")
MINE = Position.near("12,3")
ELL = Shape.parse("#./##")
MOVING = Playable(position=MINE, mode=HandMode.MOVE)
LAYING = Playable(position=Position.near("5,4,3z,2"), mode=HandMode.LAY, shape=Shape.parse("##"))


def drag(hand: Hand, playable: Playable, down: Quarry, up: Quarry | None) -> tuple[Hand, Wish]:
    """Press at a quarry and lift at another or beside the mine."""
    pressed, told = hand.press(playable, down)
    lifted, wish = pressed.release(playable, up)
    return lifted, told if wish is None else wish


def told(wish: Wish) -> str:
    assert isinstance(wish, Notice)
    return wish.text(Reader("en"))


@pytest.mark.parametrize(
    ("picked", "up", "meant"),
    [
        (None, B1, Move(A1, B1)),  # dragged
        (None, None, LetGo()),  # off the board
        (A1, A1, LetGo()),  # put back
        (A1, B1, Move(A1, B1)),  # the tile dragged is meant, whatever is in hand
        (A1, None, None),  # what was in hand before stays there
    ],
)
@pytest.mark.parametrize("variant", [Variant.STANDARD, None])
def test_a_press_on_a1_moves_a_tile(
    picked: Quarry | None, up: Quarry | None, meant: Wish, variant: Variant | None
) -> None:
    playable = replace(MOVING, variant=variant)
    hand, wish = drag(Hand(picked=picked), playable, A1, up)
    assert wish == meant
    assert hand.picked == (picked if up is None else None)
    assert hand.cursor == (A1 if up is None else up)


def test_a_tap_picks_a_tile_up_and_the_next_one_puts_it_down() -> None:
    held, wish = drag(Hand(), MOVING, A1, A1)
    assert held.picked == A1
    assert told(wish) == "The treasure of 2 from a1 is in your hand; it can move to 3 quarries."
    empty, wish = drag(held, MOVING, B1, B1)
    assert wish == Move(A1, B1)
    assert empty.picked is None
    # Carried from an empty quarry, the tile in hand is meant.
    assert drag(held, MOVING, C1, B1)[1] == Move(A1, B1)


def test_what_lies_in_a_quarry_or_does_not_is_told() -> None:
    assert told(drag(Hand(), MOVING, C1, C1)[1]) == "c1 is empty."
    stuck = Playable(position=Position.near("22,22/1,22"), mode=HandMode.MOVE)
    assert "it can't move" in told(drag(Hand(), stuck, A1, A1)[1])
    free = replace(MOVING, variant=None)
    assert told(drag(Hand(), free, A1, A1)[1]).endswith("is in your hand.")


def test_a_move_that_no_rule_allows_is_explained_and_the_tile_put_back() -> None:
    hand, wish = drag(Hand(), MOVING, B1, A1)
    assert isinstance(wish, Notice)
    assert wish.rule == "R13"
    assert wish.arrow == Move(B1, A1)
    assert hand.picked is None
    assert drag(Hand(), replace(MOVING, variant=None), B1, A1)[1] == Move(B1, A1)


@pytest.mark.parametrize("down", QUARRIES[:8])
@pytest.mark.parametrize("up", QUARRIES[:8])
def test_a_drag_moves_what_is_legal_and_nothing_else(down: Quarry, up: Quarry) -> None:
    wish = drag(Hand(), MOVING, down, up)[1]
    assert isinstance(wish, Move) is (Move(down, up) in legal_moves(MINE))


def test_a_lift_without_a_press_does_nothing() -> None:
    for mode in HandMode:
        assert Hand().release(replace(MOVING, mode=mode), A1) == (Hand(), None)


def test_arrows_walk_and_stop_at_the_edge() -> None:
    corner = Hand(cursor=Quarry.parse("f6"))
    for key, there in (
        ("ArrowUp", "f6"),
        ("ArrowRight", "f6"),
        ("ArrowDown", "f5"),
        ("ArrowLeft", "e6"),
    ):
        hand, wish = corner.key(MOVING, key)
        assert (str(hand.cursor), hand.at, wish) == (there, hand.cursor, None)
    assert corner.key(MOVING, "x") == (replace(corner, keyboard=True), None)


def test_keys_alone_move_a_tile() -> None:
    hand, wish = Hand(), None
    for key in ("Enter", "ArrowRight", " "):
        hand, wish = hand.key(MOVING, key)
    assert wish == Move(A1, B1)
    held, _ = Hand().key(MOVING, "Enter")
    assert held.key(MOVING, "Escape") == (replace(held, picked=None), LetGo())


def test_the_pointer_takes_over_from_the_keys() -> None:
    hand = Hand().key(MOVING, "ArrowUp")[0].point(C3)
    assert (hand.at, hand.keyboard) == (C3, False)
    assert hand.point(None).at is None


def test_a_card_is_laid_where_it_is_touched_or_dragged_to() -> None:
    for down, up in ((B1, B1), (A1, B1)):
        hand, wish = drag(Hand(), LAYING, down, up)
        assert (wish, hand.marked) == (Marked(B1), (A1, B1))
    assert drag(Hand(), LAYING, A1, None)[0].marked == ()


def test_a_card_is_held_turned_only_with_the_mirror() -> None:
    plain = replace(LAYING, shape=ELL)
    mirror = replace(plain, powers=frozenset([Power.MIRROR]))
    refused, wish = Hand().turn(plain)
    assert refused.turned == 0
    assert told(wish) == "You need a mirror to turn the card."
    turned, wish = Hand(marked=(A1,)).turn(mirror)
    assert (turned.turned, turned.marked, wish) == (1, (), LetGo())
    assert turned.card(plain) == ELL
    assert turned.card(mirror) == ELL.turned()
    assert turned.card_at(plain, C3) == Hand().card_at(plain, C3)
    assert turned.card_at(mirror, C3) == Hand().card_at(replace(plain, shape=ELL.turned()), C3)


@pytest.mark.parametrize(
    "playable",
    [replace(LAYING, powers=frozenset([Power.SEAL])), replace(LAYING, mode=HandMode.MARK)],
)
def test_quarries_are_marked_one_by_one(playable: Playable) -> None:
    hand = Hand()
    for quarry in (C1, A1, B1, A1):
        hand, wish = hand.touch(playable, quarry)
        assert wish == Marked(quarry)
    assert hand.marked == (B1, C1)
    assert hand.emptied().marked == ()
    assert hand.card(playable).size == 1
    assert hand.card_at(playable, A1) == (A1, B1, C1)


def test_other_tools_hear_of_a_tap_and_of_a_drag() -> None:
    tap = replace(MOVING, mode=HandMode.TAP)
    assert drag(Hand(), tap, C1, C1)[1] == Tapped(C1)
    assert drag(Hand(), tap, A1, C1)[1] == Move(A1, C1)
    assert Hand().key(tap, "Enter")[1] == Tapped(A1)
    look = replace(MOVING, mode=HandMode.LOOK)
    assert drag(Hand(), look, C1, C1) == (Hand(cursor=C1), None)


def test_what_is_in_hand_shows_where_it_may_go() -> None:
    assert Hand().targets(MOVING) == ()
    held = Hand(picked=B1)
    assert held.targets(MOVING)
    assert A1 not in held.targets(MOVING)
    assert held.targets(replace(MOVING, variant=None)) == ()
    assert held.marks(MOVING).targets == held.targets(MOVING)
    assert held.marks(MOVING).picked == B1
    assert uncovered(()) == ()
    assert uncovered((Move(A1, B1),)) == (A1,)
    assert held.marks(replace(MOVING, moves=(Move(A1, B1),))).bare == (A1,)


def test_the_card_under_the_pointer_shows_whether_it_can_be_dug() -> None:
    def fault(placement: Placement) -> DigError | None:
        return dig_fault(LAYING.position, placement, LAYING.shape)

    known = replace(LAYING, fault=fault)
    fits, crooked = Hand().point(A1), Hand().point(D1)
    assert (fits.marks(known).ghost, fits.marks(known).ghost_ok) == ((A1, B1), True)
    assert (crooked.marks(known).ghost, crooked.marks(known).ghost_ok) == ((C1, D1), False)
    assert crooked.marks(LAYING).ghost_ok is None
    assert told(fits.dig_notice(known, (A1, B1))).startswith(
        "This can be dug: treasures of 5 and 4."
    )
    assert crooked.dig_notice(known, (C1, D1)).rule == "R9"
    laid = crooked.touch(known, D1)[0].marks(known)
    assert (laid.not_diggable, laid.dig, laid.ghost) == ((C1, D1), (), ())
    seal = replace(known, powers=frozenset([Power.SEAL]))
    assert told(Hand(marked=(A1,)).dig_notice(seal, (A1,))) == "1 of 2 quarries chosen."
    assert Hand(marked=(A1,)).marks(seal).dig == (A1,)


def test_the_cursor_shows_while_keys_are_in_use() -> None:
    assert Hand(cursor=C3).marks(MOVING).focus is None
    assert Hand(cursor=C3, keyboard=True).marks(MOVING).focus == C3


def test_a_card_stays_turned_under_the_pointer() -> None:
    card = cards()[2]
    mirror = replace(LAYING, shape=card.shape, powers=frozenset([Power.MIRROR]))
    hand, _ = Hand().turn(mirror)
    hand, _ = hand.touch(mirror, C3)
    assert hand.marked == around(card.shape.turned(), C3)


def test_with_a_mirror_the_card_is_turned_where_only_so_it_can_be_dug() -> None:
    """It took several touches of the board and of the button to turn it."""
    mine = Position.near("2,2z,2zz/2,2z,2zz/2,2z,2zz")
    mirror = frozenset([Power.MIRROR])
    row = replace(LAYING, position=mine, shape=Shape.parse("###"))
    known = replace(row, fault=lambda dig: dig_fault(mine, dig, row.shape, known.powers))
    column = tuple(map(Quarry.parse, ("a1", "a2", "a3")))
    assert Hand().touch(known, A1)[0].marked == (A1, B1, C1)
    known = replace(known, powers=mirror)
    hand, _ = Hand().touch(known, A1)
    assert hand.marked == column
    assert hand.card(known) == row.shape.turned()
    assert Hand().card_over(known, A1) == column
    # Where it fits in no way it stays as it is held, and where that is the task.
    assert Hand().touch(known, Quarry.parse("f6"))[0].turned == 0
    assert Hand().touch(replace(row, powers=mirror), A1)[0].turned == 0


def test_the_card_goes_where_the_touched_quarry_can_be_dug_and_on_to_the_next_such_place() -> None:
    """Of three in a row, c1 to e1 and d1 to f1 are level; b1 to d1 are not."""
    row = replace(LAYING, position=Position.near("5,4,3z,2z,1z,3z"), shape=Shape.parse("###"))
    known = replace(row, fault=lambda placement: dig_fault(row.position, placement, row.shape))
    left, right = (tuple(map(Quarry.parse, each.split())) for each in ("c1 d1 e1", "d1 e1 f1"))
    assert around(row.shape, C1) == (B1, C1, D1)
    assert Hand().touch(known, C1)[0].marked == left
    assert Hand().touch(row, C1)[0].marked == (B1, C1, D1)  # Whether that can be dug is the task.
    laid = Hand().touch(known, D1)[0]
    assert laid.marked == left
    assert laid.point(D1).marks(known).ghost == ()
    assert laid.covers(known)["d1"] == laid.covers(known)["c1"] == ["c1", "d1", "e1"]
    on = laid.touch(known, D1)[0]
    assert on.marked == right
    assert on.touch(known, D1)[0].marked == left
    assert Hand().touch(known, A1)[0].marked == (A1, B1, C1)  # Nothing can be dug there.


def test_a_card_goes_first_where_the_moves_have_prepared_a_place_and_there_where_most_is() -> None:
    row = replace(LAYING, position=Position.near("1,1,z,5,2,1"), shape=Shape.parse("###"))
    known = replace(row, fault=lambda placement: dig_fault(row.position, placement, row.shape))
    assert Hand().touch(known, C1)[0].marked == (B1, C1, D1)
    filled = replace(known, moves=(Move(Quarry.parse("d2"), D1),))
    first = Hand().touch(filled, C1)[0]
    assert first.marked == tuple(map(Quarry.parse, ("c1", "d1", "e1")))  # 2 at e1, 1 at b1
    near = replace(known, moves=(Move(Quarry.parse("a2"), A1),))
    assert Hand().touch(near, C1)[0].marked == (A1, B1, C1)
    # The others come after it.
    places = set()
    hand = first
    for _ in range(3):
        places.add(hand.marked)
        hand, _ = hand.touch(filled, C1)
    assert len(places) == 3


def test_touches_take_a_card_to_every_place_that_covers_a_quarry() -> None:
    hand, places = Hand(), set()
    for _ in covering(ELL, C3):
        hand, _ = hand.touch(replace(LAYING, shape=ELL), C3)
        places.add(hand.marked)
    assert places == {each for each in placements(ELL) if C3 in each}
