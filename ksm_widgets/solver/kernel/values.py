"""What digging a tile from a quarry adds to a plan's score, moving it there included.

Each tile that must move is counted once, with no more than it needs, so a plan never scores more
than the sum. What depends on the placement (is the tile counted already where it lies?) is added
in `value_here`; the rest, `base_value`, is listed once for each quarry and level.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    ASKED,
    AT,
    DIST,
    GAIN,
    H0,
    INP,
    IS_WANTED,
    LIST,
    LIST_SIZE,
    LISTED,
    MARK,
    NEVER,
    OPEN,
    ORDER,
    P_FROZEN,
    P_OPEN,
    P_ORDER,
    P_STAMP,
    P_STEP,
    P_UPHILL,
    TL,
    TQ,
    WORTH,
)
from ksm_widgets.solver.kernel.memory import Ints

__all__ = ["base_value", "enter", "list_choices", "tile_steps", "value_here"]


def tile_steps(m: Ints, t: int, p: int, level: int) -> int:
    """The fewest moves of a tile itself until it lies on `p` at `level`; -1 if it never can."""
    q = m[TQ + t]
    tl = m[TL + t]
    if q == p and (level == 0 or tl == level):
        return 0
    if tl <= m[P_FROZEN] or (tl < level and not m[P_UPHILL]):
        return -1
    return 2 if q == p else m[DIST + q * 36 + p]


def base_value(m: Ints, t: int, p: int, level: int) -> int:
    """Worth, less the tile's own steps, less the tiles that must leave `p` for it.

    NEVER if it cannot be dug there. Tiles above the level of the dig leave in any case, so they
    are not counted here.
    """
    steps = tile_steps(m, t, p, level)
    if steps < 0 or (level if steps and level else m[TL + t]) < m[P_FROZEN] + (steps > 0):
        return NEVER
    leaving = 0
    h = m[H0 + p]
    if level:
        if steps and h >= level:
            leaving = 1
    elif steps == 0:
        leaving = h - m[TL + t]
    else:
        room = 3 if m[P_UPHILL] else m[TL + t] - 1
        if h > room:
            leaving = h - room
    return m[WORTH + t] - (steps + leaving) * m[P_STEP]


def covers(m: Ints, t: int, top: int, all_count: int) -> int:
    """What the tiles on `t`, up to level `top`, take off the score because they must move for it.

    Not those that are chosen or counted already. Unless all count, one that another open quarry
    might rather choose than its last choice counts less by what that gains; or it counts nothing
    and ends the count, as it would bring the tiles above with it. Both are true, the higher holds.
    """
    q = m[TQ + t]
    stamp = m[P_STAMP]
    step = m[P_STEP]
    whole = 0
    below = 0
    ended = False
    for slot in range(q * 4 + m[TL + t], q * 4 + top):
        x = m[AT + slot]
        if m[MARK + x] >= stamp:
            continue
        gain = 0
        if not all_count:
            gain = gain_elsewhere(m, x)
            if gain > 0:
                ended = True
        whole += step - gain
        if not ended:
            below += step
    return max(whole, below)


def gain_elsewhere(m: Ints, x: int) -> int:
    """What choosing a tile that must move anyway gains over some open quarry's last choice."""
    stamp = m[P_STAMP]
    if m[ASKED + x] != stamp:
        m[ASKED + x] = stamp
        gain = 0
        if m[IS_WANTED + x]:
            gain = 1 << 58
        elif m[WORTH + x] > NEVER:
            for k in range(m[P_OPEN]):
                steps = m[DIST + m[TQ + x] * 36 + m[OPEN + 2 * k]] - 1
                gain = max(gain, m[WORTH + x] - steps * m[P_STEP] - m[OPEN + 2 * k + 1])
        m[GAIN + x] = min(gain, 1 << 58)
    return m[GAIN + x]


def value_here(m: Ints, t: int, p: int, level: int, base: int, all_count: int) -> int:
    """What tile `t` adds in quarry `p` of the plan at hand, given its `base_value`.

    `all_count` is passed on to `covers`.
    `INP` marks the placement's quarries, `MARK` the tiles chosen (stamp) or counted as moved
    (stamp + 1). A tile that lies in the placement, or was counted for one below it, has had one
    step charged already.
    """
    q = m[TQ + t]
    if q == p and (level == 0 or m[TL + t] == level):
        return base
    if m[MARK + t] == m[P_STAMP] + 1:
        return base + m[P_STEP]
    if m[INP + q]:
        if m[TL + t] >= level:
            return base + m[P_STEP]
        # Only uphill moves bring such a tile to the level: those between are not yet counted.
        top = min(level - 1, m[H0 + q])
        return base - covers(m, t, top, all_count)
    return base - covers(m, t, m[H0 + q], all_count)


def list_choices(m: Ints, level: int, p: int) -> int:
    """List the tiles of highest base value for a quarry and level; returns how many."""
    size = m[LIST_SIZE + level * 36 + p]
    if size >= 0:
        return size
    size = 0
    first = LIST + (level * 36 + p) * 2 * LISTED
    for k in range(m[P_ORDER]):
        t = m[ORDER + k]
        if size == LISTED and m[WORTH + t] <= m[first + 2 * LISTED - 2]:
            break
        value = base_value(m, t, p, level)
        if value == NEVER:
            continue
        if size < LISTED:
            enter(m, first, size, value, t)
            size += 1
        elif value > m[first + 2 * LISTED - 2]:
            enter(m, first, size - 1, value, t)
    m[LIST_SIZE + level * 36 + p] = size
    return size


def enter(m: Ints, row: int, size: int, value: int, t: int) -> None:
    """Put a choice into its place in a row of so many, best first; what stood behind moves up."""
    spot = row + 2 * size
    while spot > row and m[spot - 2] < value:
        m[spot] = m[spot - 2]
        m[spot + 1] = m[spot - 1]
        spot -= 2
    m[spot] = value
    m[spot + 1] = t
