"""The board on which an aim is carried out, and lower bounds for the moves left on it.

Only the chosen tiles have an identity there. Every other tile that must leave ends in a room of its
own: a free slot no higher than it is (any in the beginner variant), outside the placement or in a
gap below the level of the dig. Where there is not room for all of them next door, they need at
least as many moves as the cheapest assignment of rooms; a gap that none of them fills costs as much
as the nearest other tile that can fill it.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AIM_LEVEL,
    AIM_PLACE,
    AIM_TILE,
    BEFORE,
    BY_DISTANCE,
    CHOSEN_AT,
    CHOSEN_LEVEL,
    CHOSEN_QUARRY,
    DEAD,
    DISTANCE,
    FEWEST_NEIGHBOURS,
    HEIGHT,
    IN_PLACEMENT,
    KEY,
    KEY_QUARRIES,
    LEAVING_LEVEL,
    LEAVING_PRICE,
    LEAVING_QUARRY,
    LEVELS,
    MINE_HEIGHT,
    MOST_BELOW,
    MOST_LEAVING,
    MOST_NEIGHBOURS,
    NEIGHBOUR,
    P_CARPET,
    P_FAR,
    P_GAPS,
    P_LEAVING,
    P_LEVEL,
    P_PLAIN,
    P_SIZE,
    P_UPHILL,
    QUARRIES,
    ROOM_LEVEL,
    ROOM_PRICE,
    ROOM_QUARRY,
    ROOM_SAVES,
    ROOM_TILE,
    SLACK,
    SLOT_BITS,
    SLOTS,
    STABLE,
    TARGET,
    TILE_LEVEL,
    TILE_QUARRY,
    USED,
    Ints,
    height_bit,
    slot,
)

FAR = 60
"""More moves than any tile needs to fill a gap."""
ENDLESS = 1 << 40
"""More than any assignment of rooms costs."""


def set_board(m: Ints, places: Ints, aims: Ints, aim: int) -> None:
    """Set up the mine as it is, with the chosen tiles of an aim marked.

    The aim's level is that of the dig, 0 for any (carpet).
    """
    n = m[P_SIZE]
    first = aims[aim + AIM_PLACE] * n
    m[P_LEVEL] = aims[aim + AIM_LEVEL]
    m[KEY] = 0
    m[KEY + 1] = 0
    m[KEY + 2] = 0
    for q in range(QUARRIES):
        m[HEIGHT + q] = m[MINE_HEIGHT + q]
        m[STABLE + q] = m[MINE_HEIGHT + q]
        m[MOST_BELOW + q] = LEVELS
        m[IN_PLACEMENT + q] = 0
        m[KEY + q // KEY_QUARRIES] += m[MINE_HEIGHT + q] << height_bit(q)
    for k in range(SLOTS):
        m[CHOSEN_AT + k] = 0
    for i in range(n):
        t = aims[aim + AIM_TILE + i]
        p = places[first + i]
        m[TARGET + i] = p
        m[IN_PLACEMENT + p] = i + 1
        m[CHOSEN_QUARRY + i] = m[TILE_QUARRY + t]
        m[CHOSEN_LEVEL + i] = m[TILE_LEVEL + t]
        lies = slot(m[TILE_QUARRY + t], m[TILE_LEVEL + t])
        m[CHOSEN_AT + lies] = i + 1
        m[KEY + 2] += lies << (SLOT_BITS * i)


def make_move(m: Ints, source: int, target: int) -> None:
    """Move the topmost tile; the caller must know that this is legal."""
    hs = m[HEIGHT + source] - 1
    ht = m[HEIGHT + target] + 1
    m[HEIGHT + source] = hs
    m[HEIGHT + target] = ht
    m[STABLE + source] = hs
    m[STABLE + target] = ht
    m[KEY + source // KEY_QUARRIES] -= 1 << height_bit(source)
    m[KEY + target // KEY_QUARRIES] += 1 << height_bit(target)
    above = slot(source, hs + 1)
    i = m[CHOSEN_AT + above]
    if i:
        lies = slot(target, ht)
        m[CHOSEN_AT + above] = 0
        m[CHOSEN_AT + lies] = i
        m[CHOSEN_QUARRY + i - 1] = target
        m[CHOSEN_LEVEL + i - 1] = ht
        m[KEY + 2] += (lies - above) << (SLOT_BITS * (i - 1))


def moves_left(m: Ints) -> int:
    """A lower bound for the moves still needed to dig the chosen tiles from their targets.

    0 if and only if they can be dug now; DEAD or more if they never can be. Each tile that must
    move is counted once: a chosen tile with its distance (twice one if it must leave its quarry and
    come back), any other with the distance to the nearest stack that can take it, and each gap
    below the level of the dig that no such tile is left to fill with one move. If none of the
    lowest of them has room next door, the moves that bring it room are counted besides.
    """
    uphill = m[P_UPHILL]
    plain = chosen_steps(m)
    if plain == DEAD:
        return DEAD
    gaps = settle_stacks(m)
    starts = 0
    theirs = 0
    far = 0
    lowest = LEVELS + 1
    wait = 0
    for i in range(2 * m[P_SIZE]):
        r = stack_to_clear(m, i)
        if r < 0:
            continue
        for lies in range(m[STABLE + r] + 1, m[HEIGHT + r] + 1):
            rank = LEVELS if uphill else lies
            steps = 1
            chosen = m[CHOSEN_AT + slot(r, lies)]
            if not chosen:
                m[LEAVING_QUARRY + starts] = r
                m[LEAVING_LEVEL + starts] = lies
                starts += 1
                steps = nearest_room(m, r, rank)
                if steps == DEAD:
                    return DEAD
                if steps > 1:
                    far = 1
                theirs += steps
            elif m[TARGET + chosen - 1] == r:
                if settled(m, r, lies):
                    continue
                plain += 2
            if rank < lowest:
                lowest = rank
                wait = DEAD
            if rank == lowest and wait:
                wait = min(wait, max(0, hole_distance(m, r, rank) - steps))
    m[P_LEAVING] = starts
    m[P_FAR] = far
    m[P_PLAIN] = plain
    return plain + theirs + others_moves(m, gaps - starts, wait)


def chosen_steps(m: Ints) -> int:
    """Add up how far the chosen tiles are from their targets, and note how much fits below them.

    DEAD if one of them is too low.
    """
    level = m[P_LEVEL]
    uphill = m[P_UPHILL]
    carpet = m[P_CARPET]
    total = 0
    for i in range(m[P_SIZE]):
        p = m[TARGET + i]
        q = m[CHOSEN_QUARRY + i]
        if carpet:
            m[MOST_BELOW + p] = LEVELS - 1 if uphill else m[CHOSEN_LEVEL + i] - 1
        else:
            m[MOST_BELOW + p] = level - 1
            if m[CHOSEN_LEVEL + i] < level and not uphill:
                return DEAD
        if q != p:
            total += m[DISTANCE + q * QUARRIES + p]
    return total


def settle_stacks(m: Ints) -> int:
    """Note how much of each stack with a chosen tile, or to be dug, may stay.

    Returns how many gaps that leaves below the level of the dig.
    """
    level = 0 if m[P_CARPET] else m[P_LEVEL]
    gaps = 0
    for i in range(m[P_SIZE]):
        p = m[TARGET + i]
        m[STABLE + p] = stable_height(m, p)
        q = m[CHOSEN_QUARRY + i]
        if m[IN_PLACEMENT + q] == 0:
            m[STABLE + q] = stable_height(m, q)
        if level:
            gaps += level - 1 - m[STABLE + p]
    return gaps


def stable_height(m: Ints, q: int) -> int:
    """The number of bottom tiles that need not move: below any chosen one, within the cap."""
    most = m[HEIGHT + q]
    if m[MOST_BELOW + q] < most:
        most = m[MOST_BELOW + q]
    for low in range(most):
        if m[CHOSEN_AT + slot(q, low + 1)]:
            return low
    return most


def stack_to_clear(m: Ints, i: int) -> int:
    """The i-th stack to clear: the targets', then the chosen tiles'; -1 for a second mention."""
    n = m[P_SIZE]
    if i < n:
        return m[TARGET + i]
    r = m[CHOSEN_QUARRY + i - n]
    if m[IN_PLACEMENT + r]:
        return -1
    for j in range(i - n):
        if m[CHOSEN_QUARRY + j] == r:
            return -1
    return r


def settled(m: Ints, r: int, lies: int) -> bool:
    """Whether a chosen tile in its own quarry may stay: on the level of the dig, above no other.

    Otherwise it must leave and come back.
    """
    if lies != m[P_LEVEL] and not m[P_CARPET]:
        return False
    for low in range(1, lies):
        if m[CHOSEN_AT + slot(r, low)]:
            return False
    return True


def nearest_room(m: Ints, r: int, level: int) -> int:
    """The distance to the nearest stack that can take a tile: below its level, within its cap.

    Two moves if it is the tile's own, DEAD if there is none.
    """
    for k in range(MOST_NEIGHBOURS):
        s = m[NEIGHBOUR + r * MOST_NEIGHBOURS + k]
        if s < 0:
            break
        if m[STABLE + s] < level and m[STABLE + s] < m[MOST_BELOW + s]:
            return 1
    if m[STABLE + r] < level and m[STABLE + r] < m[MOST_BELOW + r]:
        return 2
    for k in range(1 + FEWEST_NEIGHBOURS, QUARRIES):  # the quarry itself is the first
        s = m[BY_DISTANCE + r * QUARRIES + k]
        if s != r and m[STABLE + s] < level and m[STABLE + s] < m[MOST_BELOW + s]:
            return m[DISTANCE + r * QUARRIES + s]
    return DEAD


def others_moves(m: Ints, missing: int, wait: int) -> int:
    """Count the moves of tiles that need not leave: to fill gaps, and to make room.

    `missing` is the number of gaps that no tile that must leave will fill; `wait` is the number of
    moves by which others must bring room next door before any of the lowest of these can move. DEAD
    if they never can.
    """
    m[P_GAPS] = 0
    moves = 0
    if missing > 0:
        m[P_GAPS] = 1
        moves = missing
    if wait > moves:
        if wait - moves > QUARRIES:
            return DEAD
        m[P_FAR] = 1
        moves = wait
    return moves


def hole_distance(m: Ints, q: int, level: int) -> int:
    """The distance to the nearest quarry that is lower than `level` now; DEAD if none is.

    A tile on that level can be taken only there, and room travels only by such moves.
    """
    for k in range(1, QUARRIES):
        s = m[BY_DISTANCE + q * QUARRIES + k]
        if m[HEIGHT + s] < level:
            return m[DISTANCE + q * QUARRIES + s]
    return DEAD


def moves_with_rooms(m: Ints, left: int) -> int:
    """A closer bound than `moves_left`, whose result just now must be `left`."""
    starts = m[P_LEAVING]
    if starts + m[P_GAPS] < 2 or starts > MOST_LEAVING or (m[P_GAPS] == 0 and next_door(m)):
        return left
    rooms = 0
    filling = 0
    for q in range(QUARRIES):
        cap = m[MOST_BELOW + q]
        for level in range(m[STABLE + q] + 1, cap + 1):
            m[ROOM_QUARRY + rooms] = q
            m[ROOM_LEVEL + rooms] = level
            m[ROOM_SAVES + rooms] = 0
            if m[IN_PLACEMENT + q] and not m[P_CARPET]:
                nearest = nearest_filler(m, q, level)
                m[ROOM_SAVES + rooms] = nearest
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
    for q in range(QUARRIES):
        m[USED + q] = 0
    for level in range(1, LEVELS + 1):
        for k in range(m[P_LEAVING]):
            if m[LEAVING_LEVEL + k] != level:
                continue
            r = m[LEAVING_QUARRY + k]
            low = LEVELS if m[P_UPHILL] else level
            found = False
            for j in range(MOST_NEIGHBOURS):
                s = m[NEIGHBOUR + r * MOST_NEIGHBOURS + j]
                if s < 0:
                    break
                taken = m[STABLE + s] + m[USED + s]
                if taken < low and taken < m[MOST_BELOW + s]:
                    m[USED + s] += 1
                    found = True
                    break
            if not found:
                return False
    return True


def nearest_filler(m: Ints, p: int, level: int) -> int:
    """The distance to the nearest tile outside the placement that may fill a gap, 1 at least.

    Tiles that must leave don't count here: they are assigned.
    """
    for k in range(1, QUARRIES):
        q = m[BY_DISTANCE + p * QUARRIES + k]
        if m[IN_PLACEMENT + q] == 0 and m[STABLE + q] >= (1 if m[P_UPHILL] else level):
            return m[DISTANCE + p * QUARRIES + q]
    return FAR


def room_cost(m: Ints, start: int, room: int) -> int:
    """The number of moves from a tile to a room, less the moves it saves there."""
    level = m[LEAVING_LEVEL + start]
    if m[ROOM_LEVEL + room] > level and not m[P_UPHILL]:
        return DEAD
    r = m[LEAVING_QUARRY + start]
    q = m[ROOM_QUARRY + room]
    steps = 2 if q == r else m[DISTANCE + r * QUARRIES + q]
    return steps - m[ROOM_SAVES + room]


def assign_rooms(m: Ints, starts: int, rooms: int) -> int:
    """The cheapest assignment of rooms to tiles, one each, by the Hungarian method.

    Rooms and tiles are counted from 1 here, 0 stands for none; DEAD if there is no assignment.
    """
    for room in range(rooms + 1):
        m[ROOM_TILE + room] = 0
        m[ROOM_PRICE + room] = 0
    for start in range(starts + 1):
        m[LEAVING_PRICE + start] = 0
    for start in range(1, starts + 1):
        m[ROOM_TILE] = start
        room = 0
        for k in range(rooms + 1):
            m[SLACK + k] = ENDLESS
            m[USED + k] = 0
        while True:
            room = cheapest_next(m, room, rooms)
            if m[ROOM_TILE + room] == 0:
                break
        while room:
            before = m[BEFORE + room]
            m[ROOM_TILE + room] = m[ROOM_TILE + before]
            room = before
    total = 0
    for room in range(1, rooms + 1):
        if m[ROOM_TILE + room]:
            cost = room_cost(m, m[ROOM_TILE + room] - 1, room - 1)
            if cost >= DEAD // 2:
                return DEAD
            total += cost
    return total


def cheapest_next(m: Ints, room: int, rooms: int) -> int:
    """The next room, reached at the least cost when the tile in `room` moves on.

    Prices are raised so that this way costs nothing more.
    """
    m[USED + room] = 1
    row = m[ROOM_TILE + room]
    least = ENDLESS
    following = 0
    for k in range(1, rooms + 1):
        if m[USED + k]:
            continue
        cost = room_cost(m, row - 1, k - 1) - m[LEAVING_PRICE + row] - m[ROOM_PRICE + k]
        if cost < m[SLACK + k]:
            m[SLACK + k] = cost
            m[BEFORE + k] = room
        if m[SLACK + k] < least:
            least = m[SLACK + k]
            following = k
    for k in range(rooms + 1):
        if m[USED + k]:
            m[LEAVING_PRICE + m[ROOM_TILE + k]] += least
            m[ROOM_PRICE + k] -= least
        else:
            m[SLACK + k] -= least
    return following
