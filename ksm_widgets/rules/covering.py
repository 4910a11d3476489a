"""What everybody at the table has seen of the mine, and a position with the rest covered (R33).

Tiles come to light from the top only, so what nobody has seen are always the lowest tiles of a
quarry: one number a quarry says how many. A tile counts as seen once it was topmost during play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.position import Position
from ksm_widgets.rules.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Covering", "covered", "only_tops_seen", "uncovered_by"]

Covering = tuple[int, ...]
"""How many of a quarry's lowest tiles nobody has seen, in the order of QUARRIES."""


def only_tops_seen(position: Position) -> Covering:
    """The covering when play begins on a position: just the topmost tiles are seen (R33)."""
    return tuple(max(0, len(stack) - 1) for stack in position.stacks)


def uncovered_by(covering: Covering, positions: Iterable[Position]) -> Covering:
    """The covering after play has gone through these positions, one after the other."""
    for position in positions:
        covering = tuple(map(min, covering, only_tops_seen(position)))
    return covering


def covered(position: Position, covering: Covering | None = None) -> Position:
    """The position as a player knows it: `?` for every tile nobody has seen.

    Without a covering just the topmost tiles are known.

    >>> from ksm_widgets.rules import Position, covered
    >>> covered(Position.near("13x5,a2")) == Position.near("???5,?2")
    True
    """
    if covering is None:
        covering = only_tops_seen(position)
    return Position(
        tuple(
            (Tile.UNSEEN,) * unseen + stack[unseen:]
            for unseen, stack in zip(covering, position.stacks, strict=True)
        )
    )
