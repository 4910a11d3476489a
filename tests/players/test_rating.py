"""A rating: near the bot that plays as well, with an error that shrinks, none with few games."""

from __future__ import annotations

from math import isfinite
from random import Random

import pytest

from ksm_widgets.analysis.figures import Figure
from ksm_widgets.players import BOTS
from ksm_widgets.players.bots import RATINGS
from ksm_widgets.players.rating import FEWEST_RATED, Meeting, levels_within, rating


def record(level: str, won: int, lost: int) -> list[Meeting]:
    return [Meeting.of(90, [(level, 80)])] * won + [Meeting.of(70, [(level, 80)])] * lost


def of(meetings: list[Meeting]) -> Figure:
    found = rating(meetings)
    assert found is not None
    return found


def test_every_bot_is_rated() -> None:
    assert set(RATINGS) == set(BOTS)
    assert RATINGS["steady"] == 1500


def test_few_games_have_no_rating_and_people_do_not_count() -> None:
    assert rating(record("level1", 2, FEWEST_RATED - 3)) is None
    assert rating([Meeting.of(90, [("person", 80)])] * 50) is None
    assert rating(record("level1", 2, FEWEST_RATED - 2)) is not None


def test_as_many_wins_as_losses_are_a_rating_like_the_opponents() -> None:
    found = of(record("greedy", 200, 200))
    assert found.mean == pytest.approx(RATINGS["greedy"], abs=10)
    # Of 400 even games the error of Elo's rating is 800 / ln 10 / sqrt(400).
    assert found.error == pytest.approx(17.4, abs=0.5)


def test_ten_to_one_are_four_hundred_points() -> None:
    assert of(record("level1", 400, 40)).mean == pytest.approx(RATINGS["level1"] + 400, abs=15)


@pytest.mark.parametrize(("won", "lost"), [(5, 0), (0, 5), (60, 0), (0, 60)])
def test_who_wins_or_loses_them_all_has_a_rating_with_a_large_error(won: int, lost: int) -> None:
    found = of(record("level1", won, lost))
    assert isfinite(found.mean)
    assert found.error > 120
    assert (found.mean > RATINGS["level1"]) is (won > 0)


def test_more_games_make_the_error_smaller_and_a_tie_is_half() -> None:
    errors = [of(record("level1", count, count)).error for count in (3, 10, 40)]
    assert errors == sorted(errors, reverse=True)
    ties = [Meeting.of(80, [("level1", 80)])] * 20
    assert of(ties).mean == pytest.approx(of(record("level1", 10, 10)).mean)


def test_three_opponents_at_a_table_say_more_than_one_and_less_than_three_games() -> None:
    one, table = ("level1", 80), [("level1", 80)] * 3
    three = of([Meeting.of(90, table), Meeting.of(70, table)] * 10).error
    alone = of([Meeting.of(90, [one]), Meeting.of(70, [one])] * 10).error
    separate = of([Meeting.of(90, [one]), Meeting.of(70, [one])] * 30).error
    assert separate < three < alone


@pytest.mark.long
def test_the_error_is_as_large_as_ratings_differ() -> None:
    """People of a known rating play; two of three are found within the error."""
    rng, inside = Random(1), 0
    for _ in range(60):
        true = rng.gauss(1100, 250)
        met = []
        for _ in range(20):
            level = rng.choice([*RATINGS])
            won = rng.random() < 1 / (1 + 10 ** ((RATINGS[level] - true) / 400))
            met += record(level, int(won), int(not won))
        found = of(met)
        inside += abs(found.mean - true) <= found.error
    assert 0.55 < inside / 60 < 0.9


def test_the_bots_within_the_error_are_named_weakest_first() -> None:
    assert levels_within(Figure(1130.0, 5.0)) == ("level1",)
    assert levels_within(Figure(1130.0, 20.0)) == ("level1", "careless")
    assert set(levels_within(Figure(1500.0, 1.0))) == {"level3", "steady", "watchful"}
