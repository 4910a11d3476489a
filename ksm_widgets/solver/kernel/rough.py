"""Quick bounds for a placement and level, from tables of what each quarry can add at most."""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AT,
    FREE,
    FROM,
    H0,
    IS_WANTED,
    LAST,
    LIST,
    LISTED,
    NEEDS,
    NEVER,
    ORDER,
    OUT,
    P_CARPET,
    P_ORDER,
    P_SIZE,
    P_STEP,
    P_WANTED,
    TL,
    TQ,
    U1,
    U2,
    WANTED,
    WORTH,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.values import base_value, tile_steps

__all__ = ["closer_bound", "quarry_bounds", "rough_bound"]


def quarry_bounds(m: Ints) -> None:
    """Fill the tables for every level and quarry.

    `U1` takes any tile as if it lay in the placement; `U2` counts tiles' own steps only and the
    gaps to be filled below the level. `OUT` and `FROM` tell apart the quarry's own tiles, tiles
    from outside the placement, and those of each other quarry if that is in it.
    """
    step = m[P_STEP]
    for level in range(0 if m[P_CARPET] else 1, 1 if m[P_CARPET] else 5):
        for q in range(36):
            at = level * 36 + q
            for r in range(36):
                m[FROM + at * 36 + r] = NEVER
            _fill_quarry(m, level, q)
            h = m[H0 + q]
            if level and m[U1 + at] > NEVER:
                if h > level:
                    m[U1 + at] -= (h - level) * step
                elif h < level - 1:
                    m[U2 + at] -= (level - 1 - h) * step


def _fill_quarry(m: Ints, level: int, q: int) -> None:
    step = m[P_STEP]
    n = m[P_SIZE]
    at = level * 36 + q
    any_tile = NEVER
    plain = NEVER
    out = NEVER
    free = NEVER
    last = LAST + at
    m[last] = NEVER
    # The n best sums with all tiles above counted, kept where the list of choices will be.
    top = LIST + at * 2 * LISTED
    size = 0
    for k in range(m[P_ORDER]):
        t = m[ORDER + k]
        worth = m[WORTH + t]
        if worth <= any_tile and worth <= plain and size == n and worth <= m[top + n - 1]:
            break
        base = base_value(m, t, q, level)
        if base == NEVER:
            continue
        value = worth - tile_steps(m, t, q, level) * step
        if value > plain:
            plain = value
        r = m[TQ + t]
        if r == q:
            lies = level == 0 or m[TL + t] == level
            full = base if lies else base + step
            value = full
            free = max(free, full)
        else:
            full = base - (m[H0 + r] - m[TL + t]) * step
            value = base + step
            free = max(free, base)
            if value > m[FROM + at * 36 + r]:
                m[FROM + at * 36 + r] = value
        any_tile = max(any_tile, value)
        out = max(out, full)
        if size < n or full > m[top + n - 1]:
            if size < n:
                size += 1
            spot = top + size - 1
            while spot > top and m[spot - 1] < full:
                m[spot] = m[spot - 1]
                spot -= 1
            m[spot] = full
    m[U1 + at] = any_tile
    m[U2 + at] = plain
    m[OUT + at] = out
    m[FREE + at] = free
    if size == n:
        m[last] = m[top + n - 1]
    needs = NEVER
    if free > out:
        for k in range(m[P_ORDER]):
            t = m[ORDER + k]
            if m[WORTH + t] <= out:
                break
            r = m[TQ + t]
            base = base_value(m, t, q, level)
            if r == q or base <= out:
                continue
            for slot in range(r * 4 + m[TL + t], r * 4 + m[H0 + r]):
                x = m[AT + slot]
                worth = 1 << 59 if m[IS_WANTED + x] else m[WORTH + x]
                needs = max(needs, worth)
    m[NEEDS + at] = needs


def rough_bound(m: Ints, v: Ints, place: int, level: int) -> int:
    """The sum of the quarries' bounds; NEVER if some quarry has no tile to dig."""
    n = m[P_SIZE]
    sum1 = 0
    sum2 = 0
    for i in range(place * n, place * n + n):
        at = level * 36 + v[i]
        value = m[U1 + at]
        if value == NEVER:
            return NEVER
        sum1 += value
        sum2 += m[U2 + at]
    if sum2 < sum1:
        sum1 = sum2
    for k in range(m[P_WANTED]):
        # The tiles' worth, and what the steps of the wanted ones cost at least.
        if k == 0:
            sum2 = n * m[WORTH + m[ORDER]]
        least = 1 << 20
        for i in range(place * n, place * n + n):
            steps = tile_steps(m, m[WANTED + k], v[i], level)
            if 0 <= steps < least:
                least = steps
        if least == 1 << 20:
            return NEVER
        sum2 -= least * m[P_STEP]
        if k == m[P_WANTED] - 1 and sum2 < sum1:
            sum1 = sum2
    return sum1


def closer_bound(m: Ints, v: Ints, place: int, level: int) -> int:
    """A closer bound than `rough_bound`: a tile counts as lying in the placement only if it does."""
    n = m[P_SIZE]
    step = m[P_STEP]
    first = place * n
    floor = 1 << 60
    for i in range(first, first + n):
        last = m[LAST + level * 36 + v[i]]
        if last < floor:
            floor = last
    total = 0
    for i in range(first, first + n):
        q = v[i]
        at = level * 36 + q
        value = m[OUT + at]
        if m[NEEDS + at] > floor:
            value = m[FREE + at]
        for j in range(first, first + n):
            other = m[FROM + at * 36 + v[j]]
            if other > value:
                value = other
        if value == NEVER:
            return NEVER
        total += value
        if level and m[H0 + q] > level:
            total -= (m[H0 + q] - level) * step
    return total
