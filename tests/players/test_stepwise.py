"""A bot's turn goes on where it was left: nothing need be remembered but the game."""

from __future__ import annotations

import pytest

from ksm_widgets.players import get_bot
from ksm_widgets.players.bots import card_of, rest_of_turn
from ksm_widgets.rules import Move, Turn, new_game, view
from tests.rules.tables import mine, table


@pytest.mark.parametrize("name", ["level2", "steady", "random", "strong"])
def test_the_rest_of_a_turn_is_what_was_meant(name: str) -> None:
    """Also where thinking anew after a move would see one move further."""
    rows = ("5,-,-,5,-,-", "-,-,-,-,-,-", "1,1,-,-,-,-")
    game = table(mine(*rows), "##", (9, ""), (0, ""))
    meant = rest_of_turn(game, get_bot(name))
    assert meant == get_bot(name).turn(view(game, 0))
    for made, move in enumerate(meant.moves, start=1):
        game = game.move(0, move)
        rest = rest_of_turn(game, get_bot(name))
        assert rest == Turn(meant.moves[made:], meant.dig, meant.powers)
    assert game.play(0, rest_of_turn(game, get_bot(name))).records


def test_who_looks_is_asked_again_where_a_tile_has_shown() -> None:
    rows = "-,-,-,-,-,51", *["-"] * 3, "-,z1,2", "1,1"
    game = table(mine(*rows), "##", (9, ""), (0, ""))
    first = rest_of_turn(game, get_bot("strong")).moves[0]
    shown = game.move(0, first)
    assert rest_of_turn(shown, get_bot("strong")) == get_bot("strong").turn(view(shown, 0))
    away = rest_of_turn(game, get_bot("steady"))
    assert rest_of_turn(shown, get_bot("steady")).moves == away.moves[1:]


def test_a_turn_that_a_mind_would_not_have_begun_is_gone_on_with() -> None:
    game = table(mine("5,-,-,5", "1,1,-,-"), "##", (3, ""), (0, ""))
    odd = game.move(0, "a1-b2")
    assert get_bot("steady").turn(view(game, 0)).moves[0] != odd.begun[0].move
    assert rest_of_turn(odd, get_bot("steady")) == get_bot("steady").turn(view(odd, 0))
    for move in ["b1-c1", "c1-b1"] * 4:
        odd = odd.move(0, Move.parse(move))
    assert rest_of_turn(odd, get_bot("steady")) == Turn()
    assert odd.play(0, rest_of_turn(odd, get_bot("steady"))).records[0].settlement is not None


def test_who_chooses_a_card_does_not_see_who_has_chosen() -> None:
    game = new_game(3, seed=4)
    alone = [card_of(game, seat, get_bot("random")) for seat in range(3)]
    laid = game.choose(0, alone[0])
    assert [card_of(laid, seat, get_bot("random")) for seat in (1, 2)] == alone[1:]
    assert card_of(laid, 0, get_bot("random")) == alone[0]
