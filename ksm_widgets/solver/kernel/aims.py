"""What an aim can score at most, and the choice of tiles that would reach it.

An aim is a placement, a level (none with the carpet), and for some of its quarries the tile that
shall lie on top there in the end; one open quarry may have tiles it must not choose. The bound
is the best assignment of different tiles to the open quarries, each with what it adds.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AIM,
    AIM_BAN,
    AIM_BAN_AT,
    AIM_FIXED,
    AIM_LEVEL,
    AIM_PLACE,
    AIM_TILE,
    AT,
    CHOICE,
    CHOICE_ROOM,
    CHOICES,
    GAINED,
    GIVEN,
    GIVER,
    H0,
    HAS,
    INP,
    IS_WANTED,
    KEEPS,
    LAST,
    LIST,
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
    PAID,
    PAYER,
    STAYS,
    TAKEN,
    TL,
    TQ,
    U2,
    WANTED,
    WORTH,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.values import (
    base_value,
    charged,
    enter,
    leaves_from,
    list_choices,
    tile_steps,
    value_here,
)

__all__ = ["aim_bound"]


def aim_bound(m: Ints, v: Ints, aims: Ints, aim: int, enough: int) -> int:
    """The most an aim can score; the choices that reach it are left in its open tiles.

    NEVER if it has none; a bound below `enough` is not made closer. Two sums are reckoned: one
    counts every tile that must leave a quarry, the other the gaps to be filled below the level,
    when there are any.
    """
    n = m[P_SIZE]
    step = m[P_STEP]
    base = AIM * aim
    level = aims[base + AIM_LEVEL]
    fixed = aims[base + AIM_FIXED]
    first = aims[base + AIM_PLACE] * n
    mark_aim(m, v, aims, aim)
    total = 0
    gaps = 0
    if level:
        for i in range(n):
            h = m[H0 + v[first + i]]
            if h > level:
                total -= (h - level) * step
            elif h < level - 1:
                gaps += level - 1 - h
    plain = -gaps * step
    m[P_DEALS] += 1
    m[P_ALL_COUNT] = 1
    for i in range(n):
        if not fixed >> i & 1:
            continue
        t = aims[base + AIM_TILE + i]
        p = v[first + i]
        total += value_here(m, t, p, level, base_value(m, t, p, level))
        steps = tile_steps(m, t, p, level)
        plain += m[WORTH + t] - steps * step
        if steps:
            mark_above(m, t)
    best = deal(m, v, aims, aim)
    if best == NEVER:
        return NEVER
    bound = total + best
    if gaps:
        for i in range(n):
            if not fixed >> i & 1:
                plain += best_plain(m, v[first + i], level)
        bound = min(bound, plain)
    if bound >= enough and charge(m, v, aims, aim):
        best = deal(m, v, aims, aim)
        if best == NEVER:
            return NEVER
        bound = min(bound, total + best)
    return bound


def mark_aim(m: Ints, v: Ints, aims: Ints, aim: int) -> None:
    """Mark an aim's quarries and fixed tiles, and what lies in these quarries to stay."""
    n = m[P_SIZE]
    base = AIM * aim
    level = aims[base + AIM_LEVEL]
    m[P_STAMP] += 2
    for q in range(36):
        m[INP + q] = 0
        m[STAYS + q] = 0
    for i in range(n):
        p = v[aims[base + AIM_PLACE] * n + i]
        m[INP + p] = i + 1
        # With the carpet, nothing is known to stay until the tile for this quarry is.
        keeps = level - 1 if level else 0
        if aims[base + AIM_FIXED] >> i & 1:
            t = aims[base + AIM_TILE + i]
            m[MARK + t] = m[P_STAMP]
            if tile_steps(m, t, p, level) == 0:
                keeps = m[TL + t]
                m[STAYS + p] = m[TL + t]
            elif level == 0:
                keeps = leaves_from(m, t, p) - 1
        m[KEEPS + p] = min(keeps, m[H0 + p])


