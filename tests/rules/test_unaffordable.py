"""The turn that cannot be paid, in both editions (R26)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ksm_widgets.rules import GameError, Power, Settlement, Sharing, Tile, Turn, edition
from ksm_widgets.rules.game import Game
from tests.rules.tables import mine, table, tiles, turn

MOVES = "f1-e1" + " e1-d1 d1-e1" * 7
"""Fifteen moves, which nobody in these tests can pay, from f1 to e1 in the end."""
ROW = "1,a,x,-,-,S"


def play(
    edition_name: str,
    *purses: tuple[int, str],
    how: Turn | None = None,
    shape: str = "###",
    chosen: str = "",
    seed: int = 1,
) -> Game:
    game = table(mine(ROW), shape, *purses, edition_name=edition_name, seed=seed)
    return game.play(0, how or turn(MOVES, "a1 b1 c1"), tiles(chosen))


def settlement(game: Game) -> Settlement:
    found = game.records[-1].settlement
    assert found is not None
    return found


@pytest.mark.parametrize("edition_name", ["en", "de"])
def test_nothing_is_paid_the_moves_stand_and_the_dug_tiles_leave(edition_name: str) -> None:
    game = play(edition_name, (2, "b"), (5, ""), (5, ""), (5, ""))
    assert game.position.text.endswith("-,-,-,-,S,-")
    assert [player.holding.coins for player in game.players] == [2, 5, 5, 5]
    assert (game.players[0].holding.tiles, game.bank.coins) == (tiles("b"), 40 - 17)
    shares = settlement(game).shares
    assert Counter(tile for share in shares for tile in share) == Counter(tiles("1ax"))
    for player, share in zip((1, 2, 3), shares, strict=True):
        assert game.players[player].holding.tiles == share
        assert len(share) == 1
    assert game.current == 1


def test_english_spare_tiles_are_discarded() -> None:
    game = play("en", (0, ""), (5, ""))
    assert len(settlement(game).shares[0]) == 1
    assert len(settlement(game).spare) == 2
    assert Counter(game.discarded) == Counter(settlement(game).spare)


def test_german_tiles_are_shared_out_evenly() -> None:
    assert sorted(settlement(play("de", (0, ""), (5, ""))).shares[0], key=str) == sorted(
        tiles("1ax"), key=str
    )
    game = play("de", (0, ""), (5, ""), (5, ""))
    assert [len(share) for share in settlement(game).shares] == [1, 1]
    assert len(settlement(game).spare) == 1


@pytest.mark.parametrize(
    ("opponents", "dug", "english", "german"),
    [(1, 6, 1, 6), (2, 5, 1, 2), (2, 6, 1, 3), (3, 5, 1, 1), (4, 4, 1, 1)],
)
def test_how_many_each_gets(opponents: int, dug: int, english: int, german: int) -> None:
    for name, each in (("en", english), ("de", german)):
        game = table(
            mine("x,y,z,x,y,z"), "#" * dug, (0, "a"), *[(0, "")] * opponents, edition_name=name
        )
        found = settlement(game.play(0, turn("", " ".join(f"{c}1" for c in "abcdef"[:dug]))))
        assert [len(share) for share in found.shares] == [each] * opponents
        assert len(found.spare) == dug - each * opponents
        assert found.added == ()


def test_english_offender_adds_the_tiles_of_his_choice() -> None:
    purses = (2, "5aM"), *[(5, "")] * 4
    game = play("en", *purses, chosen="5")
    assert settlement(game).added == tiles("5")
    assert game.players[0].holding.tiles == tiles("aM")
    received = [tile for player in game.players[1:] for tile in player.holding.tiles]
    assert Counter(received) == Counter(tiles("1ax5"))


def test_english_offender_adds_the_cheapest_by_default() -> None:
    assert settlement(play("en", (0, "1MxbM"), *[(5, "")] * 4)).added == tiles("x")
    assert settlement(play("en", (0, "12MbM"), *[(5, "")] * 4)).added == tiles("1")


def test_german_offender_draws_what_he_adds() -> None:
    purses = (0, "5aM"), *[(5, "")] * 4
    added = {settlement(play("de", *purses, seed=seed)).added for seed in range(30)}
    assert added == {(tile,) for tile in tiles("5aM")}


@pytest.mark.parametrize("edition_name", ["en", "de"])
def test_no_dig_counts_as_no_tiles(edition_name: str) -> None:
    game = play(edition_name, (1, "abc"), (5, ""), (5, ""), how=turn(MOVES))
    assert len(settlement(game).added) == 2
    assert [len(player.holding.tiles) for player in game.players] == [1, 1, 1]
    assert settlement(game).spare == ()


@pytest.mark.parametrize("edition_name", ["en", "de"])
def test_with_too_few_tiles_chance_says_who_gets_one(edition_name: str) -> None:
    """He gives what he has, here one tile for three opponents, to opponents in random order."""
    lucky = set()
    for seed in range(40):
        game = play(edition_name, (0, "d"), *[(5, "")] * 3, how=turn(MOVES), seed=seed)
        assert settlement(game).added == tiles("d")
        assert game.players[0].holding.tiles == ()
        counts = [len(player.holding.tiles) for player in game.players]
        assert sorted(counts) == [0, 0, 0, 1]
        lucky.add(counts.index(1))
    assert lucky == {1, 2, 3}


def test_with_no_tiles_at_all_nothing_changes_hands() -> None:
    game = play("en", (0, ""), (5, ""), (5, ""), how=turn(MOVES))
    assert settlement(game) == Settlement((), ((), ()), ())


def test_magic_spent_is_gone_and_magic_received_can_be_spent_next_turn() -> None:
    game = table(mine("S,-,-,-,-,-", "1,2,3,-,-,y"), "#", (0, "A"), (0, ""), edition_name="en")
    after = game.play(0, turn("f1-e1", "a2", Power.AMULET))
    assert after.discarded == (Tile.AMULET,)
    assert after.players[0].holding.tiles == ()
    assert after.players[1].holding.tiles == (Tile.SEAL,)
    again = after.play(1, turn("", "c1", Power.SEAL))
    assert again.discarded == (Tile.AMULET, Tile.SEAL)


def test_a_curse_received_costs_nothing() -> None:
    game = table(mine("z,-,-,-,-,-"), "#", (0, ""), (0, ""))
    after = game.play(0, turn("", "a1"))
    assert (after.players[1].holding.coins, after.players[1].holding.tiles) == (0, tiles("z"))


def test_spent_magic_cannot_be_added() -> None:
    with pytest.raises(GameError) as caught:
        play("en", (0, "Aa"), *[(5, "")] * 4, how=turn(MOVES, "a1 b1 c1", Power.AMULET), chosen="A")
    assert caught.value.key == "game.choice_not_held"


@pytest.mark.parametrize(
    ("edition_name", "chosen", "key"),
    [
        ("en", "ab", "game.wrong_choice"),
        ("en", "c", "game.choice_not_held"),
        ("de", "a", "game.no_choice"),
    ],
)
def test_a_choice_that_is_not_his(edition_name: str, chosen: str, key: str) -> None:
    with pytest.raises(GameError) as caught:
        play(edition_name, (0, "ab"), *[(5, "")] * 4, chosen=chosen)
    assert (caught.value.key, caught.value.rule) == (key, "R26")


def test_how_many_to_add_is_known_beforehand() -> None:
    game = table(mine(ROW), "###", (2, "ab"), *[(5, "")] * 4)
    assert game.tiles_to_add(0, turn(MOVES, "a1 b1 c1")) == 1
    assert game.tiles_to_add(0, turn(MOVES)) == 2
    assert game.tiles_to_add(0, turn("f1-e1", "a1 b1 c1")) == 0
    assert not game.affordable(0, turn(MOVES))
    assert game.affordable(0, turn("f1-e1 e1-f1"))


def test_chance_is_the_seed_s() -> None:
    purses = (0, "5aM"), *[(5, "")] * 4
    assert play("de", *purses, seed=3) == play("de", *purses, seed=3)


def test_an_edition_shares_as_its_data_says() -> None:
    assert edition("en").shares is Sharing.ONE
    own = replace(edition("en"), name="own", shares=Sharing.EVENLY)
    game = table(mine(ROW), "###", (0, ""), (5, ""))
    game = replace(game, setting=replace(game.setting, edition=own))
    assert len(settlement(game.play(0, turn(MOVES, "a1 b1 c1"))).shares[0]) == 3
