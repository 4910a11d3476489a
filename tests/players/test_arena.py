"""The arena: seats are turned, errors are true, results are kept, the same wherever it is held."""

from __future__ import annotations

import json
import os
from itertools import permutations
from math import isnan, sqrt
from pathlib import Path
from random import Random
from statistics import stdev

import pytest

from ksm_widgets.players import arena
from ksm_widgets.players.arena import (
    Fixture,
    Result,
    fixtures,
    game_of,
    result_of,
    tally,
)
from ksm_widgets.players.logbook import Logbook, LogbookError
from ksm_widgets.rules import ArgumentError, Game, Setting
from ksm_widgets.workers import Here, Pool

PAIR = ("random", "cautious")
Points = list[list[tuple[int, ...]]]


def test_every_player_has_every_seat_of_every_mine() -> None:
    three = ("random", "cautious", "random")
    games = fixtures(three, 6, seed=2)
    assert len({game.seed for game in games}) == 2
    for at in (0, 3):
        for player in range(3):
            assert sorted(game.seat(player) for game in games[at : at + 3]) == [0, 1, 2]
    assert fixtures(three, 4, seed=2) == games[:4]
    assert not {game.seed for game in games} & {game.seed for game in fixtures(three, 6, seed=3)}
    with pytest.raises(ArgumentError):
        fixtures(("random", "nobody"), 2, seed=1)


@pytest.mark.long
def test_points_are_told_by_player_and_not_by_seat() -> None:
    for fixture in fixtures(PAIR, 2, seed=5):
        game = game_of(fixture)
        beginning = Game.begin(Setting(2, fixture.seed))
        assert game.setting == beginning.setting
        result = result_of(fixture)
        for player in range(2):
            assert result.points[player] == game.scores[fixture.seat(player)].total
        # Only the cautious one never moves a tile.
        moving = {record.player for record in game.records if record.turn.moves}
        assert moving == {fixture.seat(0)}


@pytest.mark.long
def test_wherever_games_are_played_they_end_alike() -> None:
    games = fixtures(PAIR, 5, seed=3)
    alone = {one.fixture: one.points for one in Here().results(games, result_of)}
    others = [*Pool(2).results(games, result_of)]
    assert len(others) == 5
    assert {one.fixture: one.points for one in others} == alone


