"""Quick bounds for a placement and level, from tables of what each quarry can add at most."""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AT,
    FROM,
    H0,
    IS_WANTED,
    LAST,
    LIST,
    LISTED,
    MOST_GAIN,
    NEVER,
    ORDER,
    OUT,
    P_CARPET,
    P_ORDER,
    P_SIZE,
    P_STEP,
    P_WANTED,
    TL,
    TOP,
    TQ,
    U1,
    U2,
    UNKNOWN,
    WANTED,
    WORTH,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.values import base_value, enter, tile_steps

__all__ = ["closer_bound", "quarry_bounds", "rough_bound"]


def quarry_bounds(m: Ints) -> None:
    """Fill the tables for every level and quarry.

    `U1` takes any tile as if it lay in the placement; `U2` counts tiles' own steps only and the
    gaps to be filled below the level. `FROM` is for tiles of each other quarry if that is in the
    placement. `LAST` is what the last of the quarry's choices adds at least, as many as are open.
    """
    step = m[P_STEP]
    for level in range(0 if m[P_CARPET] else 1, 1 if m[P_CARPET] else 5):
        for q in range(36):
            at = level * 36 + q
            for r in range(36):
                _clear(m, FROM + (at * 36 + r) * 4)
            _fill_quarry(m, level, q)
            h = m[H0 + q]
            if level and m[U1 + at] > NEVER:
                if h > level:
                    m[U1 + at] -= (h - level) * step
                elif h < level - 1:
                    m[U2 + at] -= (level - 1 - h) * step


def _clear(m: Ints, pair: int) -> None:
    for k in range(2):
        m[pair + 2 * k] = NEVER
        m[pair + 2 * k + 1] = -1


def _fill_quarry(m: Ints, level: int, q: int) -> None:
    step = m[P_STEP]
    n = m[P_SIZE]
    at = level * 36 + q
    any_tile = NEVER
    plain = NEVER
    # The n best sums with all tiles above counted, kept where the list of choices will be.
    top = LIST + at * 2 * LISTED
    worst = top + 2 * n - 2
    size = 0
    for k in range(m[P_ORDER]):
        t = m[ORDER + k]
        worth = m[WORTH + t]
        if worth <= any_tile and worth <= plain and size == n and worth <= m[worst]:
            break
        base = base_value(m, t, q, level)
        if base == NEVER:
            continue
        plain = max(plain, worth - tile_steps(m, t, q, level) * step)
        r = m[TQ + t]
        if r == q:
            full = at_home(m, t, level, base)
            any_tile = max(any_tile, full)
        else:
            full = base - (m[H0 + r] - m[TL + t]) * step
            any_tile = max(any_tile, base + step)
            pair = FROM + (at * 36 + r) * 4
            value = base + step if m[TL + t] >= level else base
            if value > m[pair + 2]:
                enter(m, pair, 1, value, t)
        if not m[IS_WANTED + t] and (size < n or full > m[worst]):
            if size < n:
                size += 1
            enter(m, top, size - 1, full, t)
    m[U1 + at] = any_tile
    m[U2 + at] = plain
    m[LAST + at] = m[worst] if size == n else NEVER


def at_home(m: Ints, t: int, level: int, base: int) -> int:
    """What a tile adds where it lies; above the level it counts among those that leave as well."""
    return base + m[P_STEP] if level and m[TL + t] > level else base


def outside(m: Ints, level: int, q: int, lowest: int) -> int:
    """Where the two most stand that `q` adds with a tile of its own or from outside the placement.

    A tile on another counts less by what it gains if it is chosen itself, rather than a last choice
    that adds no less than that of the quarry `lowest` (see `covers`).
    """
    at = level * 36 + q
    pair = OUT + (at * 36 + lowest) * 4
    if m[pair + 1] != UNKNOWN:
        return pair
    _clear(m, pair)
    step = m[P_STEP]
    last = m[LAST + level * 36 + lowest]
    for k in range(m[P_ORDER]):
        t = m[ORDER + k]
        if m[WORTH + t] <= m[pair + 2]:
            break
        value = base_value(m, t, q, level)
        if value <= m[pair + 2]:
            continue
        r = m[TQ + t]
        if r == q:
            value = at_home(m, t, level, value)
        else:
            whole = 0
            below = 0
            ended = False
            for slot in range(r * 4 + m[TL + t], r * 4 + m[H0 + r]):
                x = m[AT + slot]
                gain = MOST_GAIN if m[IS_WANTED + x] else min(MOST_GAIN, m[WORTH + x] - last)
                if gain > 0:
                    ended = True
                    whole -= gain
                whole += step
                if not ended:
                    below += step
            value -= max(whole, below)
        if value > m[pair + 2]:
            enter(m, pair, 1, value, t)
    return pair


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
    """A closer bound than `rough_bound`: tiles count as lying in the placement only if they do."""
    n = m[P_SIZE]
    step = m[P_STEP]
    first = place * n
    lowest = v[first]
    for i in range(first + 1, first + n):
        if m[LAST + level * 36 + v[i]] < m[LAST + level * 36 + lowest]:
            lowest = v[i]
    total = 0
    loss = 0
    for i in range(n):
        q = v[first + i]
        at = level * 36 + q
        pair = outside(m, level, q, lowest)
        best = m[pair]
        tile = m[pair + 1]
        second = m[pair + 2]
        for j in range(first, first + n):
            pair = FROM + (at * 36 + v[j]) * 4
            value = m[pair]
            if value > best:
                # The same tile from outside the placement is no second choice.
                if tile != m[pair + 1] and best > second:
                    second = best
                if m[pair + 2] > second:
                    second = m[pair + 2]
                best = value
                tile = m[pair + 1]
            elif value > second and tile != m[pair + 1]:
                second = value
        if best == NEVER:
            return NEVER
        total += best
        if level and m[H0 + q] > level:
            total -= (m[H0 + q] - level) * step
        m[TOP + 3 * i] = best
        m[TOP + 3 * i + 1] = tile
        m[TOP + 3 * i + 2] = best - second
        # Of the quarries that like the same tile best, only one can have it.
        for j in range(i):
            if m[TOP + 3 * j + 1] == tile:
                loss += min(m[TOP + 3 * j + 2], m[TOP + 3 * i + 2])
                m[TOP + 3 * j + 2] = max(m[TOP + 3 * j + 2], m[TOP + 3 * i + 2])
                break
    return total - loss
