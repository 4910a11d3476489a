"""A board on which only the chosen tiles have an identity, and how much is left to do on it."""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AIM_LEVEL,
    AIM_PLACE,
    AIM_TILE,
    CAP,
    CH,
    CL,
    CQ,
    DEAD,
    DIST,
    H0,
    INP,
    KEY,
    NB,
    NEAR,
    P_CARPET,
    P_FAR,
    P_GAPS,
    P_LEVEL,
    P_LOWEST,
    P_PLAIN,
    P_SIZE,
    P_STARTS,
    P_UPHILL,
    P_WAIT,
    START,
    TARGET,
    TL,
    TQ,
    E,
    H,
    slot,
)
from ksm_widgets.solver.kernel.memory import Ints

__all__ = ["make_move", "moves_left", "set_board"]


def set_board(m: Ints, v: Ints, aims: Ints, aim: int) -> None:
    """Lay out the mine as it is, with the chosen tiles of an aim marked.

    The aim's level is that of the dig, 0 for any (carpet).
    """
    n = m[P_SIZE]
    first = aims[aim + AIM_PLACE] * n
    m[P_LEVEL] = aims[aim + AIM_LEVEL]
    m[KEY] = 0
    m[KEY + 1] = 0
    m[KEY + 2] = 0
    for q in range(36):
        m[H + q] = m[H0 + q]
        m[E + q] = m[H0 + q]
        m[CAP + q] = 4
        m[INP + q] = 0
        m[KEY + q // 18] += m[H0 + q] << (3 * (q % 18))
    for k in range(144):
        m[CH + k] = 0
    for i in range(n):
        t = aims[aim + AIM_TILE + i]
        p = v[first + i]
        m[TARGET + i] = p
        m[INP + p] = i + 1
        m[CQ + i] = m[TQ + t]
        m[CL + i] = m[TL + t]
        lies = slot(m[TQ + t], m[TL + t])
        m[CH + lies] = i + 1
        m[KEY + 2] += lies << (8 * i)


def make_move(m: Ints, source: int, target: int) -> None:
    """Move the topmost tile; that this is legal is the caller's business."""
    hs = m[H + source] - 1
    ht = m[H + target] + 1
    m[H + source] = hs
    m[H + target] = ht
    m[E + source] = hs
    m[E + target] = ht
    m[KEY + source // 18] -= 1 << (3 * (source % 18))
    m[KEY + target // 18] += 1 << (3 * (target % 18))
    above = slot(source, hs + 1)
    i = m[CH + above]
    if i:
        lies = slot(target, ht)
        m[CH + above] = 0
        m[CH + lies] = i
        m[CQ + i - 1] = target
        m[CL + i - 1] = ht
        m[KEY + 2] += (lies - above) << (8 * (i - 1))


def moves_left(m: Ints) -> int:
    """A lower bound for the moves still needed to dig the chosen tiles from their targets.

    0 if and only if they can be dug now; DEAD if they never can be. Each tile that must move is
    counted once: a chosen tile with its distance (twice one if it must leave its quarry and come
    back), any other with the distance to the nearest stack that can take it, and each gap below
    the level of the dig that no such tile is left to fill with one move. If none of the lowest of
    them has room next door, the moves that bring it room are counted besides.
    """
    n = m[P_SIZE]
    plain = chosen_steps(m)
    if plain == DEAD:
        return DEAD
    gaps = settle_stacks(m)
    m[P_PLAIN] = plain
    m[P_STARTS] = 0
    m[P_FAR] = 0
    m[P_LOWEST] = 5
    m[P_WAIT] = 0
    theirs = 0
    for i in range(2 * n):
        if i < n:
            r = m[TARGET + i]
        else:
            r = m[CQ + i - n]
            if m[INP + r] or met_before(m, r, i - n):
                continue
        if m[E + r] < m[H + r]:
            moves = unload(m, r)
            if moves == DEAD:
                return DEAD
            theirs += moves
    total = m[P_PLAIN] + theirs
    wait = m[P_WAIT]
    missing = gaps - m[P_STARTS]
    m[P_GAPS] = 0
    if missing > 0:
        m[P_GAPS] = 1
        wait -= missing
        total += missing
    if wait > 0:
        # Before any of the lowest of these tiles moves, other tiles must make it room next door.
        if wait > 36:
            return DEAD
        m[P_FAR] = 1
        total += wait
    return total


def chosen_steps(m: Ints) -> int:
    """Add up how far the chosen tiles are from their targets, and note what may lie below them.

    DEAD if one of them lies too low.
    """
    level = m[P_LEVEL]
    uphill = m[P_UPHILL]
    carpet = m[P_CARPET]
    total = 0
    for i in range(m[P_SIZE]):
        p = m[TARGET + i]
        q = m[CQ + i]
        if carpet:
            m[CAP + p] = 3 if uphill else m[CL + i] - 1
        else:
            m[CAP + p] = level - 1
            if m[CL + i] < level and not uphill:
                return DEAD
        if q != p:
            total += m[DIST + q * 36 + p]
    return total


def settle_stacks(m: Ints) -> int:
    """Note how much may stay of each stack with a chosen tile, or to be dug.

    Returns how many gaps that leaves below the level of the dig.
    """
    gaps = 0
    for i in range(m[P_SIZE]):
        p = m[TARGET + i]
        m[E + p] = stable_height(m, p)
        q = m[CQ + i]
        if m[INP + q] == 0:
            m[E + q] = stable_height(m, q)
        if not m[P_CARPET]:
            gaps += m[P_LEVEL] - 1 - m[E + p]
    return gaps


def stable_height(m: Ints, q: int) -> int:
    """How many tiles at the bottom of a stack need not move: below any chosen one, within cap."""
    most = m[H + q]
    if m[CAP + q] < most:
        most = m[CAP + q]
    base = q * 4
    for low in range(most):
        if m[CH + base + low]:
            return low
    return most


def met_before(m: Ints, r: int, i: int) -> bool:
    """Whether an earlier chosen tile than the i-th lies in the same stack."""
    for j in range(i):
        if m[CQ + j] == r:
            return True
    return False


def unload(m: Ints, r: int) -> int:
    """List the tiles that must leave a stack and count their moves; DEAD if one has nowhere to go.

    The chosen ones among them are counted already, but for those that must come back (`P_PLAIN`).
    """
    uphill = m[P_UPHILL]
    moves = 0
    for lies in range(m[E + r] + 1, m[H + r] + 1):
        rank = 4 if uphill else lies
        i = m[CH + slot(r, lies)]
        if i:
            # A chosen tile in its own quarry is settled if no chosen one lies below it and it lies
            # on the level of the dig; else it must leave and come back.
            if m[TARGET + i - 1] == r:
                if (lies == m[P_LEVEL] or m[P_CARPET]) and not chosen_below(m, r, lies):
                    continue
                m[P_PLAIN] += 2
            note_wait(m, r, rank, 1)
            continue
        start = START + 2 * m[P_STARTS]
        m[start] = r
        m[start + 1] = lies
        m[P_STARTS] += 1
        steps = nearest_room(m, r, rank)
        if steps == DEAD:
            return DEAD
        if steps > 1:
            m[P_FAR] = 1
        moves += steps
        note_wait(m, r, rank, steps)
    return moves


def chosen_below(m: Ints, q: int, level: int) -> bool:
    """Whether a chosen tile lies below a level in a quarry."""
    for low in range(1, level):
        if m[CH + slot(q, low)]:
            return True
    return False


def nearest_room(m: Ints, r: int, level: int) -> int:
    """How far the nearest stack is that can take a tile: below its level, within its cap.

    Two moves if it is the tile's own, DEAD if there is none.
    """
    for k in range(8):
        s = m[NB + r * 8 + k]
        if s < 0:
            break
        if m[E + s] < level and m[E + s] < m[CAP + s]:
            return 1
    if m[E + r] < level and m[E + r] < m[CAP + r]:
        return 2
    for k in range(4, 36):
        s = m[NEAR + r * 36 + k]
        if s != r and m[E + s] < level and m[E + s] < m[CAP + s]:
            return m[DIST + r * 36 + s]
    return DEAD


def note_wait(m: Ints, r: int, level: int, steps: int) -> None:
    """Note for the lowest of the tiles that move how many moves must bring one of them room first.

    So many more than the steps counted for it already.
    """
    if level < m[P_LOWEST]:
        m[P_LOWEST] = level
        m[P_WAIT] = DEAD
    if level == m[P_LOWEST] and m[P_WAIT]:
        m[P_WAIT] = min(m[P_WAIT], max(0, hole_distance(m, r, level) - steps))


def hole_distance(m: Ints, q: int, level: int) -> int:
    """How far the nearest quarry is that is lower than `level` now; DEAD if none is.

    Only there a tile on that level can be taken to, and only by such moves does room travel.
    """
    for k in range(1, 36):
        s = m[NEAR + q * 36 + k]
        if m[H + s] < level:
            return m[DIST + q * 36 + s]
    return DEAD
