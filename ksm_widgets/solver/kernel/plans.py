"""What a plan can be worth at most, before anything is moved.

A plan is a placement, a level (none with the carpet) and for each of its quarries the tile that
shall lie on top there in the end. Its score is the worth of those tiles minus the moves; here
moves are reckoned tile by tile, each tile that must move once, never more than it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.solver.kernel.constants import (
    NEVER,
    P_BRANCH,
    P_CARPET,
    P_EST1,
    P_EST2,
    P_FLOOR_USED,
    P_ORDER,
    P_SIZE,
    P_STAMP,
    P_STEP,
    P_UPHILL,
    P_WANTED,
)

if TYPE_CHECKING:
    from ksm_widgets.solver.kernel.work import Work

__all__ = ["plan_bound", "quarry_bounds", "rough_bound", "tile_steps", "tile_value"]


def tile_steps(w: Work, t: int, p: int, level: int) -> int:
    """The fewest moves of a tile itself until it lies on `p` at `level`; -1 if it never can."""
    q = w.tq[t]
    if level:
        tl = w.tl[t]
        if tl < level and not w.par[P_UPHILL]:
            return -1
        if q == p:
            return 0 if tl == level else 2
    return w.dist[q * 36 + p]


def quarry_bounds(w: Work) -> None:
    """Fill `u1` and `u2`: for each level and quarry the most it can add to any plan's score.

    `u1` counts tiles that must leave the quarry (above the level, or the one on it), each one
    move; a tile fetched from elsewhere may have been counted so already, hence one less for it.
    `u2` counts each fetched tile in full and the gaps below the level instead.
    """
    step = w.par[P_STEP]
    carpet = w.par[P_CARPET]
    uphill = w.par[P_UPHILL]
    count = w.par[P_ORDER]
    for level in range(0 if carpet else 1, 1 if carpet else 5):
        for q in range(36):
            h = w.h0[q]
            best1 = NEVER
            best2 = NEVER
            for k in range(count):
                t = w.order[k]
                worth = w.worth[t]
                if worth <= best1 and worth <= best2:
                    break
                steps = tile_steps(w, t, q, level)
                if steps < 0:
                    continue
                value2 = worth - steps * step
                if steps == 0:
                    value1 = value2
                    if carpet:
                        value1 -= (h - w.tl[t]) * step
                else:
                    value1 = value2 + step
                    if level:
                        if h >= level:
                            value1 -= step
                    else:
                        room = 3 if uphill else w.tl[t] - 1
                        if h > room:
                            value1 -= (h - room) * step
                if value1 > best1:
                    best1 = value1
                if value2 > best2:
                    best2 = value2
            if level and best1 > NEVER:
                if h > level:
                    best1 -= (h - level) * step
                elif h < level - 1:
                    best2 -= (level - 1 - h) * step
            w.u1[level * 36 + q] = best1
            w.u2[level * 36 + q] = best2


def rough_bound(w: Work, place: int, level: int) -> int:
    """The sum of the quarries' bounds; NEVER if some quarry has no tile to dig."""
    n = w.par[P_SIZE]
    sum1 = 0
    sum2 = 0
    for i in range(place * n, place * n + n):
        q = level * 36 + w.places[i]
        value = w.u1[q]
        if value == NEVER:
            return NEVER
        sum1 += value
        sum2 += w.u2[q]
    return sum1 if sum1 < sum2 else sum2


def tile_value(w: Work, t: int, p: int, level: int, floor: int) -> int:
    """What digging tile `t` from quarry `p` adds to the score of the plan at hand.

    `w.inp` marks the placement's quarries and `w.mark` the tiles chosen (stamp) or already
    counted as moved (stamp + 1). A tile lying on `t` outside the placement is counted unless it
    may be chosen itself: that is, unless it is worth more than `floor`, what every open quarry
    can have in its second choice. NEVER if `t` cannot be dug there.
    """
    step = w.par[P_STEP]
    steps = tile_steps(w, t, p, level)
    if steps < 0:
        return NEVER
    stamp = w.par[P_STAMP]
    value = w.worth[t] - steps * step
    q = w.tq[t]
    tl = w.tl[t]
    h = w.h0[p]
    if level:
        if steps == 0:
            return value
        if h >= level:
            value -= step  # the tile that lies on the level in p must leave
    elif steps == 0:
        return value - (h - tl) * step
    else:
        room = 3 if w.par[P_UPHILL] else tl - 1
        if h > room:
            value -= (h - room) * step
    if w.inp[q] or w.mark[t] == stamp + 1:
        return value + step  # counted already where it lies
    base = q * 4
    for l in range(tl, w.h0[q]):
        x = w.at[base + l]
        if w.mark[x] >= stamp:
            continue
        if w.worth[x] > floor:
            break
        value -= step
    return value


