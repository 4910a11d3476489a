"""What a tile nobody has seen is worth on average, by the tiles still to be seen (R33)."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal
from typing import TYPE_CHECKING

from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.tiles import Tile, tile_counts

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Position
    from ksm_widgets.solver.problem import Values

__all__ = ["expected_worth", "holds_unseen"]

_THOUSANDTH = Decimal("0.001")


def expected_worth(
    position: Position, values: Values, powers: frozenset[Power] = frozenset()
) -> Decimal:
    """The mean of what a `?` nets, in coins to the thousandth: its worth less a curse's cost.

    What lies open is taken out of the box; what was dug earlier is not known to a position, so
    this is an estimate. 0 if the whole box lies open.

    >>> from ksm_widgets.rules import Position
    >>> from ksm_widgets.solver import Values
    >>> expected_worth(Position(), Values())
    Decimal('1.809')
    """
    seen = position.counts()
    total, count = 0, 0
    for tile, in_box in tile_counts().items():
        left = max(0, in_box - seen[tile])
        worth = values.of(tile)
        assert worth is not None, f"{tile} has no worth"
        cost = 0 if Power.AMULET in powers else 1000 * tile.curse
        total += left * (worth - cost)
        count += left
    if not count:
        return Decimal(0)
    mean = Decimal(total) / count / 1000
    return mean.quantize(_THOUSANDTH, rounding=ROUND_HALF_EVEN)


def holds_unseen(position: Position) -> bool:
    """Whether any tile of the position is unknown."""
    return any(Tile.UNSEEN in stack for stack in position.stacks)
