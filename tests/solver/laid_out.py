"""An aim laid out for the kernel as the solver does it, and what the kernel says of it."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

from ksm_widgets.rules import Power, Quarry, Shape, Variant
from ksm_widgets.solver.engine import interpreted_engine
from ksm_widgets.solver.kernel import layout as at
from ksm_widgets.solver.kernel.board import moves_left, moves_with_rooms, set_board
from ksm_widgets.solver.kernel.bound import aim_bound
from ksm_widgets.solver.kernel.carry import carry_on, carry_start
from ksm_widgets.solver.kernel.places import closer_bound, quarry_bounds, rough_bound, wanted_bound
from ksm_widgets.solver.problem import Problem
from ksm_widgets.solver.state import SearchState

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ksm_widgets.rules import Position

__all__ = ["NEVER", "LaidOut", "problem_for"]

NEVER = float("inf")
_DEPTH = 16


def problem_for(
    position: Position, placement: Iterable[Quarry], *, carpet: bool, uphill: bool
) -> Problem:
    """A problem whose card can be laid on these quarries."""
    return Problem(
        position,
        Shape(tuple((quarry.row, quarry.column) for quarry in placement)),
        frozenset({Power.CARPET} if carpet else ()),
        variant=Variant.BEGINNER if uphill else Variant.STANDARD,
    )


class LaidOut:
    """A problem laid out for the kernel, for asking the kernel about single aims.

    An aim is told as its placement, its level (0 with the carpet), and for each quarry of the
    placement the tile chosen, numbered as in `tile`. Made in a `with`, so that what the solver
    keeps from problem to problem is handed back.
    """

    def __init__(self, problem: Problem) -> None:
        self.state = SearchState(problem, interpreted_engine(), 1)
        self.m, self.places, self.aims = self.state.m, self.state.places, self.state.aims
        self.path = [0] * (at.PATH * _DEPTH)
        self.placements = self.state.placements
        self.size = problem.shape.size
        self.step = self.m[at.P_STEP]
        self.carpet = Power.CARPET in problem.powers
        self.tile_count = sum(len(stack) for stack in problem.position.stacks)
        self.wanted = [self.tile(slot.quarry, slot.level) for slot in problem.wanted]
        quarry_bounds(self.m)

    def __enter__(self) -> LaidOut:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.state.close()

    def tile(self, quarry: Quarry, level: int) -> int:
        """The number of the tile that lies there at the start."""
        return self.m[at.TILE_AT + quarry.index * at.LEVELS + level - 1]

    def worth(self, tiles: Iterable[int]) -> int:
        """What the tiles score together."""
        return sum(self.m[at.WORTH + tile] for tile in tiles)

    def _aim(self, placement: Sequence[Quarry], level: int, tiles: Sequence[int]) -> int:
        """Write the aim, all its tiles fixed; returns the number of its placement."""
        place = self.placements.index(tuple(placement))
        self.aims[: at.AIM] = [0] * at.AIM
        self.aims[at.AIM_PLACE] = place
        self.aims[at.AIM_LEVEL] = level
        self.aims[at.AIM_BAN_AT] = -1
        self.aims[at.AIM_FIXED] = (1 << self.size) - 1
        self.aims[at.AIM_TILE : at.AIM_TILE + self.size] = tiles
        return place

    def moves(
        self, placement: Sequence[Quarry], level: int, tiles: Sequence[int]
    ) -> tuple[float, float]:
        """The two bounds for the moves of an aim: `moves_left`, and the closer one with rooms."""
        self._aim(placement, level, tiles)
        set_board(self.m, self.places, self.aims, 0)
        left = moves_left(self.m)
        closer = left if left >= at.DEAD else moves_with_rooms(self.m, left)
        return (NEVER if left >= at.DEAD else left, NEVER if closer >= at.DEAD else closer)

    def carried_out(
        self,
        placement: Sequence[Quarry],
        level: int,
        tiles: Sequence[int],
        limit: int,
        boards: int = 10_000,
    ) -> bool | None:
        """Whether the solver finds a way for the aim with at most `limit` moves.

        The limit must not be below the bound, which is where the solver begins. None if it
        can't tell before it has visited about so many boards.
        """
        self._aim(placement, level, tiles)
        set_board(self.m, self.places, self.aims, 0)
        result = carry_start(self.m, self.state.seen.table, self.path, limit)
        if result == at.RUNNING:
            result = carry_on(self.m, self.state.seen.table, self.path, boards)
        return {at.SOLVED: True, at.FAILED: False, at.RUNNING: None}[result]

    @property
    def given_up(self) -> bool:
        """Whether the aim last carried out in vain is given up, even with more moves."""
        return not self.m[at.P_CUT]

    def quick_bounds(self, placement: Sequence[Quarry], level: int) -> tuple[int, int]:
        """The rough and the closer bound for what any aim with this placement scores."""
        place = self.placements.index(tuple(placement))
        rough = rough_bound(self.m, self.places, place, level)
        if self.wanted:
            rough = min(rough, wanted_bound(self.m, self.places, place, level))
        return rough, closer_bound(self.m, self.places, place, level)

    def aim_bound(
        self,
        placement: Sequence[Quarry],
        level: int,
        fixed: dict[int, int],
        banned: tuple[int, frozenset[int]] | None = None,
        enough: int = at.NEVER,
    ) -> int:
        """What all aims score at most whose i-th tile is fixed[i], and for one quarry none of
        those banned there; a bound below `enough` need not be close.
        """
        self._aim(placement, level, [fixed.get(i, 0) for i in range(self.size)])
        self.aims[at.AIM_FIXED] = sum(1 << i for i in fixed)
        if banned is not None:
            i, tiles = banned
            self.aims[at.AIM_BAN_AT] = i
            for tile in tiles:
                self.aims[at.AIM_BAN + tile // at.BAN_BITS] |= 1 << tile % at.BAN_BITS
        return aim_bound(self.m, self.places, self.aims, 0, enough)
