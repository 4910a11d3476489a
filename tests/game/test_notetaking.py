"""A game noted on its page: by touch alone the game that was played comes out, points and all."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.game.match import Phase
from ksm_widgets.game.notes import Asked
from ksm_widgets.game.record import match_text, read_match
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import QUARRIES, Game, Power, Tile, Variant
from ksm_widgets.rules.deck import around
from ksm_widgets.widgets import GameTable
from tests.game.at_table import act, html, touch, words
from tests.game.people import acted, random_match, tops_of

if TYPE_CHECKING:
    from ksm_widgets.game.noted_game import NotedGame
    from ksm_widgets.rules import Position, TurnRecord

pytestmark = pytest.mark.usefixtures("interpreted")

TOPS = "12345x abcdMy 54321z xyzabc dCSA12 345ab1"


def sensible_game(players: int, seed: int) -> Game:
    """A game played by chance, in which nobody spends an object and then digs nothing."""
    match, rng = random_match(players, seed), Random(seed)
    while not match.over:
        after = acted(match, rng)
        wasted = (record.turn.powers and record.turn.dig is None for record in after.game.records)
        match = match if any(wasted) else after
    return match.game


def paste(game: Any, text: str) -> None:
    game._board._frame._handle_custom_msg({"paste": text}, [])
    assert not game.page.trouble


def key(game: Any, name: str) -> None:
    game._board._frame._handle_custom_msg({"key": name, "command": False, "shift": False}, [])
    game.wait()
    assert not game.page.trouble


def begun(game: Any, tops: str = TOPS) -> None:
    act(game, "note")
    paste(game, tops)
    act(game, "note-deal")


def noted(game: Any) -> NotedGame:
    """The game as it is noted by now."""
    noting: NotedGame = game.page.notes.noted
    return noting


def named(game: Any, start: Position) -> None:
    """Name all tiles that show, from the mine as it was filled."""
    while game.page.notes.asked is Asked.TILE:
        slot = game.page.notes.noted.asked[0]
        assert game.page.mine.top(slot.quarry) is Tile.UNSEEN
        assert str(slot.quarry) in words(game, "said")
        act(game, "note-tile", start.stack(slot.quarry)[slot.level - 1].letter)


def dug(game: Any, record: TurnRecord) -> None:
    """Lay out a dig as it was, and end the turn; of one without a dig just the end."""
    turn = record.turn
    if turn.dig is None:
        act(game, "no-dig")
        return
    for power in turn.powers:
        act(game, "spend", power.value)
    act(game, "tool", "card")
    if Power.SEAL in turn.powers:
        touch(game, *map(str, turn.dig))
    else:
        for _ in range(4):
            shape = game.page.turn.hand.card(game.page.playable)
            here = [one for one in QUARRIES if around(shape, one) == turn.dig]
            if here:
                break
            act(game, "turn-card")
        touch(game, str(here[0]))
    act(game, "dig")


def shared(game: Any, record: TurnRecord) -> None:
    """Tell of a turn that could not be paid what was added and who got what."""
    settlement = record.settlement
    assert settlement is not None
    act(game, "sure", "broke")
    if game.page.notes.asked is Asked.ADDED:
        assert "couldn't pay for the turn. Which" in words(game, "said")
        for tile in settlement.added:
            act(game, "add-tile", tile.letter)
        act(game, "add")
    seats = len(game.match.seats)
    left = {
        (record.player + 1 + turn) % seats: list(share)
        for turn, share in enumerate(settlement.shares)
    }
    while game.page.notes is not None and game.page.notes.asked is Asked.SHARED:
        tile = game.page.notes.sharing.tile
        got = next((seat for seat, tiles in left.items() if tile in tiles), None)
        if got is not None:
            left[got].remove(tile)
        act(game, "note-got", "" if got is None else str(got))
    assert not any(left.values())


def settle(game: Any, real: Game) -> None:
    for _ in range(len(real.players) - 2):
        act(game, "seat-more")
    act(game, "edition", real.setting.edition.name)
    if real.setting.variant is Variant.BEGINNER:
        act(game, "variant", "beginner")


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "seed"),
    [(5, 12), *(pytest.param(*each, marks=pytest.mark.slow) for each in ((2, 1), (3, 2), (4, 5)))],
)
def test_who_notes_by_touch_what_is_seen_gets_the_game_that_was_played(
    game: Any, progress: Progress, players: int, seed: int
) -> None:
    real = sensible_game(players, seed)
    start = Game.begin(real.setting).position
    settle(game, real)
    begun(game, tops_of(start))
    unpaid = 0
    for number, record in enumerate(real.records):
        if number % players == 0:
            in_round = real.records[number : number + players]
            cards = {one.player: one.card.number for one in in_round}
            for seat in range(players):
                assert f"Which card did {game.match.seats[seat].name}" in words(game, "said")
                act(game, "note-card", str(cards[seat]))
        assert game.match.actor == record.player
        assert game.page.phase is Phase.DIG
        for move in record.turn.moves:
            act(game, "tool", "tile")
            touch(game, str(move.source), str(move.target))
            named(game, start)
        dug(game, record)
        if game.page.turn.asks:
            shared(game, record)
            unpaid += 1
        named(game, start)
    assert unpaid == sum(record.settlement is not None for record in real.records)
    assert "That was the last card" in words(game, "said")
    act(game, "note-end")
    assert game.page.notes is None
    assert game.page.phase is Phase.OVER
    for one, other in zip(game.match.game.records, real.records, strict=True):
        assert (one.turn, one.taken, one.due) == (other.turn, other.taken, other.due)
    assert game.match.scores == real.scores
    assert read_match(match_text(game.match)) == game.match
    assert "Final score" in words(game, "ending")
    # It is kept, and can be looked at again from the start.
    act(game, "leave")
    assert "Saved games" in words(game, "start")
    act(game, "sit-at", str(game.page.start.shelved[0].begun))
    assert game.match.scores == real.scores


def test_the_mine_is_laid_out_tile_by_tile_and_a_wrong_one_is_mended(game: Any) -> None:
    act(game, "note")
    assert "What is on top of a6?" in words(game, "said")
    assert game.page.mine.stack("c3") == (Tile.UNSEEN,) * 4
    act(game, "note-tile", "5")
    key(game, "x")
    assert "What is on top of c6?" in words(game, "said")
    assert "2 of 36 tiles entered" in words(game, "turn")
    key(game, "Backspace")
    assert "What is on top of b6?" in words(game, "said")
    touch(game, "f1")
    key(game, "z")
    assert "What is on top of b6?" in words(game, "said")
    key(game, "ArrowLeft")
    key(game, "4")
    assert game.page.mine.top("a6") is Tile.TREASURE_4
    assert game.page.mine.top("f1") is Tile.MUMMY
    act(game, "note-deal")
    assert game.match is None
    assert "f6 are missing. (R3)" in words(game, "said")
    act(game, "note-clear")
    assert "Remove all the tiles" in words(game, "turn")
    act(game, "unsure")
    assert "2 of 36 tiles entered" in words(game, "turn")
    act(game, "note-clear")
    act(game, "sure", "clear")
    assert "0 of 36 tiles entered" in words(game, "turn")
    act(game, "back")
    assert "What is on top of a6?" in words(game, "said")


@pytest.mark.long
def test_a_mine_that_the_box_does_not_hold_is_refused_and_can_be_mended(game: Any) -> None:
    act(game, "note")
    for wrong, said in (
        ("A" * 36, "36 magic objects"),
        (TOPS[:-1], "Tiles listed: 35"),
        ("Hallo, das ist nur Quatsch! <script>", "Tiles listed: 31"),
        ("<" * 36, "is not a tile"),
    ):
        paste(game, wrong)
        assert said in words(game, "said")
        assert "What is on top of a6?" in words(game, "said")
        assert "0 of 36 tiles entered" in words(game, "turn")
    for _ in range(17):
        act(game, "note-tile", "A")
    act(game, "note-tile", "A")
    assert "18 magic objects" in words(game, "said")
    assert "17 of 36 tiles entered" in words(game, "turn")
    touch(game, "c3")
    paste(game, TOPS)
    assert "Check it, then start" in words(game, "said")
    act(game, "note-deal")
    assert "Round 1 of 12" in words(game, "head")


def test_what_is_laid_out_is_there_again(game: Any, progress: Progress) -> None:
    act(game, "note")
    act(game, "leave")
    act(game, "name:1", "Zoë")
    act(game, "edition", "de")
    act(game, "note")
    for letter in "12345xa":
        act(game, "note-tile", letter)
    laid = game.page.mine
    assert laid.top("a5") is Tile.ALPHA
    again: Any = GameTable(language="en", progress=progress)
    assert "7 of 36 tiles entered" in words(again, "start")
    act(again, "note")
    assert "Players: Anna, Zoë. Edition: German." in words(again, "turn")
    assert again.page.mine == laid
    again.close()
    act(game, "leave")
    assert "A game at your table" in words(game, "start")


def test_a_game_that_is_noted_goes_on_where_it_was_left(game: Any, progress: Progress) -> None:
    begun(game)
    act(game, "note-card", "3")
    act(game, "note-card", "7")
    touch(game, "c3")
    act(game, "dig")
    assert game.page.notes.asked is Asked.TILE
    again: Any = GameTable(language="de", progress=progress)
    assert "Runde 1 von 12" in words(again, "start")
    act(again, "note-on", str(again.page.start.shelved[0].begun))
    assert again.page.notes.asked is Asked.TILE
    assert again.match.game == game.match.game
    # All of it can still be taken back.
    for _ in range(3):
        act(again, "back")
    assert "Prüf sie noch einmal" in words(again, "said")
    again.close()


def test_notes_are_taken_back_one_by_one(game: Any) -> None:
    begun(game)
    # Before the first note one comes back to the mine laid out.
    act(game, "back")
    assert "Check it, then start" in words(game, "said")
    assert game.match is None
    act(game, "back")
    key(game, "1")
    act(game, "note-deal")
    act(game, "note-card", "3")
    assert "Anna: card 3" in words(game, "turn")
    act(game, "note-card", "7")
    assert game.page.phase is Phase.DIG
    act(game, "back")
    assert game.page.notes.asked is Asked.CARDS
    act(game, "note-card", "3")
    act(game, "back")
    assert game.page.notes.cards == ()
    act(game, "note-card", "3")
    act(game, "note-card", "3")
    assert game.page.notes.cards == (3,)
    assert "card 3" in words(game, "said").lower()
    assert "Which card did Bruno choose?" in words(game, "said")


def test_what_shows_is_told_once_it_has_its_name(game: Any) -> None:
    begun(game)
    act(game, "note-card", "3")
    act(game, "note-card", "7")
    touch(game, "c3")
    act(game, "dig")
    slot = game.page.notes.noted.asked[0]
    assert "digs" not in words(game, "said")
    key(game, "5")
    assert game.page.mine.top(slot.quarry) in (Tile.TREASURE_5, Tile.UNSEEN)
    while game.page.notes.asked is Asked.TILE:
        act(game, "note-tile", "1")
    assert "digs" in words(game, "said")


def test_nothing_that_people_keep_secret_is_on_the_page(game: Any) -> None:
    begun(game)
    act(game, "note-card", "3")
    act(game, "note-card", "7")
    assert game.match.view.hand
    assert "ksm-kept-cards" not in html(game, "holding")
    for name in ("hint", "concede", "coach", "cards"):
        assert f'data-act="{name}"' not in html(game, "turn") + html(game, "set")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("concede", ""),
        ("note-tile", "?"),
        ("note-tile", "q"),
        ("note-at", "z9"),
        ("note-card", "x"),
        ("note-card", "99"),
        ("note-got", "1"),
        ("note-unseen", ""),
        ("note-end", ""),
        ("note-move", "a1-f6"),
        ("note-on", "5"),
        ("dig", ""),
        ("add", ""),
        ("sure", "broke"),
        ("no-dig", ""),
        ("choose", ""),
        ("sit", ""),
        ("hint", ""),
        ("next", ""),
        ("note-deal", ""),
    ],
)
def test_what_is_not_asked_for_changes_nothing(game: Any, name: str, value: str) -> None:
    act(game, name, value)
    assert game.page.notes is None
    act(game, "note")
    act(game, name, value)
    assert game.match is None
    begun(game)
    before = noted(game)
    act(game, name, value)
    assert noted(game) == before


def test_two_of_one_name_cannot_be_noted(game: Any) -> None:
    act(game, "name:1", "Anna")
    act(game, "note")
    assert game.page.notes is None
    assert "each needs a name of their own" in words(game, "start")


def test_a_tile_is_corrected_in_place(game: Any) -> None:
    begun(game)
    for number in (3, 7):
        act(game, "note-card", str(number))
    act(game, "tool", "card")
    touch(game, "a6")
    act(game, "dig")
    asked = noted(game).asked
    for letter in "z12":
        act(game, "note-tile", letter)
    place = str(asked[0])
    assert f'value="{place}"' in html(game, "turn")
    assert 'data-act="note-correct"' not in html(game, "turn")
    act(game, "note-which", place)
    assert 'data-act="note-correct"' in html(game, "turn")
    before = noted(game)
    act(game, "note-correct", "x")
    assert noted(game).given.mine.stack(asked[0].quarry)[asked[0].level - 1] is Tile("x")
    assert len(noted(game).past) == len(before.past)
    assert "Corrected:" in words(game, "said")
    # Without a place chosen, or with one nobody knows, nothing happens.
    corrected = noted(game)
    for name, value in (("note-correct", "y"), ("note-which", "c3:1"), ("note-which", "x")):
        act(game, name, value)
        assert noted(game) == corrected
