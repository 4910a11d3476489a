"""What all peers share: the moves worth looking ahead, kinds of tiles, where a tile may get to.

The peers get the same horizon and the same facts about the problem; only what a tool does with
them differs.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from ksm_widgets.rules.deck import placements
from ksm_widgets.rules.quarries import QUARRIES, Variant
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.solver.problem import Problem
from ksm_widgets.solver.problem_reading import Slot

__all__ = ["LEVELS", "THOUSAND", "Kind", "Task", "Verdict", "verdict"]

LEVELS = (1, 2, 3, 4)
THOUSAND = 1000


class Kind(NamedTuple):
    """Tiles of a kind are as good as each other: same net, coins and curse, wanted or not."""

    net: int
    purse: int
    wanted: bool
    diggable: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a peer says: proven or not, and its best plan's net and moves (None if there is none).

    Proven without a plan means that the wanted tiles cannot be had.
    """

    proven: bool
    net: Decimal | None
    moves: int | None
    note: str = ""


def verdict(net: int | None, moves: int, *, proven: bool) -> Verdict:
    """A verdict on a plan with that net, in thousandths; on none if it is None."""
    if net is None:
        return Verdict(proven, None, None)
    return Verdict(proven, Decimal(net) / THOUSAND, moves)


@dataclass(frozen=True)
class Task:
    """A dig problem as a planning task: plain numbers for quarries, levels and kinds of tiles."""

    problem: Problem

    @cached_property
    def beginner(self) -> bool:
        """Whether tiles may rise (R15)."""
        return self.problem.variant is Variant.BEGINNER

    @cached_property
    def carpet(self) -> bool:
        """Whether a dig may take tiles of different levels (R22)."""
        return Power.CARPET in self.problem.powers

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """The height of each quarry at the start."""
        return tuple(len(stack) for stack in self.problem.position.stacks)

    @cached_property
    def tiles(self) -> dict[tuple[int, int], Kind]:
        """The kind of the tile in each slot (quarry's number, level) at the start."""
        return {
            (quarry.index, level): self._kind(tile, Slot(quarry, level))
            for quarry in QUARRIES
            for level, tile in enumerate(self.problem.position.stack(quarry), start=1)
        }

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that lie on the board."""
        return tuple(sorted(set(self.tiles.values())))

    @cached_property
    def counts(self) -> dict[Kind, int]:
        """How many tiles of each kind there are."""
        counts: dict[Kind, int] = defaultdict(int)
        for kind in self.tiles.values():
            counts[kind] += 1
        return dict(counts)

    @cached_property
    def ripest(self) -> int:
        """No dig is worth more than this, in thousandths: the best tiles wherever they lie."""
        nets = sorted((kind.net for kind in self.tiles.values() if kind.diggable), reverse=True)
        return sum(nets[: self.problem.shape.size])

    def horizon(self, net: int | None) -> int:
        """So many moves may still beat a plan that nets so much, in thousandths.

        A dig is worth at most W, the sum of the best `size` tiles, so m moves net at most W - m:
        hence m < W - net. `max_moves` may be less. For wanted tiles there is only `max_moves`,
        as no number of moves is too many for them.
        """
        most = self.problem.max_moves
        if net is None:
            assert most is not None, "wanted tiles need max_moves here"
            return most
        paying = max(0, -(-(self.ripest - net) // THOUSAND) - 1)
        return paying if most is None else min(most, paying)

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """Every set of quarries the card may lie on, as numbers."""
        return tuple(
            tuple(quarry.index for quarry in place)
            for place in placements(self.problem.shape, self.problem.powers)
        )

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each quarry (R12)."""
        return tuple(tuple(near.index for near in quarry.neighbours) for quarry in QUARRIES)

    @cached_property
    def first_change(self) -> dict[tuple[int, int], int]:
        """After how many moves a slot may differ from the start: those to bare it or to fill it."""
        return {
            (quarry, level): height - level + 1 if level <= height else level - height
            for quarry, height in enumerate(self.heights)
            for level in LEVELS
        }

    @cached_property
    def first_arrival(self) -> dict[tuple[int, int], dict[Kind, int]]:
        """For each slot, which kinds may come to lie there, and after how many moves at the least.

        A tile must be bared and walk; in the standard game it never gets to a higher level (R13).
        """
        arrival: dict[tuple[int, int], dict[Kind, int]] = {}
        for quarry in QUARRIES:
            for level in LEVELS:
                soonest: dict[Kind, int] = {}
                for (start, from_level), kind in self.tiles.items():
                    if level > from_level and not self.beginner:
                        continue
                    bared = self.heights[start] - from_level
                    walk = QUARRIES[start].distance(quarry) or (0 if level == from_level else 2)
                    need = bared + walk if walk else 0
                    soonest[kind] = min(soonest.get(kind, need), need)
                arrival[quarry.index, level] = soonest
        return arrival

    def _kind(self, tile: Tile, slot: Slot) -> Kind:
        worth = self.problem.values.of(tile)
        curse = 0 if Power.AMULET in self.problem.powers else tile.curse
        return Kind(
            (worth or 0) - curse * THOUSAND,
            tile.treasure - curse,
            slot in self.problem.wanted,
            worth is not None,
        )
