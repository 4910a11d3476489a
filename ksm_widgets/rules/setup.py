"""Filling the mine at the start, and digging in it as a game goes on (R3): for Position alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import Card, cards
from ksm_widgets.rules.digs import dug, legal_digs, takings
from ksm_widgets.rules.moves import Move, moved, targets
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES
from ksm_widgets.rules.tiles import Tile, tile_counts
from ksm_widgets.rules.worth import USUAL_VALUES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from ksm_widgets.rules.position import Position, Stack
    from ksm_widgets.rules.shapes import Shape
    from ksm_widgets.rules.stages import Stage

__all__ = ["dug_over", "filled"]

_TRIES = 10
_MOST_MOVES = 3


def filled(rng: Random, counts: Mapping[Tile, int] | None = None) -> tuple[Stack, ...]:
    """Fill the mine: three tiles of the larger group on each quarry, one of the smaller on top.

    Which 36 tiles have the other back is not documented, so a random 36 do (R3, assumed): mixing
    the whole box once does all of it. `counts` is the box, by default the project's own (R2).
    """
    box = tile_counts() if counts is None else counts
    tiles = shuffled(rng, (tile for tile in Tile for _ in range(box.get(tile, 0))))
    larger, smaller = tiles[len(QUARRIES) :], tiles[: len(QUARRIES)]
    below_top = FULL_HEIGHT - 1
    return tuple(
        (*larger[quarry.index * below_top : (quarry.index + 1) * below_top], top)
        for quarry, top in zip(QUARRIES, smaller, strict=True)
    )


def dug_over(rng: Random, position: Position, stage: Stage) -> Position:
    """The mine after players of modest skill have dug in it for as long as the stage says.

    Each tries a few moves at random with the next card of a mixed deck and takes the best dig he
    happens upon.
    """
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
            worth = sum(map(_net, taken)) - 1000 * moves
            if best is None or worth > best[0]:
                best = worth, dug(tried, dig, shape)
    return None if best is None else best[1]


def _net(tile: Tile) -> int:
    """What digging a tile gains, in thousandths of a coin."""
    return (USUAL_VALUES.of(tile) or 0) - 1000 * tile.curse
