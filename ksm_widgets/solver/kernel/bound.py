"""The bound of an aim, and the choice of tiles that would reach it.

The bound is the best assignment of different tiles to the open quarries (`assigning`), each with
what it adds (`values`). If a dig needs points of curses, a point gets a price, and as many as are
needed are paid for at that price: whatever it is, an aim with enough points promises no less than
it scores. The promise as a function of the price is convex and made of straight pieces, so its
lowest value is found where two of them meet, again and again.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.assigning import assign_all, assign_tiles, keep_assigned
from ksm_widgets.solver.kernel.layout import (
    AIM_FIXED,
    AIM_LEVEL,
    AIM_PLACE,
    AIM_TILE,
    ASSIGNED,
    BOUND_GAPS,
    CHOICES,
    IN_PLACEMENT,
    ITS_TILE,
    KEEPS,
    KIND,
    MARK,
    MINE_HEIGHT,
    MOVED,
    NEVER,
    P_ALL_COUNT,
    P_EPOCH,
    P_KINDS,
    P_LEAST_POINTS,
    P_POINTS,
    P_SIZE,
    P_STAMP,
    P_STEP,
    PAID,
    PAYER,
    PAYER_LEVELS,
    POINTS,
    PRICED,
    QUARRIES,
    STAMPS,
    STAYS,
    TAKEN,
    TILE_AT,
    TILE_LEVEL,
    TILE_QUARRY,
    WORTH,
    WORTH_OF,
    Ints,
    choice,
    has,
    slot,
)
from ksm_widgets.solver.kernel.values import (
    base_value,
    counted,
    leaves_from,
    overcount_in_aim,
    paid_by,
    tile_steps,
    value_here,
)


def aim_bound(m: Ints, places: Ints, aims: Ints, aim: int, enough: int) -> int:
    """The most an aim can score; the choices that reach it are left in its open tiles.

    NEVER if there are none; a bound below `enough` is not made closer. There are two sums: one
    counts every tile that must leave a quarry, the other the gaps to be filled below the level, if
    any.
    """
    n = m[P_SIZE]
    step = m[P_STEP]
    level = aims[aim + AIM_LEVEL]
    fixed = aims[aim + AIM_FIXED]
    first = aims[aim + AIM_PLACE] * n
    mark_aim(m, places, aims, aim)
    together = overcount_in_aim(m, aims, aim, fixed, False)
    gaps = 0
    above = 0
    if level:
        gaps = gaps_below(m, places, first, level)
        above = tiles_above(m, places, first, level)
    total = together - above * step
    plain = together - gaps * step
    m[P_EPOCH] += 1
    m[P_ALL_COUNT] = 1
    for i in range(n):
        p = places[first + i]
        if has(fixed, i):
            t = aims[aim + AIM_TILE + i]
            total += value_here(m, t, p, level, base_value(m, t, p, level))
            steps = tile_steps(m, t, p, level)
            plain += m[WORTH + t] - steps * step
            if steps:
                mark_above(m, t)
        else:
            plain += best_plain(m, p, level)
    best = assign_tiles(m, places, aims, aim)
    if best == NEVER:
        return NEVER
    bound = min(total + best, plain) if gaps else total + best
    if bound >= enough and charge(m, places, aims, aim):
        best = assign_tiles(m, places, aims, aim)
        if best == NEVER:
            return NEVER
        bound = min(bound, total + best)
    if bound >= enough and m[P_POINTS]:
        best = assign_for_points(m, aims, aim)
        if best == NEVER:
            return NEVER
        bound = min(bound, total + best)
    return bound


def gaps_below(m: Ints, places: Ints, first: int, level: int) -> int:
    """Count the tiles missing below the level of a dig."""
    gaps = 0
    for i in range(first, first + m[P_SIZE]):
        gaps += max(0, level - 1 - m[MINE_HEIGHT + places[i]])
    return gaps


def tiles_above(m: Ints, places: Ints, first: int, level: int) -> int:
    """Count the tiles above the level of a dig."""
    above = 0
    for i in range(first, first + m[P_SIZE]):
        above += max(0, m[MINE_HEIGHT + places[i]] - level)
    return above


def mark_aim(m: Ints, places: Ints, aims: Ints, aim: int) -> None:
    """Mark an aim's quarries and fixed tiles, and how much of these quarries stays."""
    n = m[P_SIZE]
    level = aims[aim + AIM_LEVEL]
    m[P_STAMP] += STAMPS
    for q in range(QUARRIES):
        m[IN_PLACEMENT + q] = 0
        m[STAYS + q] = 0
    for i in range(n):
        p = places[aims[aim + AIM_PLACE] * n + i]
        m[IN_PLACEMENT + p] = i + 1
        # With the carpet, nothing is known to stay until the tile for this quarry is.
        keeps = level - 1 if level else 0
        if has(aims[aim + AIM_FIXED], i):
            t = aims[aim + AIM_TILE + i]
            m[MARK + t] = m[P_STAMP]
            if tile_steps(m, t, p, level) == 0:
                keeps = m[TILE_LEVEL + t]
                m[STAYS + p] = m[TILE_LEVEL + t]
            elif level == 0:
                keeps = leaves_from(m, t, p) - 1
        m[KEEPS + p] = min(keeps, m[MINE_HEIGHT + p])


