"""What digging a tile from a quarry adds to an aim's score, moving it there included.

Each tile that must move is counted once, with no more than it needs, so an aim never scores more
than the sum. What depends on the placement (is the tile counted already where it lies?) is added
in `value_here`; the rest, `base_value`, is listed once for each quarry and level.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AROUND,
    ASKED,
    AT,
    DIST,
    GAIN,
    H0,
    INP,
    IS_WANTED,
    KEEPS,
    KNOWN,
    LIST_SIZE,
    LISTED,
    MARK,
    MOST_GAIN,
    NEVER,
    OPEN,
    ORDER,
    P_ALL_COUNT,
    P_DEALS,
    P_FROZEN,
    P_OPEN,
    P_ORDER,
    P_STAMP,
    P_STEP,
    P_UPHILL,
    PAID,
    PAYER,
    STAYS,
    TL,
    TQ,
    WORTH,
    listed,
    slot,
)
from ksm_widgets.solver.kernel.memory import Ints

__all__ = [
    "base_value",
    "charged",
    "counted",
    "enter",
    "leaves_from",
    "list_choices",
    "paid_by",
    "tile_steps",
    "value_here",
]


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
    else:
        leaving = max(0, h + 1 - leaves_from(m, t, p))
    return m[WORTH + t] - (steps + leaving) * m[P_STEP]


def counted(m: Ints, x: int) -> bool:
    """Whether a tile is chosen in the aim at hand, or counted as moved."""
    return m[MARK + x] >= m[P_STAMP]


def paid_by(m: Ints, x: int) -> int:
    """The level of the tile below that a tile is charged to in the aim at hand; negative if none.

    Older stamps are lower by two at least, so nothing charged in an earlier aim counts.
    """
    return m[PAYER + x] - 8 * m[P_STAMP]


def covers(m: Ints, t: int, top: int) -> int:
    """What the tiles on `t`, up to level `top`, take off the score because they must move for it.

    Not those that are chosen, counted already or charged to a tile; but one that is chosen where it
    lies must go and come back. Unless all count, one that another open quarry might rather choose
    than its last choice counts less by what that gains; or it counts nothing and ends the count,
    as it would bring the tiles above with it. Both are true, the higher holds.
    """
    q = m[TQ + t]
    whole = 0
    below = 0
    ended = False
    for level in range(m[TL + t] + 1, top + 1):
        x = m[AT + slot(q, level)]
        cost = m[P_STEP]
        if counted(m, x):
            if level != m[STAYS + q]:
                continue
            cost *= 2
        elif paid_by(m, x) > 0:
            continue
        elif not m[P_ALL_COUNT]:
            gain = gain_elsewhere(m, x)
            if gain > 0:
                ended = True
                cost -= gain
        whole += cost
        if not ended:
            below += cost
    return max(whole, below)


def gain_elsewhere(m: Ints, x: int) -> int:
    """What choosing a tile that must move anyway gains over some open quarry's last choice."""
    if m[ASKED + x] != m[P_DEALS]:
        m[ASKED + x] = m[P_DEALS]
        gain = 0
        if m[IS_WANTED + x]:
            gain = MOST_GAIN
        elif m[WORTH + x] > NEVER:
            for k in range(m[P_OPEN]):
                steps = m[DIST + m[TQ + x] * 36 + m[OPEN + 2 * k]] - 1
                gain = max(gain, m[WORTH + x] - steps * m[P_STEP] - m[OPEN + 2 * k + 1])
        m[GAIN + x] = min(gain, MOST_GAIN)
    return m[GAIN + x]


def charged(m: Ints, q: int, lowest: int, payer: int) -> int:
    """How many tiles from a level on are charged to the tile on level `payer` there; 0 for any."""
    count = 0
    if m[PAID + q] == m[P_STAMP]:
        for level in range(lowest, m[H0 + q] + 1):
            pays = paid_by(m, m[AT + slot(q, level)])
            if pays == payer or (payer == 0 and pays > 0):
                count += 1
    return count


def value_here(m: Ints, t: int, p: int, level: int, base: int) -> int:
    """What tile `t` adds in quarry `p` of the aim at hand, given its `base_value`.

    `INP` marks the placement's quarries, `MARK` the tiles chosen (stamp) or counted as moved
    (stamp + 1). Tiles that must leave `p` are charged for half only if they are charged to one
    that lies there.
    """
    value = base
    if level == 0 and m[PAID + p] == m[P_STAMP]:
        value += charged(m, p, leaves_from(m, t, p), 0) * (m[P_STEP] // 2)
    if m[TQ + t] == p and (level == 0 or m[TL + t] == level):
        return value
    if m[KNOWN + t] != m[P_DEALS]:
        m[KNOWN + t] = m[P_DEALS]
        m[AROUND + t] = around(m, t)
    return value + m[AROUND + t]


def around(m: Ints, t: int) -> int:
    """What a tile that moves adds to its base value because of the tiles that lie around it.

    If it must leave in any case, or is charged to one below it, one step has been charged already.
    """
    step = m[P_STEP]
    if m[MARK + t] == m[P_STAMP] + 1:
        return step
    q = m[TQ + t]
    tl = m[TL + t]
    top = m[KEEPS + q] if m[INP + q] else m[H0 + q]
    theirs = charged(m, q, tl + 1, tl)
    if tl > top:
        return step - theirs * (step // 2)
    value = step if paid_by(m, t) > 0 else 0
    return value - theirs * step - covers(m, t, top)


def leaves_from(m: Ints, t: int, p: int) -> int:
    """The level from which tiles must leave `p` so that `t` can be dug there, with the carpet."""
    if m[TQ + t] == p:
        return m[TL + t] + 1
    return 4 if m[P_UPHILL] else m[TL + t]


def list_choices(m: Ints, level: int, p: int) -> int:
    """List the tiles of highest base value for a quarry and level; returns how many."""
    size = m[LIST_SIZE + level * 36 + p]
    if size >= 0:
        return size
    size = 0
    first = listed(level, p)
    last = first + 2 * LISTED - 2
    for k in range(m[P_ORDER]):
        t = m[ORDER + k]
        if size == LISTED and m[WORTH + t] <= m[last]:
            break
        value = base_value(m, t, p, level)
        if value == NEVER:
            continue
        if size < LISTED:
            enter(m, first, size, value, t)
            size += 1
        elif value > m[last]:
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
