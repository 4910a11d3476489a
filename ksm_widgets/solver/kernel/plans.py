"""What a plan can be worth at most, before anything is moved.

A plan is a placement, a level (none with the carpet) and for each of its quarries the tile that
shall lie on top there in the end. Its score is the worth of those tiles minus the moves; here
moves are reckoned tile by tile, each tile that must move once, never more than it needs.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AT,
    DIST,
    G1,
    H0,
    INP,
    MARK,
    NEVER,
    ORDER,
    PLAN,
    PLAN_LEVEL,
    PLAN_PLACE,
    PLAN_TILE,
    P_BRANCH,
    P_CARPET,
    P_COMMON,
    P_OPEN,
    P_ORDER,
    P_SIZE,
    P_STAMP,
    P_STEP,
    P_SUM1,
    P_SUM2,
    P_UPHILL,
    P_WANTED,
    TL,
    TQ,
    U1,
    U2,
    V1,
    V2,
    VT,
    WANTED,
    WORTH,
)
from ksm_widgets.solver.kernel.memory import Ints

__all__ = ["plan_bound", "quarry_bounds", "rough_bound", "tile_steps", "tile_value"]


def tile_steps(m: Ints, t: int, p: int, level: int) -> int:
    """The fewest moves of a tile itself until it lies on `p` at `level`; -1 if it never can."""
    q = m[TQ + t]
    if level:
        tl = m[TL + t]
        if tl < level and not m[P_UPHILL]:
            return -1
        if q == p:
            return 0 if tl == level else 2
    return m[DIST + q * 36 + p]


def quarry_bounds(m: Ints) -> None:
    """Fill `u1` and `u2`: for each level and quarry the most it can add to any plan's score.

    `u1` counts tiles that must leave the quarry (above the level, or the one on it), each one
    move; a tile fetched from elsewhere may have been counted so already, hence one less for it.
    `u2` counts each fetched tile in full and the gaps below the level instead.
    """
    step = m[P_STEP]
    carpet = m[P_CARPET]
    uphill = m[P_UPHILL]
    count = m[P_ORDER]
    for level in range(0 if carpet else 1, 1 if carpet else 5):
        for q in range(36):
            h = m[H0 + q]
            best1 = NEVER
            best2 = NEVER
            for k in range(count):
                t = m[ORDER + k]
                worth = m[WORTH + t]
                if worth <= best1 and worth <= best2:
                    break
                steps = tile_steps(m, t, q, level)
                if steps < 0:
                    continue
                value2 = worth - steps * step
                if steps == 0:
                    value1 = value2
                    if carpet:
                        value1 -= (h - m[TL + t]) * step
                else:
                    value1 = value2 + step
                    if level:
                        if h >= level:
                            value1 -= step
                    else:
                        room = 3 if uphill else m[TL + t] - 1
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
            m[U1 + level * 36 + q] = best1
            m[U2 + level * 36 + q] = best2


def rough_bound(m: Ints, v: Ints, place: int, level: int) -> int:
    """The sum of the quarries' bounds; NEVER if some quarry has no tile to dig."""
    n = m[P_SIZE]
    sum1 = 0
    sum2 = 0
    for i in range(place * n, place * n + n):
        q = level * 36 + v[i]
        value = m[U1 + q]
        if value == NEVER:
            return NEVER
        sum1 += value
        sum2 += m[U2 + q]
    return sum1 if sum1 < sum2 else sum2


def tile_value(m: Ints, t: int, p: int, level: int, floor: int) -> int:
    """What digging tile `t` from quarry `p` adds to the score of the plan at hand.

    `INP` marks the placement's quarries and `MARK` the tiles chosen (stamp) or already
    counted as moved (stamp + 1). A tile lying on `t` outside the placement is counted unless it
    may be chosen itself: that is, unless it is worth more than `floor`, what every open quarry
    can have in its second choice. NEVER if `t` cannot be dug there.
    """
    step = m[P_STEP]
    steps = tile_steps(m, t, p, level)
    if steps < 0:
        return NEVER
    stamp = m[P_STAMP]
    value = m[WORTH + t] - steps * step
    q = m[TQ + t]
    tl = m[TL + t]
    h = m[H0 + p]
    if level:
        if steps == 0:
            return value
        if h >= level:
            value -= step  # the tile that lies on the level in p must leave
    elif steps == 0:
        return value - (h - tl) * step
    else:
        room = 3 if m[P_UPHILL] else tl - 1
        if h > room:
            value -= (h - room) * step
    if m[INP + q] or m[MARK + t] == stamp + 1:
        return value + step  # counted already where it lies
    base = q * 4
    for l in range(tl, m[H0 + q]):
        x = m[AT + base + l]
        if m[MARK + x] >= stamp:
            continue
        if m[WORTH + x] > floor:
            break
        value -= step
    return value