def mark_above(m: Ints, t: int) -> None:
    """Mark the tiles on a fixed tile that moves: their moves are now counted for this one."""
    q = m[TILE_QUARRY + t]
    top = m[KEEPS + q] if m[IN_PLACEMENT + q] else m[MINE_HEIGHT + q]
    for lies in range(m[TILE_LEVEL + t] + 1, top + 1):
        x = m[TILE_AT + slot(q, lies)]
        if not counted(m, x):
            m[MARK + x] = m[P_STAMP] + MOVED
    if m[STAYS + q] > m[TILE_LEVEL + t]:
        m[STAYS + q] = 0


def charge(m: Ints, places: Ints, aims: Ints, aim: int) -> bool:
    """Charge each tile that is on one of those assigned last to one of these.

    If a tile so charged is chosen itself, its first step is already paid. The bound is true for any
    choice of payers, and close for these. Returns whether any tile has been charged anew.
    """
    n = m[P_SIZE]
    level = aims[aim + AIM_LEVEL]
    fixed = aims[aim + AIM_FIXED]
    first = aims[aim + AIM_PLACE] * n
    anew = False
    for i in range(n):
        t = aims[aim + AIM_TILE + i]
        q = m[TILE_QUARRY + t]
        if has(fixed, i) or tile_steps(m, t, places[first + i], level) == 0:
            continue
        top = m[MINE_HEIGHT + q]
        if m[IN_PLACEMENT + q]:
            if level:
                continue
            j = m[IN_PLACEMENT + q] - 1
            top = min(top, leaves_from(m, aims[aim + AIM_TILE + j], q) - 1)
        for lies in range(m[TILE_LEVEL + t] + 1, top + 1):
            x = m[TILE_AT + slot(q, lies)]
            if not counted(m, x) and paid_by(m, x) < 0:
                m[PAYER + x] = PAYER_LEVELS * m[P_STAMP] + m[TILE_LEVEL + t]
                m[PAID + q] = m[P_STAMP]
                anew = True
    return anew


def best_plain(m: Ints, p: int, level: int) -> int:
    """The most a tile adds in a quarry when only its own steps count."""
    return m[BOUND_GAPS + level * QUARRIES + p] + m[P_STEP] * max(0, level - 1 - m[MINE_HEIGHT + p])


_DEAR = 1 << 44
"""A price for a point that nothing else is worth."""
_ROUNDS = 8
"""Prices tried at the most; the lowest promise is mostly found sooner."""


def assign_for_points(m: Ints, aims: Ints, aim: int) -> int:
    """The most the open quarries add with enough points, after `assign_tiles`; NEVER if they can't.

    The sum replaces that of `assign_tiles`, and includes what all curses count together, fixed and
    open. Choices with enough points are left in the aim.
    """
    missing = m[P_POINTS]
    instead = m[P_LEAST_POINTS] - overcount_in_aim(m, aims, aim, aims[aim + AIM_FIXED], True)
    for i in range(m[P_SIZE]):
        if has(aims[aim + AIM_FIXED], i):
            kind = m[KIND + aims[aim + AIM_TILE + i]]
            missing -= m[POINTS + kind]
            instead -= m[WORTH_OF + kind]
    for kind in range(1, m[P_KINDS] + 1):
        m[PRICED + kind] = m[WORTH_OF + kind]
    few = at_price(m, aims, aim, 0)
    if few == NEVER:
        return NEVER
    few_points = points_assigned(m, aims, aim)
    if few_points >= missing:
        keep_assigned(m, aims, aim)
        return instead + few
    many = at_price(m, aims, aim, _DEAR)
    many_points = points_assigned(m, aims, aim)
    if many_points < missing:
        return NEVER
    keep_assigned(m, aims, aim)
    many -= _DEAR * many_points
    best = many + _DEAR * (many_points - missing)
    for _ in range(_ROUNDS):
        price = (few - many) // (many_points - few_points)
        total = at_price(m, aims, aim, price)
        points = points_assigned(m, aims, aim)
        best = min(best, total - price * missing)
        total -= price * points
        if points >= missing:
            keep_assigned(m, aims, aim)
            if points == many_points and total == many:
                break
            many = total
            many_points = points
        else:
            if points == few_points and total == few:
                break
            few = total
            few_points = points
    return instead + best


def at_price(m: Ints, aims: Ints, aim: int, price: int) -> int:
    """Assign the choices listed last once more, with so much for each point of a curse."""
    fixed = aims[aim + AIM_FIXED]
    for kind in range(1, m[P_KINDS] + 1):
        m[ASSIGNED + kind] = 0
    for i in range(m[P_SIZE]):
        if has(fixed, i):
            continue
        for k in range(m[CHOICES + i]):
            spot = choice(i, k)
            kind = m[KIND + m[spot + ITS_TILE]]
            if m[POINTS + kind]:
                m[spot] += price * m[POINTS + kind] - m[PRICED + kind]
    for kind in range(1, m[P_KINDS] + 1):
        if m[POINTS + kind]:
            m[PRICED + kind] = price * m[POINTS + kind]
    m[P_EPOCH] += 1
    return assign_all(m, m[P_SIZE], fixed)


def points_assigned(m: Ints, aims: Ints, aim: int) -> int:
    """Add up the points of the choices assigned last."""
    points = 0
    for i in range(m[P_SIZE]):
        if not has(aims[aim + AIM_FIXED], i):
            points += m[POINTS + m[KIND + m[choice(i, m[TAKEN + i]) + ITS_TILE]]]
    return points
