"""The best assignment of different tiles to the open quarries of an aim.

Where a dig needs tiles of some kinds, so many of a symbol, say, or so many points of curses, these
are told apart from the rest, and listed for each quarry separately.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.aims import banned
from ksm_widgets.solver.kernel.layout import (
    AIM_BAN_AT,
    AIM_FIXED,
    AIM_LEVEL,
    AIM_PLACE,
    AIM_TILE,
    ASSIGNED,
    CHOICE_PAIR,
    CHOICES,
    EXTRA,
    GAINED,
    GIVEN,
    GIVER,
    HELD,
    IS_WANTED,
    ITS_TILE,
    KIND,
    KIND_AT,
    LAST_CHOICE,
    LISTED,
    MARK,
    MUST,
    NEED,
    NEVER,
    OF_KIND,
    OPEN,
    OPEN_LAST,
    ORDER,
    OWNER,
    OWNERS,
    P_ALL_COUNT,
    P_EPOCH,
    P_KINDS,
    P_OPEN,
    P_ORDER,
    P_SIZE,
    P_STAMP,
    P_STEP,
    P_WANTED,
    QUARRIES,
    SHORT,
    TAKEN,
    WANTED,
    Ints,
    choice,
    has,
    listed,
)
from ksm_widgets.solver.kernel.values import (
    base_value,
    charged,
    enter,
    enter_if_best,
    list_choices,
    value_here,
)


def assign_tiles(m: Ints, places: Ints, aims: Ints, aim: int) -> int:
    """Give the open quarries the tiles that add most together, and leave them in the aim.

    Returns the sum, or NEVER if no assignment has all wanted tiles, or enough of a kind needed.
    """
    n = m[P_SIZE]
    level = aims[aim + AIM_LEVEL]
    fixed = aims[aim + AIM_FIXED]
    first = aims[aim + AIM_PLACE] * n
    opened = 0
    for i in range(n):
        if not has(fixed, i):
            m[OPEN + opened] = places[first + i]
            opened += 1
    short = still_short(m, aims, aim)
    if short > opened:
        return NEVER
    # First every tile on a chosen one counts; from then on not so much those that another quarry
    # might choose rather than its last choice. While nothing is fixed or banned, the last choices
    # are known well enough; and where one quarry is open, no other might choose.
    fresh = opened == n and aims[aim + AIM_BAN_AT] < 0
    m[P_OPEN] = opened
    m[P_EPOCH] += 1
    m[P_ALL_COUNT] = 1
    k = 0
    for i in range(n):
        if not has(fixed, i):
            if fresh:
                m[OPEN_LAST + k] = m[LAST_CHOICE + level * QUARRIES + places[first + i]]
            else:
                m[OPEN_LAST + k] = gather(m, places, aims, aim, i, opened)
            k += 1
    if fresh or opened > 1:
        m[P_EPOCH] += 1
        m[P_ALL_COUNT] = 0
        for i in range(n):
            if not has(fixed, i):
                gather(m, places, aims, aim, i, opened)
    best = assign_all(m, n, fixed)
    if best > NEVER:
        keep_assigned(m, aims, aim)
    return best


def assign_all(m: Ints, n: int, fixed: int) -> int:
    """Assign the choices listed, with all that the open quarries must have; NEVER if they can't."""
    best = assign(m, n, fixed)
    for kind in range(1, m[P_KINDS] + 1):
        best -= m[SHORT + kind] * MUST
    for k in range(m[P_WANTED]):
        if m[MARK + m[WANTED + k]] != m[P_STAMP]:
            best -= MUST
    return best if best >= -MUST // 2 else NEVER


def keep_assigned(m: Ints, aims: Ints, aim: int) -> None:
    """Leave the choices assigned last in the aim."""
    for i in range(m[P_SIZE]):
        if not has(aims[aim + AIM_FIXED], i):
            aims[aim + AIM_TILE + i] = m[choice(i, m[TAKEN + i]) + ITS_TILE]


def gather(m: Ints, places: Ints, aims: Ints, aim: int, i: int, opened: int) -> int:
    """List the choices of an open quarry, and return how much the last of the best adds.

    First every wanted tile, then the best of each kind that is needed, then the best others, as
    many as there are open quarries: NEVER if there are fewer.
    """
    level = aims[aim + AIM_LEVEL]
    p = places[aims[aim + AIM_PLACE] * m[P_SIZE] + i]
    stamp = m[P_STAMP]
    picky = aims[aim + AIM_BAN_AT] == i
    wanted = 0
    for k in range(m[P_WANTED]):
        t = m[WANTED + k]
        # One of a needed kind comes with its kind.
        if m[KIND + t] or m[MARK + t] == stamp or (picky and banned(aims, aim, t)):
            continue
        value = base_value(m, t, p, level)
        if value > NEVER:
            enter(m, choice(i, 0), wanted, value_here(m, t, p, level, value) + MUST, t)
            wanted += 1
    for kind in range(1, m[P_KINDS] + 1):
        wanted += gather_kind(m, aims, aim, i, p, kind, wanted, opened)
    row = choice(i, wanted)
    worst = choice(i, wanted + opened - 1)
    size = 0
    # So much more than its base value a choice may add.
    more = m[P_STEP] * (1 + charged(m, p, 1, 0))
    count = list_choices(m, level, p)
    first = listed(level, p)
    last = first + CHOICE_PAIR * (count - 1)
    least = m[last]
    passed = False
    for k in range(count + m[P_ORDER]):
        if k < count:
            value = m[first + CHOICE_PAIR * k]
            t = m[first + CHOICE_PAIR * k + ITS_TILE]
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
                passed = passed or t == m[last + ITS_TILE]
                continue
        if m[MARK + t] == stamp or m[IS_WANTED + t] or (picky and banned(aims, aim, t)):
            continue
        size = enter_if_best(m, row, size, opened, value_here(m, t, p, level, value), t)
    m[CHOICES + i] = wanted + size
    return m[worst] if size == opened else NEVER


