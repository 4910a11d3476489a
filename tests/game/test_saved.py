"""Saved games have names, are found by words, and how they ended is kept for good."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets import GameTable
from ksm_widgets.game.door import saved_game
from ksm_widgets.game.keeping import LONGEST_TITLE, PLACES, SavedMatches
from ksm_widgets.game.match import Match
from ksm_widgets.game.results import GameResult, results
from ksm_widgets.game.seats import Seat
from ksm_widgets.players import get_bot, played
from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Finished
from ksm_widgets.rules import Power, Setting
from tests.game.at_table import act, html, words
from tests.game.people import ANNA, BERTA

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGUN = 1_700_000_000_000
DAY = 86_400_000


def whole(seed: int = 3, begun: int = BEGUN, other: str = "cautious") -> Match:
    """A game that is over, of Anna against a bot."""
    game = played(Setting(2, seed), [get_bot("random")] * 2)
    return Match.of([ANNA, Seat("Bruno", other)], game, begun=begun)


@pytest.fixture
def progress() -> Progress:
    return Progress()


@pytest.fixture
def game(progress: Progress) -> Iterator[Any]:
    saves = SavedMatches(progress)
    for number, name in enumerate(("Amalia", "Berta", "Carla", "Dora", "Emil", "Zoë")):
        saves.keep(Match.begin([ANNA, Seat(name)], seed=1, begun=BEGUN + number * DAY))
    table: Any = GameTable(language="en", progress=progress)
    yield table
    table.close()


def rows(game: Any) -> list[str]:
    return re.findall(r'data-act="sit-at"[^>]*>([^<]*)<', html(game, "start"))


def test_a_game_is_named_and_keeps_its_name(game: Any, progress: Progress) -> None:
    act(game, "naming", str(BEGUN))
    assert "Save the name" in words(game, "start")
    act(game, "title", "The <b>great</b>\n evening")
    (named,) = (row for row in rows(game) if "great" in row)
    assert named.startswith("The &lt;b&gt;great&lt;/b&gt; evening · 2023-11-1")
    # It stays through the next step of the game, and a program that starts anew.
    saves = SavedMatches(progress)
    match = saves.match(BEGUN)
    assert match is not None
    saves.keep(match.sit_down())
    again = saves.match(BEGUN)
    assert again is not None
    assert again.title == "The <b>great</b> evening"
    act(game, "naming", str(BEGUN))
    act(game, "title", "")
    assert not any("great" in row for row in rows(game))


def test_to_list_the_games_again_replays_none(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def replayed_again(*_: object, **__: object) -> None:
        raise AssertionError("this takes a while for each of twenty games")

    monkeypatch.setattr("ksm_widgets.game.keeping.read_match", replayed_again)
    act(game, "naming", str(BEGUN))
    act(game, "title", "The last one")
    assert [row for row in rows(game) if row.startswith("The last one")]
    act(game, "forget", str(BEGUN))
    act(game, "forget-sure")
    assert len(rows(game)) == 5
    assert len(SavedMatches(game._saves.progress).matches()) == 5


@pytest.mark.parametrize("title", ["x" * (LONGEST_TITLE + 1), "y" * 10_000])
def test_a_name_that_no_field_sends_is_not_taken(game: Any, title: str) -> None:
    before = rows(game)
    act(game, "title", "nothing was asked")
    act(game, "naming", str(BEGUN))
    act(game, "title", title)
    act(game, "naming", "")
    act(game, "naming", "12")
    assert rows(game) == before


def test_games_are_found_by_name_player_and_date(game: Any) -> None:
    act(game, "naming", str(BEGUN))
    act(game, "title", "Rainy Sunday")
    assert len(rows(game)) == 6
    for sought, name in (("sunday", "Amalia"), ("zoë ANNA", "Zoë"), ("2023-11-16", "Carla")):
        act(game, "seek", sought)
        (row,) = rows(game)
        assert name in row
    act(game, "seek", "nobody")
    assert rows(game) == []
    assert "No saved game has these words: nobody" in words(game, "start")
    act(game, "seek", "q" * 61)
    assert "nobody" in words(game, "start")
    act(game, "seek", "")
    assert len(rows(game)) == 6


def test_a_named_game_makes_room_last(progress: Progress) -> None:
    saves = SavedMatches(progress, iter(range(1000, 9000)).__next__)
    for begun in range(1, PLACES + 1):
        saves.keep(Match.begin([ANNA, BERTA], seed=begun, begun=begun))
    saves.rename(1, "The first")
    for begun in range(PLACES + 1, 2 * PLACES):
        saves.keep(Match.begin([ANNA, BERTA], seed=begun, begun=begun))
    assert saves.match(1) is not None
    assert saves.match(2) is None


def test_how_a_game_ended_outlasts_its_record(progress: Progress) -> None:
    saves, match = SavedMatches(progress), whole()
    saves.keep(match)
    saves.keep(match)
    saves.forget(BEGUN)
    (row,) = progress.finished()
    found = GameResult.of_row(row)
    assert found == GameResult.of(match, 0)
    assert found.points == tuple(score.total for score in match.scores)
    assert sum(found.parts) == found.own
    assert [dig.card for dig in found.digs] == [
        record.card.number for record in match.game.records if record.player == 0
    ]
    assert found.others == (("cautious", match.scores[1].total),)
    assert len(found.objects) == len(Power)


def test_a_game_that_goes_on_or_is_only_looked_at_leaves_no_row(progress: Progress) -> None:
    assert results(Match.begin([ANNA, BERTA], seed=1, begun=BEGUN), BEGUN) == ()
    assert results(whole(begun=0), BEGUN) == ()
    SavedMatches(progress, name="guided.first", places=1).keep(whole())
    assert progress.finished() == ()


def test_a_game_given_up_says_who_did(progress: Progress) -> None:
    match = Match.begin([ANNA, BERTA], seed=1, begun=BEGUN).sit_down().concede()
    SavedMatches(progress).keep(match)
    mine, hers = map(GameResult.of_row, progress.finished())
    assert mine is not None
    assert hers is not None
    assert (mine.gave_up, hers.gave_up) == (0, 0)
    assert not mine.whole
    assert not hers.won


GOOD = GameResult.of(whole(), 0).row(BEGUN)


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("levels", "person nobody"),
        ("levels", "person"),
        ("points", "10"),
        ("points", "10 x"),
        ("points", "10 100000"),
        ("parts", "1 2 3"),
        ("digs", "1:2"),
        ("digs", "1:2:3:-4"),
        ("objects", "1:1"),
        ("objects", "1:1:1 1:1 1:1 1:1"),
        ("seat", 3),
        ("gave_up", 5),
    ],
)
def test_a_row_that_makes_no_sense_is_passed_over(what: str, value: object) -> None:
    values: dict[str, Any] = {name: getattr(GOOD, name) for name in Finished.__match_args__}
    assert GameResult.of_row(GOOD) is not None
    assert GameResult.of_row(Finished(**{**values, what: value})) is None


def test_a_row_from_before_an_object_was_there_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ksm_widgets.game.results._FIRST_OBJECTS", len(Power) - 1)
    found = GameResult.of_row(replace(GOOD, objects="1:1 2:0 0:0"))
    assert found is not None
    assert found.objects == ((1, 1), (2, 0), (0, 0), (0, 0))


@pytest.mark.parametrize("coached", [False, True])
def test_an_address_opens_a_saved_game(
    progress: Progress, monkeypatch: pytest.MonkeyPatch, *, coached: bool
) -> None:
    SavedMatches(progress).keep(whole())
    monkeypatch.setenv("QUERY_STRING", saved_game(BEGUN, coached=coached))
    table: Any = GameTable(language="en", progress=progress)
    assert table.match is not None
    assert table.match.begun == BEGUN
    assert (table.page.at == 0) is not coached
    assert (table.page.coaching is not None) is coached
    table.close()


def test_an_address_resumes_a_game_that_goes_on(
    progress: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    SavedMatches(progress).keep(Match.begin([ANNA, BERTA], seed=1, begun=BEGUN))
    monkeypatch.setenv("QUERY_STRING", saved_game(BEGUN, coached=True))
    table: Any = GameTable(language="en", progress=progress)
    assert "Pass the device to Anna" in words(table, "turn")
    table.close()


@pytest.mark.parametrize("begun", ["7", "", "x" * 900, "<b>"])
def test_an_address_of_no_saved_game_says_so(
    game: Any, progress: Progress, monkeypatch: pytest.MonkeyPatch, begun: str
) -> None:
    monkeypatch.setenv("QUERY_STRING", f"game={begun}&coach")
    table: Any = GameTable(language="en", progress=progress)
    assert table.match is None
    assert "isn't among the saved games" in words(table, "start")
    table.close()
