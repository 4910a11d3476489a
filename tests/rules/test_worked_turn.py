"""The turn that both rulebooks work through with card 15: three moves, a scorpion, 5 to pay.

The pictures that go with it are missing from the texts, so the mine below is made to show the
same: the player wants parchments β and δ, makes three moves, the first of which lays bare
a treasure of 5 and the others a scorpion, and digs two treasures, two parchments and the scorpion.
Card 15 is known to have five quarries; its shape is the project's reconstruction.
"""

from __future__ import annotations

import pytest

from ksm_widgets.rules import Shape, Tile, Turn, card, dig_fault, moved, play
from tests.rules.tables import dig, mine, table, tiles, turn

CARD = card(15)
# The shape ###/#.# at a1: the five quarries shall all be on level 2. c2 is one too high and a1 two.
MINE = mine("ab,x3,15z,-,-,-", "4ya2,c,zd,-,-,-")
QUARRIES = "a1 c1 a2 b2 c2"
MOVES = "c2-d2 a1-b1 a1-b1"
TURN = turn(MOVES, QUARRIES)


def test_card_15_has_five_quarries() -> None:
    assert (CARD.shape.size, CARD.shape) == (5, Shape.parse("###/#.#"))


def test_the_moves_lay_bare_a_treasure_and_a_scorpion() -> None:
    places = dig(QUARRIES)
    assert dig_fault(MINE, places, CARD.shape) is not None
    first = moved(MINE, TURN.moves[:1])
    assert first.top(places[4]) is Tile.TREASURE_5
    last = moved(first, TURN.moves[1:])
    assert last.top(places[0]) is Tile.SCORPION
    assert dig_fault(last, places, CARD.shape) is None


@pytest.mark.parametrize("money", [0, 10])
def test_five_are_to_pay(money: int) -> None:
    """English: 3 for the moves and 2 for the scorpion; paid with any coins and treasures."""
    played = play(MINE, TURN, CARD.shape, money=money)
    assert sorted(tile.letter for tile in played.taken) == sorted("5y3bd")
    account = played.account
    assert (account.moves, account.curses, account.due) == (3, 2, 5)
    assert account.left == money + 8 - 5


def test_the_moves_alone_would_be_three() -> None:
    """German: coins or treasures worth 3 for the moves, really 5, as a curse is dug as well."""
    played = play(MINE, Turn(TURN.moves), CARD.shape, money=3)
    assert played.account.due == 3
    assert play(MINE, TURN, CARD.shape, money=3).account.due == 5


@pytest.mark.parametrize(
    ("edition_name", "coins", "coins_after", "tiles_after"),
    [("en", 10, 5, "35ybd"), ("de", 0, 0, "3ybd")],
)
def test_the_turn_at_the_table(
    edition_name: str, coins: int, coins_after: int, tiles_after: str
) -> None:
    """With coins, and with none: then just the treasure of 5 that was dug pays for it all."""
    game = table(MINE, str(CARD.shape), (coins, ""), (0, ""), edition_name=edition_name)
    after = game.play(0, TURN)
    assert after.records[-1].settlement is None
    assert after.players[0].holding.coins == coins_after
    assert after.players[0].holding.tiles == tuple(sorted(tiles(tiles_after), key=list(Tile).index))
