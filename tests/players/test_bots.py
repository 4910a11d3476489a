"""The players: they keep the rules, see no more than they may, and play as they are described."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis.knowledge import collected, kept, purses, stakes
from ksm_widgets.analysis.weighing import best_option
from ksm_widgets.players import BOTS, get_bot, play_on, played
from ksm_widgets.rules import (
    CARDS_EACH,
    ArgumentError,
    Card,
    Collected,
    Game,
    Quarry,
    Setting,
    Shape,
    Tile,
    Turn,
    Variant,
    View,
    curse_points,
    edition,
    final_scores,
    magic_objects,
    tile_counts,
    view,
)
from tests.rules.tables import all_tiles, mine, otherwise, table, tiles

if TYPE_CHECKING:
    from ksm_widgets.players import Bot


TABLES = (
    ("random", "cautious", "level1", "greedy", "steady"),
    ("level0", "level2", "level3", "strong"),
    ("careless", "solitary", "thrifty", "watchful"),
)

QUICK = ("random", "greedy", "cautious")
"""They choose in no time."""


@cache
def states(names: tuple[str, ...], seed: int, edition_name: str = "en") -> tuple[Game, ...]:
    """A whole game among these players, state by state."""
    bots = [get_bot(name) for name in names]
    found = [Game.begin(Setting(len(bots), seed, edition(edition_name)))]
    while not found[-1].over:
        found.append(play_on(found[-1], bots))
    return tuple(found)


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(TABLES[0], marks=pytest.mark.long),
        *(pytest.param(names, marks=pytest.mark.slow) for names in TABLES[1:]),
    ],
)
def test_everybody_plays_whole_games_that_can_be_paid(names: tuple[str, ...]) -> None:
    game = states(names, 5)[-1]
    assert len(game.records) == len(names) * CARDS_EACH[len(names)]
    assert all_tiles(game) == tile_counts()
    assert all(record.settlement is None for record in game.records)
    assert game.scores == final_scores([player.holding for player in game.players])
    assert any(record.turn.dig for record in game.records)


def test_the_last_test_meets_everybody() -> None:
    assert sorted(BOTS) == sorted(name for names in TABLES for name in names)


@pytest.mark.long
@pytest.mark.parametrize("players", CARDS_EACH)
@pytest.mark.parametrize("variant", Variant)
def test_who_knows_the_rules_plays_any_game(players: int, variant: Variant) -> None:
    chance = get_bot("random")
    for seed in range(10):
        game = played(Setting(players, seed, edition("de"), variant), [chance] * players)
        assert all_tiles(game) == tile_counts()
        assert all(player.holding.coins >= 0 for player in game.players)
        assert all(record.settlement is None for record in game.records)
        assert any(record.turn.moves for record in game.records)
        assert any(record.turn.dig for record in game.records)


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in BOTS],
)
def test_equal_views_give_equal_choices(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever lies covered, behind screens or in hands, the choice is the same (R33)."""
    if name == "strong":  # He plays games on only where the kernel is compiled.
        monkeypatch.setenv("KSM_SOLVER", "compiled")
    rng = Random(8)
    who = get_bot(name)
    late = [game for game in states(("cautious", "greedy", "random"), 3) if game.round > 5]
    choosing = [game for game in late if game.current is None and not game.over]
    digging = [game for game in late if game.current is not None]
    for game in (*rng.sample(choosing, 2), *rng.sample(digging, 3)):
        player = rng.randrange(3) if game.current is None else game.current
        mine, same = view(game, player), view(otherwise(game, player, rng), player)
        if game.current is None:
            assert who.card(mine) == who.card(same)
        else:
            assert who.turn(mine) == who.turn(same)


class Spy:
    """Notes what it is shown, and plays as somebody else."""

    looks = False

    def __init__(self, other: Bot) -> None:
        self.other = other
        self.shown: list[View] = []

    def card(self, view: View) -> Card:
        self.shown.append(view)
        return self.other.card(view)

    def turn(self, view: View) -> Turn:
        self.shown.append(view)
        return self.other.turn(view)


def test_a_mind_is_shown_views_of_its_own_seat_only() -> None:
    spies = [Spy(get_bot("random")), Spy(get_bot("cautious"))]
    game = Game.begin(Setting(2, 4))
    expected: list[list[View]] = [[], []]
    while not game.over:
        seats = (0, 1) if game.current is None else (game.current,)
        for seat in seats:
            expected[seat].append(view(game, seat))
        game = play_on(game, spies)
    assert [spy.shown for spy in spies] == expected


