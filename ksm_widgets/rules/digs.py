"""The dig: which sets of topmost tiles a card may take (R8-R11, R21-R23)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from ksm_widgets.rules.arguments import expect, expect_position, read
from ksm_widgets.rules.deck import CardLike, shape_of
from ksm_widgets.rules.errors import DigError, EmptyQuarry, NotOneLevel, WrongShape
from ksm_widgets.rules.powers import Power, powers_of
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.rules.shapes import Placement, Shape, placements

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.tiles import Tile

    Powers = str | Power | Iterable[str | Power]

__all__ = ["dig_fault", "dug", "legal_digs", "takings"]


def dig_fault(
    position: Position,
    quarries: Iterable[Quarry],
    shape: Shape,
    powers: frozenset[Power] = frozenset(),
) -> DigError | None:
    """Why these quarries cannot be dug with this card and these powers, or None if they can.

    Checked in this order: the shape (R7, R8, R21, R23), empty quarries (R10), levels (R9, R22).
    """
    chosen = tuple(sorted(set(quarries)))
    if len(chosen) != shape.size:
        return WrongShape("illegal.dig_size", "R8", chosen, found=len(chosen), expected=shape.size)
    if not _fits(chosen, shape, powers):
        if Power.SEAL in powers:
            return WrongShape("illegal.not_connected", "R23", chosen)
        if Power.MIRROR in powers:
            return WrongShape("illegal.shape_turned", "R21", chosen)
        if chosen in placements(shape, powers | {Power.MIRROR}):
            return WrongShape("illegal.shape_only_turned", "R7", chosen)
        return WrongShape("illegal.shape", "R7", chosen)
    return _lie_fault(position, chosen, powers)


def _fits(chosen: Placement, shape: Shape, powers: frozenset[Power]) -> bool:
    """Whether the card may dig these quarries, whatever lies there (R7, R21, R23)."""
    if chosen in _as_held(shape, powers & {Power.MIRROR}):
        return True
    # With the seal there are too many places to keep them for each shape.
    return (
        Power.SEAL in powers
        and Shape(tuple((quarry.row, quarry.column) for quarry in chosen)).connected
    )


@lru_cache(maxsize=256)
def _as_held(shape: Shape, mirror: frozenset[Power]) -> frozenset[Placement]:
    """The placements without the seal, to look one up."""
    return frozenset(placements(shape, mirror))


def _lie_fault(
    position: Position, placement: Placement, powers: frozenset[Power]
) -> DigError | None:
    """Why the tiles of a placement, as they lie, cannot be dug (R9, R10, R22)."""
    levels = {position.height(quarry) for quarry in placement}
    if _may_be_dug(levels, powers):
        return None
    if 0 in levels:
        empty = tuple(quarry for quarry in placement if position.height(quarry) == 0)
        return EmptyQuarry("illegal.empty_quarry", "R10", empty, empty=list(empty))
    return NotOneLevel("illegal.not_one_level", "R9", placement, levels=sorted(levels))


def _may_be_dug(levels: set[int], powers: frozenset[Power]) -> bool:
    """Whether tiles on these levels, 0 for an empty quarry, may be dug together (R9, R10, R22)."""
    return 0 not in levels and (len(levels) == 1 or Power.CARPET in powers)


def legal_digs(
    position: Position, shape: CardLike, powers: Powers = frozenset()
) -> tuple[Placement, ...]:
    """Every dig the card allows as the mine lies, without a move.

    `shape` is that of the card, or the card, its number, the shape's text; powers may be named.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("5,4,3z/1,2,a")
    >>> for dig in ksm.legal_digs(mine, "###"):
    ...     print(*dig)
    a1 b1 c1
    >>> len(ksm.legal_digs(mine, ksm.Shape.parse("###"), "carpet"))
    2
    """
    expect_position(position)
    held, spent = shape_of("shape", shape), powers_of(powers)
    # Of hundreds of places most are no dig: the reason is not asked for.
    heights = [len(stack) for stack in position.stacks]
    return tuple(
        placement
        for placement in placements(held, spent)
        if _may_be_dug({heights[quarry.index] for quarry in placement}, spent)
    )


def takings(position: Position, quarries: Iterable[Quarry]) -> tuple[Tile, ...]:
    """The topmost tiles of the quarries, in their order; the quarries must not be empty."""
    return tuple(position.stack(quarry)[-1] for quarry in quarries)


def dug(
    position: Position,
    quarries: Iterable[Quarry | str],
    shape: CardLike,
    powers: Powers = frozenset(),
) -> Position:
    """The position after a dig; raises DigError if the dig is not allowed.

    Quarries and powers may be given by name, the shape as for `legal_digs`.

    >>> import ksm_widgets as ksm
    >>> mine, shape = ksm.Position.near("5,4,3z"), ksm.Shape.parse("##")
    >>> ksm.dug(mine, ["a1", "b1"], "##") == ksm.Position.near("-,-,3z")
    True
    >>> ksm.dug(mine, ksm.QUARRIES[1:3], shape)
    Traceback (most recent call last):
    ksm_widgets.rules.errors.NotOneLevel: All tiles of a dig lie on one level; these lie on ...
    """
    expect_position(position)
    expect("quarries", quarries, Iterable)
    named = [quarries] if isinstance(quarries, str) else quarries
    chosen = tuple(sorted({read("quarries", quarry, Quarry) for quarry in named}))
    fault = dig_fault(position, chosen, shape_of("shape", shape), powers_of(powers))
    if fault is not None:
        raise fault
    return position.lifted(chosen)