def mark_above(m: Ints, t: int) -> None:
    """Mark what lies on a fixed tile that moves: what it must do is counted for this one now."""
    q = m[TQ + t]
    top = m[KEEPS + q] if m[INP + q] else m[H0 + q]
    for slot in range(q * 4 + m[TL + t], q * 4 + top):
        x = m[AT + slot]
        if m[MARK + x] < m[P_STAMP]:
            m[MARK + x] = m[P_STAMP] + 1
    if m[STAYS + q] > m[TL + t]:
        m[STAYS + q] = 0


def deal(m: Ints, v: Ints, aims: Ints, aim: int) -> int:
    """Give the open quarries the tiles that add most together, leaving them in the aim.

    Returns the sum, NEVER if there is none with all wanted tiles.
    """
    n = m[P_SIZE]
    base = AIM * aim
    level = aims[base + AIM_LEVEL]
    fixed = aims[base + AIM_FIXED]
    first = aims[base + AIM_PLACE] * n
    opened = 0
    for i in range(n):
        if not fixed >> i & 1:
            m[OPEN + 2 * opened] = v[first + i]
            opened += 1
    # First every tile on a chosen one counts; from then on not so much those that another quarry
    # might choose rather than its last choice. While nothing is fixed or banned, the last choices
    # are known well enough; and where one quarry is open, no other might choose.
    fresh = opened == n and aims[base + AIM_BAN_AT] < 0
    m[P_OPEN] = opened
    m[P_DEALS] += 1
    m[P_ALL_COUNT] = 1
    k = 0
    for i in range(n):
        if not fixed >> i & 1:
            if fresh:
                m[OPEN + 2 * k + 1] = m[LAST + level * 36 + v[first + i]]
            else:
                m[OPEN + 2 * k + 1] = gather(m, v, aims, aim, i, opened)
            k += 1
    if fresh or opened > 1:
        m[P_DEALS] += 1
        m[P_ALL_COUNT] = 0
        for i in range(n):
            if not fixed >> i & 1:
                gather(m, v, aims, aim, i, opened)
    best = assign(m, n, fixed)
    for k in range(m[P_WANTED]):
        if m[MARK + m[WANTED + k]] != m[P_STAMP]:
            best -= MUST
    if best < -MUST // 2:
        return NEVER
    for i in range(n):
        if not fixed >> i & 1:
            aims[base + AIM_TILE + i] = m[CHOICE + (i * CHOICE_ROOM + m[TAKEN + i]) * 2 + 1]
    return best


def charge(m: Ints, v: Ints, aims: Ints, aim: int) -> bool:
    """Charge the tiles on those dealt last to these, whoever else may choose them: each to one.

    A tile so charged has its first step paid when it is chosen itself. That is true for any choice
    of payers, and tells more for these. Returns whether any tile has been charged anew.
    """
    n = m[P_SIZE]
    base = AIM * aim
    level = aims[base + AIM_LEVEL]
    fixed = aims[base + AIM_FIXED]
    first = aims[base + AIM_PLACE] * n
    stamp = m[P_STAMP]
    anew = False
    for i in range(n):
        t = aims[base + AIM_TILE + i]
        q = m[TQ + t]
        if fixed >> i & 1 or tile_steps(m, t, v[first + i], level) == 0:
            continue
        top = m[H0 + q]
        if m[INP + q]:
            if level:
                continue
            j = m[INP + q] - 1
            top = min(top, leaves_from(m, aims[base + AIM_TILE + j], q) - 1)
        for slot in range(q * 4 + m[TL + t], q * 4 + top):
            x = m[AT + slot]
            if m[MARK + x] < stamp and m[PAYER + x] < 8 * stamp:
                m[PAYER + x] = 8 * stamp + m[TL + t]
                m[PAID + q] = stamp
                anew = True
    return anew