def test_a_game_is_thought_over_with_one_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search given up after so much work finds something else if the kernel changes midway."""
    pytest.importorskip("numba")
    used = []

    def watched(fixture: Fixture) -> Game:
        used.append(os.environ.get("KSM_SOLVER"))
        return game_of(fixture)

    monkeypatch.setattr(arena, "game_of", watched)
    monkeypatch.delenv("KSM_SOLVER", raising=False)
    fixture = fixtures(("random", "random"), 1, seed=3)[0]
    result_of(fixture)
    assert "KSM_SOLVER" not in os.environ
    monkeypatch.setenv("KSM_SOLVER", "interpreted")
    result_of(fixture)
    assert used == ["compiled", "interpreted"]


def results(points: Points, *names: str) -> list[Result]:
    """Results by seed and by how the seats were turned."""
    return [
        Result(Fixture(names, seed, turned), each, 1.0)
        for seed, games in enumerate(points)
        for turned, each in enumerate(games)
    ]


def test_the_error_is_that_of_the_means_of_the_mines() -> None:
    """Both games of a mine are one sample: luck of the hands cancels out between them."""
    points: Points = [[(60, 40), (45, 55)], [(70, 20), (30, 70)], [(55, 45), (52, 48)]]
    told = tally(results(points, "a", "b"))
    per_mine = [5.0, 5.0, 7.0]
    assert told.games == 6
    assert told.difference.mean == pytest.approx(sum(per_mine) / 3)
    assert told.difference.error == pytest.approx(stdev(per_mine) / sqrt(3))
    assert told.lines[0].points.mean == pytest.approx(sum(p[0] for g in points for p in g) / 6)
    assert [line.wins.mean for line in told.lines] == pytest.approx([4 / 6, 2 / 6])


def test_a_shared_win_is_half_a_win() -> None:
    told = tally(results([[(50, 50, 10)], [(50, 40, 10)]], "a", "b", "c"))
    assert [line.wins.mean for line in told.lines] == pytest.approx([0.75, 0.25, 0])


def test_what_was_alike_on_all_mines_has_no_error_either() -> None:
    told = tally(results([[(60, 40), (55, 45)], [(70, 20), (60, 50)]], "a", "b"))
    assert told.difference.error > 0
    assert all(isnan(line.wins.error) and isnan(line.rating.error) for line in told.lines)


def test_one_mine_has_no_error() -> None:
    told = tally(results([[(60, 40), (45, 55)]], "a", "b"))
    assert isnan(told.difference.error)
    assert all(isnan(line.rating.error) for line in told.lines)


@pytest.mark.long
def test_ratings_find_the_strengths_that_made_the_results() -> None:
    """Odds of 10 to 1 are 400 points, whoever is named first; the error says how sure that is."""
    rng = Random(3)
    strengths = {"a": 4.0, "b": 1.0, "c": 0.25}
    ratings = {}
    for names in permutations(strengths):
        points: Points = []
        for _ in range(2000):
            # The best of races that each wins by his strength: the model that the rating is of.
            times = [rng.expovariate(strengths[name]) for name in names]
            points.append([tuple(sorted(times, reverse=True).index(time) for time in times)])
        told = tally(results(points, *names))
        assert sum(line.rating.mean for line in told.lines) == pytest.approx(4500)
        for line in told.lines:
            expected = 1500 + {"a": 240.8, "b": 0, "c": -240.8}[line.name]
            assert 2 < line.rating.error < 15
            assert abs(line.rating.mean - expected) < 4 * line.rating.error
            ratings[line.name] = line.rating.mean
    assert ratings["a"] > ratings["b"] > ratings["c"]


def test_a_logbook_keeps_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "log"
    first, second = results([[(60, -40), (45, 55)]], *PAIR)
    with Logbook(file, PAIR, 7) as book:
        assert book.results == {}
        book.add(first)
    with Logbook(file, PAIR, 7) as book:
        assert book.results == {first.fixture: first}
        book.add(second)
    # A line that was not written to its end, as when a machine goes down, is written again.
    whole = file.read_bytes()
    file.write_bytes(whole[:-5])
    with Logbook(file, PAIR, 7) as book:
        assert book.results == {first.fixture: first}
        book.add(second)
    assert file.read_bytes() == whole


def test_a_file_without_a_line_s_end_is_no_logbook_that_was_not_finished(tmp_path: Path) -> None:
    file = tmp_path / "log"
    file.write_text("one line of mine")
    with pytest.raises(LogbookError):
        Logbook(file, PAIR, 7)
    assert file.read_text() == "one line of mine"
    file.write_text(json.dumps({"players": list(PAIR), "seed": 7})[:-3])
    with Logbook(file, PAIR, 7) as book:
        assert book.results == {}
    assert file.read_text().endswith("7}\n")


@pytest.mark.parametrize(
    ("lines", "key", "line"),
    [
        (['{"players": ["random", "cautious"], "seed": 8}'], "arena.another", None),
        (['{"players": ["random"], "seed": 7}'], "arena.another", None),
        (["nonsense"], "arena.line", 1),
        (["\udcff"], "arena.line", 1),
        ([None, '{"seed": 1, "turned": 0, "points": [1], "seconds": 1}'], "arena.line", 2),
        ([None, '{"seed": 1, "turned": 2, "points": [1, 2], "seconds": 1}'], "arena.line", 2),
        ([None, '{"seed": 1, "turned": 0, "points": [1, true], "seconds": 1}'], "arena.line", 2),
        ([None, '{"seed": 1, "turned": 0, "points": [1, 1e9], "seconds": 1}'], "arena.line", 2),
        ([None, '{"seed": 1, "turned": 0, "points": [1, 99999], "seconds": 1}'], "arena.line", 2),
        ([None, '{"seed": 1, "turned": 0, "points": [1, 2], "seconds": -1}'], "arena.line", 2),
        ([None, '{"seed": 1, "turned": 0, "points": [1, 2], "seconds": 1, "a": 1}'], None, 2),
        ([None, "[" * 5000], "arena.line", 2),
        ([None, "[]"], "arena.line", 2),
    ],
)
def test_what_is_no_logbook_is_refused_with_the_line(
    tmp_path: Path, lines: list[str | None], key: str | None, line: int | None
) -> None:
    file = tmp_path / "log"
    heading = json.dumps({"players": list(PAIR), "seed": 7})
    text = "".join(f"{heading if one is None else one}\n" for one in lines)
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = file.read_bytes()
    with pytest.raises(LogbookError) as caught:
        Logbook(file, PAIR, 7)
    assert caught.value.key == (key or "arena.line")
    assert caught.value.params.get("line") == line
    assert str(file) in caught.value.sentence("de")
    assert file.read_bytes() == before
