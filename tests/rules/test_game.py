"""Whole games: dealing, choosing, turn order, turns, hands running out (R3-R11, R14-R20, R28)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise

import pytest

from ksm_widgets.rules import (
    CARDS_EACH,
    COINS_IN_BOX,
    Card,
    Edition,
    EmptyQuarry,
    GameError,
    NothingToMove,
    NotOneLevel,
    Power,
    PowerError,
    RuleError,
    Setting,
    Shape,
    Tile,
    Turn,
    Uphill,
    Variant,
    WrongShape,
    edition,
    final_scores,
    new_game,
    tile_counts,
    winners,
)
from ksm_widgets.rules.game import Game
from tests.rules.tables import all_tiles, mine, played_at_random, table, tiles, turn


@pytest.mark.parametrize(
    ("players", "cards_each", "coins"), [(2, 12, 10), (3, 8, 10), (4, 6, 10), (5, 5, 8)]
)
def test_dealing(players: int, cards_each: int, coins: int) -> None:
    game = new_game(players, 3)
    assert [len(player.hand) for player in game.players] == [cards_each] * players
    assert [player.holding.coins for player in game.players] == [coins] * players
    numbers = [card.number for player in game.players for card in player.hand]
    assert len(set(numbers)) == players * cards_each
    assert game.bank.coins == COINS_IN_BOX - players * coins
    assert (game.round, game.over, game.current, game.winners) == (1, False, None, ())
    assert new_game(players, 3) == game
    assert new_game(players, 4) != game


def test_lowest_number_digs_first() -> None:
    game = new_game(3, 5)
    numbers = [player.hand[at].number for at, player in zip((7, 0, 3), game.players, strict=True)]
    for player, number in enumerate(numbers):
        assert game.current is None
        game = game.choose(player, number)
    order = sorted(range(3), key=lambda player: numbers[player])
    for player in order:
        assert game.current == player
        assert game.players[player].chosen is not None
        game = game.play(player, turn())
        assert game.players[player].chosen is None
    assert [record.card.number for record in game.records] == sorted(numbers)
    assert (game.current, game.round) == (None, 2)


def test_used_cards_are_gone() -> None:
    game = new_game(2, 5)
    number = game.players[0].hand[0].number
    after = game.choose(0, number)
    assert number not in {card.number for card in after.players[0].hand}
    with pytest.raises(GameError) as caught:
        after.choose(1, number)
    assert caught.value.key == "game.card"


def at_the_table(edition_name: str = "en") -> Game:
    """Two at the table; player 0 has a mirror and an amulet from earlier turns."""
    return table(
        mine("12,3,-,-,-,-", "ax,y,M4,-,-,-"), "##", (3, "MA"), (2, ""), edition_name=edition_name
    )


def test_a_game_is_told_round_by_round() -> None:
    game = new_game(2, seed=7)
    assert list(game.rounds()) == [((None, None), ())]
    own = [player.hand[0] for player in game.players]
    game = game.choose(1, own[1])
    assert list(game.rounds()) == [((None, own[1]), ())]
    game = game.choose(0, own[0])
    first = game.waiting[0]
    game = game.play(first, "-")
    assert list(game.rounds()) == [(tuple(own), game.records)]
    game = game.play(game.waiting[0], "-")
    assert list(game.rounds()) == [(tuple(own), game.records), ((None, None), ())]


def test_moves_and_curses_are_paid_and_treasures_help() -> None:
    after = at_the_table().play(0, turn("c1-b1", "a1 b1"))
    record = after.records[0]
    assert (record.taken, record.due, record.settlement) == (tiles("x4"), 2, None)
    assert after.players[0].holding.coins == 1
    assert after.players[0].holding.tiles == tiles("4xMA")
    assert after.bank.coins == 40 - 5 + 2
    assert after.current == 1


def test_amulet_saves_the_curses_and_is_discarded() -> None:
    after = at_the_table().play(0, turn("c1-b1", "a1 b1", Power.AMULET))
    assert (after.records[0].due, after.discarded) == (1, (Tile.AMULET,))
    assert after.players[0].holding.tiles == tiles("4xM")


def test_mirror_turns_the_card() -> None:
    game = at_the_table()
    with pytest.raises(WrongShape):
        game.play(0, turn("", "a1 a2"))
    after = game.play(0, turn("", "a1 a2", Power.MIRROR))
    assert (after.records[0].taken, after.discarded) == (tiles("x2"), (Tile.MIRROR,))


def test_a_magic_object_just_dug_cannot_be_spent() -> None:
    """R19: the seal must be there before the turn, not come up in it."""
    game = table(mine("-,-,-,-,-,-", "S,1,2,-,-,-"), "##", (0, ""), (0, ""))
    with pytest.raises(PowerError) as caught:
        game.play(0, turn("", "a1 c1", Power.SEAL))
    assert (caught.value.rule, caught.value.key) == ("R19", "illegal.power_not_held")
    after = game.play(0, turn("", "a1 b1"))
    assert Tile.SEAL in after.players[0].holding.tiles


def test_one_of_two_equal_objects_is_spent() -> None:
    game = table(mine("1,2,-,-,-,-"), "##", (0, "AA"), (0, ""))
    after = game.play(0, turn("", "a1 b1", Power.AMULET))
    assert after.players[0].holding.tiles == tiles("12A")


def test_a_power_may_be_spent_without_a_dig() -> None:
    after = at_the_table().play(0, turn("", None, Power.MIRROR))
    assert (after.players[0].holding.tiles, after.discarded) == (tiles("A"), tiles("M"))


def test_moves_are_paid_without_a_dig_too() -> None:
    after = at_the_table().play(0, turn("c1-b1 a2-b2"))
    assert (after.players[0].holding.coins, after.records[0].due) == (1, 2)


def test_beginner_variant_lets_tiles_go_uphill_in_either_edition() -> None:
    uphill = turn("b1-a1")
    for name in ("en", "de"):
        with pytest.raises(Uphill):
            at_the_table(edition_name=name).play(0, uphill)
        beginner = table(
            mine("ax,y,-,-,-,-"),
            "##",
            (3, ""),
            (0, ""),
            edition_name=name,
            variant=Variant.BEGINNER,
        )
        assert beginner.play(0, uphill).position.text.endswith("axy,-,-,-,-,-")


def _choosing() -> Game:
    return new_game(2, 9)


def _one_chosen() -> Game:
    return _choosing().choose(0, _choosing().players[0].hand[0].number)


def _over() -> Game:
    return played_at_random(2, 1, "en")[-1]


@pytest.mark.parametrize(
    ("make", "act", "key", "rule"),
    [
        (
            _choosing,
            lambda game: game.choose(0, game.players[1].hand[0].number),
            "game.card",
            "R6",
        ),
        (_choosing, lambda game: game.choose(2, 1), "game.no_player", "R4"),
        (_choosing, lambda game: game.choose(-1, 1), "game.no_player", "R4"),
        (_choosing, lambda game: game.play(0, turn()), "game.choosing", "R6"),
        (
            _one_chosen,
            lambda game: game.choose(0, game.players[0].hand[0].number),
            "game.chosen",
            "R6",
        ),
        (at_the_table, lambda game: game.choose(1, 1), "game.digging", "R6"),
        (at_the_table, lambda game: game.play(1, turn()), "game.out_of_turn", "R6"),
        (at_the_table, lambda game: game.play(0, turn(), tiles("M")), "game.wrong_choice", "R26"),
        (_over, lambda game: game.play(0, turn()), "game.over", "R28"),
        (_over, lambda game: game.choose(0, 1), "game.over", "R28"),
    ],
)
def test_what_the_order_of_the_game_forbids(
    make: Callable[[], Game], act: Callable[[Game], Game], key: str, rule: str
) -> None:
    game = make()
    with pytest.raises(GameError) as caught:
        act(game)
    assert (caught.value.key, caught.value.rule) == (key, rule)
    assert game == make()


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (turn("d1-e1"), NothingToMove),
        (turn("c1-b1 c1-b1"), Uphill),
        (turn("", "a1 c1"), WrongShape),
        (turn("", "a1 b1"), NotOneLevel),
        (turn("", "e1 f1"), EmptyQuarry),
        (turn("", "a1 b1", Power.CARPET), PowerError),
    ],
)
def test_an_illegal_turn_is_refused_and_changes_nothing(wrong: Turn, kind: type[RuleError]) -> None:
    game = at_the_table()
    with pytest.raises(kind) as caught:
        game.play(0, wrong)
    fault = game.fault(0, wrong)
    assert type(fault) is kind
    assert str(fault) == str(caught.value)
    assert game == at_the_table()
    assert game.fault(0, turn()) is None


def test_a_game_cannot_be_written_to() -> None:
    with pytest.raises(FrozenInstanceError):
        new_game(2, 1).waiting = (1,)  # type: ignore[misc]


@pytest.mark.parametrize("players", [0, 1, 6])
def test_the_game_is_for_two_to_five(players: int) -> None:
    with pytest.raises(GameError) as caught:
        new_game(players, 1)
    assert (caught.value.key, caught.value.rule) == ("game.players", "R4")


def test_too_few_cards_cannot_be_dealt() -> None:
    deck = tuple(Card(number, Shape.parse("###")) for number in range(1, 24))
    with pytest.raises(GameError) as caught:
        Setting(2, 1, deck=deck)
    assert caught.value.params == {"found": 23, "expected": 24}
    assert Setting(2, 1, deck=(*deck, Card(24, Shape.parse("#")))).players == 2


@pytest.mark.parametrize("edition_name", ["en", "de"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", list(Variant))
def test_a_whole_random_game(players: int, edition_name: str, variant: Variant) -> None:
    states = played_at_random(players, 20 + players, edition_name, variant)
    settled = 0
    for before, game in pairwise(states):
        assert all_tiles(game) == tile_counts()
        coins = sum(player.holding.coins for player in game.players) + game.bank.coins
        assert coins == COINS_IN_BOX + game.bank.supplied
        assert all(player.holding.coins >= 0 for player in game.players)
        game.position.check()
        if len(game.records) > len(before.records):
            record = game.records[-1]
            me = record.player
            money = game.players[me].holding.money
            if record.settlement is None:
                dug = sum(tile.treasure for tile in record.taken)
                assert money == before.players[me].holding.money + dug - record.due
            else:
                settled += 1
                given = sum(tile.treasure for tile in record.settlement.added)
                assert money == before.players[me].holding.money - given
    end = states[-1]
    assert settled > 0, "a random game should meet a turn that cannot be paid"
    assert len(end.records) == players * CARDS_EACH[players]
    assert (end.over, end.current, end.round) == (True, None, CARDS_EACH[players])
    assert not any(player.hand or player.chosen for player in end.players)
    assert end.scores == final_scores([player.holding for player in end.players])
    assert end.winners == winners(end.scores) != ()


def test_editions_can_be_made_up() -> None:
    """An edition is data: an English one that shares out evenly needs no other code."""
    own: Edition = replace(edition("en"), name="own", shares=edition("de").shares)
    assert Game.begin(Setting(2, 1, own)).setting.edition.shares is edition("de").shares
