"""Dealing: different tiles for the open quarries of an aim, those that add most together."""

from __future__ import annotations

from ksm_widgets.solver.kernel.aims import banned
from ksm_widgets.solver.kernel.layout import (
    AIM_BAN_AT,
    AIM_FIXED,
    AIM_LEVEL,
    AIM_PLACE,
    AIM_TILE,
    CHOICES,
    GAINED,
    GIVEN,
    GIVER,
    HAS,
    IS_WANTED,
    LAST,
    LISTED,
    MARK,
    MUST,
    NEVER,
    OPEN,
    ORDER,
    OWNER,
    P_ALL_COUNT,
    P_DEALS,
    P_OPEN,
    P_ORDER,
    P_SIZE,
    P_STAMP,
    P_STEP,
    P_WANTED,
    TAKEN,
    WANTED,
    choice,
    has,
    listed,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.values import base_value, charged, enter, list_choices, value_here

__all__ = ["deal"]


def deal(m: Ints, v: Ints, aims: Ints, aim: int) -> int:
    """Give the open quarries the tiles that add most together, leaving them in the aim.

    Returns the sum, NEVER if there is none with all wanted tiles.
    """
    n = m[P_SIZE]
    level = aims[aim + AIM_LEVEL]
    fixed = aims[aim + AIM_FIXED]
    first = aims[aim + AIM_PLACE] * n
    opened = 0
    for i in range(n):
        if not has(fixed, i):
            m[OPEN + 2 * opened] = v[first + i]
            opened += 1
    # First every tile on a chosen one counts; from then on not so much those that another quarry
    # might choose rather than its last choice. While nothing is fixed or banned, the last choices
    # are known well enough; and where one quarry is open, no other might choose.
    fresh = opened == n and aims[aim + AIM_BAN_AT] < 0
    m[P_OPEN] = opened
    m[P_DEALS] += 1
    m[P_ALL_COUNT] = 1
    k = 0
    for i in range(n):
        if not has(fixed, i):
            if fresh:
                m[OPEN + 2 * k + 1] = m[LAST + level * 36 + v[first + i]]
            else:
                m[OPEN + 2 * k + 1] = gather(m, v, aims, aim, i, opened)
            k += 1
    if fresh or opened > 1:
        m[P_DEALS] += 1
        m[P_ALL_COUNT] = 0
        for i in range(n):
            if not has(fixed, i):
                gather(m, v, aims, aim, i, opened)
    best = assign(m, n, fixed)
    for k in range(m[P_WANTED]):
        if m[MARK + m[WANTED + k]] != m[P_STAMP]:
            best -= MUST
    if best < -MUST // 2:
        return NEVER
    for i in range(n):
        if not has(fixed, i):
            aims[aim + AIM_TILE + i] = m[choice(i, m[TAKEN + i]) + 1]
    return best


def gather(m: Ints, v: Ints, aims: Ints, aim: int, i: int, opened: int) -> int:
    """List every wanted tile for an open quarry, then the best others, as many as are open.

    Returns what the last of the best adds, NEVER if there are fewer.
    """
    level = aims[aim + AIM_LEVEL]
    p = v[aims[aim + AIM_PLACE] * m[P_SIZE] + i]
    stamp = m[P_STAMP]
    picky = aims[aim + AIM_BAN_AT] == i
    wanted = 0
    for k in range(m[P_WANTED]):
        t = m[WANTED + k]
        if m[MARK + t] == stamp or (picky and banned(aims, aim, t)):
            continue
        value = base_value(m, t, p, level)
        if value > NEVER:
            enter(m, choice(i, 0), wanted, value_here(m, t, p, level, value) + MUST, t)
            wanted += 1
    row = choice(i, wanted)
    worst = choice(i, wanted + opened - 1)
    size = 0
    # So much more than its base value a choice may add.
    more = m[P_STEP] * (1 + charged(m, p, 1, 0))
    count = list_choices(m, level, p)
    first = listed(level, p)
    last = first + 2 * count - 2
    least = m[last]
    passed = False
    for k in range(count + m[P_ORDER]):
        if k < count:
            value = m[first + 2 * k]
            t = m[first + 2 * k + 1]
            if size == opened and value + more <= m[worst]:
                break
        elif count < LISTED or (k == count and size == opened and least + more <= m[worst]):
            break
        else:
            # The list was too short: go on with all tiles not in it. Of those that add as little
            # as its last, it holds the first.
            t = m[ORDER + k - count]
            value = base_value(m, t, p, level)
            if value == NEVER or value > least or (value == least and not passed):
                passed = passed or t == m[last + 1]
                continue
        if m[MARK + t] == stamp or m[IS_WANTED + t] or (picky and banned(aims, aim, t)):
            continue
        value = value_here(m, t, p, level, value)
        if size < opened:
            enter(m, row, size, value, t)
            size += 1
        elif value > m[worst]:
            enter(m, row, size - 1, value, t)
    m[CHOICES + i] = wanted + size
    return m[worst] if size == opened else NEVER


def assign(m: Ints, n: int, fixed: int) -> int:
    """Give each open quarry one of its choices, no tile twice: the best sum, NEVER if none can be.

    One quarry comes after the other: it takes a tile; the quarry that had it takes another, and so
    on to a tile that is free, by the way that adds most. `TAKEN` says which choice each has then.
    """
    mine = m[P_DEALS] * 8
    total = 0
    for i in range(n):
        if has(fixed, i):
            continue
        for j in range(n):
            m[GAINED + j] = NEVER
        m[GAINED + i] = 0
        m[HAS + i] = 0
        best = NEVER
        last = -1
        free = -1
        waiting = 1 << i
        while waiting:
            for j in range(n):
                if not has(waiting, j):
                    continue
                waiting ^= 1 << j
                without = m[GAINED + j] - m[HAS + j]
                for k in range(m[CHOICES + j]):
                    spot = choice(j, k)
                    value = without + m[spot]
                    owner = m[OWNER + m[spot + 1]] - mine
                    if owner < 0:
                        # What comes behind a free tile adds less.
                        if value > best:
                            best = value
                            last = j
                            free = k
                        break
                    if value > m[GAINED + owner]:
                        m[GAINED + owner] = value
                        m[GIVER + owner] = j
                        m[GIVEN + owner] = k
                        waiting |= 1 << owner
        if best == NEVER:
            return NEVER
        total += best
        hand_on(m, i, last, free)
    return total


def hand_on(m: Ints, i: int, last: int, free: int) -> None:
    """Let a quarry take a free tile, the one whose tile that gives up take its old one, up to `i`.

    `GIVER` and `GIVEN` tell for each quarry which one takes its tile, as which choice.
    """
    while True:
        spot = choice(last, free)
        m[TAKEN + last] = free
        m[HAS + last] = m[spot]
        m[OWNER + m[spot + 1]] = m[P_DEALS] * 8 + last
        if last == i:
            return
        free = m[GIVEN + last]
        last = m[GIVER + last]
