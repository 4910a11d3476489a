"""What a plan can score at most, and the choice of tiles that would reach it.

A plan is a placement, a level (none with the carpet), and for some of its quarries the tile that
shall lie on top there in the end; one open quarry may have tiles it must not choose. The bound
is the best assignment of different tiles to the open quarries, each with what it adds.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AT,
    CHOICE,
    CHOICE_ROOM,
    CHOICES,
    H0,
    INP,
    IS_WANTED,
    LIST,
    LISTED,
    MARK,
    NEVER,
    OPEN,
    ORDER,
    P_OPEN,
    P_ORDER,
    P_SIZE,
    P_STAMP,
    P_STEP,
    P_WANTED,
    PLAN,
    PLAN_BAN,
    PLAN_BAN_AT,
    PLAN_FIXED,
    PLAN_LEVEL,
    PLAN_PLACE,
    PLAN_TILE,
    REST,
    TAKEN,
    TAKEN_MARK,
    TL,
    TQ,
    U2,
    WANTED,
    WORTH,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.values import (
    base_value,
    list_choices,
    tile_steps,
    value_here,
)

__all__ = ["plan_bound"]


def plan_bound(m: Ints, v: Ints, plans: Ints, plan: int) -> int:
    """The most a plan can score; the choices that reach it are left in its open tiles.

    NEVER if it has none. Two sums are reckoned: one counts every tile that must leave a quarry,
    the other the gaps to be filled below the level, when there are any.
    """
    n = m[P_SIZE]
    step = m[P_STEP]
    base = PLAN * plan
    level = plans[base + PLAN_LEVEL]
    fixed = plans[base + PLAN_FIXED]
    first = plans[base + PLAN_PLACE] * n
    m[P_STAMP] += 2
    stamp = m[P_STAMP]
    for q in range(36):
        m[INP + q] = 0
    total = 0
    gaps = 0
    opened = 0
    for i in range(n):
        p = v[first + i]
        m[INP + p] = i + 1
        if level:
            h = m[H0 + p]
            if h > level:
                total -= (h - level) * step
            elif h < level - 1:
                gaps += level - 1 - h
        if fixed >> i & 1:
            m[MARK + plans[base + PLAN_TILE + i]] = stamp
        else:
            opened += 1
    plain = -gaps * step
    for i in range(n):
        if not fixed >> i & 1:
            continue
        t = plans[base + PLAN_TILE + i]
        p = v[first + i]
        total += value_here(m, t, p, level, base_value(m, t, p, level), 1)
        steps = tile_steps(m, t, p, level)
        plain += m[WORTH + t] - steps * step
        q = m[TQ + t]
        if steps and m[INP + q] == 0:
            for slot in range(q * 4 + m[TL + t], q * 4 + m[H0 + q]):
                x = m[AT + slot]
                if m[MARK + x] < stamp:
                    m[MARK + x] = stamp + 1
    # First with every tile on a chosen one counted; then not those that a quarry might choose
    # rather than its last choice.
    m[P_OPEN] = 0
    for i in range(n):
        if not fixed >> i & 1:
            k = m[P_OPEN]
            m[OPEN + 2 * k] = v[first + i]
            m[OPEN + 2 * k + 1] = gather(m, v, plans, plan, i, opened, 1)
            m[P_OPEN] = k + 1
    if opened > 1:
        for i in range(n):
            if not fixed >> i & 1:
                gather(m, v, plans, plan, i, opened, 0)
    best = assign(m, plans, plan)
    if best == NEVER:
        return NEVER
    total += best
    if gaps:
        for i in range(n):
            if not fixed >> i & 1:
                plain += best_plain(m, v[first + i], level)
        if plain < total:
            return plain
    return total


def gather(m: Ints, v: Ints, plans: Ints, plan: int, i: int, opened: int, all_count: int) -> int:
    """List the best choices of an open quarry, as many as are open, and every wanted tile.

    Returns what the last of the best adds, NEVER if there are fewer.
    """
    base = PLAN * plan
    level = plans[base + PLAN_LEVEL]
    p = v[plans[base + PLAN_PLACE] * m[P_SIZE] + i]
    step = m[P_STEP]
    stamp = m[P_STAMP]
    banned = plans[base + PLAN_BAN_AT] == i
    row = CHOICE + i * 2 * CHOICE_ROOM
    size = 0
    count = list_choices(m, level, p)
    listed = LIST + (level * 36 + p) * 2 * LISTED
    for k in range(m[P_ORDER]):
        if k < count:
            value = m[listed + 2 * k]
            t = m[listed + 2 * k + 1]
            if size == opened and value + step <= m[row + 2 * opened - 2]:
                break
        elif count < LISTED or (
            k == count
            and size == opened
            and m[listed + 2 * count - 2] + step <= m[row + 2 * opened - 2]
        ):
            break
        else:
            # The list was too short: go on with all tiles not in it.
            t = m[ORDER + k - count]
            value = base_value(m, t, p, level)
            if value == NEVER or value >= m[listed + 2 * count - 2]:
                continue
        if m[MARK + t] == stamp:
            continue
        if banned and plans[base + PLAN_BAN + t // 48] >> t % 48 & 1:
            continue
        value = value_here(m, t, p, level, value, all_count)
        if size == opened:
            if value <= m[row + 2 * opened - 2]:
                continue
            size -= 1
        spot = row + 2 * size
        while spot > row and m[spot - 2] < value:
            m[spot] = m[spot - 2]
            m[spot + 1] = m[spot - 1]
            spot -= 2
        m[spot] = value
        m[spot + 1] = t
        size += 1
    last = m[row + 2 * opened - 2] if size == opened else NEVER
    best = size
    for k in range(m[P_WANTED]):
        t = m[WANTED + k]
        if m[MARK + t] == stamp:
            continue
        if banned and plans[base + PLAN_BAN + t // 48] >> t % 48 & 1:
            continue
        known = False
        for j in range(best):
            if m[row + 2 * j + 1] == t:
                known = True
        value = base_value(m, t, p, level)
        if not known and value > NEVER:
            m[row + 2 * size] = value_here(m, t, p, level, value, all_count)
            m[row + 2 * size + 1] = t
            size += 1
    m[CHOICES + i] = size
    return last


def best_plain(m: Ints, p: int, level: int) -> int:
    """The most a tile adds in a quarry when only its own steps count."""
    return m[U2 + level * 36 + p] + m[P_STEP] * max(0, level - 1 - m[H0 + p])


def assign(m: Ints, plans: Ints, plan: int) -> int:
    """Give each open quarry one of its choices, no tile twice, each wanted tile once: the best way.

    Depth-first with the quarries' first choices as the bound. Returns the sum, NEVER if there is
    no way; leaves the choices in the plan's open tiles.
    """
    n = m[P_SIZE]
    base = PLAN * plan
    fixed = plans[base + PLAN_FIXED]
    stamp = m[P_STAMP]
    missing = 0
    for k in range(m[P_WANTED]):
        if m[MARK + m[WANTED + k]] != stamp:
            missing += 1
    m[REST + n] = 0
    for back in range(n):
        i = n - 1 - back
        m[REST + i] = m[REST + i + 1]
        if not fixed >> i & 1:
            if m[CHOICES + i] == 0:
                return NEVER
            first = m[CHOICE + i * 2 * CHOICE_ROOM]
            # Wanted tiles stand after the best, so the first is the best unless there are none.
            for k in range(1, m[CHOICES + i]):
                if m[CHOICE + (i * CHOICE_ROOM + k) * 2] > first:
                    first = m[CHOICE + (i * CHOICE_ROOM + k) * 2]
            m[REST + i] += first
    best = NEVER
    total = 0
    left = 0
    for i in range(n):
        if not fixed >> i & 1:
            left += 1
    i = 0
    while i < n and fixed >> i & 1:
        i += 1
    if i == n:
        return 0 if missing == 0 else NEVER
    m[TAKEN + i] = -1
    while True:
        # Take quarry i's next choice, or go back to the quarry before.
        k = m[TAKEN + i]
        if k >= 0:
            t = m[CHOICE + (i * CHOICE_ROOM + k) * 2 + 1]
            total -= m[CHOICE + (i * CHOICE_ROOM + k) * 2]
            m[MARK + t] -= TAKEN_MARK
            missing += m[IS_WANTED + t]
            left += 1
        k += 1
        chosen = -1
        while k < m[CHOICES + i]:
            value = m[CHOICE + (i * CHOICE_ROOM + k) * 2]
            t = m[CHOICE + (i * CHOICE_ROOM + k) * 2 + 1]
            if total + value + m[REST + i + 1] > best and m[MARK + t] < TAKEN_MARK:
                if missing - m[IS_WANTED + t] <= left - 1:
                    chosen = k
                    break
            k += 1
        if chosen < 0:
            i -= 1
            while i >= 0 and fixed >> i & 1:
                i -= 1
            if i < 0:
                return best
            continue
        m[TAKEN + i] = chosen
        t = m[CHOICE + (i * CHOICE_ROOM + chosen) * 2 + 1]
        total += m[CHOICE + (i * CHOICE_ROOM + chosen) * 2]
        m[MARK + t] += TAKEN_MARK
        missing -= m[IS_WANTED + t]
        left -= 1
        if left == 0:
            best = total
            for j in range(n):
                if not fixed >> j & 1:
                    plans[base + PLAN_TILE + j] = m[
                        CHOICE + (j * CHOICE_ROOM + m[TAKEN + j]) * 2 + 1
                    ]
            continue
        i += 1
        while fixed >> i & 1:
            i += 1
        m[TAKEN + i] = -1