def gather(m: Ints, v: Ints, aims: Ints, aim: int, i: int, opened: int) -> int:
    """List every wanted tile for an open quarry, then the best others, as many as are open.

    Returns what the last of the best adds, NEVER if there are fewer.
    """
    base = AIM * aim
    level = aims[base + AIM_LEVEL]
    p = v[aims[base + AIM_PLACE] * m[P_SIZE] + i]
    # So much more than its base value a choice may add.
    more = m[P_STEP] * (1 + charged(m, p, 1, 0))
    stamp = m[P_STAMP]
    banned = aims[base + AIM_BAN_AT] == i
    row = CHOICE + i * 2 * CHOICE_ROOM
    size = 0
    for k in range(m[P_WANTED]):
        t = m[WANTED + k]
        if m[MARK + t] == stamp or (banned and aims[base + AIM_BAN + t // 48] >> t % 48 & 1):
            continue
        value = base_value(m, t, p, level)
        if value > NEVER:
            enter(m, row, size, value_here(m, t, p, level, value) + MUST, t)
            size += 1
    m[CHOICES + i] = size
    row += 2 * size
    worst = row + 2 * opened - 2
    size = 0
    count = list_choices(m, level, p)
    listed = LIST + (level * 36 + p) * 2 * LISTED
    least = m[listed + 2 * count - 2]
    passed = False
    for k in range(count + m[P_ORDER]):
        if k < count:
            value = m[listed + 2 * k]
            t = m[listed + 2 * k + 1]
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
                passed = passed or t == m[listed + 2 * count - 1]
                continue
        if m[MARK + t] == stamp or m[IS_WANTED + t]:
            continue
        if banned and aims[base + AIM_BAN + t // 48] >> t % 48 & 1:
            continue
        value = value_here(m, t, p, level, value)
        if size < opened:
            enter(m, row, size, value, t)
            size += 1
        elif value > m[worst]:
            enter(m, row, size - 1, value, t)
    m[CHOICES + i] += size
    return m[worst] if size == opened else NEVER


def best_plain(m: Ints, p: int, level: int) -> int:
    """The most a tile adds in a quarry when only its own steps count."""
    return m[U2 + level * 36 + p] + m[P_STEP] * max(0, level - 1 - m[H0 + p])


def assign(m: Ints, n: int, fixed: int) -> int:
    """Give each open quarry one of its choices, no tile twice: the best sum, NEVER if none can be.

    One quarry comes after the other: it takes a tile; the quarry that had it takes another, and so
    on to a tile that is free, by the way that adds most. `TAKEN` says which choice each has then.
    """
    mine = m[P_DEALS] * 8
    total = 0
    for i in range(n):
        if fixed >> i & 1:
            continue
        for j in range(n):
            m[GAINED + j] = NEVER
        m[GAINED + i] = 0
        m[HAS + i] = 0
        best = NEVER
        last = -1
        choice = -1
        waiting = 1 << i
        while waiting:
            for j in range(n):
                if not waiting >> j & 1:
                    continue
                waiting ^= 1 << j
                without = m[GAINED + j] - m[HAS + j]
                for k in range(m[CHOICES + j]):
                    value = without + m[CHOICE + (j * CHOICE_ROOM + k) * 2]
                    owner = m[OWNER + m[CHOICE + (j * CHOICE_ROOM + k) * 2 + 1]] - mine
                    if owner < 0:
                        # What comes behind a free tile adds less.
                        if value > best:
                            best = value
                            last = j
                            choice = k
                        break
                    if value > m[GAINED + owner]:
                        m[GAINED + owner] = value
                        m[GIVER + owner] = j
                        m[GIVEN + owner] = k
                        waiting |= 1 << owner
        if best == NEVER:
            return NEVER
        total += best
        while True:
            m[TAKEN + last] = choice
            m[HAS + last] = m[CHOICE + (last * CHOICE_ROOM + choice) * 2]
            m[OWNER + m[CHOICE + (last * CHOICE_ROOM + choice) * 2 + 1]] = mine + last
            if last == i:
                break
            choice = m[GIVEN + last]
            last = m[GIVER + last]
    return total
