"""Statistics over all games: counted right, honest with few games, kept, carried, and shown."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.browsing.servers import NOTEBOOKS
from ksm_widgets import GameTable
from ksm_widgets.analysis.review import Review
from ksm_widgets.cli import main
from ksm_widgets.coach.career import FEWEST_TOLD, Career, Look, lookback
from ksm_widgets.coach.career_telling import (
    mistakes_told,
    practice_told,
    rating_told,
    summary_told,
)
from ksm_widgets.coach.mistakes import Mistakes
from ksm_widgets.coach.patterns import PRACTICES, Habit
from ksm_widgets.coach.telling import Size
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match
from ksm_widgets.game.results import Dig, GameResult
from ksm_widgets.game.seats import Seat
from ksm_widgets.players import get_bot, played
from ksm_widgets.progress.progress import Progress, ProgressTextError
from ksm_widgets.progress.rows import Finished
from ksm_widgets.rules import Setting
from ksm_widgets.rules.payment import Settlement
from tests.coach.findings import card, finding, of_costs, seen
from tests.game.at_table import act, html, words

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Output

BEGUN = 1_700_000_000_000
KNOWN = seen("?1,2,4", card(4, "#"), unseen="51", held="MS")


def row(
    number: int, points: str, levels: str = "person greedy", name: str = "Anna", **more: Any
) -> Finished:
    """The row of a game of Anna's, with one dig with card 3 and one turn without."""
    made = Finished(
        BEGUN + number,
        0,
        BEGUN + number,
        name,
        levels,
        points,
        f"1 {number} 10 0 8",
        f"3:4:{number}:2 7:0:0:1",
        "1:0 2:1 0:0 0:0",
    )
    return replace(made, **more)


def career(*rows: Finished, name: str | None = None) -> Career:
    progress = Progress()
    progress.keep(*rows)
    return Career.of(progress, name)


SIX = [row(at, f"{80 + at} {85 if at < 4 else 70}") for at in range(6)]


def told(phrases: Any, language: str = "en") -> str:
    return " ".join(phrase.say(language) for phrase in phrases)


def timid(cost: float = 6.0) -> Review:
    return Review(0, (finding(KNOWN, "-", "dig c1", cost=cost),), 0.0)


def test_points_wins_parts_cards_and_objects_are_counted() -> None:
    found = career(*SIX)
    assert len(found.games) == 6
    assert found.won == 2
    assert found.points.mean == 82.5
    assert found.points.error == pytest.approx((17.5 / 5 / 6) ** 0.5)
    assert dict(found.parts) == {
        "coins": 1.0,
        "treasures": 2.5,
        "parchments": 10.0,
        "curses": 0.0,
        "magic": 8.0,
    }
    three, seven = found.cards
    assert (three.card, three.played, three.dug, three.means) == (3, 6, 6, (4.0, 2.5, 2.0))
    assert (seven.card, seven.played, seven.dug) == (7, 6, 0)
    assert [(dug, spent) for _, dug, spent in found.objects] == [(1, 0), (2, 1), (0, 0), (0, 0)]
    (greedy,) = found.opponents
    assert (greedy.level, greedy.games, greedy.won) == ("greedy", 6, 2)
    assert greedy.lead.mean == pytest.approx(2.5)


def test_opponents_of_one_level_are_one_and_people_come_last() -> None:
    rows = [row(at, "80 90 70 60", "person greedy greedy person") for at in range(5)]
    greedy, people = career(*rows).opponents
    assert (greedy.level, greedy.games, greedy.won, greedy.lead.mean) == ("greedy", 5, 0, -10.0)
    assert (people.level, people.won, people.lead.mean) == ("person", 5, 20.0)


def test_a_game_read_in_again_from_its_record_counts_once() -> None:
    again = replace(SIX[0], begun=BEGUN + 999)
    assert len(career(*SIX, again).games) == 6


def test_everybody_has_statistics_of_their_own() -> None:
    other = row(7, "50 60", name="Berta")
    found = career(*SIX, other)
    assert (found.name, found.names) == ("Anna", ("Anna", "Berta"))
    assert [one.own for one in career(*SIX, other, name="Berta").games] == [50]
    assert career(*SIX, other, name="Nobody").name == "Anna"


def test_games_given_up_are_only_counted() -> None:
    found = career(*SIX, row(7, "10 5", gave_up=2))
    assert (len(found.games), found.given_up) == (6, 1)
    assert "One game was given up; it is not counted." in told(summary_told(found))


