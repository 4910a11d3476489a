"""Where the tiles of a turn come from: each followed through the moves to where it ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from ksm_widgets.solver.problem import Slot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.turns import Turn

__all__ = ["Origins", "origin_of", "origins_of", "slots_dug"]


@dataclass(frozen=True, slots=True)
class Origins:
    """The tiles that a turn moves and digs, by the slots where they lay when it began.

    `steps` says how many steps each tile goes that is moved at all; `dug` which tile it is that
    is dug from a quarry.
    """

    steps: Mapping[Slot, int]
    dug: Mapping[Quarry, Slot]


def origin_of(position: Position, moves: Sequence[Move], slot: Slot) -> Slot:
    """Where the tile that lies in a slot after some legal moves lay before them.

    Raises IndexError for a slot that holds none then.

    >>> from ksm_widgets.rules import Move, Position
    >>> mine = Position.near("5,4,3z")
    >>> str(origin_of(mine, [Move.parse("c1-d1")], Slot.parse("d1:1")))
    'c1:2'
    """
    stacks = {
        quarry: [Slot(quarry, level) for level in range(1, position.height(quarry) + 1)]
        for quarry in {
            slot.quarry,
            *chain.from_iterable((move.source, move.target) for move in moves),
        }
    }
    for move in moves:
        stacks[move.target].append(stacks[move.source].pop())
    return stacks[slot.quarry][slot.level - 1]


def origins_of(position: Position, turn: Turn) -> Origins:
    """Follow every tile of a legal turn from where it lay on `position`."""
    stacks: dict[Quarry, list[Slot]] = {}

    def stack(quarry: Quarry) -> list[Slot]:
        levels = range(1, position.height(quarry) + 1)
        return stacks.setdefault(quarry, [Slot(quarry, level) for level in levels])

    steps: Counter[Slot] = Counter()
    for move in turn.moves:
        slot = stack(move.source).pop()
        stack(move.target).append(slot)
        steps[slot] += 1
    return Origins(steps, {quarry: stack(quarry)[-1] for quarry in turn.dig or ()})


def slots_dug(position: Position, turn: Turn) -> frozenset[Slot]:
    """Where the tiles that a legal turn digs lay when it began.

    >>> from ksm_widgets.rules import Move, Position, Quarry, Turn
    >>> mine = Position.near("5,4,3z")
    >>> turn = Turn((Move.parse("c1-d1"),), (Quarry.parse("c1"), Quarry.parse("d1")))
    >>> [str(slot) for slot in sorted(slots_dug(mine, turn))]
    ['c1:1', 'c1:2']
    """
    return frozenset(origins_of(position, turn).dug.values())
