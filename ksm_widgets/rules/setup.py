"""Filling the mine at the start, and mines as they look in the course of a game (R3)."""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import Card, cards
from ksm_widgets.rules.digs import dug, legal_digs, takings
from ksm_widgets.rules.moves import Move, moved, targets
from ksm_widgets.rules.position import FULL_HEIGHT, Position
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.tiles import Tile, tile_counts
from ksm_widgets.rules.worth import half_coins

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.rules.shapes import Shape

__all__ = ["Stage", "random_position", "set_up"]

_TRIES = 10
_MOST_MOVES = 3


class Stage(Enum):
    """How far a game has come, by the digs made so far; a whole game has at most 25."""

    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"

    @property
    def digs(self) -> tuple[int, int]:
        """The fewest and the most digs of this stage."""
        return _DIGS[self]


_DIGS = {Stage.EARLY: (3, 5), Stage.MIDDLE: (9, 13), Stage.LATE: (17, 21)}


def set_up(rng: Random, counts: Mapping[Tile, int] | None = None) -> Position:
    """Fill the mine: three tiles of the larger group on each quarry, one of the smaller on top.

    Which 36 tiles have the other back is not documented, so a random 36 do (R3, assumed): mixing
    the whole box once does all of it. `counts` is the box, by default the project's own (R2).
    """
    box = tile_counts() if counts is None else counts
    tiles = shuffled(rng, (tile for tile in Tile for _ in range(box.get(tile, 0))))
    larger, smaller = tiles[len(QUARRIES) :], tiles[: len(QUARRIES)]
    below_top = FULL_HEIGHT - 1
    return Position(
        tuple(
            (*larger[quarry.index * below_top : (quarry.index + 1) * below_top], top)
            for quarry, top in zip(QUARRIES, smaller, strict=True)
        )
    )


def random_position(seed: int, stage: Stage) -> Position:
    """A mine as it may look early, midway or late in a game; the same for the same seed.

    It is set up and then dug by players of modest skill: each tries a few moves at random with
    the next card of a mixed deck and takes the best dig it happens upon.
    """
    rng = Random(f"{stage.value} {seed}")
    position = set_up(rng)
    fewest, most = stage.digs
    to_dig = fewest + below(rng, most - fewest + 1)
    deck: list[Card] = []
    while to_dig:
        deck = deck or shuffled(rng, cards())
        after = _modest_turn(rng, position, deck.pop().shape)
        if after is not None:
            position = after
            to_dig -= 1
    return position


def _modest_turn(rng: Random, position: Position, shape: Shape) -> Position | None:
    """The position after the best of a few turns tried at random, or None if no dig was found."""
    best: tuple[int, Position] | None = None
    for _ in range(_TRIES):
        tried, moves = position, 0
        for _ in range(below(rng, _MOST_MOVES + 1)):
            source = chosen(rng, QUARRIES)
            reach = targets(tried, source)
            if reach:
                tried = moved(tried, Move(source, chosen(rng, reach)))
                moves += 1
        for dig in legal_digs(tried, shape):
            taken = takings(tried, dig)
            worth = sum(half_coins(tile) - 2 * tile.curse for tile in taken) - 2 * moves
            if best is None or worth > best[0]:
                best = worth, dug(tried, dig, shape)
    return None if best is None else best[1]
