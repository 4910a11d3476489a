"""Where the tiles that must leave can go, when there is not room for all of them next door.

Every such tile ends in a room of its own: a free slot no higher than it lies (any in the beginner
variant), outside the placement or in a gap below the level of the dig. So all of them together
need at least as many moves as the cheapest assignment of rooms. A gap that none of them fills
costs as much as the nearest other tile that can fill it.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    BEFORE,
    CAP,
    DEAD,
    DIST,
    INP,
    NB,
    NEAR,
    P_CARPET,
    P_GAPS,
    P_PLAIN,
    P_STARTS,
    P_UPHILL,
    PAYS,
    PRICE,
    ROOM,
    ROW_OF,
    SLACK,
    START,
    USED,
    E,
)
from ksm_widgets.solver.kernel.memory import Ints

__all__ = ["moves_with_rooms"]


def moves_with_rooms(m: Ints, left: int) -> int:
    """A closer bound than `moves_left`, which must just have been reckoned as `left`."""
    starts = m[P_STARTS]
    if starts + m[P_GAPS] < 2 or starts > 48 or (m[P_GAPS] == 0 and next_door(m)):
        return left
    rooms = 0
    filling = 0
    for q in range(36):
        cap = m[CAP + q]
        for level in range(m[E + q] + 1, cap + 1):
            m[ROOM + 3 * rooms] = q
            m[ROOM + 3 * rooms + 1] = level
            m[ROOM + 3 * rooms + 2] = 0
            if m[INP + q] and not m[P_CARPET]:
                nearest = nearest_filler(m, q, level)
                m[ROOM + 3 * rooms + 2] = nearest
                filling += nearest
            rooms += 1
    if rooms < starts:
        return DEAD
    cost = assign_rooms(m, starts, rooms)
    if cost >= DEAD:
        return DEAD
    total = m[P_PLAIN] + cost + filling
    return total if total > left else left


def next_door(m: Ints) -> bool:
    """Whether every tile that must leave finds a room of its own next door, the lowest first."""
    for q in range(36):
        m[USED + q] = 0
    for level in range(1, 5):
        for k in range(m[P_STARTS]):
            if m[START + 2 * k + 1] != level:
                continue
            r = m[START + 2 * k]
            low = 4 if m[P_UPHILL] else level
            found = False
            for j in range(8):
                s = m[NB + r * 8 + j]
                if s < 0:
                    break
                taken = m[E + s] + m[USED + s]
                if taken < low and taken < m[CAP + s]:
                    m[USED + s] += 1
                    found = True
                    break
            if not found:
                return False
    return True


def nearest_filler(m: Ints, p: int, level: int) -> int:
    """How far the nearest tile outside the placement is that may fill a gap, 1 at least.

    Tiles that must leave are not meant: they are assigned.
    """
    for k in range(1, 36):
        q = m[NEAR + p * 36 + k]
        if m[INP + q] == 0 and m[E + q] >= (1 if m[P_UPHILL] else level):
            return m[DIST + p * 36 + q]
    return 60


def room_cost(m: Ints, start: int, room: int) -> int:
    """How many moves a tile needs to a room, less what it saves there."""
    level = m[START + 2 * start + 1]
    if m[ROOM + 3 * room + 1] > level and not m[P_UPHILL]:
        return DEAD
    r = m[START + 2 * start]
    q = m[ROOM + 3 * room]
    steps = 2 if q == r else m[DIST + r * 36 + q]
    return steps - m[ROOM + 3 * room + 2]


def assign_rooms(m: Ints, starts: int, rooms: int) -> int:
    """The cheapest assignment of rooms to tiles, one each, by the Hungarian method.

    Rooms and tiles are counted from 1 here, 0 stands for none; DEAD if there is no assignment.
    """
    for room in range(rooms + 1):
        m[ROW_OF + room] = 0
        m[PRICE + room] = 0
    for start in range(starts + 1):
        m[PAYS + start] = 0
    for start in range(1, starts + 1):
        m[ROW_OF] = start
        room = 0
        for k in range(rooms + 1):
            m[SLACK + k] = 1 << 40
            m[USED + k] = 0
        while True:
            room = cheapest_next(m, room, rooms)
            if m[ROW_OF + room] == 0:
                break
        while room:
            before = m[BEFORE + room]
            m[ROW_OF + room] = m[ROW_OF + before]
            room = before
    total = 0
    for room in range(1, rooms + 1):
        if m[ROW_OF + room]:
            cost = room_cost(m, m[ROW_OF + room] - 1, room - 1)
            if cost >= DEAD // 2:
                return DEAD
            total += cost
    return total


def cheapest_next(m: Ints, room: int, rooms: int) -> int:
    """The next room, reached at the least cost when the tile in `room` moves on.

    Prices are raised so that this way costs nothing more.
    """
    m[USED + room] = 1
    row = m[ROW_OF + room]
    least = 1 << 40
    following = 0
    for k in range(1, rooms + 1):
        if m[USED + k]:
            continue
        cost = room_cost(m, row - 1, k - 1) - m[PAYS + row] - m[PRICE + k]
        if cost < m[SLACK + k]:
            m[SLACK + k] = cost
            m[BEFORE + k] = room
        if m[SLACK + k] < least:
            least = m[SLACK + k]
            following = k
    for k in range(rooms + 1):
        if m[USED + k]:
            m[PAYS + m[ROW_OF + k]] += least
            m[PRICE + k] -= least
        else:
            m[SLACK + k] -= least
    return following
