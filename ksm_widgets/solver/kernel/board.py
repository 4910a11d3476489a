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
    P_PLAIN,
    P_SIZE,
    P_STARTS,
    P_UPHILL,
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
    lowest = 5
    wait = 0
    for i in range(2 * m[P_SIZE]):
        r = stack_to_clear(m, i)
        if r < 0:
            continue
        for lies in range(m[E + r] + 1, m[H + r] + 1):
            rank = 4 if uphill else lies
            steps = 1
            chosen = m[CH + slot(r, lies)]
            if not chosen:
                m[START + 2 * starts] = r
                m[START + 2 * starts + 1] = lies
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
    m[P_STARTS] = starts
    m[P_FAR] = far
    m[P_PLAIN] = plain
    return plain + theirs + others_moves(m, gaps - starts, wait)


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
    level = 0 if m[P_CARPET] else m[P_LEVEL]
    gaps = 0
    for i in range(m[P_SIZE]):
        p = m[TARGET + i]
        m[E + p] = stable_height(m, p)
        q = m[CQ + i]
        if m[INP + q] == 0:
            m[E + q] = stable_height(m, q)
        if level:
            gaps += level - 1 - m[E + p]
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


def stack_to_clear(m: Ints, i: int) -> int:
    """The targets' stacks, one for each i, then the chosen tiles'; -1 for one that was before."""
    n = m[P_SIZE]
    if i < n:
        return m[TARGET + i]
    r = m[CQ + i - n]
    if m[INP + r]:
        return -1
    for j in range(i - n):
        if m[CQ + j] == r:
            return -1
    return r


def settled(m: Ints, r: int, lies: int) -> bool:
    """Whether a chosen tile in its own quarry may stay: no chosen one lies below it, and it lies on
    the level of the dig. Else it must leave and come back.
    """
    if lies != m[P_LEVEL] and not m[P_CARPET]:
        return False
    for low in range(1, lies):
        if m[CH + slot(r, low)]:
            return False
    return True


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


def others_moves(m: Ints, missing: int, wait: int) -> int:
    """Count the moves of tiles that need not leave: to fill gaps, and to make room.

    `missing` are the gaps that no tile that must leave will fill; before any of the lowest of these
    moves, others must bring it room next door with so many moves as `wait`. DEAD if they never can.
    """
    m[P_GAPS] = 0
    moves = 0
    if missing > 0:
        m[P_GAPS] = 1
        moves = missing
    if wait > moves:
        if wait - moves > 36:
            return DEAD
        m[P_FAR] = 1
        moves = wait
    return moves


def hole_distance(m: Ints, q: int, level: int) -> int:
    """How far the nearest quarry is that is lower than `level` now; DEAD if none is.

    Only there a tile on that level can be taken to, and only by such moves does room travel.
    """
    for k in range(1, 36):
        s = m[NEAR + q * 36 + k]
        if m[H + s] < level:
            return m[DIST + q * 36 + s]
    return DEAD
