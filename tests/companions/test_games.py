"""Whole games of each kind: they end, nothing is lost, and no seat sees what it may not know."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.companions.shelf import GAMES, companion, part_of
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGES
from tests.companions.shared import positions_of
from tests.sweeps import swept

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.match import Match

MOST_ACTS = 5_000
"""Acts before which every game of simple bots is over."""

UNENDING = {"kingdom"}
"""Games that random players may never end, as nothing forces anybody to: they are cut."""


def matches_of(name: str) -> type[Match[Any, Any]]:
    """The kind of match that a game's page plays, with its record, player and scoring."""
    found: type[Match[Any, Any]] = part_of(name, "view.opening").PAGE.page_type().match_type
    return found


def _at_random(name: str, seeds: Iterable[int]) -> None:
    """Play games at random; their positions are looked at now and then, all that moves always."""
    game_of, match, known = companion(name), matches_of(name), positions_of(name)
    faults_of = part_of(name, "checking").faults_of
    sizes = match.game_type.sizes
    for seed in seeds:
        rng = Random(seed)
        game = match.game_type.begin(sizes[seed % len(sizes)], seed)
        while not game.is_over and len(game.acts) < known.MOST_ACTS:
            before = game.position
            act = known.some_act(game_of.legal(before), rng)
            game = game.after(act)
            after = game.position
            known.conserved(before, act, after)
            if rng.random() < 0.05:
                assert faults_of(after) == ()
                seat = rng.randrange(after.players) + 1
                view = after.seen(seat)
                assert known.alike(after, seat, rng).seen(seat) == view
                assert game_of.parse(game_of.text(view)) == view
        assert game.is_over or name in UNENDING
        if game.is_over:
            points = {seat: match.score(game.position, seat) for seat in game.position.seats}
            winners = match.winners(game.position)
            assert {points[seat] for seat in winners} == {max(points.values())}


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_of_random_games_loses_nothing_and_hides_what_it_must(name: str) -> None:
    _at_random(name, range(12))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_taken_back_is_still_of_its_own_box(name: str) -> None:
    games = matches_of(name).game_type
    own = replace(part_of(name, "box").the_box())
    game = games.begin(games.sizes[0], 7, own)
    game = game.after(companion(name).legal(game.position)[0])
    assert game.position.box is own
    assert game.up_to(0).position.box is own


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_random_games_lose_nothing_and_hide_what_they_must(name: str) -> None:
    _at_random(name, swept(120))


def _honest(name: str, seeds: Iterable[int], *, often: float) -> None:
    """Games of simple bots, which decide alike for tables that look alike to its seat."""
    match, alike = matches_of(name), positions_of(name).alike
    sizes = match.game_type.sizes
    for seed in seeds:
        rng = Random(seed)
        game = match.game_type.begin(sizes[seed % len(sizes)], seed)
        while not game.is_over:
            position = game.position
            act = match.chosen(position, position.turn)
            if rng.random() < often:
                other = alike(position, position.turn, rng)
                assert match.chosen(other, position.turn) == act
            game = game.after(act)
            assert len(game.acts) < MOST_ACTS
        assert match.game_type.parse(game.text()) == game


@pytest.mark.parametrize("name", GAMES)
def test_the_player_ends_its_games_and_sees_only_what_its_seat_may(name: str) -> None:
    _honest(name, range(3), often=0.2)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_is_told_in_whole_sentences(name: str, language: str) -> None:
    match = matches_of(name)
    events = match.begin(match.game_type.sizes[0], 0, 1).events
    told = [Reader(language).say(event.sentence) for event in events]
    assert len(told) > 20
    assert [words for words in told if not words.endswith(".") or words.endswith("..")] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_player_is_honest_in_many_games(name: str) -> None:
    _honest(name, swept(40, 300), often=0.2)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "games", "ahead"), [("kings", 30, 150), ("kingdom", 6, 0)])
def test_the_player_wins_against_chance(name: str, games: int, ahead: int) -> None:
    """It has more points than one that plays at random, in all, by more than so many."""
    match, legal = matches_of(name), companion(name).legal
    found = 0
    for seed in range(games):
        rng = Random(seed)
        game = match.game_type.begin(2, seed)
        simple = 1 + seed % 2
        while not game.is_over and len(game.acts) < MOST_ACTS:
            position = game.position
            seat = position.turn
            act = match.chosen(position, seat) if seat == simple else rng.choice(legal(position))
            game = game.after(act)
        found += match.score(game.position, simple) - match.score(game.position, 3 - simple)
    assert found > ahead
