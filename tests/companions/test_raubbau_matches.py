"""Whole games of Raubbau: they end, no card is lost, and no seat sees what it may not know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.companions.raubbau.player import choose
from ksm_widgets.companions.raubbau.position import Leave, Phase, Position, Treasure, Tunnel
from ksm_widgets.companions.raubbau.record import Game
from ksm_widgets.companions.raubbau.rules import legal
from ksm_widgets.companions.raubbau.text import position_text, read_position
from ksm_widgets.rules.chance import shuffled
from tests.companions.shared import honest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.raubbau.box import Face

MOST_ACTS = 5_000


def _check(position: Position, box: Counter[tuple[str, Face]]) -> None:
    assert Counter((card.set, card.face) for card in position.treasures()) == box
    laid = sum(isinstance(thing, Tunnel) for thing in position.mine.values()) - 1
    drawn = position.step is not None and position.step.tunnel != ""
    assert laid + drawn + len(position.tunnels) == position.box.tunnels_for(position.players)


def _reshuffled(position: Position, seat: int, rng: Random) -> Position:
    """Another table that looks the same to a seat: its unseen cards are mixed, set by set."""
    unseen = [
        card
        for front in position.fronts
        for card in front
        if seat not in card.known and not card.kept
    ]
    unseen += [
        thing
        for thing in position.mine.values()
        if isinstance(thing, Treasure) and seat not in thing.known
    ]
    faces = {
        name: iter(shuffled(rng, (card.face for card in unseen if card.set == name)))
        for name in position.box.sets
    }

    def mixed(card: Treasure) -> Treasure:
        if seat in card.known or card.kept:
            return card
        return replace(card, face=next(faces[card.set]))

    fronts = tuple(tuple(map(mixed, front)) for front in position.fronts)
    mine = {
        place: mixed(thing) for place, thing in position.mine.items() if isinstance(thing, Treasure)
    }
    below = [card for stack in position.stacks for card in stack[:-1]]
    below = shuffled(rng, below)
    stacks = tuple((*(below.pop() for _ in stack[:-1]), *stack[-1:]) for stack in position.stacks)
    tunnels = tuple(shuffled(rng, position.tunnels))
    return replace(position.with_mine(mine), fronts=fronts, stacks=stacks, tunnels=tunnels)


def _played(seeds: Iterable[int], *, stay: float) -> None:
    """Play games at random; who may leave stays with that chance."""
    for seed in seeds:
        rng = Random(seed)
        game = Game.begin(3 + seed % 3, seed)
        box = Counter((card.set, card.face) for card in game.position.treasures())
        while not game.is_over:
            position = game.position
            acts = legal(position)
            if rng.random() < stay:
                acts = tuple(act for act in acts if not isinstance(act, Leave)) or acts
            game = game.after(rng.choice(acts))
            _check(game.position, box)
            assert len(game.acts) < MOST_ACTS
            if rng.random() < 0.05:
                seat = rng.randrange(position.players) + 1
                other = _reshuffled(position, seat, rng)
                assert position_text(other.seen(seat)) == position_text(position.seen(seat))
                assert other.seen(seat) == position.seen(seat)
                assert read_position(position_text(position.seen(seat))) == position.seen(seat)
        assert game.position.phase is Phase.END
        assert 1 <= len(game.position.leaders) <= game.position.players


@pytest.mark.long
def test_a_sample_of_random_games_end() -> None:
    _played(range(12), stay=0.5)


@pytest.mark.slow
def test_two_thousand_random_games_end() -> None:
    _played(range(2_000), stay=0.8)


def _with_player(seeds: Iterable[int]) -> None:
    honest(
        Game,
        choose,
        _reshuffled,
        seeds,
        often=0.2,
        most=MOST_ACTS,
        mixes=lambda position: position.step is None,
    )


@pytest.mark.long
def test_the_player_sees_only_what_its_seat_may() -> None:
    _with_player(range(6))


@pytest.mark.slow
def test_the_player_is_honest_in_many_games() -> None:
    _with_player(range(300))