def test_with_few_games_it_says_so_and_tells_no_mean() -> None:
    assert told(summary_told(career())).startswith("No finished game yet.")
    few = career(*SIX[:3])
    assert told(summary_told(few)).startswith(
        "3 finished games, 0 won. 3 games: too few to tell how well you play."
    )
    assert "±" not in told(summary_told(few))
    assert "Zu wenige geprüfte Partien" in told(practice_told(few), "de")
    enough = career(*SIX[:FEWEST_TOLD])
    assert "82 ± 0.7 points a game; your best game: 84." in told(summary_told(enough))


def test_no_error_is_told_as_zero() -> None:
    alike = [replace(SIX[at], points="80 70") for at in range(6)]
    said = told(summary_told(career(*alike)))
    assert "80 points a game" in said
    assert not re.search(r"± 0\b(?!\.)", said)


def test_a_rating_comes_with_its_error_and_the_levels_within_it() -> None:
    rating = career(*SIX).rating
    assert rating is not None
    assert 1000 < rating.mean < 1390
    assert rating.error > 100
    said = told([rating_told(career(*SIX))])
    assert said.startswith(f"Rating {rating.mean:.0f} ± {rating.error:.0f}")
    people = [replace(one, levels="person person") for one in SIX]
    assert "it takes 5 finished games against bots" in told([rating_told(career(*people))])


def test_the_coach_leaves_figures_that_read_back() -> None:
    review = Review(0, (*timid().findings, *of_costs(1.5, 3.0).findings), 0.0)
    look = Look.of(review)
    found = Look.of_text(look.text)
    assert found is not None
    assert found.text == look.text
    assert found.habits[Habit.TURNS].points == 6.0
    assert look.habits[Habit.TOO_TIMID].points == 6.0
    assert look.habits[Habit.CARDS].points == 4.5
    assert [look.sizes[size].choices for size in (Size.SLIP, Size.MISTAKE, Size.COSTLY)] == [
        1,
        1,
        1,
    ]


@pytest.mark.parametrize("text", ["cards", "cards:1:2", "cards:1:x:3", "cards:1:-2:3", "a:1:2:3:4"])
def test_figures_that_make_no_sense_are_passed_over(text: str) -> None:
    assert Look.of_text(text) is None


def test_what_mistakes_cost_and_what_to_practise() -> None:
    progress = Progress()
    progress.keep(*SIX)
    for at, cost in enumerate((6.0, 6.4, 5.8)):
        progress.keep(lookback(BEGUN + at, timid(cost), BEGUN))
    found = Career.of(progress)
    assert [one.habit for one in found.habits] == [Habit.TOO_TIMID]
    said = told(mistakes_told(found))
    assert "The coach has reviewed 3 of your 6 games." in said
    assert "Costly mistakes (5 points or more): 1 a game, 6.1 points together." in said
    advice = told(practice_told(found))
    assert "too timid: lesson “Moving tiles”, lesson “One whole turn”." in advice
    assert "Puzzles: Fill a gap, Carry a tile far." in advice


def test_the_closest_look_at_a_game_counts() -> None:
    progress = Progress()
    progress.keep(SIX[0])
    close, rough = timid(6.0), timid(1.0)
    close = replace(close, findings=tuple(replace(one, games=192) for one in close.findings))
    progress.keep(lookback(BEGUN, close, BEGUN), lookback(BEGUN, rough, BEGUN + 5))
    (look,) = Career.of(progress).looks
    assert look.habits[Habit.TURNS].points == 6.0


def test_a_review_to_the_end_is_kept_once_for_the_own_seat() -> None:
    progress = Progress()
    saves = SavedMatches(progress)
    game = played(Setting(2, 3), [get_bot("random")] * 2)
    match = Match.of([Seat("Anna"), Seat("Bruno", "greedy")], game, begun=BEGUN)
    saves.keep(match)
    Mistakes(saves).note(match, timid())
    Mistakes(saves).note(match, replace(timid(), player=1))
    (look,) = Career.of(progress).looks
    assert look.habits[Habit.TOO_TIMID].points == 6.0


def test_every_habit_has_practice_in_lessons_that_there_are() -> None:
    assert set(PRACTICES) == set(Habit)
    for practice in PRACTICES.values():
        for name in practice.lessons:
            for language in ("en", "de"):
                assert (NOTEBOOKS / language / f"{name}.ipynb").is_file()