def plan_bound(w: Work, place: int, level: int, tiles: int) -> int:
    """The most a plan can score, given some of its tiles (-1 in `w.plan_tile` for open ones).

    Fills `v1`, `v2`, `vt` and `g1` for the open quarries and `P_BRANCH` with the one to decide
    next: that whose second choice is worst. `P_EST1` and `P_EST2` are left with the two sums.
    """
    n = w.par[P_SIZE]
    step = w.par[P_STEP]
    count = w.par[P_ORDER]
    first = place * n
    w.par[P_STAMP] += 2
    stamp = w.par[P_STAMP]
    for q in range(36):
        w.inp[q] = 0
    sum1 = 0
    sum2 = 0
    gaps = 0
    opened = 0
    for i in range(n):
        p = w.places[first + i]
        w.inp[p] = i + 1
        if level:
            h = w.h0[p]
            if h > level:
                sum1 -= (h - level) * step
            elif h < level - 1:
                gaps += level - 1 - h
        t = w.plan_tile[tiles + i]
        if t >= 0:
            w.mark[t] = stamp
        else:
            opened += 1
    for i in range(n):
        t = w.plan_tile[tiles + i]
        if t < 0:
            continue
        p = w.places[first + i]
        sum1 += tile_value(w, t, p, level, 1 << 60)
        steps = tile_steps(w, t, p, level)
        sum2 += w.worth[t] - steps * step
        q = w.tq[t]
        if steps and w.inp[q] == 0:
            for l in range(w.tl[t], w.h0[q]):
                x = w.at[q * 4 + l]
                if w.mark[x] < stamp:
                    w.mark[x] = stamp + 1
    # Two passes: the first charges for every tile that lies on a chosen one; the second not for
    # those that an open quarry might rather choose.
    floor = 1 << 60
    for sweep in range(2 if opened > 1 else 1):
        lowest = 1 << 60
        for i in range(n):
            if w.plan_tile[tiles + i] >= 0:
                continue
            p = w.places[first + i]
            best = NEVER
            second = NEVER
            best_tile = -1
            plain = NEVER
            for k in range(count):
                t = w.order[k]
                worth = w.worth[t]
                if worth <= second and worth <= plain:
                    break
                if w.mark[t] == stamp:
                    continue
                value = tile_value(w, t, p, level, floor)
                if value == NEVER:
                    continue
                if value > best:
                    second = best
                    best = value
                    best_tile = t
                elif value > second:
                    second = value
                if sweep == 0:
                    value = worth - tile_steps(w, t, p, level) * step
                    if value > plain:
                        plain = value
            if best == NEVER:
                return NEVER
            if second < lowest:
                lowest = second
            w.v1[i] = best
            w.v2[i] = second
            w.vt[i] = best_tile
            if sweep == 0:
                w.g1[i] = plain
        w.par[P_FLOOR_USED] = floor
        floor = lowest
    branch = -1
    worst = -1
    loss = 0
    for i in range(n):
        if w.plan_tile[tiles + i] >= 0:
            continue
        sum1 += w.v1[i]
        sum2 += w.g1[i]
        regret = w.v1[i] - w.v2[i]
        if regret > worst:
            worst = regret
            branch = i
        # Of the open quarries that like the same tile best, all but one get their second choice.
        first_of_them = True
        most = regret
        total = regret
        for j in range(n):
            if j != i and w.plan_tile[tiles + j] < 0 and w.vt[j] == w.vt[i]:
                if j < i:
                    first_of_them = False
                    break
                other = w.v1[j] - w.v2[j]
                total += other
                if other > most:
                    most = other
        if first_of_them:
            loss += total - most
    sum2 -= gaps * step
    w.par[P_BRANCH] = branch
    w.par[P_EST1] = sum1
    w.par[P_EST2] = sum2
    bound = sum1 - loss
    if sum2 < bound:
        bound = sum2
    if w.par[P_WANTED]:
        bound = _with_wanted(w, place, level, tiles, bound, sum1)
    return bound


def _with_wanted(w: Work, place: int, level: int, tiles: int, bound: int, free: int) -> int:
    """Lower a bound to what the wanted tiles not yet chosen allow.

    Each needs an open quarry of its own, which then forgoes its best choice.
    """
    n = w.par[P_SIZE]
    stamp = w.par[P_STAMP]
    missing = 0
    opened = 0
    branch = -1
    for i in range(n):
        if w.plan_tile[tiles + i] < 0:
            opened += 1
    for k in range(w.par[P_WANTED]):
        t = w.wanted[k]
        if w.mark[t] == stamp:
            continue
        missing += 1
        least = 1 << 60
        for i in range(n):
            if w.plan_tile[tiles + i] >= 0:
                continue
            value = tile_value(w, t, w.places[place * n + i], level, NEVER)
            if value > NEVER and w.v1[i] - value < least:
                least = w.v1[i] - value
        if least == 1 << 60:
            return NEVER
        if least > 0:
            free -= least
        branch = t
    if missing > opened:
        return NEVER
    if missing:
        # Decide the wanted tiles first: -2 - t stands for "where shall t go".
        w.par[P_BRANCH] = -2 - branch
    return bound if bound < free else free
