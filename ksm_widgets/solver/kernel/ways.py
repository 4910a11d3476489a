"""The ways of wanted tiles: the moves that a tile takes to where it is dug, others' included.

In the standard variant a tile enters a quarry only if that is lower than the tile is (R13). So on
its way every tile must have left that was in a quarry at its level or above it, and the tiles on
top of it must have left before. Each of them moves at least once, besides the steps of the tile
itself. The cheapest way is therefore a shortest path on which each quarry costs what must leave it.
Other wanted tiles don't count as leaving: their own steps are counted elsewhere.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    DEAD,
    DISTANCE,
    IS_WANTED,
    LEVELS,
    MINE_HEIGHT,
    MOST_NEIGHBOURS,
    NEIGHBOUR,
    P_SIZE,
    P_WANTED,
    QUARRIES,
    TILE_AT,
    TILE_LEVEL,
    TILE_QUARRY,
    WANTED,
    WAY_COST,
    WAY_FAR,
    WAY_NEAR,
    WAY_REACHED,
    WAYS,
    WAYS_AMONG,
    Ints,
    slot,
    ways,
)
from ksm_widgets.solver.kernel.values import tile_steps


def lay_ways(m: Ints) -> None:
    """Fill `WAYS` and `WAYS_AMONG` for a standard mine.

    Without limits a tile's way is that of a king. Entries that no dig needs stay 0.
    """
    for k in range(m[P_WANTED]):
        t = m[WANTED + k]
        start = m[TILE_QUARRY + t]
        own = m[TILE_LEVEL + t]
        on_top = to_leave(m, start, own + 1, LEVELS)
        cheapest_paths(m, WAY_FAR, start, own, LEVELS)
        cheapest_paths(m, WAY_NEAR, start, own, own)
        for q in range(QUARRIES):
            # Out of its own quarry and back are two steps.
            plain = m[DISTANCE + start * QUARRIES + q] - 1 if q != start else 1
            for level in range(own + 1):
                where = ways(k, level, q)
                last = level if level else own
                if q == start and last == own:
                    m[WAYS + where] = on_top
                    continue
                near = m[WAY_NEAR + q] if last == own else plain
                # What is on top of the tile in its own quarry has left already.
                highest = own if q == start else LEVELS
                m[WAYS + where] = on_top + m[WAY_FAR + q] + 1 + to_leave(m, q, last, highest)
                m[WAYS_AMONG + where] = near + 1 + to_leave(m, q, last, last)


def to_leave(m: Ints, q: int, lowest: int, highest: int) -> int:
    """Count the tiles of a quarry, wanted ones aside, on these levels."""
    found = 0
    for level in range(lowest, min(highest, m[MINE_HEIGHT + q]) + 1):
        if not m[IS_WANTED + m[TILE_AT + slot(q, level)]]:
            found += 1
    return found


def cheapest_paths(m: Ints, before: int, start: int, lowest: int, highest: int) -> None:
    """Note the least cost up to a quarry next to each one in the row that begins at `before`.

    Each step costs a move, and one for each tile that must leave on these levels where it ends. The
    last step is left to be counted.
    """
    for q in range(QUARRIES):
        m[before + q] = DEAD
        m[WAY_REACHED + q] = DEAD
        m[WAY_COST + q] = 1 + to_leave(m, q, lowest, highest)
    m[WAY_REACHED + start] = 0
    changed = True
    while changed:
        changed = False
        for q in range(QUARRIES):
            far = m[WAY_REACHED + q]
            for k in range(MOST_NEIGHBOURS):
                r = m[NEIGHBOUR + q * MOST_NEIGHBOURS + k]
                if r < 0 or far >= m[before + r]:
                    continue
                m[before + r] = far
                if far + m[WAY_COST + r] < m[WAY_REACHED + r]:
                    m[WAY_REACHED + r] = far + m[WAY_COST + r]
                    changed = True


def wanted_moves(m: Ints, places: Ints, place: int, level: int) -> int:
    """The fewest moves for the wanted tiles to be dug here; DEAD or more if they can't be.

    Each takes its own steps, and one of them its whole way: see `WAYS`. Where the tiles above the
    level of the dig leave in any case, those on its way are counted up to that level only.
    """
    n = m[P_SIZE]
    first = place * n
    total = 0
    most = 0
    among = 0
    above = 0
    if level:
        for i in range(first, first + n):
            above += max(0, m[MINE_HEIGHT + places[i]] - level)
    for k in range(m[P_WANTED]):
        t = m[WANTED + k]
        least = DEAD
        way = DEAD
        way_among = DEAD
        for i in range(first, first + n):
            p = places[i]
            steps = tile_steps(m, t, p, level)
            if steps >= 0:
                least = min(least, steps)
                way = min(way, m[WAYS + ways(k, level, p)])
                way_among = min(way_among, m[WAYS_AMONG + ways(k, level, p)])
            if p == m[TILE_QUARRY + t] and level and m[TILE_LEVEL + t] > level:
                above -= 1
        if least == DEAD:
            return DEAD
        total += least
        most = max(most, way - least)
        among = max(among, way_among - least)
    return total + max(most, among + above)
