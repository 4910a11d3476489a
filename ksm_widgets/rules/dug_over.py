"""Mines as they look in the middle of a game: full ones, dug over by players of modest skill.

Boards for tasks and puzzles are drawn by the thousand, so a turn is tried on plain stacks, and each
placement of a shape is an int with a bit for each of its quarries.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import Card, cards, placements
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.values import USUAL_VALUES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from ksm_widgets.rules.deck import Shape
    from ksm_widgets.rules.quarries import Stack

_TRIES = 10
_MOST_MOVES = 3
_BESIDE = tuple(tuple(other.index for other in quarry.neighbours) for quarry in QUARRIES)
_NET = {tile: (USUAL_VALUES.of(tile) or 0) - 1000 * tile.curse for tile in Tile}
"""The gain from digging a tile, in thousandths of a coin."""


def dug_over(rng: Random, stacks: Sequence[Stack], digs: int) -> tuple[Stack, ...]:
    """The stacks of a mine after so many digs of players of modest skill."""
    deck: list[Card] = []
    after = list(stacks)
    while digs:
        deck = deck or shuffled(rng, cards())
        dug = _modest_turn(rng, after, deck.pop().shape)
        if dug is not None:
            after = dug
            digs -= 1
    return tuple(after)


def _modest_turn(rng: Random, stacks: list[Stack], shape: Shape) -> list[Stack] | None:
    """The stacks after the best of a few turns tried at random, or None if no dig was found."""
    best: tuple[int, list[Stack], tuple[int, ...]] | None = None
    at_first = [0] * (FULL_HEIGHT + 1)  # For each height the quarries of that height, as bits.
    for index, stack in enumerate(stacks):
        at_first[len(stack)] |= 1 << index
    for _ in range(_TRIES):
        tried, of_height, moves = stacks.copy(), at_first.copy(), 0
        for _ in range(below(rng, _MOST_MOVES + 1)):
            source = chosen(rng, QUARRIES).index
            level = len(tried[source])
            reach = [target for target in _BESIDE[source] if len(tried[target]) < level]
            if reach:
                target = chosen(rng, reach)
                height = len(tried[target])
                tried[target] += tried[source][-1:]
                tried[source] = tried[source][:-1]
                of_height[level] ^= 1 << source
                of_height[level - 1] ^= 1 << source
                of_height[height] ^= 1 << target
                of_height[height + 1] ^= 1 << target
                moves += 1
        for bits, dig in _digs(shape):
            level = len(tried[dig[0]])
            if level and bits & of_height[level] == bits:
                worth = sum([_NET[tried[index][-1]] for index in dig]) - 1000 * moves
                if best is None or worth > best[0]:
                    best = worth, tried, dig
    if best is None:
        return None
    _, after, dig = best
    for index in dig:
        after[index] = after[index][:-1]
    return after


@lru_cache(maxsize=64)
def _digs(shape: Shape) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every placement of the shape, as bits and as indices of quarries."""
    indices = (tuple(quarry.index for quarry in place) for place in placements(shape))
    return tuple((sum(1 << index for index in place), place) for place in indices)