def plan_bound(m: Ints, v: Ints, plans: Ints, plan: int) -> int:
    """The most a plan can score, given some of its tiles (-1 for open quarries).

    Fills `v1`, `v2`, `vt` and `g1` for the open quarries and `P_BRANCH` with the one to decide
    next: that whose second choice is worst. `P_SUM1` and `P_SUM2` are left with the two sums.
    """
    n = m[P_SIZE]
    step = m[P_STEP]
    count = m[P_ORDER]
    level = plans[PLAN * plan + PLAN_LEVEL]
    tiles = PLAN * plan + PLAN_TILE
    first = plans[PLAN * plan + PLAN_PLACE] * n
    m[P_STAMP] += 2
    stamp = m[P_STAMP]
    for q in range(36):
        m[INP + q] = 0
    sum1 = 0
    sum2 = 0
    gaps = 0
    opened = 0
    for i in range(n):
        p = v[first + i]
        m[INP + p] = i + 1
        if level:
            h = m[H0 + p]
            if h > level:
                sum1 -= (h - level) * step
            elif h < level - 1:
                gaps += level - 1 - h
        t = plans[tiles + i]
        if t >= 0:
            m[MARK + t] = stamp
        else:
            opened += 1
    for i in range(n):
        t = plans[tiles + i]
        if t < 0:
            continue
        p = v[first + i]
        sum1 += tile_value(m, t, p, level, 1 << 60)
        steps = tile_steps(m, t, p, level)
        sum2 += m[WORTH + t] - steps * step
        q = m[TQ + t]
        if steps and m[INP + q] == 0:
            for l in range(m[TL + t], m[H0 + q]):
                x = m[AT + q * 4 + l]
                if m[MARK + x] < stamp:
                    m[MARK + x] = stamp + 1
    # Two passes: the first charges for every tile that lies on a chosen one; the second not for
    # those that an open quarry might rather choose.
    floor = 1 << 60
    for sweep in range(2 if opened > 1 else 1):
        lowest = 1 << 60
        for i in range(n):
            if plans[tiles + i] >= 0:
                continue
            p = v[first + i]
            best = NEVER
            second = NEVER
            best_tile = -1
            plain = NEVER
            for k in range(count):
                t = m[ORDER + k]
                worth = m[WORTH + t]
                if worth <= second and worth <= plain:
                    break
                if m[MARK + t] == stamp:
                    continue
                value = tile_value(m, t, p, level, floor)
                if value == NEVER:
                    continue
                if value > best:
                    second = best
                    best = value
                    best_tile = t
                elif value > second:
                    second = value
                if sweep == 0:
                    value = worth - tile_steps(m, t, p, level) * step
                    if value > plain:
                        plain = value
            if best == NEVER:
                return NEVER
            if second < lowest:
                lowest = second
            m[V1 + i] = best
            m[V2 + i] = second
            m[VT + i] = best_tile
            if sweep == 0:
                m[G1 + i] = plain
        m[P_COMMON] = floor
        floor = lowest
    branch = -1
    worst = -1
    loss = 0
    for i in range(n):
        if plans[tiles + i] >= 0:
            continue
        sum1 += m[V1 + i]
        sum2 += m[G1 + i]
        regret = m[V1 + i] - m[V2 + i]
        if regret > worst:
            worst = regret
            branch = i
        # Of the open quarries that like the same tile best, all but one get their second choice.
        first_of_them = True
        most = regret
        total = regret
        for j in range(n):
            if j != i and plans[tiles + j] < 0 and m[VT + j] == m[VT + i]:
                if j < i:
                    first_of_them = False
                    break
                other = m[V1 + j] - m[V2 + j]
                total += other
                if other > most:
                    most = other
        if first_of_them:
            loss += total - most
    sum2 -= gaps * step
    m[P_BRANCH] = branch
    m[P_OPEN] = opened
    m[P_SUM1] = sum1
    m[P_SUM2] = sum2
    bound = sum1 - loss
    if sum2 < bound:
        bound = sum2
    if m[P_WANTED]:
        bound = _with_wanted(m, v, plans, plan, bound, sum1)
    return bound


def _with_wanted(m: Ints, v: Ints, plans: Ints, plan: int, bound: int, free: int) -> int:
    """Lower a bound to what the wanted tiles not yet chosen allow.

    Each needs an open quarry of its own, which then forgoes its best choice.
    """
    n = m[P_SIZE]
    stamp = m[P_STAMP]
    place = plans[PLAN * plan + PLAN_PLACE]
    level = plans[PLAN * plan + PLAN_LEVEL]
    tiles = PLAN * plan + PLAN_TILE
    missing = 0
    opened = 0
    branch = -1
    for i in range(n):
        if plans[tiles + i] < 0:
            opened += 1
    for k in range(m[P_WANTED]):
        t = m[WANTED + k]
        if m[MARK + t] == stamp:
            continue
        missing += 1
        least = 1 << 60
        for i in range(n):
            if plans[tiles + i] >= 0:
                continue
            value = tile_value(m, t, v[place * n + i], level, NEVER)
            if value > NEVER and m[V1 + i] - value < least:
                least = m[V1 + i] - value
        if least == 1 << 60:
            return NEVER
        if least > 0:
            free -= least
        branch = t
    if missing > opened:
        return NEVER
    if missing:
        # Decide the wanted tiles first: -2 - t stands for "where shall t go".
        m[P_BRANCH] = -2 - branch
    return bound if bound < free else free
