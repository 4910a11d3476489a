"""Whole games of Kingdom of Solomon: cubes and cards are conserved, hands are hidden."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.companions.kingdom.acts import Build, Pave
from ksm_widgets.companions.kingdom.checking import faults_of
from ksm_widgets.companions.kingdom.player import choose
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.record import Game
from ksm_widgets.companions.kingdom.rules import legal
from ksm_widgets.companions.kingdom.scoring import score, winners
from ksm_widgets.companions.kingdom.text import position_text, read_position
from ksm_widgets.rules.chance import shuffled
from tests.companions.shared import honest, lead

if TYPE_CHECKING:
    from collections.abc import Iterable

ROUNDS = 30
"""Rounds after which a game of random players is cut: nothing forces anybody to build."""


def _conserved(position: Position) -> None:
    """No cube and no card has come or gone, and nothing is below 0."""
    box = position.box
    assert min(position.stock) >= 0
    assert min(min(goods) for goods in position.goods) >= 0
    assert min(*position.scores, *position.tokens, *position.left) >= 0
    hands = (card for hand in position.fortune for card in hand)
    assert Counter((*position.pile, *position.discards, *hands)) == box.fortune
    own = [card for cards in position.own for card in cards]
    assert sorted((*position.deck, *position.display, *own)) == sorted(box.buildings)
    assert sum(position.tokens) <= position.temple <= len(box.steps)
    assert len(position.roads) <= box.roads


def _reshuffled(position: Position, seat: int, rng: Random) -> Position:
    """Another table that looks the same to a seat: the cards that it hasn't seen are mixed."""
    hidden = [
        card for other in position.seats if other != seat for card in position.fortune[other - 1]
    ]
    mixed = shuffled(rng, [*hidden, *position.pile])
    hands = []
    for other, hand in zip(position.seats, position.fortune, strict=True):
        hands.append(hand if other == seat else tuple(mixed.pop() for _ in hand))
    deck = tuple(shuffled(rng, position.deck))
    return replace(position, fortune=tuple(hands), pile=tuple(mixed), deck=deck)


def _played(seeds: Iterable[int]) -> None:
    """Play games at random."""
    for seed in seeds:
        rng = Random(seed)
        game = Game.begin(2 + seed % 3, seed)
        rounds = 0
        while not game.is_over and rounds < ROUNDS:
            before = game.position
            acts = legal(before)
            # Roads and buildings are rare among so many acts.
            rare = [act for act in acts if isinstance(act, Pave | Build)]
            act = rng.choice(rare if rare and rng.random() < 0.3 else acts)
            game = game.after(act)
            after = game.position
            rounds += before.phase is not Phase.PLACE and after.phase is Phase.PLACE
            if rng.random() < 0.1:
                _conserved(after)
            if rng.random() < 0.02:
                assert faults_of(after) == ()
                seat = rng.randrange(after.players) + 1
                view = after.seen(seat)
                assert _reshuffled(after, seat, rng).seen(seat) == view
                assert read_position(position_text(view)) == view
        _conserved(game.position)
        if game.is_over:
            position = game.position
            best = max(score(position, seat) for seat in position.seats)
            assert {score(position, seat) for seat in winners(position)} == {best}


def test_a_sample_of_random_games_conserves_cubes_and_cards() -> None:
    _played(range(6))


@pytest.mark.slow
def test_a_thousand_random_games_conserve_cubes_and_cards() -> None:
    _played(range(1_000))


def _with_player(seeds: Iterable[int]) -> None:
    honest(Game, choose, _reshuffled, seeds, often=0.05, most=3_000)


@pytest.mark.long
def test_the_player_ends_its_games_and_sees_only_what_its_seat_may() -> None:
    _with_player(range(1))


@pytest.mark.slow
def test_the_player_is_honest_in_many_games() -> None:
    _with_player(range(12))


@pytest.mark.slow
def test_the_player_wins_against_chance() -> None:
    assert lead(Game, choose, legal, score, range(6), most=3_000) > 0