# Kept in the file, and carried to another computer.


def test_games_are_kept_in_tables_of_their_own_and_travel(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    progress = Progress(file)
    progress.keep(*SIX, lookback(BEGUN, timid(), BEGUN))
    progress.keep(*SIX)
    progress.close()
    with closing(sqlite3.connect(file)) as connection:
        counts = [
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("finished", "lookback", "attempted")
        ]
    assert counts == [6, 1, 0]
    text = Progress(file).text()
    elsewhere = Progress()
    elsewhere.read_in(text)
    assert elsewhere.read_in(text) == 0
    assert elsewhere.finished() == tuple(SIX)
    assert Career.of(elsewhere) == Career.of(Progress(file))


@pytest.mark.parametrize(
    ("name", "bad", "said"),
    [
        ("games", [["x"]], "Game 1 in this file is damaged"),
        ("games", [[1, 0, 1, "Anna", "<b>", "1", "1", "1", "1", 0]], "Game 1 in this file"),
        ("games", [[1, 9, 1, "Anna", "a", "1", "1", "1", "1", 0]], "Game 1 in this file"),
        ("games", {}, "no valid list of games"),
        ("lookbacks", [[1, 0, -4, 2, 1, ""]], "The coach's figures 1"),
        ("lookbacks", [[1, 0, 4, 2, 1, "x" * 401]], "The coach's figures 1"),
        ("lookbacks", 3, "no valid list of the coach's figures"),
    ],
)
def test_damaged_games_are_refused(name: str, bad: object, said: str) -> None:
    progress = Progress()
    progress.keep(*SIX)
    data = json.loads(progress.text())
    with pytest.raises(ProgressTextError) as refused:
        Progress().read_in(json.dumps({**data, name: bad}))
    assert said in refused.value.sentence("en")


# On the page.


@pytest.fixture
def progress() -> Progress:
    progress = Progress()
    progress.keep(*SIX, row(9, "50 60", name="<i>Berta</i>"))
    for at, cost in enumerate((6.0, 6.4, 5.8)):
        progress.keep(lookback(BEGUN + at, timid(cost), BEGUN))
    saves = SavedMatches(progress)
    game = played(Setting(2, 3), [get_bot("random")] * 2)
    saves.keep(Match.of([Seat("Anna"), Seat("Bruno", "greedy")], game, begun=BEGUN + 99))
    return progress


def test_the_page_shows_statistics_and_leads_to_practice(progress: Progress) -> None:
    table: Any = GameTable(language="en", progress=progress)
    act(table, "career")
    shown = words(table, "start")
    assert "Your statistics" in shown
    assert "7 finished" in shown
    assert "Turns that were too timid" in shown
    assert "6.1 ± 0.3" in shown
    assert "<a " not in html(table, "start")
    assert table.page.link == "stats"
    table.set_page(replace(table.page, address="https://mine.example/ksm/play.ipynb"))
    links = re.findall(r'<a [^>]*href="([^"]*)"', html(table, "start"))
    assert links == [
        "https://mine.example/ksm/en/05-moving.ipynb",
        "https://mine.example/ksm/en/10-turn.ipynb",
        "https://mine.example/ksm/puzzles.ipynb?theme=fill_gap",
        "https://mine.example/ksm/puzzles.ipynb?theme=long_carry",
    ]
    act(table, "career-of", "<i>Berta</i>")
    assert "too few to tell" in words(table, "start")
    assert "<i>Berta" not in html(table, "start")
    act(table, "career-away")
    assert "Deal and start" in words(table, "start")
    act(table, "begin")
    act(table, "career")
    assert table.page.career is None
    table.close()


def test_an_address_opens_the_statistics(
    progress: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    for query in ("stats", "stats="):
        monkeypatch.setenv("QUERY_STRING", query)
        table: Any = GameTable(language="de", progress=progress)
        assert "Deine Statistik" in words(table, "start")
        table.close()


def test_games_that_ended_in_an_earlier_version_are_counted() -> None:
    """Their records are still saved, but no row was kept of them."""
    with_row, without = Progress(), Progress()
    game = played(Setting(2, 3), [get_bot("random")] * 2)
    match = Match.of([Seat("Anna"), Seat("Bruno", "greedy")], game, begun=BEGUN)
    SavedMatches(with_row).keep(match)
    for name, text in with_row.portable_settings().items():
        without.set(name, text)
    assert without.finished() == ()
    table: Any = GameTable(language="en", progress=without)
    table.close()
    assert Career.of(without).games == (GameResult.of(match, 0),)


def test_only_games_show_a_way_to_statistics() -> None:
    table: Any = GameTable(language="en", progress=Progress())
    assert 'data-act="career"' not in html(table, "start")
    act(table, "career")
    assert "No finished game yet" in words(table, "start")
    table.close()


# In the terminal.


@pytest.fixture
def users() -> Progress:
    progress = Progress.of_user()
    progress.keep(*SIX)
    for at, cost in enumerate((6.0, 6.4, 5.8)):
        progress.keep(lookback(BEGUN + at, timid(cost), BEGUN))
    return progress


@pytest.mark.usefixtures("users")
def test_the_command_prints_all_of_it(capsys: Output) -> None:
    assert main(["stats", "--language", "en"]) == 0
    out = capsys.readouterr().out
    for said in (
        "6 finished games, 2 won.",
        "82.5 ± 0.8 points a game",
        "Greedy   2 of 6",
        "Treasures",
        "mirror",
        "7     0 of 6      –",
        "Your turns are too timid",
        "lesson “Moving tiles”",
    ):
        assert said in out
    assert main(["stats", "--language", "de"]) == 0
    assert "6 beendete Partien, 2 gewonnen." in capsys.readouterr().out


@pytest.mark.usefixtures("users")
def test_the_command_prints_one_object(capsys: Output) -> None:
    assert main(["stats", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["player"], data["games"], data["won"], data["reviewed"]) == ("Anna", 6, 2, 3)
    assert data["points"] == {"mean": 82.5, "error": 0.764}
    assert data["practise"] == ["too_timid"]
    assert data["cards"][1] == {
        **{"card": 7, "played": 6, "dug": 0},
        **{"tiles": None, "treasure": None, "paid": None},
    }


@pytest.mark.usefixtures("users")
def test_a_player_nobody_knows_is_named(capsys: Output) -> None:
    assert main(["stats", "--player", "Zoë", "--language", "en"]) == 1
    assert "Zoë has no finished games. Known players: Anna." in capsys.readouterr().err
    assert main(["stats", "--player", "Anna"]) == 0


def test_without_a_game_the_command_says_so(capsys: Output) -> None:
    assert main(["stats", "--language", "en"]) == 0
    assert "No finished game yet" in capsys.readouterr().out
    assert main(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["points"] is None


def test_a_dig_that_could_not_be_paid_brings_nothing() -> None:
    records = played(Setting(2, 3), [get_bot("random")] * 2).records
    (dug, *_) = (one for one in records if one.taken)
    assert Dig.of(dug).tiles == len(dug.taken)
    unpaid = replace(dug, settlement=Settlement((), ((),), ()))
    assert Dig.of(unpaid) == Dig(dug.card.number, 0, 0, 0)


# Bots as strong as a person.


@pytest.mark.parametrize(
    ("points", "level"),
    [("60 90", "cautious"), ("80 80", "greedy"), ("90 60", "strong")],
)
def test_the_bot_that_plays_as_well_follows_the_results(points: str, level: str) -> None:
    assert career(*(row(at, points) for at in range(40))).equal == level


def test_bots_play_as_well_as_a_person_if_asked_and_it_is_told() -> None:
    progress = Progress()
    table: Any = GameTable(language="en", progress=progress)
    act(table, "name:0", "Anna")
    act(table, "seat-more")
    before = table.page.start.seating
    act(table, "equals")
    # Of nobody else's games anything is concluded.
    assert table.page.start.seating == before
    assert "takes 5 finished games of Anna against bots; known so far: 0." in words(table, "start")
    progress.keep(*SIX, *(row(at, "20 90", name="Zoë") for at in range(10, 20)))
    act(table, "equals")
    levels = [level for _, level in table.page.start.seating.sitters]
    own = Career.of(progress, "Anna")
    assert own.rating is not None
    assert levels == [None, own.equal, own.equal]
    said = words(table, "start")
    assert f"After 6 finished games, Anna has a rating of {own.rating.mean:.0f}" in said
    assert "ksm-tone-good" in html(table, "start")
    act(table, "level:0", "steady")
    (asked,) = re.findall(r'<button[^>]*data-act="equals"[^>]*>', html(table, "start"))
    assert "disabled" in asked
    before = table.page
    act(table, "equals")  # No control sends that here.
    assert (table.page.start, table.page.told) == (before.start, None)
    table.close()
