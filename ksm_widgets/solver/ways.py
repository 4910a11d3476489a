"""The ways of wanted tiles: the moves that a tile takes to where it is dug, others' included.

In the standard variant a tile enters a quarry only if that is lower than the tile is (R13). So on
its way every tile must have left that was in a quarry at its level or above it, and the tiles on
top of it must have left before. Each of them moves at least once, besides the steps of the tile
itself. The cheapest way is therefore a shortest path on which each quarry costs what must leave it.
Other wanted tiles don't count as leaving: their own steps are counted elsewhere.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.solver.kernel import layout as at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ksm_widgets.solver.cache import Mine
    from ksm_widgets.solver.slots import Slot


def lay_ways(mine: Mine, wanted: Sequence[Slot]) -> tuple[list[int], list[int]]:
    """The rows `WAYS` and `WAYS_AMONG` of the kernel's memory for a standard mine.

    Without limits a tile's way is that of a king. Entries that no dig needs are 0.
    """
    known = {mine.on[at.slot(slot.quarry.index, slot.level)] for slot in wanted}

    def leaving(quarry: int, lowest: int, highest: int) -> int:
        """Count the tiles of a quarry, wanted ones aside, on these levels."""
        levels = range(lowest, min(highest, mine.heights[quarry]) + 1)
        return sum(mine.on[at.slot(quarry, level)] not in known for level in levels)

    alone = [0] * (len(wanted) * at.ROWS * at.QUARRIES)
    among = [0] * (len(wanted) * at.ROWS * at.QUARRIES)
    for k, slot in enumerate(wanted):
        start, own = slot.quarry.index, slot.level
        on_top = leaving(start, own + 1, at.LEVELS)

        def whole(quarry: int, own: int = own) -> int:
            return leaving(quarry, own, at.LEVELS)

        def at_level(quarry: int, own: int = own) -> int:
            return leaving(quarry, own, own)

        def free(_: int) -> int:
            return 0

        far, near, plain = (_shortest(start, cost) for cost in (whole, at_level, free))
        for quarry in range(at.QUARRIES):
            for level in range(own + 1):
                where = at.ways(k, level, quarry)
                last = level or own
                if quarry == start and level in (0, own):
                    alone[where] = on_top
                    continue
                path = near if last == own else plain
                # What is on top of the tile in its own quarry has left already.
                entered = leaving(quarry, last, own if quarry == start else at.LEVELS)
                alone[where] = on_top + far[quarry] + 1 + entered
                among[where] = path[quarry] + 1 + leaving(quarry, last, last)
    return alone, among


def _shortest(start: int, cost: Callable[[int], int]) -> list[int]:
    """The least cost up to a quarry next to each one: a step, and what else it costs, for each.

    The last step is left to be counted.
    """
    reached = {start: 0}
    before = [at.DEAD] * at.QUARRIES
    heap = [(0, start)]
    while heap:
        far, quarry = heappop(heap)
        if far > reached[quarry]:
            continue
        for other in QUARRIES[quarry].neighbours:
            before[other.index] = min(before[other.index], far)
            further = far + 1 + cost(other.index)
            if further < reached.get(other.index, at.DEAD):
                reached[other.index] = further
                heappush(heap, (further, other.index))
    return before
