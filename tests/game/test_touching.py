"""A hand on the mine: tiles are moved and cards laid by touch and key, wrong touches explained."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.game.own_turn import OwnTurn, moved_notice
from ksm_widgets.mine.hand import Hand
from ksm_widgets.rules import Move, Power, Quarry, Tile, Turn
from ksm_widgets.rules.views import view
from ksm_widgets.telling.phrases import Reader
from tests.rules.tables import mine, table

if TYPE_CHECKING:
    from ksm_widgets.draw.board import Marks
    from ksm_widgets.rules import View

A1, B1, C1, A2 = map(Quarry.parse, ("a1", "b1", "c1", "a2"))


def seen(*rows: str, shape: str = "##", coins: int = 10, letters: str = "") -> View:
    """What the player whose turn it is knows of a mine with these rows, the nearest last."""
    return view(table(mine(*rows), shape, (coins, letters), (0, "")), 0)


def words(turn: OwnTurn, at: View) -> str:
    notice = turn.told(at)
    assert notice is not None
    return notice.text(Reader("en"))


def marks(turn: OwnTurn, at: View) -> Marks:
    playable = turn.playable(at)
    assert playable is not None
    return turn.marks(playable)


def tapped(turn: OwnTurn, at: View, *quarries: Quarry) -> OwnTurn:
    """After touches, of which none makes a move."""
    for quarry in quarries:
        turn, move = turn.press(at, quarry).release(at, quarry)
        assert move is None
    return turn


def dragged(
    turn: OwnTurn, at: View, down: Quarry, up: Quarry | None
) -> tuple[OwnTurn, Move | None]:
    return turn.press(at, down).release(at, up)


def keyed(turn: OwnTurn, at: View, *names: str) -> OwnTurn:
    for name in names:
        turn, move = turn.key(at, name)
        assert move is None
    return turn


def test_a_tile_and_then_a_quarry_beside_it_is_a_move_wished_for() -> None:
    at = seen("-,-,-", "4z,1,-")
    held = tapped(OwnTurn(), at, A1)
    assert held.hand.picked == A1
    assert set(marks(held, at).targets) >= {A2, B1}
    assert "can move to" in words(held, at)
    assert dragged(held, at, A2, A2)[1] == Move(A1, A2)
    # A drag is the same.
    assert dragged(OwnTurn(), at, A1, A2)[1] == Move(A1, A2)
    # Let go beside the board, or put back where it was, nothing is wished for.
    assert tapped(held, at, A1).hand.picked is None
    beside, move = dragged(OwnTurn(), at, A1, None)
    assert beside.hand.picked is None
    assert move is None


def test_what_no_rule_allows_is_explained_and_nothing_is_wished_for() -> None:
    at = seen("-,-,-", "4z,1,-")
    uphill = tapped(OwnTurn(), at, B1, A1)
    assert "(R13)" in words(uphill, at)
    assert marks(uphill, at).illegal == Move(B1, A1)
    far = tapped(OwnTurn(), at, A1, C1)
    assert "(R12)" in words(far, at)
    assert "is empty" in words(tapped(OwnTurn(), at, C1), at)


def test_the_card_is_laid_and_its_account_told_before_it_digs() -> None:
    at = seen("-,-,-", "z,1,-", coins=2)
    laid = tapped(OwnTurn(lays=True), at, A1)
    assert laid.dig(at) == (A1, B1)
    assert marks(laid, at).dig == (A1, B1)
    assert laid.rest(at) == Turn(dig=(A1, B1))
    assert "This costs 3. You have 2 and dig treasures worth 1, which leaves 0." in words(laid, at)
    dear = seen("-,-,-", "z,1,-", coins=1)
    assert "not enough" in words(tapped(OwnTurn(lays=True), dear, A1), dear)
    assert laid.account(dear).left == -1


def test_a_place_where_the_card_cannot_dig_is_marked_so() -> None:
    at = seen("-,-,-", "z,1,-")
    wrong = tapped(OwnTurn(lays=True), at, C1)
    assert wrong.dig(at) is None
    assert wrong.rest(at) == Turn()
    assert marks(wrong, at).not_diggable == (B1, C1)
    assert "(R10)" in words(wrong, at)


def test_objects_spent_change_what_may_be_laid() -> None:
    at = seen("-,-,-", "4z,1,-", letters="CSM")
    hand = OwnTurn(lays=True)
    assert tapped(hand, at, A1).dig(at) is None
    levels = tapped(hand.spend(Power.CARPET), at, A1)
    assert levels.rest(at) == Turn(dig=(A1, B1), powers=frozenset({Power.CARPET}))
    assert levels.spend(Power.CARPET).powers == frozenset()
    chosen = tapped(hand.spend(Power.SEAL), at, A1)
    assert "1 of 2 quarries chosen" in words(chosen, at)
    assert marks(chosen, at).dig == (A1,)
    assert chosen.spend(Power.CARPET).hand.marked == (A1,)
    assert chosen.spend(Power.SEAL).hand.marked == ()
    both = tapped(hand.spend(Power.SEAL).spend(Power.CARPET), at, A1, B1)
    assert both.dig(at) == (A1, B1)
    # Only with the mirror is the card turned.
    assert "need a mirror" in words(hand.turn_card(at), at)
    turned = hand.spend(Power.MIRROR).turn_card(at)
    card = at.revealed[0]
    assert card is not None
    playable = turned.playable(at)
    assert playable is not None
    assert turned.hand.card(playable) == card.shape.turned()
    assert "mirror" in words(hand.spend(Power.MIRROR), at)


def test_keys_do_what_touches_do() -> None:
    at = seen("-,-,-", "4z,1,-")
    hand = keyed(OwnTurn(hand=Hand()), at, "Enter")
    assert hand.hand.picked == A1
    assert keyed(hand, at, "Escape").hand.picked is None
    assert keyed(hand, at, "ArrowUp").key(at, " ")[1] == Move(A1, A2)
    laying = keyed(OwnTurn(hand=Hand(cursor=B1)), at, "g")
    assert laying.lays
    assert keyed(laying, at, "r").hand.turned == 0
    assert not keyed(laying, at, "m").lays
    assert keyed(laying, at, "x") == laying


def test_a_card_thought_of_is_tried_before_anything_is_revealed() -> None:
    game = table(mine("-,-,-", "z,1,-"), "##", (10, ""), (0, ""))
    card = view(game, 0).revealed[0]
    assert card is not None
    before = replace(view(game, 0), revealed=(None, None), waiting=(), hand=(card,))
    hand = OwnTurn().try_card(card)
    laid = tapped(hand, before, A1)
    assert words(laid, before).startswith("This can be dug: a mummy and a treasure of 1")
    assert "This costs" not in words(laid, before)
    # Nothing can be moved before the reveal.
    assert keyed(hand, before, "m").lays


def test_a_move_is_told_with_what_it_laid_bare_and_what_it_costs() -> None:
    game = table(mine("-,-,-", "4z,1,-"), "##", (5, ""), (0, ""))
    assert view(game, 0).position.stack(A1)[0] is Tile.UNSEEN
    notice = moved_notice(view(game.move(0, "a1-a2"), 0))
    uncovered, cost = notice.sentences(Reader("en"))
    assert "a treasure of 4 is uncovered on a1" in uncovered
    assert cost == "1 move so far; money left: 4."


def test_a_move_that_money_does_not_pay_for_is_told_as_what_is_missing() -> None:
    game = table(mine("-,-,-", "4z,1,-"), "##", (0, ""), (0, ""))
    notice = moved_notice(view(game.move(0, "a1-a2"), 0))
    told = {language: notice.sentences(Reader(language))[1] for language in ("en", "de")}
    assert told["en"] == "1 move so far: more than you can pay for."
    assert told["de"] == "Bisher eine Verschiebung: mehr, als du bezahlen kannst."


def test_a_card_in_hand_shows_where_it_would_lie_before_anything_is_touched() -> None:
    at = seen("-,-,-,-", "5,4,-,-")
    hand = OwnTurn(lays=True, hand=Hand(cursor=A1))
    assert marks(hand, at).ghost == (A1, B1)
    # With a tick or a cross it would look chosen.
    assert marks(hand, at).ghost_ok is None
    # It lies nowhere yet, and nothing is said of it.
    assert hand.dig(at) is None
    assert hand.told(at) is None
    assert marks(hand.point(C1), at).ghost == (B1, C1)
    assert marks(hand.point(C1), at).ghost_ok is False
    laid = tapped(hand, at, A1)
    assert marks(laid, at).ghost == ()
    assert marks(laid, at).dig == (A1, B1)
    # With the seal quarries are chosen one by one, and no shape hangs anywhere (R23).
    assert marks(hand.spend(Power.SEAL), at).ghost == ()


def test_a_tile_that_can_go_nowhere_says_so() -> None:
    at = seen("1,1", "1,1")
    stuck = tapped(OwnTurn(), at, A1)
    assert "it can't move" in words(stuck, at)
