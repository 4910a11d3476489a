"""A board on which only the chosen tiles have an identity, and how much is left to do on it."""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AIM,
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
)
from ksm_widgets.solver.kernel.memory import Ints

__all__ = ["make_move", "moves_left", "set_board", "stable_height"]


def set_board(m: Ints, v: Ints, aims: Ints, aim: int) -> None:
    """Lay out the mine as it is, with the chosen tiles marked.

    The aim's level is that of the dig, 0 for any (carpet).
    """
    n = m[P_SIZE]
    place = aims[AIM * aim + AIM_PLACE]
    m[P_LEVEL] = aims[AIM * aim + AIM_LEVEL]
    m[KEY] = 0
    m[KEY + 1] = 0
    m[KEY + 2] = 0
    for q in range(36):
        m[H + q] = m[H0 + q]
        m[E + q] = m[H0 + q]
        m[CAP + q] = 4
        m[INP + q] = 0
        m[KEY + q // 18] += m[H0 + q] << (3 * (q % 18))
    for slot in range(144):
        m[CH + slot] = 0
    for i in range(n):
        t = aims[AIM * aim + AIM_TILE + i]
        p = v[place * n + i]
        m[TARGET + i] = p
        m[INP + p] = i + 1
        m[CQ + i] = m[TQ + t]
        m[CL + i] = m[TL + t]
        slot = m[TQ + t] * 4 + m[TL + t] - 1
        m[CH + slot] = i + 1
        m[KEY + 2] += slot << (8 * i)


def make_move(m: Ints, source: int, target: int) -> None:
    """Move the topmost tile; that this is legal is the caller's business."""
    hs = m[H + source]
    ht = m[H + target]
    i = m[CH + source * 4 + hs - 1]
    m[H + source] = hs - 1
    m[H + target] = ht + 1
    m[E + source] = hs - 1
    m[E + target] = ht + 1
    m[KEY + source // 18] -= 1 << (3 * (source % 18))
    m[KEY + target // 18] += 1 << (3 * (target % 18))
    if i:
        m[CH + source * 4 + hs - 1] = 0
        m[CH + target * 4 + ht] = i
        m[CQ + i - 1] = target
        m[CL + i - 1] = ht + 1
        m[KEY + 2] += (target * 4 + ht - (source * 4 + hs - 1)) << (8 * (i - 1))


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


def moves_left(m: Ints) -> int:
    """A lower bound for the moves still needed to dig the chosen tiles from their targets.

    0 if and only if they can be dug now; DEAD if they never can be. Each tile that must move is
    counted once: a chosen tile with its distance (twice one if it must leave its quarry and come
    back), any other with the distance to the nearest stack that can take it, and each gap below
    the level of the dig that no such tile is left to fill with one move. If none of the lowest of
    them has room next door, the moves that bring it room are counted besides.
    """
    n = m[P_SIZE]
    carpet = m[P_CARPET]
    uphill = m[P_UPHILL]
    level = m[P_LEVEL]
    total = 0
    gaps = 0
    for i in range(n):
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
    for i in range(n):
        p = m[TARGET + i]
        m[E + p] = stable_height(m, p)
        q = m[CQ + i]
        if m[INP + q] == 0:
            m[E + q] = stable_height(m, q)
        if not carpet:
            gaps += level - 1 - m[E + p]
    starts = 0
    theirs = 0
    far = 0
    lowest = 5
    wait = 0
    for stack in range(2 * n):
        if stack < n:
            r = m[TARGET + stack]
        else:
            r = m[CQ + stack - n]
            if m[INP + r]:
                continue
            again = False
            for j in range(stack - n):
                if m[CQ + j] == r:
                    again = True
            if again:
                continue
        base = r * 4
        for lies in range(m[E + r] + 1, m[H + r] + 1):
            i = m[CH + base + lies - 1]
            if i:
                # A chosen tile in its own quarry is settled if no chosen one lies below it and
                # it lies on the level of the dig; else it must leave and come back.
                if m[TARGET + i - 1] == r:
                    if (lies == level or carpet) and not _chosen_below(m, base, lies):
                        continue
                    total += 2
                rank = 4 if uphill else lies
                if rank < lowest:
                    lowest = rank
                    wait = DEAD
                if rank == lowest and wait:
                    wait = min(wait, hole_distance(m, r, rank) - 1)
                continue
            m[START + 2 * starts] = r
            m[START + 2 * starts + 1] = lies
            starts += 1
            # The nearest stack that can take this tile: below its level, within its cap.
            low = 4 if uphill else lies
            found = DEAD
            for k in range(8):
                s = m[NB + r * 8 + k]
                if s < 0:
                    break
                if m[E + s] < low and m[E + s] < m[CAP + s]:
                    found = 1
                    break
            if found == DEAD:
                if m[E + r] < low and m[E + r] < m[CAP + r]:
                    found = 2
                else:
                    for k in range(4, 36):
                        s = m[NEAR + r * 36 + k]
                        if s != r and m[E + s] < low and m[E + s] < m[CAP + s]:
                            found = m[DIST + r * 36 + s]
                            break
            if found == DEAD:
                return DEAD
            if found > 1:
                far = 1
            total += found
            theirs += found
            if low < lowest:
                lowest = low
                wait = DEAD
            if low == lowest and wait:
                wait = min(wait, max(0, hole_distance(m, r, low) - found))
    m[P_FAR] = far
    m[P_GAPS] = 0
    m[P_STARTS] = starts
    m[P_PLAIN] = total - theirs
    if gaps > starts:
        m[P_GAPS] = 1
        wait -= gaps - starts
        total += gaps - starts
    if wait > 0:
        # Before any of the lowest of these tiles moves, other tiles must make it room next door.
        if wait > 36:
            return DEAD
        m[P_FAR] = 1
        total += wait
    return total


def hole_distance(m: Ints, q: int, level: int) -> int:
    """How far the nearest quarry is that is lower than `level` now; DEAD if none is.

    Only there a tile on that level can be taken to, and only by such moves does room travel.
    """
    for k in range(1, 36):
        s = m[NEAR + q * 36 + k]
        if m[H + s] < level:
            return m[DIST + q * 36 + s]
    return DEAD


def _chosen_below(m: Ints, base: int, level: int) -> bool:
    for low in range(level - 1):
        if m[CH + base + low]:
            return True
    return False
