"""Moving topmost tiles before the dig (R12-R15)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.arguments import expect, expect_position, one_of, read
from ksm_widgets.rules.errors import (
    MoveError,
    MoveTextError,
    NothingToMove,
    NotNeighbours,
    QuarryTextError,
    StackTooHigh,
    Uphill,
)
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, Quarry

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Position

__all__ = ["Move", "Variant", "legal_moves", "move_fault", "moved", "targets"]


class Variant(Enum):
    """Which rule for moving is played.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("1,23")
    >>> [len(ksm.legal_moves(mine, variant)) for variant in ksm.Variant]
    [7, 8]
    """

    STANDARD = "standard"
    """Never uphill (R13)."""
    BEGINNER = "beginner"
    """Uphill allowed, but no stack over four tiles (R15)."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One step of a topmost tile to another quarry; it costs one coin (R12, R14).

    >>> import ksm_widgets as ksm
    >>> move = ksm.Move.parse("c3-d4")
    >>> move.source, str(move)
    (Quarry.parse('c3'), 'c3-d4')
    """

    source: Quarry
    target: Quarry

    def __post_init__(self) -> None:
        if type(self.source) is not Quarry or type(self.target) is not Quarry:
            expect("source", self.source, Quarry)
            expect("target", self.target, Quarry)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move like `c3-d4`; raises MoveTextError for anything else."""
        expect("text", text, str)
        source, dash, target = text.partition("-")
        try:
            if dash:
                return cls(Quarry.parse(source), Quarry.parse(target))
        except QuarryTextError:
            pass
        raise MoveTextError("move.text", found=text[:20])

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


def move_fault(
    position: Position, move: Move, variant: Variant = Variant.STANDARD
) -> MoveError | None:
    """Why a move is not allowed, or None if it is (R12, R13, R15)."""
    source, target = move.source, move.target
    both = (source, target)
    if position.height(source) == 0:
        return NothingToMove("illegal.nothing_to_move", "R12", [source], source=source)
    if source.distance(target) != 1:
        return NotNeighbours("illegal.not_neighbours", "R12", both, source=source, target=target)
    level, new_level = position.height(source), position.height(target) + 1
    if variant is Variant.STANDARD:
        if new_level > level:
            return Uphill(
                "illegal.uphill",
                "R13",
                both,
                source=source,
                target=target,
                level=level,
                new_level=new_level,
            )
    elif new_level > FULL_HEIGHT:
        return StackTooHigh(
            "illegal.stack_too_high", "R15", both, source=source, target=target, most=FULL_HEIGHT
        )
    return None


def moved(
    position: Position,
    move: Move | str | Iterable[Move | str],
    variant: Variant | str = Variant.STANDARD,
) -> Position:
    """The position after a move, or after several one by one; raises MoveError if one is illegal.

    Moves and the variant are given by themselves or as text.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("1z")
    >>> ksm.moved(mine, "a1-b1") == ksm.Position.near("1,z")
    True
    """
    if not isinstance(variant, Variant):
        variant = one_of("variant", variant, Variant)
    if not isinstance(move, (Move, str)):
        expect("move", move, Move, str, Iterable)
    for given in [move] if isinstance(move, (Move, str)) else move:
        step = given if isinstance(given, Move) else read("move", given, Move)
        fault = move_fault(position, step, variant)
        if fault is not None:
            raise fault
        tile = position.stack(step.source)[-1]
        position = position.lifted([step.source]).with_stack(
            step.target, (*position.stack(step.target), tile)
        )
    return position


def targets(
    position: Position, source: Quarry, variant: Variant = Variant.STANDARD
) -> tuple[Quarry, ...]:
    """Where the topmost tile of a quarry may step; empty if there is none."""
    return tuple(
        target
        for target in source.neighbours
        if move_fault(position, Move(source, target), variant) is None
    )


def legal_moves(position: Position, variant: Variant | str = Variant.STANDARD) -> tuple[Move, ...]:
    """Every move that may be made now, in the order of QUARRIES.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("12,3")
    >>> print(*ksm.legal_moves(mine))
    a1-b1 a1-a2 a1-b2 b1-c1 b1-a2 b1-b2 b1-c2
    """
    expect_position(position)
    played = one_of("variant", variant, Variant)
    return tuple(
        Move(source, target) for source in QUARRIES for target in targets(position, source, played)
    )
