"""A turn move by move: the same as in one go, what shows is seen, and then it stands (R12, R33)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from ksm_widgets.rules import (
    Game,
    GameError,
    Move,
    MoveError,
    Tile,
    Variant,
    new_game,
    playthrough_text,
    replayed,
    view,
)
from tests.rules.tables import mine, played_at_random, random_turn, table, turn


@pytest.mark.long
@pytest.mark.parametrize("edition_name", ["en", "de"])
@pytest.mark.parametrize("variant", Variant)
def test_a_turn_in_steps_is_the_same_turn(edition_name: str, variant: Variant) -> None:
    """Also one that cannot be paid in the end, with the tiles that go to the others (R26)."""
    rng = Random(5)
    moved = unpaid = 0
    for game in played_at_random(3, 12, edition_name, variant):
        player = game.current
        if player is None:
            continue
        whole = random_turn(rng, game, player)
        stepwise = game
        for move in whole.moves:
            stepwise = stepwise.move(player, move)
        rest = replace(whole, moves=())
        assert stepwise.affordable(player, rest) == game.affordable(player, whole)
        assert stepwise.tiles_to_add(player, rest) == game.tiles_to_add(player, whole)
        assert stepwise.play(player, rest) == game.play(player, whole)
        if whole.moves:
            moved += 1
            unpaid += not game.affordable(player, whole)
            half = len(whole.moves) // 2
            begun = game
            for move in whole.moves[:half]:
                begun = begun.move(player, str(move))
            assert begun.play(player, replace(whole, moves=whole.moves[half:])) == game.play(
                player, whole
            )
            assert replayed(playthrough_text(begun)) == begun
    assert moved > 5 < unpaid + 5


def at_the_table() -> Game:
    return table(mine("5,-,-,-", "z4,1,-,-"), "##", (3, ""), (0, ""))


def test_everyone_sees_what_a_move_lays_bare() -> None:
    game = at_the_table()
    assert view(game, 1).position.stack("a1") == (Tile.UNSEEN, Tile.TREASURE_4)
    after = game.move(0, "a1-b2")
    for player in (0, 1):
        seen = view(after, player)
        assert seen.position.stack("a1") == (Tile.MUMMY,)
        assert seen.begun == (Move.parse("a1-b2"),)
    assert after.current == 0
    assert after.play(0, "dig a1 b1").records[0].turn == turn("a1-b2", "a1 b1")
    assert after.play(0, "-").begun == ()


def test_a_move_is_taken_back_until_something_has_shown() -> None:
    game = at_the_table()
    far = game.move(0, "b1-c1").move(0, "c1-d1")
    assert far.take_back(0) == game.move(0, "b1-c1")
    assert far.take_back(0).take_back(0) == game
    shown = game.move(0, "b1-c1").move(0, "a1-b2")
    later = shown.move(0, "c1-d1")
    assert later.take_back(0) == shown
    with pytest.raises(GameError) as caught:
        shown.take_back(0)
    assert (caught.value.key, caught.value.rule) == ("game.has_shown", "R33")
    assert "a1-b2" in caught.value.sentence("de")


def test_moves_begun_are_paid_for_whatever_follows() -> None:
    """R14: a turn that had money for it may have none any more, and then R26 applies."""
    game = at_the_table()
    for move in ("b1-c1", "c1-d1", "d1-c1"):
        game = game.move(0, move)
    assert game.affordable(0, "-")
    assert game.play(0, "-").players[0].holding.coins == 0
    game = game.move(0, "c1-b1")
    assert not game.affordable(0, "-")
    unpaid = game.play(0, "-")
    assert unpaid.records[0].due == 4
    assert unpaid.records[0].settlement is not None


@pytest.mark.parametrize(
    ("act", "key"),
    [
        (lambda game: game.move(1, "b1-c1"), "game.out_of_turn"),
        (lambda game: game.take_back(1), "game.out_of_turn"),
        (lambda game: game.take_back(0), "game.nothing_begun"),
        (lambda _: new_game(2, 1).move(0, "b1-c1"), "game.choosing"),
        (lambda _: new_game(2, 1).take_back(0), "game.choosing"),
        (lambda game: game.move(2, "b1-c1"), "game.no_player"),
    ],
)
def test_what_the_order_of_the_game_forbids(act: Callable[[Game], Game], key: str) -> None:
    with pytest.raises(GameError) as caught:
        act(at_the_table())
    assert caught.value.key == key


def test_an_illegal_move_changes_nothing() -> None:
    game = at_the_table().move(0, "b1-c1")
    with pytest.raises(MoveError):
        game.move(0, "c1-a2")
    assert game.fault(0, "dig a1 b1") is not None
    assert game == at_the_table().move(0, "b1-c1")
