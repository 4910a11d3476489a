"""Quick bounds for a placement and level, from tables of what each quarry can add at most."""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AT,
    DEAD,
    FROM,
    H0,
    IS_WANTED,
    LAST,
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
    listed,
    slot,
    two_most,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.values import base_value, enter, tile_steps

__all__ = ["closer_bound", "quarry_bounds", "rough_bound", "wanted_bound"]


def quarry_bounds(m: Ints) -> None:
    """Fill the tables for every level and quarry.

    `U1` takes any tile as if it lay in the placement; `U2` counts tiles' own steps only and the
    gaps to be filled below the level. `FROM` is for tiles of each other quarry if that is in the
    placement. `LAST` is what the last of the quarry's choices adds at least, as many as are open.
    """
    step = m[P_STEP]
    for level in range(0 if m[P_CARPET] else 1, 1 if m[P_CARPET] else 5):
        for q in range(36):
            row = level * 36 + q
            pairs = two_most(FROM, level, q, 0)
            for pair in range(pairs, pairs + 36 * 4, 4):
                clear_two(m, pair)
            fill_quarry(m, level, q)
            h = m[H0 + q]
            if level and m[U1 + row] > NEVER:
                if h > level:
                    m[U1 + row] -= (h - level) * step
                elif h < level - 1:
                    m[U2 + row] -= (level - 1 - h) * step


def clear_two(m: Ints, pair: int) -> None:
    """Begin with no tile for either of the two most."""
    for k in range(2):
        m[pair + 2 * k] = NEVER
        m[pair + 2 * k + 1] = -1


def fill_quarry(m: Ints, level: int, q: int) -> None:
    """Fill the tables for one level and quarry, but for what its own height costs."""
    step = m[P_STEP]
    n = m[P_SIZE]
    row = level * 36 + q
    any_tile = NEVER
    plain = NEVER
    # The n best sums with all tiles above counted, kept where the list of choices will be.
    top = listed(level, q)
    pairs = two_most(FROM, level, q, 0)
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
            pair = pairs + 4 * r
            value = base + step if m[TL + t] >= level else base
            if value > m[pair + 2]:
                enter(m, pair, 1, value, t)
        if not m[IS_WANTED + t] and (size < n or full > m[worst]):
            if size < n:
                size += 1
            enter(m, top, size - 1, full, t)
    m[U1 + row] = any_tile
    m[U2 + row] = plain
    m[LAST + row] = m[worst] if size == n else NEVER


def at_home(m: Ints, t: int, level: int, base: int) -> int:
    """What a tile adds where it lies; above the level it counts among those that leave as well."""
    return base + m[P_STEP] if level and m[TL + t] > level else base


def outside(m: Ints, level: int, q: int, lowest: int) -> int:
    """Where the two most stand that `q` adds with a tile of its own or from outside the placement.

    A tile on another counts less by what it gains if it is chosen itself, rather than a last choice
    that adds no less than that of the quarry `lowest` (see `covers`).
    """
    pair = two_most(OUT, level, q, lowest)
    if m[pair + 1] != UNKNOWN:
        return pair
    clear_two(m, pair)
    last = m[LAST + level * 36 + lowest]
    for k in range(m[P_ORDER]):
        t = m[ORDER + k]
        if m[WORTH + t] <= m[pair + 2]:
            break
        value = base_value(m, t, q, level)
        if value <= m[pair + 2]:
            continue
        if m[TQ + t] == q:
            value = at_home(m, t, level, value)
        else:
            value -= cheapest_cover(m, t, last)
        if value > m[pair + 2]:
            enter(m, pair, 1, value, t)
    return pair


def cheapest_cover(m: Ints, t: int, last: int) -> int:
    """What the tiles on `t` take off the score at least, if each may gain more than `last`."""
    r = m[TQ + t]
    whole = 0
    below = 0
    ended = False
    for lies in range(m[TL + t] + 1, m[H0 + r] + 1):
        x = m[AT + slot(r, lies)]
        gain = MOST_GAIN if m[IS_WANTED + x] else min(MOST_GAIN, m[WORTH + x] - last)
        if gain > 0:
            ended = True
            whole -= gain
        whole += m[P_STEP]
        if not ended:
            below += m[P_STEP]
    return max(whole, below)


def rough_bound(m: Ints, v: Ints, place: int, level: int) -> int:
    """The sum of the quarries' bounds; NEVER if some quarry has no tile to dig."""
    n = m[P_SIZE]
    sum1 = 0
    sum2 = 0
    row = level * 36
    for i in range(place * n, place * n + n):
        value = m[U1 + row + v[i]]
        if value == NEVER:
            return NEVER
        sum1 += value
        sum2 += m[U2 + row + v[i]]
    return sum1 if sum1 < sum2 else sum2


def wanted_bound(m: Ints, v: Ints, place: int, level: int) -> int:
    """The best tiles' worth, less what the steps of the wanted ones cost at least; NEVER if one of
    them can't be dug here.
    """
    n = m[P_SIZE]
    bound = n * m[WORTH + m[ORDER]]
    for k in range(m[P_WANTED]):
        least = DEAD
        for i in range(place * n, place * n + n):
            steps = tile_steps(m, m[WANTED + k], v[i], level)
            if 0 <= steps < least:
                least = steps
        if least == DEAD:
            return NEVER
        bound -= least * m[P_STEP]
    return bound


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
        pairs = two_most(FROM, level, q, 0)
        pair = outside(m, level, q, lowest)
        best = m[pair]
        tile = m[pair + 1]
        second = m[pair + 2]
        for j in range(first, first + n):
            pair = pairs + 4 * v[j]
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