def assign(m: Ints, n: int, fixed: int) -> int:
    """Give each open quarry one of its choices, no tile twice: the best sum, NEVER if none can be.

    One quarry after another takes a tile; the quarry that had it takes another, and so on to a free
    tile, along the way that adds most. `TAKEN` is the choice each has then. Of a kind that is
    needed, tiles beyond the number needed count less. So a quarry that takes a free one may also
    release another with a tile of that kind, which then looks for something else.
    """
    mine = m[P_EPOCH] * OWNERS
    total = 0
    for i in range(n):
        if has(fixed, i):
            continue
        for j in range(n):
            m[GAINED + j] = NEVER
        m[GAINED + i] = 0
        m[HELD + i] = 0
        best = NEVER
        last = -1
        free = -1
        waiting = 1 << i
        while waiting:
            for j in range(n):
                if not has(waiting, j):
                    continue
                waiting ^= 1 << j
                without = m[GAINED + j] - m[HELD + j]
                for k in range(m[CHOICES + j]):
                    spot = choice(j, k)
                    value = without + m[spot]
                    owner = m[OWNER + m[spot + ITS_TILE]] - mine
                    if owner < 0:
                        kind = m[KIND + m[spot + ITS_TILE]]
                        if m[NEED + kind] and m[ASSIGNED + kind] >= m[SHORT + kind]:
                            waiting |= free_kind(m, n, fixed, kind, value, j, k)
                            value -= MUST + m[EXTRA + kind]
                        if value > best:
                            best = value
                            last = j
                            free = k
                        # What comes behind a free tile adds less, but for one of another kind.
                        if not kind:
                            break
                    elif value > m[GAINED + owner]:
                        m[GAINED + owner] = value
                        m[GIVER + owner] = j
                        m[GIVEN + owner] = k
                        waiting |= 1 << owner
        if best == NEVER:
            return NEVER
        total += best
        shift_along(m, i, last, free)
    return total


def free_kind(m: Ints, n: int, fixed: int, kind: int, value: int, j: int, k: int) -> int:
    """Let quarries with a tile of this kind look for others, as `j` takes a free one of it.

    Returns those to which that is worth more than known so far, a bit each.
    """
    bits = 0
    for other in range(n):
        if other == j or has(fixed, other) or value <= m[GAINED + other]:
            continue
        t = m[choice(other, m[TAKEN + other]) + ITS_TILE]
        if m[KIND + t] == kind and m[OWNER + t] == m[P_EPOCH] * OWNERS + other:
            m[GAINED + other] = value
            m[GIVER + other] = j
            m[GIVEN + other] = k
            bits |= 1 << other
    return bits


def shift_along(m: Ints, i: int, last: int, free: int) -> None:
    """Let a quarry take a free tile, another one the tile given up so, and so on up to `i`.

    `GIVER` and `GIVEN` say for each quarry which one takes its tile, and as which choice.
    """
    m[ASSIGNED + m[KIND + m[choice(last, free) + ITS_TILE]]] += 1
    while True:
        if last != i:
            # It is free, unless the next takes it.
            m[OWNER + m[choice(last, m[TAKEN + last]) + ITS_TILE]] = -1
        spot = choice(last, free)
        m[TAKEN + last] = free
        m[HELD + last] = m[spot]
        m[OWNER + m[spot + ITS_TILE]] = m[P_EPOCH] * OWNERS + last
        if last == i:
            return
        free = m[GIVEN + last]
        last = m[GIVER + last]


def still_short(m: Ints, aims: Ints, aim: int) -> int:
    """The number of tiles of needed kinds that the open quarries must choose at least."""
    for kind in range(1, m[P_KINDS] + 1):
        m[SHORT + kind] = m[NEED + kind]
        m[ASSIGNED + kind] = 0
    short = 0
    if m[P_KINDS]:
        for i in range(m[P_SIZE]):
            if has(aims[aim + AIM_FIXED], i):
                m[SHORT + m[KIND + aims[aim + AIM_TILE + i]]] -= 1
        for kind in range(1, m[P_KINDS] + 1):
            m[SHORT + kind] = max(0, m[SHORT + kind])
            short += m[SHORT + kind]
    return short


def gather_kind(
    m: Ints, aims: Ints, aim: int, i: int, p: int, kind: int, behind: int, opened: int
) -> int:
    """List the best tiles of a kind, as many as are open, behind other choices; their number."""
    level = aims[aim + AIM_LEVEL]
    picky = aims[aim + AIM_BAN_AT] == i
    row = choice(i, behind)
    size = 0
    for k in range(m[KIND_AT + kind], m[KIND_AT + kind + 1]):
        t = m[OF_KIND + k]
        if m[MARK + t] == m[P_STAMP] or (picky and banned(aims, aim, t)):
            continue
        value = base_value(m, t, p, level)
        if value == NEVER:
            continue
        value = value_here(m, t, p, level, value)
        if m[NEED + kind]:
            value += MUST
        for w in range(m[P_WANTED]):
            if m[WANTED + w] == t:
                value += MUST
        size = enter_if_best(m, row, size, opened, value, t)
    return size
