"""The rules that tasks are about, once more and naively: shares only the data types."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from ksm_widgets.rules import QUARRIES, Position, Power, Quarry, Shape

__all__ = ["everywhere", "may_dig", "may_step"]


def may_step(position: Position, source: Quarry, target: Quarry, *, beginner: bool = False) -> bool:
    """Whether the topmost tile of one quarry may step to another."""
    near = max(abs(source.row - target.row), abs(source.column - target.column)) == 1
    from_height = len(position.stacks[source.row * 6 + source.column])
    to_height = len(position.stacks[target.row * 6 + target.column])
    allowed = to_height <= 3 if beginner else to_height + 1 <= from_height
    return near and from_height > 0 and allowed


@lru_cache(maxsize=256)
def everywhere(shape: Shape) -> frozenset[frozenset[Quarry]]:
    """Every place in the mine where the shape fits as it is held; tasks ask again and again."""
    places = set()
    for down, right in product(range(6), repeat=2):
        cells = [(row + down, column + right) for row, column in shape.cells]
        if all(row < 6 and column < 6 for row, column in cells):
            places.add(frozenset(QUARRIES[6 * row + column] for row, column in cells))
    return frozenset(places)


def may_dig(
    position: Position, quarries: frozenset[Quarry], shape: Shape, powers: frozenset[Power]
) -> bool:
    """Whether these quarries may be dug with the card and the powers spent."""
    places = everywhere(shape)
    if Power.MIRROR in powers:
        for quarters in (1, 2, 3):
            places = places | everywhere(shape.turned(quarters))
    fits = quarries in places
    if Power.SEAL in powers and len(quarries) == len(shape.cells):
        fits = fits or _hang_together(quarries)
    heights = {len(position.stacks[q.row * 6 + q.column]) for q in quarries}
    return fits and 0 not in heights and (len(heights) == 1 or Power.CARPET in powers)


def _hang_together(quarries: frozenset[Quarry]) -> bool:
    reached = {min(quarries)}
    while True:
        more = {
            q
            for q in quarries - reached
            if any(max(abs(q.row - r.row), abs(q.column - r.column)) == 1 for r in reached)
        }
        if not more:
            return reached == quarries
        reached |= more
