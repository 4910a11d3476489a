"""Whole games by chance, for each number of players: what must hold whatever is played."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from ksm_widgets.rules import COINS_IN_BOX, Game, tile_counts
from ksm_widgets.tutor.table.match import Match
from ksm_widgets.tutor.table.record import match_text, read_match
from ksm_widgets.tutor.table.steps import Kind
from tests.rules.tables import all_tiles
from tests.table.people import acted, random_match

SAMPLE, ALL = 6, 1000


def checked_game(players: int, seed: int) -> Match:
    """Play a whole game by chance and check it from beginning to end."""
    match, rng = random_match(players, seed), Random(seed)
    box = Counter(tile_counts())
    record = 0
    while not match.over:
        match = acted(match, rng)
        game = match.game
        assert match.actor is None or match.actor == min(
            [seat for seat in range(players) if game.players[seat].chosen is None]
            if game.current is None
            else [game.current]
        )
        if len(game.records) == record and game.begun:
            continue
        record = len(game.records)
        assert all_tiles(game) == box
        coins = sum(player.holding.coins for player in game.players) + game.bank.coins
        assert coins == COINS_IN_BOX + game.bank.supplied
        assert min(player.holding.coins for player in game.players) >= 0
    assert match.steps[-1].kind is Kind.OVER
    assert [score.total for score in match.scores] == counted_by_hand(match.game)
    best = max(score.total for score in match.scores)
    assert [match.scores[seat].total == best for seat in range(players)] == [
        seat in match.winners for seat in range(players)
    ]
    for standings in (True, False):
        read = read_match(match_text(match, standings=standings), standings=standings)
        assert read == match
    return match


def counted_by_hand(game: Game) -> list[int]:
    """Everybody's points, counted from the turns alone: from what was dug, spent, paid and given.

    Shares no line with the rules' own scoring, and does not ask what anybody holds.
    """
    players = game.setting.players
    money = [{2: 10, 3: 10, 4: 10, 5: 8}[players]] * players
    kept: list[Counter[str]] = [Counter() for _ in range(players)]
    for record in game.records:
        who = record.player
        kept[who].subtract(
            {"mirror": "M", "carpet": "C", "seal": "S", "amulet": "A"}[power.value]
            for power in record.turn.powers
        )
        dug = [tile.letter for tile in record.taken]
        if record.settlement is None:
            for letter in dug:
                if letter in "12345":
                    money[who] += int(letter)
                else:
                    kept[who][letter] += 1
            money[who] -= record.due
            assert money[who] >= 0
            continue
        gone = [(who, tile.letter, -1) for tile in record.settlement.added]
        for step, share in enumerate(record.settlement.shares, start=1):
            gone += [((who + step) % players, tile.letter, 1) for tile in share]
        for seat, letter, sign in gone:
            if letter in "12345":
                money[seat] += sign * int(letter)
            else:
                kept[seat][letter] += sign
    assert all(number >= 0 for tiles in kept for number in tiles.values())
    curses = [tiles["x"] + 2 * tiles["y"] + 3 * tiles["z"] for tiles in kept]
    magic = [sum(tiles[letter] for letter in "MCSA") for tiles in kept]
    sets = [10 * min(tiles[letter] for letter in "abcd") for tiles in kept]
    parts = [money, sets, shared(curses, 24, 12), shared(magic, 16, 8)]
    return [sum(part[seat] for part in parts) for seat in range(players)]


def shared(sizes: list[int], first: int, second: int) -> list[int]:
    """A bonus, by ranks (R29-R31)."""
    ranked = sorted(set(sizes) - {0}, reverse=True)
    points = [0] * len(sizes)
    for rank, size in enumerate(ranked[:2]):
        seats = [seat for seat, other in enumerate(sizes) if other == size]
        leaders = sizes.count(ranked[0])
        if rank == 0:
            share = (first if leaders == 1 else first + second) // leaders
        else:
            share = second // len(seats) if leaders == 1 and 2 * size >= ranked[0] else 0
        for seat in seats:
            points[seat] = share
    return points


@cache
def sample(players: int) -> tuple[Match, ...]:
    return tuple(checked_game(players, seed) for seed in range(SAMPLE))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_few_whole_games_keep_every_invariant(players: int) -> None:
    assert len(sample(players)) == SAMPLE


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_thousand_whole_games_keep_every_invariant(players: int) -> None:
    for seed in range(SAMPLE, ALL):
        checked_game(players, seed)


def test_the_games_played_have_every_turn_there_is() -> None:
    """Turns that are shared out, objects spent, choices of tiles: chance leaves none out."""
    matches = [match for players in (2, 3, 4, 5) for match in sample(players)]
    records = [record for match in matches for record in match.game.records]
    kinds = {step.kind for match in matches for step in match.steps}
    assert kinds == set(Kind) - {Kind.CONCEDED}
    assert any(record.chosen is not None for record in records)
    assert any(record.turn.powers for record in records)
    assert any(record.turn.moves and record.turn.dig is None for record in records)


def test_a_match_ends_in_the_same_way_for_the_same_choices() -> None:
    assert checked_game(3, 1) == sample(3)[1]
