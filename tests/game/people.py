"""People to sit at tables in tests, and how they play a match to some point."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.seats import Seat
from ksm_widgets.game.steps import Kind, Step
from ksm_widgets.rules import (
    QUARRIES,
    Move,
    Power,
    Turn,
    Variant,
    dig_fault,
    moved,
    placements,
    targets,
)
from ksm_widgets.rules.chance import chosen

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.rules import Game, Position

__all__ = [
    "ANNA",
    "BERTA",
    "CARLO",
    "NAMES",
    "acted",
    "at",
    "moments",
    "random_match",
    "tops_of",
    "until",
]

ANNA, BERTA, CARLO = Seat("Anna"), Seat("Berta"), Seat("Carlo", "cautious")
_TRIED = 25
NAMES = tuple(map(Seat, ("Anna", "Berta", "Carla", "Dora", "Emil")))


def at(game: Game, *seats: Seat, eyes: int | None = 0) -> Match:
    """A match in which things stand so, whatever came before."""
    return Match(seats, (Step(Kind.DEALT, game),), eyes=eyes, looked=True)


def acted(match: Match, rng: Random) -> Match:
    """The match after one act by chance, of whoever has to act; now and then one that is undone."""
    game = match.game
    match match.phase:
        case Phase.HAND_OVER:
            return match.sit_down()
        case Phase.CHOOSE:
            assert match.view is not None
            after = match.choose(chosen(rng, match.view.hand).number)
            if after.can_take_back and rng.random() < 0.1:
                assert after.take_back().game == game
            return after
        case Phase.WATCH | Phase.REVEAL:
            return match.step()
        case Phase.DIG:
            assert match.actor is not None
            turn = _turn(rng, game, match.actor)
            if turn.moves and rng.random() < 0.7:
                after = match.move(turn.moves[0])
                if after.can_take_back and rng.random() < 0.3:
                    assert after.take_back() == match
                return after
            return match.play(turn, unpaid=True)
        case Phase.ADD:
            assert match.adding is not None
            held = list(match.adding.held)
            return match.add([held.pop(int(rng.random() * len(held))) for _ in _times(match)])
    raise AssertionError("the match is over")


def _times(match: Match) -> range:
    assert match.adding is not None
    return range(match.adding.count)


def _turn(rng: Random, game: Game, player: int) -> Turn:
    """A legal turn, now and then with more moves than can be paid.

    Digs are tried out one by one: of all that a seal allows, most are not to be had.
    """
    who, variant = game.players[player], game.setting.variant
    position, moves = game.position, []
    for _ in range(chosen(rng, [0, 0, 1, 2, 40])):
        source = chosen(rng, QUARRIES)
        reach = targets(position, source, variant)
        if reach:
            moves.append(Move(source, chosen(rng, reach)))
            position = moved(position, moves[-1], variant)
    powers = frozenset(
        power for power in Power if power.tile in who.holding.tiles and rng.random() < 0.3
    )
    assert who.chosen is not None
    laid = placements(who.chosen.shape, powers)
    tried = [chosen(rng, laid) for _ in range(_TRIED)]
    shape = who.chosen.shape
    dig = next((one for one in tried if dig_fault(position, one, shape, powers) is None), None)
    return Turn(tuple(moves), dig, powers)


def until(match: Match, wanted: Callable[[Match], bool], seed: int = 1) -> Match:
    """The match played on by chance until it is as wanted."""
    rng = Random(seed)
    while not wanted(match):
        match = acted(match, rng)
    return match


def random_match(players: int, seed: int) -> Match:
    """A match of so many people, in either edition and variant by the seed."""
    variant = Variant.BEGINNER if seed % 4 == 3 else Variant.STANDARD
    edition = "de" if seed % 2 else "en"
    return Match.begin(NAMES[:players], seed=seed, edition_name=edition, variant=variant)


@cache
def moments(players: int, seed: int) -> tuple[Match, ...]:
    """All moments of a game that people play by chance to its end; each game is played once."""
    match, rng = random_match(players, seed), Random(seed)
    found = [match]
    while not match.over:
        match = acted(match, rng)
        found.append(match)
    return tuple(found)


def tops_of(position: Position) -> str:
    """The topmost tiles as one reads them off the table, from a6 to f1."""
    rows = reversed([QUARRIES[at : at + 6] for at in range(0, 36, 6)])
    found = [position.stack(quarry)[-1].letter for row in rows for quarry in row]
    return " ".join(found)