@pytest.mark.parametrize("edition_name", ["en", "de"])
def test_what_others_collected_is_counted_from_the_record(edition_name: str) -> None:
    checked = 0
    for game in states(("cautious", "random", "greedy"), 6, edition_name):
        for player in range(3):
            known = collected(view(game, player))
            checked += 1
            assert known == tuple(
                Collected(
                    curse_points(other.holding.tiles),
                    magic_objects(other.holding.tiles),
                )
                for other in game.players
            )
    assert checked > 30


def test_tiles_shared_out_are_counted_where_they_were_seen() -> None:
    """After a turn that is not paid the opponents have what was dug, as far as it was shown."""
    for name in ("en", "de"):
        game = table(mine("zM,z,z"), "###", (0, ""), (0, ""), (0, ""), edition_name=name)
        game = game.play(0, Turn.parse("moves a1-a2 dig a1 b1 c1"))
        for player in range(3):
            own = game.players[player].holding.tiles
            known = collected(view(game, player))
            assert known[player] == Collected(curse_points(own), magic_objects(own))
            total = sum(one.curses for one in known)
            assert total == (6 if name == "en" else 3 * (player != 0))


@pytest.mark.long
def test_the_last_to_dig_knows_what_is_at_stake() -> None:
    game = states(("cautious", "greedy"), 2)[-2]
    last = game.current
    assert last is not None
    exact = stakes(view(game, last))
    assert exact.rounds_left is None
    others = game.players[1 - last].holding.tiles
    assert exact.others == (Collected(curse_points(others), magic_objects(others)),)
    before = states(("cautious", "greedy"), 2)[-3]
    assert before.current is not None
    # Whoever digs before sees as much of the other's collection, who will still add to it.
    first = stakes(view(before, before.current))
    own = before.players[1 - before.current].holding.tiles
    assert first.others == (Collected(curse_points(own), magic_objects(own), to_dig=True),)
    assert not first.settled
    assert exact.settled
    assert stakes(view(states(("cautious", "greedy"), 2)[0], 0)).rounds_left == CARDS_EACH[2] - 1


def test_in_the_last_round_the_others_collections_are_seen_and_who_still_digs() -> None:
    game = played(Setting(3, seed=5), [get_bot("random")] * 3)
    *_, (cards, turns) = (one for one in game.rounds() if None not in one[0])
    now = Game.begin(game.setting)
    for earlier, records in game.rounds():
        if (earlier, records) == (cards, turns):
            break
        for seat, card in enumerate(earlier):
            assert card is not None
            now = now.choose(seat, card)
        for record in records:
            now = now.again(record)
    # Before the reveal nobody knows who digs first.
    choosing = stakes(view(now, 1)).others
    assert choosing is not None
    assert [one.to_dig for one in choosing] == [True, True]
    for seat, card in enumerate(cards):
        assert card is not None
        now = now.choose(seat, card)
    for record in turns:
        seen = view(now, record.player)
        others = [seat for seat in range(3) if seat != record.player]
        known = stakes(seen).others
        assert known is not None
        assert [one.to_dig for one in known] == [seat in now.waiting for seat in others]
        for seat, one in zip(others, known, strict=True):
            own = now.players[seat].holding.tiles
            assert (one.curses, one.magic) == (curse_points(own), magic_objects(own))
        now = now.again(record)


def turn_of(name: str, *rows: str, shape: str = "##", own: tuple[int, str] = (9, "")) -> Turn:
    """What a player does with a card at a table where the rest of the mine is empty."""
    return get_bot(name).turn(view(table(mine(*rows), shape, own, (0, "")), 0))


def last_dig(name: str, *rows: str, own: str, theirs: str) -> Turn:
    """What a player does with a card of one quarry who digs last of all, by what was dug before."""
    game = table(mine(*rows), "#", (9, own), (9, theirs))
    dug = replace(states(("cautious", "greedy"), 2)[-1].records[0], settlement=None, due=0)
    records = [replace(dug, player=number % 2, taken=()) for number in range(23)]
    records[0] = replace(records[0], taken=tiles(own))
    records[1] = replace(records[1], taken=tiles(theirs))
    game = replace(game, records=tuple(records), waiting=(0,))
    return get_bot(name).turn(view(game, 0))


def test_the_cautious_dig_what_lies_ready() -> None:
    assert turn_of("cautious", "2,2,-,5,-,5") == Turn.parse("dig a1 b1")
    assert turn_of("cautious", "2,-,-,5,-,5") == Turn()


