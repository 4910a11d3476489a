"""Whole games of Kings under Mountains: they end, no card is lost, no seat sees what it may not."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.companions.kings.box import UNSEEN, Card, Unit
from ksm_widgets.companions.kings.checking import faults_of
from ksm_widgets.companions.kings.places import Pile
from ksm_widgets.companions.kings.player import choose
from ksm_widgets.companions.kings.position import Phase, Position
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.rules import Draw, Play, legal
from ksm_widgets.companions.kings.scoring import score, winners
from ksm_widgets.companions.kings.text import position_text, read_position
from ksm_widgets.rules.chance import shuffled
from tests.companions.shared import honest, lead

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_ACTS = 500


def _conserved(before: Position, act: object, after: Position) -> None:
    """Units stay units, mines stay mines; what left the deck is now one or the other."""
    gone = before.deck[len(after.deck) :]
    assert before.deck[: len(after.deck)] == after.deck
    units, mines = Counter(after.units()), Counter(after.mines())
    units.subtract(before.units())
    mines.subtract(before.mines())
    if isinstance(act, Play):
        wanted: tuple[Counter[object], Counter[object]] = (
            Counter(),
            Counter(card.mine for card in gone),
        )
    else:
        wanted = Counter(card.unit for card in gone), Counter()
    assert (units, mines) == wanted
    assert sum(1 for _ in after.units()) + sum(1 for _ in after.mines()) + len(after.deck) == 80


def _reshuffled(position: Position, seat: int, rng: Random) -> Position:
    """Another table that looks the same to a seat: the units that it hasn't seen are mixed."""
    hidden = [
        unit
        for other in position.seats
        if other != seat
        for unit in (Counter(position.hand(other)) - Counter(position.shown[other - 1])).elements()
    ]
    mixed = shuffled(rng, [*hidden, *(card.unit for card in position.deck)])
    hands = []
    for other, hand, shown in zip(position.seats, position.hands, position.shown, strict=True):
        count = len(hand) - len(shown)
        hands.append(hand if other == seat else (*shown, *(mixed.pop() for _ in range(count))))
    mines = [*shuffled(rng, (card.mine for card in position.deck[:-1])), position.next_mine]
    deck = tuple(Card(mixed.pop(), mine) for mine in mines[: len(position.deck)])
    return replace(position, hands=tuple(hands), deck=deck)


def _played(seeds: Iterable[int]) -> None:
    """Play games at random."""
    for seed in seeds:
        rng = Random(seed)
        game = Game.begin(2 + seed % 3, seed)
        while not game.is_over:
            before = game.position
            act = rng.choice(legal(before))
            game = game.after(act)
            assert len(game.acts) < MOST_ACTS
            if rng.random() < 0.05:
                _conserved(before, act, game.position)
            if rng.random() < 0.02:
                position = game.position
                assert faults_of(position) == ()
                seat = rng.randrange(position.players) + 1
                view = position.seen(seat)
                assert _reshuffled(position, seat, rng).seen(seat) == view
                assert read_position(position_text(view)) == view
        position = game.position
        best = max(score(position, seat) for seat in position.seats)
        assert {score(position, seat) for seat in winners(position)} == {best}


def test_a_sample_of_random_games_end() -> None:
    _played(range(12))


@pytest.mark.slow
def test_two_thousand_random_games_end() -> None:
    _played(range(2_000))


def _with_player(seeds: Iterable[int]) -> None:
    honest(Game, choose, _reshuffled, seeds, often=0.1)


def test_the_player_sees_only_what_its_seat_may() -> None:
    _with_player(range(2))


@pytest.mark.slow
def test_the_player_is_honest_in_many_games() -> None:
    _with_player(range(30))


@pytest.mark.slow
def test_the_player_wins_against_chance() -> None:
    assert lead(Game, choose, legal, score, range(30)) > 150


def test_a_unit_drawn_from_the_camp_is_known_to_all() -> None:
    game = Game.begin(2, 3)
    rng = Random(1)
    while True:
        act = next((one for one in legal(game.position) if isinstance(one, Draw)), None)
        if act is not None and isinstance(act.place, Pile):
            break
        game = game.after(rng.choice(legal(game.position)))
    unit = game.position.pile(act.place.race)[-1]
    view = game.after(act).position.seen(2)
    assert view.shown[0] == (unit,)
    assert Counter(view.hand(1)) == Counter({unit: 1, UNSEEN: 5})
    assert view.phase is Phase.PLAY
    assert isinstance(unit, Unit)
