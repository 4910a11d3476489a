"""Whole games by chance, for each number of players: what must hold whatever is played.

Each game is played once; every test looks at all its moments.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.game.match import Phase
from ksm_widgets.game.record import match_text, read_match
from ksm_widgets.game.steps import Kind
from ksm_widgets.game.telling import told
from ksm_widgets.rules import COINS_IN_BOX, Game, tile_counts
from ksm_widgets.telling.phrases import Reader
from tests.game.people import moments
from tests.rules.tables import all_tiles, otherwise
from tests.sweeps import swept

if TYPE_CHECKING:
    from ksm_widgets.game.match import Match

PLAYERS = (2, 3, 4, 5)
SAMPLE = 6


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_a_few_whole_games_keep_every_invariant(players: int) -> None:
    for seed in range(SAMPLE):
        check_game(moments(players, seed))


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_many_whole_games_keep_every_invariant(players: int) -> None:
    for seed in swept(40)[SAMPLE:]:
        check_game(moments.__wrapped__(players, seed))


def check_game(game: tuple[Match, ...]) -> None:
    """What holds at every moment of a game, and at its end."""
    *_, match = game
    players = len(match.seats)
    box = Counter(tile_counts())
    for before, after in pairwise(game):
        actor, played = after.actor, after.game
        waiting = [at for at, player in enumerate(played.players) if player.chosen is None]
        assert actor is None or actor == min(
            waiting if played.current is None else [played.current]
        )
        if len(played.records) == len(before.game.records) and played.begun:
            continue
        assert all_tiles(played) == box
        coins = sum(player.holding.coins for player in played.players) + played.bank.coins
        assert coins == COINS_IN_BOX + played.bank.supplied
        assert min(player.holding.coins for player in played.players) >= 0
    assert match.steps[-1].kind is Kind.OVER
    assert [score.total for score in match.scores] == counted_by_hand(match.game)
    best = max(score.total for score in match.scores)
    assert [match.scores[seat].total == best for seat in range(players)] == [
        seat in match.winners for seat in range(players)
    ]
    for standings in (True, False):
        read = read_match(match_text(match, standings=standings), standings=standings)
        assert read == match


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


@pytest.mark.long
def test_the_games_played_have_every_turn_there_is() -> None:
    """Turns that are shared out, objects spent, choices of tiles: chance leaves none out."""
    matches = [moments(players, seed)[-1] for players in PLAYERS for seed in range(SAMPLE)]
    records = [record for match in matches for record in match.game.records]
    kinds = {step.kind for match in matches for step in match.steps}
    assert kinds == set(Kind) - {Kind.CONCEDED}
    assert any(record.chosen is not None for record in records)
    assert any(record.turn.powers for record in records)
    assert any(record.turn.moves and record.turn.dig is None for record in records)


@pytest.mark.long
def test_a_match_ends_in_the_same_way_for_the_same_choices() -> None:
    assert moments.__wrapped__(3, 1) == moments(3, 1)


@pytest.mark.long
@pytest.mark.parametrize("standings", [True, False])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_match_reads_back_at_every_moment(players: int, standings: bool) -> None:
    game = moments(players, players - 2)
    for number, match in enumerate(game):
        if number % 7 and not match.over:
            continue
        text = match_text(match, standings=standings)
        read = read_match(text, standings=standings)
        assert (read.game, read.seats) == (match.game, match.seats)
        assert read.eyes is None
        assert match_text(read, standings=standings) == text
        if match.phase in (Phase.HAND_OVER, Phase.OVER) and match.looked == read.looked:
            assert read == match
        # Cards are laid down by people in the order of their seats, here as there.
        assert read.steps == match.steps


@pytest.mark.parametrize("players", PLAYERS)
def test_every_step_is_told_in_both_languages(players: int) -> None:
    match = moments(players, players - 2)[-1]
    readers = [Reader(language, match.game.setting.edition.name) for language in ("en", "de")]
    for step in match.steps:
        for eyes in (None, *range(players)):
            phrases = told(step, match.seats, eyes)
            assert phrases
            assert all(reader.say(phrase)[-1] in ".:" for phrase in phrases for reader in readers)


@pytest.mark.long
@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 5), (4, 2), (5, 3)])
def test_secrets_change_nothing_that_is_told_or_shown(players: int, seed: int) -> None:
    """Other hands, other holdings, other tiles below: the same sentences, view and seats."""
    rng = Random(seed)
    looked_at = 0
    for match in moments(players, seed)[1:]:
        last = match.steps[-1]
        if len(match.game.begun) > 3:
            continue
        for eyes in range(players):
            seen = replace(match, eyes=eyes)
            swapped = replace(last, game=otherwise(match.game, eyes, rng))
            other = replace(seen, steps=(*match.steps[:-1], swapped))
            assert told(swapped, match.seats, eyes) == told(last, match.seats, eyes)
            assert (other.view, other.mine) == (seen.view, seen.mine)
            assert other.seat_infos == seen.seat_infos
            assert (other.phase, other.actor) == (seen.phase, seen.actor)
            looked_at += 1
    assert looked_at > 100
