"""A hand on the mine: tiles are moved and cards laid by touch and key, wrong touches explained."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules import Move, Power, Quarry, Tile, Turn
from ksm_widgets.rules.views import view
from ksm_widgets.tutor.table.touching import HandOnMine, moved_notice
from tests.rules.tables import mine, table

if TYPE_CHECKING:
    from ksm_widgets.rules import View

A1, B1, C1, A2 = map(Quarry.parse, ("a1", "b1", "c1", "a2"))


def seen(*rows: str, shape: str = "##", coins: int = 10, letters: str = "") -> View:
    """What the player whose turn it is knows of a mine with these rows, the nearest last."""
    return view(table(mine(*rows), shape, (coins, letters), (0, "")), 0)


def words(hand: HandOnMine, at: View) -> str:
    notice = hand.at_hand(at, keyboard=True)
    assert notice is not None
    return notice.text("en")


def tapped(hand: HandOnMine, at: View, *quarries: Quarry) -> HandOnMine:
    for quarry in quarries:
        hand, began = hand.press(at, quarry)
        hand = hand.release(at, began, quarry)
    return hand


def test_a_tile_and_then_a_quarry_beside_it_is_a_move_wished_for() -> None:
    at = seen("-,-,-", "4z,1,-")
    held = tapped(HandOnMine(), at, A1)
    assert held.picked == A1
    assert held.wish is None
    assert set(held.on_board(at).targets) >= {A2, B1}
    assert "may step to" in words(held, at)
    assert tapped(held, at, A2).wish == Move(A1, A2)
    # A drag is the same.
    hand, began = HandOnMine().press(at, A1)
    assert hand.release(at, began, A2).wish == Move(A1, A2)
    # Let go beside the board, or put back where it was, nothing is wished for.
    assert hand.release(at, began, None).picked is None
    assert tapped(held, at, A1).wish is None


def test_what_no_rule_allows_is_explained_and_nothing_is_wished_for() -> None:
    at = seen("-,-,-", "4z,1,-")
    uphill = tapped(HandOnMine(), at, B1, A1)
    assert uphill.wish is None
    assert "(R13)" in words(uphill, at)
    assert uphill.on_board(at).illegal == Move(B1, A1)
    far = tapped(HandOnMine(), at, A1, C1)
    assert far.wish is None
    assert "(R12)" in words(far, at)
    assert "is empty" in words(tapped(HandOnMine(), at, C1), at)


def test_the_card_is_laid_and_its_account_told_before_it_digs() -> None:
    at = seen("-,-,-", "z,1,-", coins=2)
    laid = tapped(HandOnMine(lays=True), at, A1)
    assert laid.dig(at) == (A1, B1)
    assert laid.on_board(at).dig == (A1, B1)
    assert laid.turn(at) == Turn(dig=(A1, B1))
    assert "To pay: 3. You have 2 and dig 1, so 0 are left." in words(laid, at)
    dear = seen("-,-,-", "z,1,-", coins=1)
    assert "that is not enough" in words(tapped(HandOnMine(lays=True), dear, A1), dear)
    assert laid.account(dear).left == -1


def test_a_place_where_the_card_cannot_dig_is_marked_so() -> None:
    at = seen("-,-,-", "z,1,-")
    wrong = tapped(HandOnMine(lays=True), at, C1)
    assert wrong.dig(at) is None
    assert wrong.turn(at) == Turn()
    assert wrong.on_board(at).not_diggable == (B1, C1)
    assert "(R10)" in words(wrong, at)


def test_objects_spent_change_what_may_be_laid() -> None:
    at = seen("-,-,-", "4z,1,-", letters="CSM")
    hand = HandOnMine(lays=True)
    assert tapped(hand, at, A1).dig(at) is None
    levels = tapped(hand.spend(Power.CARPET), at, A1)
    assert levels.turn(at) == Turn(dig=(A1, B1), powers=frozenset({Power.CARPET}))
    assert levels.spend(Power.CARPET).powers == frozenset()
    chosen = tapped(hand.spend(Power.SEAL), at, A1)
    assert "1 of 2 quarries chosen" in words(chosen, at)
    assert chosen.on_board(at).dig == (A1,)
    assert chosen.spend(Power.CARPET).marked == ()
    both = tapped(hand.spend(Power.SEAL).spend(Power.CARPET), at, A1, B1)
    assert both.dig(at) == (A1, B1)
    # Only with the mirror is the card turned.
    assert "only with a mirror" in words(hand.turn_card(), at)
    turned = hand.spend(Power.MIRROR).turn_card()
    card = at.revealed[0]
    assert card is not None
    assert turned.shape(at) == card.shape.turned()
    assert "mirror" in words(hand.spend(Power.MIRROR), at)


def test_keys_do_what_touches_do() -> None:
    at = seen("-,-,-", "4z,1,-")
    hand = HandOnMine().key(at, "Enter")
    assert hand.picked == A1
    assert hand.key(at, "Escape").picked is None
    assert hand.key(at, "ArrowUp").key(at, " ").wish == Move(A1, A2)
    laying = HandOnMine(cursor=B1).key(at, "g")
    assert laying.lays
    assert laying.key(at, "r").turned == 0
    assert not laying.key(at, "m").lays
    assert laying.key(at, "x") == laying


def test_a_card_thought_of_is_tried_before_anything_is_revealed() -> None:
    game = table(mine("-,-,-", "z,1,-"), "##", (10, ""), (0, ""))
    card = view(game, 0).revealed[0]
    assert card is not None
    before = replace(view(game, 0), revealed=(None, None), waiting=(), hand=(card,))
    hand = HandOnMine(lays=True, thought_of=card)
    laid = tapped(hand, before, A1)
    assert words(laid, before).startswith("This can be dug: a mummy, a treasure of 1")
    assert "To pay" not in words(laid, before)


def test_a_move_is_told_with_what_it_laid_bare_and_what_it_costs() -> None:
    game = table(mine("-,-,-", "4z,1,-"), "##", (5, ""), (0, ""))
    assert view(game, 0).position.stack(A1)[0] is Tile.UNSEEN
    notice = moved_notice(view(game.move(0, "a1-a2"), 0))
    uncovered, cost = notice.sentences("en")
    assert "a treasure of 4 lies bare on a1" in uncovered
    assert cost == "Moves so far: 1, a coin each; money left: 4."


def test_a_move_that_money_does_not_pay_for_is_told_as_what_is_missing() -> None:
    game = table(mine("-,-,-", "4z,1,-"), "##", (0, ""), (0, ""))
    notice = moved_notice(view(game.move(0, "a1-a2"), 0))
    told = {language: notice.sentences(language)[1] for language in ("en", "de")}
    assert told["en"] == "Moves so far: 1, a coin each; that is 1 more than you have."
    assert told["de"] == "Schritte bisher: 1, je eine Münze; das ist 1 mehr, als du hast."


def test_a_card_in_hand_shows_where_it_would_lie_before_anything_is_touched() -> None:
    at = seen("-,-,-,-", "5,4,-,-")
    hand = HandOnMine(lays=True, cursor=A1)
    assert hand.on_board(at).ghost == (A1, B1)
    assert hand.on_board(at).ghost_ok
    # It lies nowhere yet, and nothing is said of it.
    assert hand.dig(at) is None
    assert hand.at_hand(at, keyboard=False) is None
    assert replace(hand, pointed=C1).on_board(at).ghost == (B1, C1)
    laid = tapped(hand, at, A1)
    assert laid.on_board(at).ghost == ()
    assert laid.on_board(at).dig == (A1, B1)
    # With the seal quarries are chosen one by one, and no shape hangs anywhere (R23).
    assert replace(hand, powers=frozenset({Power.SEAL})).on_board(at).ghost == ()


def test_a_tile_that_can_go_nowhere_says_so() -> None:
    at = seen("1,1", "1,1")
    stuck = tapped(HandOnMine(), at, A1)
    assert "may step nowhere" in words(stuck, at)
