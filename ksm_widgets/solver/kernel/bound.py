"""What an aim can score at most, and the choice of tiles that would reach it.

The bound is the best assignment of different tiles to the open quarries (`dealing`), each with what
it adds (`values`).
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.dealing import deal
from ksm_widgets.solver.kernel.layout import (
    AIM_FIXED,
    AIM_LEVEL,
    AIM_PLACE,
    AIM_TILE,
    AT,
    H0,
    INP,
    KEEPS,
    MARK,
    NEVER,
    P_ALL_COUNT,
    P_DEALS,
    P_POINTS,
    P_SIZE,
    P_STAMP,
    P_STEP,
    PAID,
    PAYER,
    STAYS,
    TL,
    TQ,
    U2,
    WORTH,
    has,
    slot,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.points import deal_for_points
from ksm_widgets.solver.kernel.together import too_much_in_aim
from ksm_widgets.solver.kernel.values import (
    base_value,
    counted,
    leaves_from,
    paid_by,
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
    level = aims[aim + AIM_LEVEL]
    fixed = aims[aim + AIM_FIXED]
    first = aims[aim + AIM_PLACE] * n
    mark_aim(m, v, aims, aim)
    together = too_much_in_aim(m, aims, aim, fixed, False)
    total = together
    gaps = 0
    if level:
        for i in range(first, first + n):
            h = m[H0 + v[i]]
            if h > level:
                total -= (h - level) * step
            elif h < level - 1:
                gaps += level - 1 - h
    plain = together - gaps * step
    m[P_DEALS] += 1
    m[P_ALL_COUNT] = 1
    for i in range(n):
        p = v[first + i]
        if has(fixed, i):
            t = aims[aim + AIM_TILE + i]
            total += value_here(m, t, p, level, base_value(m, t, p, level))
            steps = tile_steps(m, t, p, level)
            plain += m[WORTH + t] - steps * step
            if steps:
                mark_above(m, t)
        else:
            plain += best_plain(m, p, level)
    best = deal(m, v, aims, aim)
    if best == NEVER:
        return NEVER
    bound = min(total + best, plain) if gaps else total + best
    if bound >= enough and charge(m, v, aims, aim):
        best = deal(m, v, aims, aim)
        if best == NEVER:
            return NEVER
        bound = min(bound, total + best)
    if bound >= enough and m[P_POINTS]:
        best = deal_for_points(m, aims, aim)
        if best == NEVER:
            return NEVER
        bound = min(bound, total + best)
    return bound


def mark_aim(m: Ints, v: Ints, aims: Ints, aim: int) -> None:
    """Mark an aim's quarries and fixed tiles, and what lies in these quarries to stay."""
    n = m[P_SIZE]
    level = aims[aim + AIM_LEVEL]
    m[P_STAMP] += 2
    for q in range(36):
        m[INP + q] = 0
        m[STAYS + q] = 0
    for i in range(n):
        p = v[aims[aim + AIM_PLACE] * n + i]
        m[INP + p] = i + 1
        # With the carpet, nothing is known to stay until the tile for this quarry is.
        keeps = level - 1 if level else 0
        if has(aims[aim + AIM_FIXED], i):
            t = aims[aim + AIM_TILE + i]
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
    for lies in range(m[TL + t] + 1, top + 1):
        x = m[AT + slot(q, lies)]
        if not counted(m, x):
            m[MARK + x] = m[P_STAMP] + 1
    if m[STAYS + q] > m[TL + t]:
        m[STAYS + q] = 0


def charge(m: Ints, v: Ints, aims: Ints, aim: int) -> bool:
    """Charge the tiles on those dealt last to these, whoever else may choose them: each to one.

    A tile so charged has its first step paid when it is chosen itself. That is true for any choice
    of payers, and tells more for these. Returns whether any tile has been charged anew.
    """
    n = m[P_SIZE]
    level = aims[aim + AIM_LEVEL]
    fixed = aims[aim + AIM_FIXED]
    first = aims[aim + AIM_PLACE] * n
    anew = False
    for i in range(n):
        t = aims[aim + AIM_TILE + i]
        q = m[TQ + t]
        if has(fixed, i) or tile_steps(m, t, v[first + i], level) == 0:
            continue
        top = m[H0 + q]
        if m[INP + q]:
            if level:
                continue
            j = m[INP + q] - 1
            top = min(top, leaves_from(m, aims[aim + AIM_TILE + j], q) - 1)
        for lies in range(m[TL + t] + 1, top + 1):
            x = m[AT + slot(q, lies)]
            if not counted(m, x) and paid_by(m, x) < 0:
                m[PAYER + x] = 8 * m[P_STAMP] + m[TL + t]
                m[PAID + q] = m[P_STAMP]
                anew = True
    return anew


def best_plain(m: Ints, p: int, level: int) -> int:
    """The most a tile adds in a quarry when only its own steps count."""
    return m[U2 + level * 36 + p] + m[P_STEP] * max(0, level - 1 - m[H0 + p])