@pytest.mark.parametrize(("name", "moves"), [("level0", 0), ("level1", 1), ("level2", 2)])
def test_a_level_sees_so_many_moves_ahead(name: str, moves: int) -> None:
    """Two treasures of 5 want two moves to lie side by side, two of 3 one, two of 1 none."""
    found = turn_of(name, "5,-,-,5,-,-", "-,-,-,-,-,-", "3,-,3,-,-,-", "-,-,-,-,-,-", "1,1,-,-,-,-")
    assert len(found.moves) == moves
    assert turn_of("steady", "5,-,-,5,-,-", "-,-,-,-,-,-", "1,1,-,-,-,-").moves


def test_what_completes_a_set_is_worth_more_to_who_holds_the_rest() -> None:
    rows = ("2,1,-,d,1",)
    assert turn_of("cautious", *rows, own=(9, "abc")) == Turn.parse("dig d1 e1")
    assert turn_of("level0", *rows, own=(9, "abc")) == Turn.parse("dig d1 e1")
    assert turn_of("level0", *rows, own=(9, "ddd")) == Turn.parse("dig a1 b1")


@pytest.mark.long
def test_the_careless_forget_sets() -> None:
    """On the last dig the fourth symbol is 10 points, or what any parchment usually brings."""
    for name, where in (("steady", "d1"), ("careless", "a1")):
        assert last_dig(name, "3,-,-,d", own="abc", theirs="") == Turn.parse(f"dig {where}"), name
    assert last_dig("careless", "2,-,-,d", own="ddd", theirs="") == Turn.parse("dig d1")


@pytest.mark.long
def test_the_solitary_forget_what_others_collect() -> None:
    """On the last dig, with as many curses as the other, one more is 6 points, and one object 8."""
    for rows, own, theirs in ((("y,-,-,2",), "zz", "zz"), (("M,-,-,4",), "S", "S")):
        for name, where in (("steady", "a1"), ("solitary", "d1")):
            assert last_dig(name, *rows, own=own, theirs=theirs) == Turn.parse(f"dig {where}"), name


def test_the_thrifty_keep_their_objects() -> None:
    """The amulet would spare three coins, and brings nothing where another has three objects."""
    for name, turn in (("steady", "dig a1 with amulet"), ("thrifty", "dig a1")):
        assert last_dig(name, "z", own="A", theirs="MMM") == Turn.parse(turn), name


def test_objects_are_spent_where_they_pay_and_only_then() -> None:
    assert turn_of("level0", "5", "5", own=(9, "MC")) == Turn.parse("dig a1 a2 with mirror")
    assert turn_of("level0", "5,5", own=(9, "MC")) == Turn.parse("dig a1 b1")
    assert turn_of("cautious", "5", "5", own=(9, "MC")) == Turn()


def test_nobody_digs_blind_what_he_could_not_pay_if_it_were_a_curse() -> None:
    """What lies below the treasure of 1 is a 5, but for all that is known it may be the mummy."""
    rows = "-,-,-,-,-,z1", *["-"] * 3, "-,51,2", "-"
    for name in ("greedy", "steady"):
        assert Quarry.parse("b2") in (turn_of(name, *rows, own=(9, "")).dig or ()), name
        rest = turn_of(name, *rows, own=(0, ""))
        assert Quarry.parse("b2") not in (rest.dig or ()), name


@pytest.mark.parametrize("name", ["watchful", "strong"])
def test_who_looks_thinks_again_when_a_tile_has_shown(name: str) -> None:
    """Below the 1 may lie a 5 or a mummy; whoever has seen the mummy leaves it there."""
    rows = "-,-,-,-,-,51", *["-"] * 3, "-,z1,2", "1,1"
    blind, looking = get_bot("steady"), get_bot(name)
    game = table(mine(*rows), "##", (9, ""), (0, ""))
    fixed = play_on(game, [blind] * 2).records[0]
    assert Tile.MUMMY in fixed.taken
    begun = play_on(game, [looking] * 2)
    assert [str(one.move)[:2] for one in begun.begun] == ["b2"]
    assert begun.current == 0
    while begun.begun:
        begun = play_on(begun, [looking] * 2)
    record = begun.records[0]
    assert Tile.MUMMY not in record.taken
    assert record.settlement is None
    assert record.turn.moves[0] == fixed.turn.moves[0]


def test_an_unknown_player_is_an_error_that_names_the_others() -> None:
    with pytest.raises(ArgumentError, match="steady"):
        get_bot("nobody")


