"""A board on which only the chosen tiles have an identity, and how much is left to do on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.solver.kernel.constants import (
    DEAD,
    P_CARPET,
    P_FAR,
    P_GAPS,
    P_LEVEL,
    P_SIZE,
    P_UPHILL,
)

if TYPE_CHECKING:
    from ksm_widgets.solver.kernel.work import Work

__all__ = ["make_move", "moves_left", "set_board", "stable_height"]


def set_board(w: Work, places: int, level: int, tiles: int) -> None:
    """Lay out the mine as it is, with the chosen tiles marked.

    `places` is where the placement starts in `w.places`, `tiles` where its tiles start in
    `w.plan_tile`. `level` is the level of the dig, 0 for any (carpet).
    """
    n = w.par[P_SIZE]
    w.par[P_LEVEL] = level
    w.key[0] = 0
    w.key[1] = 0
    w.key[2] = 0
    for q in range(36):
        w.h[q] = w.h0[q]
        w.e[q] = w.h0[q]
        w.cap[q] = 4
        w.inp[q] = 0
        w.key[q // 18] += w.h0[q] << (3 * (q % 18))
    for slot in range(144):
        w.ch[slot] = 0
    for i in range(n):
        t = w.plan_tile[tiles + i]
        p = w.places[places + i]
        w.target[i] = p
        w.inp[p] = i + 1
        w.cq[i] = w.tq[t]
        w.cl[i] = w.tl[t]
        slot = w.tq[t] * 4 + w.tl[t] - 1
        w.ch[slot] = i + 1
        w.key[2] += slot << (8 * i)


def make_move(w: Work, source: int, target: int) -> None:
    """Move the topmost tile; that this is legal is the caller's business."""
    h = w.h
    hs = h[source]
    ht = h[target]
    i = w.ch[source * 4 + hs - 1]
    h[source] = hs - 1
    h[target] = ht + 1
    w.e[source] = hs - 1
    w.e[target] = ht + 1
    w.key[source // 18] -= 1 << (3 * (source % 18))
    w.key[target // 18] += 1 << (3 * (target % 18))
    if i:
        w.ch[source * 4 + hs - 1] = 0
        w.ch[target * 4 + ht] = i
        w.cq[i - 1] = target
        w.cl[i - 1] = ht + 1
        w.key[2] += (target * 4 + ht - (source * 4 + hs - 1)) << (8 * (i - 1))


def stable_height(w: Work, q: int) -> int:
    """How many tiles at the bottom of a stack need not move: below any chosen one, within cap."""
    most = w.h[q]
    if w.cap[q] < most:
        most = w.cap[q]
    base = q * 4
    for l in range(most):
        if w.ch[base + l]:
            return l
    return most


def moves_left(w: Work) -> int:
    """A lower bound for the moves still needed to dig the chosen tiles from their targets.

    0 if and only if they can be dug now; DEAD if they never can be. Each tile that must move is
    counted once: a chosen tile with its distance (twice one if it must leave its quarry and come
    back), any other with the distance to the nearest stack that can take it, and each gap below
    the level of the dig that no such tile is left to fill with one move.
    """
    n = w.par[P_SIZE]
    carpet = w.par[P_CARPET]
    uphill = w.par[P_UPHILL]
    level = w.par[P_LEVEL]
    h = w.h
    e = w.e
    ch = w.ch
    cap = w.cap
    total = 0
    gaps = 0
    for i in range(n):
        p = w.target[i]
        q = w.cq[i]
        if carpet:
            cap[p] = 3 if uphill else w.cl[i] - 1
        else:
            cap[p] = level - 1
            if w.cl[i] < level and not uphill:
                return DEAD
        if q != p:
            total += w.dist[q * 36 + p]
    for i in range(n):
        p = w.target[i]
        e[p] = stable_height(w, p)
        q = w.cq[i]
        if w.inp[q] == 0:
            e[q] = stable_height(w, q)
        if not carpet:
            gaps += level - 1 - e[p]
    starts = 0
    far = 0
    for k in range(2 * n):
        if k < n:
            r = w.target[k]
        else:
            r = w.cq[k - n]
            if w.inp[r]:
                continue
            again = False
            for j in range(k - n):
                if w.cq[j] == r:
                    again = True
            if again:
                continue
        base = r * 4
        for l in range(e[r] + 1, h[r] + 1):
            i = ch[base + l - 1]
            if i:
                # A chosen tile in its own quarry is settled if no chosen one lies below it and
                # it lies on the level of the dig; else it must leave and come back.
                if w.target[i - 1] == r and (
                    (l != level and not carpet) or _chosen_below(w, base, l)
                ):
                    total += 2
                continue
            starts += 1
            # The nearest stack that can take this tile: below its level, within its cap.
            low = 4 if uphill else l
            found = DEAD
            for m in range(8):
                s = w.nb[r * 8 + m]
                if s < 0:
                    break
                if e[s] < low and e[s] < cap[s]:
                    found = 1
                    break
            if found == DEAD:
                if e[r] < low and e[r] < cap[r]:
                    found = 2
                else:
                    for m in range(4, 36):
                        s = w.near[r * 36 + m]
                        if s != r and e[s] < low and e[s] < cap[s]:
                            found = w.dist[r * 36 + s]
                            break
            if found == DEAD:
                return DEAD
            if found > 1:
                far = 1
            total += found
    w.par[P_FAR] = far
    w.par[P_GAPS] = 0
    if gaps > starts:
        w.par[P_GAPS] = 1
        total += gaps - starts
    return total


def _chosen_below(w: Work, base: int, level: int) -> bool:
    for l in range(level - 1):
        if w.ch[base + l]:
            return True
    return False
