"""A game at a table of people's own: what they know stays so, the rest is filled in (R3, R4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ksm_widgets.rules import (
    GROUP_COUNTS,
    FaultyPosition,
    Game,
    Given,
    PlaythroughTextError,
    Quarry,
    Setting,
    Tile,
    Turn,
    card,
    edition,
    legal_digs,
    legal_moves,
    playthrough_text,
    replayed,
    tile_counts,
)
from tests.rules.tables import all_tiles, mine, random_turn, table, tiles, turn

TOPS = "12345x abcdMy 54321z xyzabc dCSA12 345ab1"
GIVEN = Given.beginning(TOPS)


def game(*hands: tuple[int, ...], players: int = 2, edition_name: str = "en") -> Game:
    given = Given(GIVEN.mine, hands)
    return Game.begin(Setting(players, 3, edition(edition_name), given=given))


def test_what_is_known_lies_where_it_was_seen() -> None:
    begun = game((3, 17), (8,))
    assert [begun.position.top(quarry) for quarry in ("a6", "f6", "a1", "f1")] == list(
        tiles("1x31")
    )
    assert all_tiles(begun) == Counter(tile_counts())
    assert {one.number for one in begun.players[0].hand} >= {3, 17}
    assert 8 in {one.number for one in begun.players[1].hand}
    hands = [one.number for player in begun.players for one in player.hand]
    assert len(hands) == len(set(hands)) == 24
    assert begun.covering == (3,) * 36


def test_a_box_of_another_split_is_filled_up_to_its_groups() -> None:
    """R2: a twelfth treasure of 5 goes against the assumed split, not against the game."""
    many = Given.beginning("5" * 14 + "1" * 22)
    full = Game.begin(Setting(2, 1, given=many)).position.counts()
    assert (full[Tile.TREASURE_5], full[Tile.TREASURE_1]) == (14, 22)
    for group, number in GROUP_COUNTS.items():
        assert sum(count for tile, count in full.items() if tile.group is group) == number
    with pytest.raises(FaultyPosition):
        Given.beginning("M" * 18 + "1" * 18)


def test_a_tile_that_has_shown_and_a_card_that_has_are_known_from_then_on() -> None:
    a1 = Quarry.parse("a1")
    known = GIVEN.named(a1, 3, Tile.MUMMY).holding(1, 8, 2).holding(1, 8, 2)
    begun = Game.begin(Setting(2, 3, given=known))
    assert begun.position.stack(a1)[2:] == (Tile.MUMMY, Tile.TREASURE_3)
    assert known.hands == ((), (8,))
    assert card(8) in begun.players[1].hand


@pytest.mark.long
@pytest.mark.parametrize(("players", "edition_name"), [(2, "en"), (3, "de"), (5, "en")])
def test_a_noted_game_reads_back_at_every_moment(players: int, edition_name: str) -> None:
    rng, now = Random(players), game((3, 17), players=players, edition_name=edition_name)
    shared = 0
    while not now.over:
        if now.current is None:
            seat = next(at for at, who in enumerate(now.players) if who.chosen is None)
            now = now.choose(seat, now.players[seat].hand[0].number)
        else:
            now = now.play(now.current, random_turn(rng, now, now.current))
            shared += now.records[-1].settlement is not None
            assert replayed(playthrough_text(now)) == now
    assert shared
    text = playthrough_text(now)
    assert text.splitlines()[1] == f"mine {GIVEN.mine.text}"
    assert "\nhand 1 3 17\n" in text
    assert " shares " in text
    assert replayed(playthrough_text(now, standings=False), standings=False) == now


def test_nothing_that_nobody_saw_is_written_down() -> None:
    begun = game((3, 17))
    for seat in (0, 1):
        begun = begun.choose(seat, begun.players[seat].hand[0].number)
    (dig, *_) = legal_digs(begun.position, begun.players[begun.waiting[0]].chosen or 1)
    begun = begun.play(begun.waiting[0], Turn(dig=dig))
    begun = begun.move(begun.waiting[0], legal_moves(begun.position)[0])
    boards = [line for line in playthrough_text(begun).splitlines() if "board" in line]
    assert [board.count("?") for board in boards] == [3 * 36 - len(dig), 3 * 36 - len(dig) - 1]


def test_people_share_out_as_chance_had_it_at_their_table() -> None:
    rich = table(mine("5,-,-", "z4,1,-"), "##", (0, "ab"), (0, ""), (0, ""), (0, ""))
    rich = replace(rich, setting=replace(rich.setting, given=GIVEN))
    steps = turn("a1-b2", "a1 b1")
    done = rich.play(0, steps, tiles("a"), [tiles("z"), tiles("a"), tiles("1")])
    assert [player.holding.tiles for player in done.players] == list(
        map(tiles, ("b", "z", "a", "1"))
    )
    two = replace(rich, setting=replace(rich.setting, edition=edition("de")))
    done = two.play(0, steps, tiles("b"), [tiles("1"), (), tiles("b")])
    assert done.discarded == tiles("z")
    paid = table(mine("5,-,-", "z4,1,-"), "##", (9, ""), (0, ""))
    paid = replace(paid, setting=replace(paid.setting, given=GIVEN))
    with pytest.raises(ValueError, match="needed: 0"):
        paid.play(0, steps, shares=[tiles("1")])


FIRST = "game players 2 seed 1 edition en variant standard"
MINE = f"mine {GIVEN.mine.text}"


@pytest.mark.parametrize(
    ("lines", "key", "line"),
    [
        ([MINE], "playthrough.unread", 1),
        ([FIRST, MINE, MINE], "playthrough.unread", 3),
        ([FIRST, "mine 1,2"], "playthrough.refused", 2),
        ([FIRST, "mine " + "/".join(["-,-,-,-,-,-"] * 6)], "playthrough.refused", 2),
        ([FIRST, "hand 1 3"], "playthrough.unread", 2),
        ([FIRST, MINE, "hand 3 3"], "playthrough.unread", 3),
        ([FIRST, MINE, "hand 0 3"], "playthrough.unread", 3),
        ([FIRST, MINE, "hand 1 x"], "playthrough.unread", 3),
        ([FIRST, MINE, "hand 1 99"], "playthrough.refused", 3),
        ([FIRST, MINE, "hand 1 3", "hand 2 3"], "playthrough.refused", 4),
        ([FIRST, MINE, "hand 1 3", "cards 3 -", "hand 2 4"], "playthrough.unread", 5),
        ([FIRST, "cards 99 -"], "playthrough.refused", 2),
        ([FIRST, "turn 1 shares 1"], "playthrough.unread", 2),
        ([FIRST, MINE, "hand 2 4", "hand 1 3"], "playthrough.differs", 3),
    ],
)
def test_a_fault_in_a_noted_game_names_its_line(lines: list[str], key: str, line: int) -> None:
    with pytest.raises(PlaythroughTextError) as caught:
        replayed("\n".join(lines))
    assert (caught.value.key, caught.value.params["line"]) == (key, line)