def test_the_choice_of_card_is_the_one_that_gains_most() -> None:
    low, high = Card(3, Shape.parse("##")), Card(9, Shape.parse("#/#"))
    game = table(mine("5,-,-", "5,1,-"), "##", (9, ""), (0, ""))
    players = list(game.players)
    players[0] = replace(players[0], hand=(low, high), chosen=None)
    players[1] = replace(players[1], chosen=None)
    game = replace(game, players=tuple(players), waiting=())
    for name in ("greedy", "steady"):
        assert get_bot(name).card(view(game, 0)) is high


def test_what_everyone_has_is_counted_from_the_record() -> None:
    for game in states(("cautious", "random", "greedy"), 6, "en"):
        for player in range(3):
            counted = purses(view(game, player))
            assert [purse.money for purse in counted] == [
                other.holding.money for other in game.players
            ]
            assert [purse.tiles for purse in counted] == [
                kept(other.holding.tiles) for other in game.players
            ]


@pytest.mark.parametrize("name", ["en", "de"])
def test_money_shared_out_is_counted_where_it_was_seen(name: str) -> None:
    game = table(mine("z5,z,z"), "###", (0, ""), (3, ""), (7, ""), edition_name=name)
    game = replace(game, position=mine("5,z,z"), covering=(0,) * 36)
    game = game.play(0, Turn.parse("moves a1-a2 a2-a1 dig a1 b1 c1"))
    assert game.records[0].settlement is not None
    for player in (1, 2):
        own = game.players[player].holding
        # What everyone has begun with is 10 coins; the table gives less.
        assert purses(view(game, player))[player].money == own.money
        assert purses(view(game, 0))[player].money == 10 + (own.treasures if name == "en" else 0)


def test_strong_digs_where_it_takes_most_from_who_digs_next() -> None:
    """A 5 and a 4 are worth more than two of 4, but of those the other has use for all four."""
    rows = ("5,4,-,-,4,4", "-,-,-,-,4,4")
    for name, far in (("steady", False), ("strong", True)):
        game = table(mine(*rows), "##", (9, ""), (9, ""))
        other = replace(game.players[1], chosen=Card(9, Shape.parse("##/##")))
        game = replace(game, players=(game.players[0], other))
        dug = get_bot(name).turn(view(game, 0)).dig
        assert dug is not None, name
        assert (dug[0].column > 2) == far, name
    # Who digs last leaves nothing to anybody in this round.
    last = replace(game, waiting=(0,))
    assert get_bot("strong").turn(view(last, 0)).dig == get_bot("steady").turn(view(last, 0)).dig


def test_strong_spoils_nothing_where_more_than_two_play() -> None:
    """What is kept from who digs next is kept for the third, who has paid nothing for it."""
    game = table(mine("5,4,-,-,4,4", "-,-,-,-,4,4"), "##", (9, ""), (9, ""), (9, ""))
    me, other, third = game.players
    players = (me, *(replace(one, chosen=Card(9, Shape.parse("##/##"))) for one in (other, third)))
    seen = view(replace(game, players=players), 0)
    assert get_bot("strong").turn(seen) == get_bot("watchful").turn(seen)
    assert seen.waiting[1:]


def test_strong_counts_the_bonus_that_another_loses() -> None:
    """On the last dig, with as many curses as the other, one more brings 6 and takes 6."""
    for name, where in (("steady", "d1"), ("strong", "a1")):
        assert last_dig(name, "y,-,-,5", own="zz", theirs="zz") == Turn.parse(f"dig {where}"), name


def test_strong_lays_down_the_card_that_leaves_little_to_the_others() -> None:
    """Both cards would get as much; with the low one he digs first where only one can."""
    low, high = Card(1, Shape.parse("#/#")), Card(32, Shape.parse("##"))
    game = table(mine("5,5,-,-,1", "5,-,-,-,1"), "##", (9, ""), (0, ""))
    me, other = (replace(player, chosen=None) for player in game.players)
    other = replace(other, hand=(Card(16, Shape.parse("#")),))
    for hand in ((low, high), (high, low)):
        begun = replace(game, players=(replace(me, hand=hand), other), waiting=())
        assert get_bot("strong").card(view(begun, 0)) is low


@pytest.mark.long
@pytest.mark.parametrize("seed", [3, pytest.param(7, marks=pytest.mark.slow)])
def test_strong_chooses_its_card_by_games_played_on_where_that_is_quick(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It finds what many more games find; by a look at the round it would lay down another."""
    monkeypatch.setenv("KSM_SOLVER", "compiled")
    seen = view(Game.begin(Setting(5, seed)), 0)
    assert get_bot("strong").card(seen) is best_option(seen, glance=100, look=400, seed=2).choice
