"""A game noted at a table: from what people see there, the same game comes of it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from ksm_widgets.game.match import Match, MatchError, Phase
from ksm_widgets.game.noted_game import CorrectionError, NotedGame
from ksm_widgets.game.notes import Asked, Notes, ShareOut, Tops
from ksm_widgets.game.record import match_text, read_match
from ksm_widgets.game.seats import SeatError
from ksm_widgets.rules import (
    CardError,
    FaultyPosition,
    Game,
    GameError,
    KsmError,
    Move,
    MoveError,
    Power,
    PowerError,
    Quarry,
    Tile,
    Turn,
    Unaffordable,
    card,
    legal_digs,
    legal_moves,
    view,
)
from ksm_widgets.rules.playthrough import MOST_MOVES
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.solver.problem_reading import Slot
from tests.game.people import NAMES, moments, tops_of
from tests.rules.tables import mine, table, tiles

TOPS = "12345x abcdMy 54321z xyzabc dCSA12 345ab1"


def beginning(players: int = 2, edition: str = "en") -> NotedGame:
    return NotedGame.begin(NAMES[:players], TOPS, edition_name=edition)


@pytest.mark.long
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 5), (5, 4)])
def test_who_notes_what_is_seen_gets_the_game_that_was_played(players: int, seed: int) -> None:
    real = moments(players, seed)[-1].game
    start = Game.begin(real.setting).position
    noting = NotedGame.begin(
        NAMES[:players],
        tops_of(start),
        edition_name=real.setting.edition.name,
        variant=real.setting.variant,
    )

    def named(noting: NotedGame) -> NotedGame:
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
    assert NotedGame.of(read_match(text)).game == noting.game


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
        (lambda: NotedGame.begin(NAMES[:2], "123"), GameError, "game.tops"),
        (lambda: NotedGame.begin(NAMES[:2], "w" * 36), KsmError, "board.letter"),
        (lambda: NotedGame.begin(NAMES[:1], TOPS), GameError, "game.players"),
        (lambda: NotedGame.begin([*NAMES[:1], *NAMES[:1]], TOPS), SeatError, "seat.twice"),
        (lambda: beginning().cards([3]), MatchError, "match.cards"),
        (lambda: beginning().cards([3, 3]), GameError, "game.card_twice"),
        (lambda: beginning().cards([3, 99]), CardError, None),
        (lambda: beginning().move("a1-a2"), GameError, "game.choosing"),
        (lambda: beginning().name(Tile.MUMMY), MatchError, "match.not_now"),
        (lambda: beginning().cards([3, 7]).cards([4, 8]), GameError, "game.digging"),
        (lambda: beginning().cards([3, 7]).move("a1-a2"), MoveError, None),
        (lambda: dug().name(Tile.UNSEEN), MatchError, "match.not_now"),
        (lambda: NotedGame.of(Match.begin(NAMES[:2], seed=1)), MatchError, "match.not_noted"),
    ],
)
def test_what_cannot_have_been_is_refused(
    act: Callable[[], object], kind: type[KsmError], key: str | None
) -> None:
    with pytest.raises(kind) as caught:
        act()
    assert key is None or caught.value.key == key
    assert caught.value.sentence("de")


def dug() -> NotedGame:
    return beginning().cards([3, 7]).play("dig a6 a5 b5")


def test_a_turn_is_noted_with_no_more_moves_than_its_record_may_have() -> None:
    noting = dug()
    while noting.asked:
        noting = noting.name(Tile.TREASURE_1)
    there = legal_moves(noting.game.position)[0]
    back = Move(there.target, there.source)
    noting = noting.move(there)
    while noting.asked:
        noting = noting.name(Tile.TREASURE_2)
    for number in range(1, MOST_MOVES):
        noting = noting.move(back if number % 2 else there)
    more: list[Callable[[], object]] = [
        lambda: noting.move(there),
        lambda: noting.play(Turn((there,)), unpaid=True),
    ]
    for act in more:
        with pytest.raises(MatchError) as caught:
            act()
        assert caught.value.key == "match.moves"
    read_match(match_text(noting.match))


def test_a_tile_that_the_box_has_no_more_of_is_refused() -> None:
    noting = NotedGame.begin(NAMES[:2], "M" * 17 + "1" * 19).cards([3, 7]).play("dig a6 a5 b5")
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
        again = NotedGame.of(stage.match)
        assert again.game.records == stage.game.records
        assert [begun.move for begun in again.game.begun] == [
            begun.move for begun in stage.game.begun
        ]
        assert len(again.past) == len(stage.past)
        assert (again.asked, again.mine) == (stage.asked, stage.mine)


# Who got what of a turn that could not be paid, tile by tile (R26).


ROW = "x,x,x,x,x,-"


def poor(dug: int, edition: str, players: int = 3) -> tuple[Game, Turn]:
    """The first player has no coin, and digs so many curses of 1."""
    game = table(mine("-,-,-,-,-,-", ROW), "#" * dug, *[(0, "")] * players, edition_name=edition)
    return game, Turn(dig=QUARRIES[:dug])


def asked(sharing: ShareOut, *seats: int | None) -> ShareOut:
    for seat in seats:
        assert sharing.tile is Tile.MASK
        sharing = sharing.went(seat)
    return sharing


def test_each_gets_one_in_the_english_edition_and_the_rest_is_not_asked_about() -> None:
    sharing = ShareOut.of(*poor(4, "en"), ())
    assert (sharing.open, sharing.spare) == ((1, 2), True)
    told = asked(sharing, None, 2)
    assert (told.open, told.spare) == ((1,), True)
    with pytest.raises(ValueError, match="2"):
        told.went(2)
    whole = asked(told, 1)
    assert whole.tile is None
    assert whole.shares == ((Tile.MASK,), (Tile.MASK,))
    assert whole.back() == told


def test_as_many_as_go_round_in_the_german_edition() -> None:
    whole = asked(ShareOut.of(*poor(5, "de"), ()), 1, 2, None, 2, 1)
    assert whole.tile is None
    assert [len(share) for share in whole.shares] == [2, 2]


@pytest.mark.parametrize("edition", ["en", "de"])
def test_nothing_goes_back_into_the_box_while_somebody_would_lack_a_tile(edition: str) -> None:
    sharing = ShareOut.of(*poor(1, edition), ())
    assert not sharing.spare
    with pytest.raises(ValueError, match="None"):
        sharing.went(None)
    assert asked(sharing, 2).shares == ((), (Tile.MASK,))


@pytest.mark.parametrize("text", ["", "x" * 35, "x" * 37, "x" * 35 + "q", "ä" * 36, "\n" * 36])
def test_what_is_no_mine_laid_out_counts_for_nothing(text: str) -> None:
    assert Tops.of(text) == Tops()


def test_tops_read_back() -> None:
    tops = Tops().named(Tile.ALPHA).named(Tile.MUMMY)
    assert Tops.of(tops.text) == tops
    assert tops.back().back() == Tops()


def test_what_nobody_saw_goes_by_chance_and_what_was_told_stays() -> None:
    sharing = asked(ShareOut.of(*poor(5, "de"), ()), 2, None)
    for seed in range(20):
        whole = sharing.by_chance(Random(seed))
        assert whole.got[:2] == (2, None)
        assert (whole.tile, [len(share) for share in whole.shares]) == (None, [2, 2])
    lone = ShareOut.of(*poor(1, "de"), ())
    assert {lone.by_chance(Random(seed)).got for seed in range(20)} == {(1,), (2,)}


def test_a_card_that_cannot_be_theirs_is_refused_when_it_is_entered() -> None:
    noted = beginning().cards([3, 7])
    for _ in range(2):
        noted = noted.play("-")
    notes = Notes(0, noted=noted)
    assert notes.asked is Asked.CARDS
    for number, error in ((7, GameError), (99, CardError)):
        with pytest.raises(error):
            notes.card(number)
    with pytest.raises(GameError) as refused:
        notes.card(4).card(7)
    assert refused.value.sentence("en") == f"{NAMES[1].name} does not have card 7."
    one = notes.card(4)
    assert one.cards == (4,)
    with pytest.raises(GameError):
        one.card(4)
    assert one.card(8).asked is Asked.TURN


def test_only_what_is_asked_for_is_entered() -> None:
    before = Notes(0)
    enter: tuple[Callable[[Notes], Notes], ...] = (
        lambda notes: notes.card(3),
        lambda notes: notes.end_turn(Turn()),
        lambda notes: notes.unpaid(Turn()),
        lambda notes: notes.add(()),
        lambda notes: notes.got(1),
        lambda notes: notes.got_by_chance(),
        lambda notes: notes.lay(Tops()),
    )
    for each in enter[:-1]:
        with pytest.raises(MatchError):
            each(before)
    chosen = Notes(0, noted=beginning().cards([3, 7]))
    for each in (*enter[:1], *enter[3:]):
        with pytest.raises(MatchError):
            each(chosen)


def noted_with(first: Tile, top: str = "M") -> NotedGame:
    """Notes on a round and a half in which Anna digs e5, and later spends what it was."""
    noting = NotedGame.begin(NAMES[:2], TOPS.replace("M", top)).cards([3, 7])
    noting = noting.play("dig e6 e5 f5")
    for tile in (first, Tile.TREASURE_1, Tile.MUMMY):
        noting = noting.name(tile)
    return noting.move("e4-e5").name(Tile.TREASURE_4).play("-")


def test_a_tile_named_wrongly_is_corrected_wherever_it_is_by_now() -> None:
    """It once took a take-back for each note since."""
    noting = noted_with(Tile.MUMMY)
    assert [str(slot) for slot in noting.known[:3]] == ["e4:3", "e6:3", "f5:3"]
    assert len(noting.known) == 4 + 36
    again = noting.corrected(noting.known[3], Tile.TREASURE_2)
    assert again == noted_with(Tile.TREASURE_2)
    # A topmost tile, too, though it was dug long ago.
    top = noting.corrected(Slot.parse("e5:4"), Tile.SEAL)
    assert top == noted_with(Tile.MUMMY, "S")
    assert Tile.SEAL in top.game.players[0].holding.tiles
    for slot, tile in (("e4:2", Tile.MUMMY), ("e5:4", Tile.UNSEEN)):
        with pytest.raises(MatchError):
            noting.corrected(Slot.parse(slot), tile)


def test_a_correction_that_a_later_turn_contradicts_is_refused_and_says_which() -> None:
    noting = noted_with(Tile.MUMMY).cards([4, 8])
    dig = legal_digs(noting.game.position, card(4).shape)[0]
    noting = noting.play(Turn(dig=dig, powers=frozenset({Power.MIRROR})))
    with pytest.raises(CorrectionError) as caught:
        noting.corrected(Slot.parse("e5:4"), Tile.TREASURE_1)
    assert isinstance(caught.value.fault, PowerError)
    for language in ("en", "de"):
        said = caught.value.sentence(language)
        assert said.endswith(caught.value.fault.sentence(language))
        assert "2" in said
        assert NAMES[0].name in said
