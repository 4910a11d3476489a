"""What is measured in games is what happened in them, and is written so that it can be read."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import pytest

from benchmarks.sections import others_of, put_section, table
from benchmarks.worth import Collecting, Held, collecting, data_file, measured, simplest
from ksm_widgets.players.arena import Fixture, game_of
from ksm_widgets.rules import CARDS_EACH, curse_points, magic_objects
from ksm_widgets.rules.prospects import Prospects, expected_bonus, shipped_prospects
from ksm_widgets.rules.scoring import BONUSES

if TYPE_CHECKING:
    from ksm_widgets.rules.scoring import BonusKind

FIXTURE = Fixture(("cautious", "random", "random"), 3, 0)


def test_what_is_noted_is_what_was_held_and_what_it_brought() -> None:
    game = game_of(FIXTURE)
    noted = collecting(FIXTURE)
    assert len(noted) == 3
    for one, player, score in zip(noted, game.players, game.scores, strict=True):
        assert one.rounds == CARDS_EACH[3]
        assert one.before(CARDS_EACH[3]) == ((0, 0, 0, 0), 0, 0)
        tiles = player.holding.tiles
        symbols = tuple(sum(tile.letter == letter for tile in tiles) for letter in "abcd")
        assert one.before(0) == (symbols, curse_points(tiles), magic_objects(tiles))
        assert (one.sets, one.curses, one.magic) == (score.parchments, score.curses, score.magic)
        for left in range(CARDS_EACH[3] + 1):
            assert one.still("parchments", left) == sum(symbols) - sum(one.before(left)[0])
    assert any(one.still("curses", CARDS_EACH[3] - 1) for one in noted)


def played(*rounds: Held, sets: int) -> Collecting:
    return Collecting(rounds, sets, 0, 0)


def a_game(players: int, lacking: bool) -> list[Collecting]:
    """Who digs a parchment a round: the one he lacks, or the first symbol over and over."""
    held = [0, 0, 0, 0]
    rounds = [Held(tuple(held), 0, 0)]
    for number in range(CARDS_EACH[players]):
        held[number % 4 if lacking else 0] += 1
        rounds.append(Held(tuple(held), 2 * number, 1))
    return [played(*rounds, sets=10 * min(held))] * players


def test_the_means_are_those_of_the_games() -> None:
    games = {players: a_game(players, lacking=True) for players in CARDS_EACH}
    found = measured(games, 0.5)
    for players, rounds in CARDS_EACH.items():
        assert found.parchments[players] == tuple(map(float, range(rounds + 1)))
        assert found.curses[players][1:3] == (2.0, 4.0)
        assert found.magic[players] == (*[0.0] * rounds, 1.0)


@pytest.mark.long
@pytest.mark.parametrize(("lacking", "share"), [(True, 1.0), (False, 0.0)])
def test_the_share_is_the_least_that_predicts_well(lacking: bool, share: float) -> None:
    games = {players: a_game(players, lacking=lacking) for players in (2, 3)}
    assert simplest(games) == share


def test_the_data_file_is_read_as_it_was_written() -> None:
    games = {players: a_game(players, lacking=True) for players in CARDS_EACH}
    found = measured(games, 0.65)
    text = data_file(found, dict.fromkeys(CARDS_EACH, 1), "steady", 11)
    read = Prospects.parse(text)
    assert read.lacking == 0.65
    for kind in ("parchments", "curses", "magic", "spread", "ends"):
        assert getattr(read, kind) == getattr(found, kind)


def test_the_shipped_numbers_grow_with_the_rounds_to_come() -> None:
    shipped = shipped_prospects()
    assert 0 <= shipped.lacking <= 1
    for kind in ("parchments", "curses", "magic"):
        for players, rounds in CARDS_EACH.items():
            means = getattr(shipped, kind)[players]
            assert len(means) == rounds + 1
            assert means[0] == 0
            assert list(means) == sorted(means)


@pytest.mark.parametrize("players", CARDS_EACH)
@pytest.mark.parametrize(("kind", "at"), [("curses", 0), ("magic", 1)])
def test_what_all_players_expect_adds_up_to_what_is_paid(
    kind: BonusKind, at: int, players: int
) -> None:
    """In games that nothing was measured in, with one or two rounds to come.

    `collected.json` has what everyone held after each round.
    """
    text = Path(__file__).with_name("collected.json").read_text(encoding="utf-8")
    games = [game for game in json.loads(text) if len(game) == players]
    assert len(games) == 12
    paid = sum(BONUSES[kind])
    for left in (1, 2):
        expected = fmean(
            sum(expected_bonus(kind, held[-1 - left][at], left, players) for held in game)
            for game in games
        )
        assert expected / 1000 == pytest.approx(paid, rel=0.3), left


def test_a_part_of_the_results_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "RESULTS.md"
    file.write_text("# What was measured\n\n## The solver\n\nquick\n", encoding="utf-8")
    put_section(file, "Whole games", table(["a", "b"], [["1", "2"]]))
    put_section(file, "Worth from holdings", "first")
    put_section(file, "Worth from holdings", "second\n\n### and more")
    assert file.read_text(encoding="utf-8") == (
        "# What was measured\n\n## The solver\n\nquick\n"
        "\n## Worth from holdings\n\nsecond\n\n### and more\n"
        "\n## Whole games\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n"
    )
    assert [part.splitlines()[0] for part in others_of(file)] == [
        "## Worth from holdings",
        "## Whole games",
    ]
    assert others_of(tmp_path / "none") == []
