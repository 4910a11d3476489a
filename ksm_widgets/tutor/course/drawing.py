"""What exercises draw their tasks with: mines, cards and places that suit what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import Card, cards
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.stages import Stage

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ksm_widgets.rules.tiles import Tile


__all__ = [
    "PLAYERS",
    "card_of",
    "filled",
    "flat",
    "mine",
    "names",
    "tops",
    "until",
]

PLAYERS = ("Anna", "Bruno", "Carlo", "Davide")
"""The players of the rulebooks' examples."""
_MOST_TRIES = 400

T = TypeVar("T")


def until(make: Callable[[], T | None]) -> T:
    """Draw until something suits; RuntimeError if nothing ever does."""
    for _ in range(_MOST_TRIES):
        made = make()
        if made is not None:
            return made
    raise RuntimeError("nothing that suits could be drawn")


def mine(rng: Random, stage: Stage = Stage.MIDDLE) -> Position:
    """A mine as it may look early, midway or late in a game."""
    return Position.random(below(rng, 10**6), stage)


def filled(rng: Random) -> Position:
    """A mine just filled (R3)."""
    return Position.set_up(rng)


def flat(rng: Random, level: int) -> Position:
    """A mine where every quarry is so many tiles high."""
    return Position(tuple(stack[:level] for stack in Position.set_up(rng).stacks))


def card_of(rng: Random, *sizes: int) -> Card:
    """A card with one of these numbers of quarries."""
    return chosen(rng, [card for card in cards() if card.shape.size in sizes])


def tops(position: Position, fits: Callable[[Tile, int], bool]) -> frozenset[Quarry]:
    """The quarries whose topmost tile and its level fit."""
    return frozenset(
        quarry
        for quarry in QUARRIES
        if (tile := position.top(quarry)) is not None and fits(tile, position.height(quarry))
    )


def names(rng: Random, count: int) -> list[str]:
    """So many players in a random order."""
    return shuffled(rng, PLAYERS)[:count]
