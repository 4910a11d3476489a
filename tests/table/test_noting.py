"""A game noted at a table: from what people see there, the same game comes of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ksm_widgets.rules import (
    CardError,
    FaultyPosition,
    Game,
    GameError,
    KsmError,
    MoveError,
    Quarry,
    Tile,
    Turn,
    Unaffordable,
    view,
)
from ksm_widgets.tutor.table.match import Match, MatchError, Phase
from ksm_widgets.tutor.table.noting import Noting
from ksm_widgets.tutor.table.record import match_text, read_match
from ksm_widgets.tutor.table.seats import SeatError
from tests.rules.tables import tiles
from tests.table.people import NAMES, tops_of, whole_game

TOPS = "12345x abcdMy 54321z xyzabc dCSA12 345ab1"


def beginning(players: int = 2, edition: str = "en") -> Noting:
    return Noting.begin(NAMES[:players], TOPS, edition_name=edition)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 5), (5, 4)])
def test_who_notes_what_is_seen_gets_the_game_that_was_played(players: int, seed: int) -> None:
    real = whole_game(players, seed)
    start = Game.begin(real.setting).position
    noting = Noting.begin(
        NAMES[:players],
        tops_of(start),
        edition_name=real.setting.edition.name,
        variant=real.setting.variant,
    )

    def named(noting: Noting) -> Noting:
        while noting.asked:
            slot = noting.asked[0]
            assert noting.mine.top(slot.quarry) is Tile.UNSEEN
            noting = noting.name(start.stack(slot.quarry)[slot.level - 1])
        return noting

    named_tiles = 0
    for number, record in enumerate(real.records):
        if number % players == 0:
            in_round = real.records[number : number + players]
            cards = {one.player: one.card.number for one in in_round}
            noting = noting.cards([cards[seat] for seat in range(players)])
        assert noting.actor == record.player
        for move in record.turn.moves:
            noting = noting.move(move)
            named_tiles += len(noting.asked)
            noting = named(noting)
        rest = Turn((), record.turn.dig, record.turn.powers)
        if record.settlement is None:
            noting = noting.play(rest)
        else:
            with pytest.raises(Unaffordable):
                noting.play(rest)
            noting = noting.play(
                rest,
                unpaid=True,
                added=record.settlement.added,
                shares=record.settlement.shares,
            )
        noting = named(noting)
    assert named_tiles
    assert noting.game.over
    for one, other in zip(noting.game.records, real.records, strict=True):
        assert (one.turn, one.taken, one.due) == (other.turn, other.taken, other.due)
    assert noting.game.scores == real.scores
    assert [who.holding for who in noting.game.players] == [who.holding for who in real.players]
    assert noting.mine == view(real, 0).position
    text = match_text(noting.match)
    assert read_match(text) == noting.match
    assert noting.match.phase is Phase.OVER
    assert Noting.of(read_match(text)).game == noting.game


def test_what_shows_is_asked_for_before_anything_else() -> None:
    noting = beginning().cards([3, 7]).play("dig a6 a5 b5")
    assert [str(slot) for slot in noting.asked] == ["a5:3", "b5:3", "a6:3"]
    with pytest.raises(MatchError) as caught:
        noting.cards([4, 8])
    assert caught.value.key == "match.name_first"
    assert "a5:3" in caught.value.sentence("de")
    with pytest.raises(MatchError):
        noting.move("a1-a2")
    for letter in "z1M":
        noting = noting.name(Tile(letter))
    assert noting.asked == ()
    assert noting.given.mine.stack("a5") == tiles("??za")
    # The other digs on what is known now.
    assert noting.move("b6-a6").game.begun


def test_everything_is_taken_back_as_far_as_one_likes() -> None:
    first = beginning()
    noting = first.cards([3, 7]).play("dig a6 a5 b5").name(Tile.MUMMY)
    for _ in range(3):
        noting = noting.take_back()
    assert noting == first
    with pytest.raises(MatchError):
        noting.take_back()


def test_who_got_what_may_stay_unknown() -> None:
    """Face down, nobody but the one who got it knows: chance fills it in."""
    noting = beginning(3, "de").cards([3, 7, 9])
    noting = noting.play("dig a6 a5 b5")
    for letter in "zzz":
        noting = noting.name(Tile(letter))
    before = noting.game
    moves = ["b6-a6", "a6-b6"]
    for number in range(24):
        noting = noting.move(moves[number % 2])
        if noting.asked:
            noting = noting.name(Tile.TREASURE_1)
    noting = noting.play("-", unpaid=True)
    assert noting.game.records[-1].settlement is not None
    assert len(noting.game.records) == len(before.records) + 1
    assert read_match(match_text(noting.match)) == noting.match


@pytest.mark.parametrize(
    ("act", "kind", "key"),
    [
        (lambda: Noting.begin(NAMES[:2], "123"), GameError, "game.tops"),
        (lambda: Noting.begin(NAMES[:2], "w" * 36), KsmError, "board.letter"),
        (lambda: Noting.begin(NAMES[:1], TOPS), GameError, "game.players"),
        (lambda: Noting.begin([*NAMES[:1], *NAMES[:1]], TOPS), SeatError, "seat.twice"),
        (lambda: beginning().cards([3]), MatchError, "match.cards"),
        (lambda: beginning().cards([3, 3]), GameError, "game.card_twice"),
        (lambda: beginning().cards([3, 99]), CardError, None),
        (lambda: beginning().move("a1-a2"), GameError, "game.choosing"),
        (lambda: beginning().name(Tile.MUMMY), MatchError, "match.not_now"),
        (lambda: beginning().cards([3, 7]).cards([4, 8]), GameError, "game.digging"),
        (lambda: beginning().cards([3, 7]).move("a1-a2"), MoveError, None),
        (lambda: dug().name(Tile.UNSEEN), MatchError, "match.not_now"),
        (lambda: Noting.of(Match.begin(NAMES[:2], seed=1)), MatchError, "match.not_noted"),
    ],
)
def test_what_cannot_have_been_is_refused(
    act: Callable[[], object], kind: type[KsmError], key: str | None
) -> None:
    with pytest.raises(kind) as caught:
        act()
    assert key is None or caught.value.key == key
    assert caught.value.sentence("de")


def dug() -> Noting:
    return beginning().cards([3, 7]).play("dig a6 a5 b5")


def test_a_tile_that_the_box_has_no_more_of_is_refused() -> None:
    noting = Noting.begin(NAMES[:2], "M" * 17 + "1" * 19).cards([3, 7]).play("dig a6 a5 b5")
    with pytest.raises(FaultyPosition):
        noting.name(Tile.SEAL)
    assert noting.name(Tile.MUMMY).given.mine.stack(Quarry.parse("a5"))[2] is Tile.MUMMY


def test_who_goes_on_has_every_note_to_take_back() -> None:
    noting = beginning().cards([3, 7]).play("dig a6 a5 b5")
    for letter in "z1M":
        noting = noting.name(Tile(letter))
    noting = noting.move("b6-a6").name(Tile("4")).move("a6-b6")
    stages = [noting]
    while stages[-1].past:
        stages.append(stages[-1].take_back())
    for stage in stages:
        again = Noting.of(stage.match)
        assert again.game.records == stage.game.records
        assert [begun.move for begun in again.game.begun] == [
            begun.move for begun in stage.game.begun
        ]
        assert len(again.past) == len(stage.past)
        assert (again.asked, again.mine) == (stage.asked, stage.mine)
