"""The value of digging a tile from a quarry: by how much it raises an aim's score.

Moving the tile there is included. Each tile that must move is counted once, with no more moves than
it needs, so an aim never scores more than the sum. What depends on the placement (is the tile
counted already where it is?) is added in `value_here`; the rest, `base_value`, is listed once for
each quarry and level.

Tiles that are worth less together than the sum count the most each can be worth. Once tiles are
chosen, a table says how much of that is too much, whatever the open quarries add: a second delta,
say, that completes no set. It is taken off bounds, and off the score of a dig. What is chosen is
told by a code, the sum of its tiles' (`CODE`): parchments below `CODES`, curses below its square,
then the magic objects.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AIM_TILE,
    AROUND,
    ASKED,
    CHOICE_PAIR,
    CODE,
    CODES,
    DISTANCE,
    GAIN,
    IN_PLACEMENT,
    IS_WANTED,
    ITS_TILE,
    KEEPS,
    KNOWN,
    LEVELS,
    LIST_SIZE,
    LISTED,
    MARK,
    MINE_HEIGHT,
    MOST_GAIN,
    MOVED,
    NEVER,
    OPEN,
    OPEN_LAST,
    ORDER,
    P_ALL_COUNT,
    P_CURSE_CODES,
    P_CURSES,
    P_EPOCH,
    P_FROZEN,
    P_MAGIC,
    P_MAGIC_CODES,
    P_OPEN,
    P_ORDER,
    P_PARCHMENT_CODES,
    P_PARCHMENTS,
    P_SIZE,
    P_STAMP,
    P_STEP,
    P_UPHILL,
    PAID,
    PAYER,
    PAYER_LEVELS,
    QUARRIES,
    STAYS,
    TILE_AT,
    TILE_LEVEL,
    TILE_QUARRY,
    WORTH,
    Ints,
    has,
    listed,
    slot,
)


def tile_steps(m: Ints, t: int, p: int, level: int) -> int:
    """The fewest moves of a tile itself until it is on `p` at `level`; -1 if it never can be."""
    q = m[TILE_QUARRY + t]
    tl = m[TILE_LEVEL + t]
    if q == p and (level == 0 or tl == level):
        return 0
    if tl <= m[P_FROZEN] or (tl < level and not m[P_UPHILL]):
        return -1
    return 2 if q == p else m[DISTANCE + q * QUARRIES + p]


def base_value(m: Ints, t: int, p: int, level: int) -> int:
    """Worth, less the tile's own steps, less the tiles that must leave `p` for it.

    NEVER if it cannot be dug there. Tiles above the level of the dig leave in any case, so they are
    not counted here.
    """
    steps = tile_steps(m, t, p, level)
    if steps < 0 or (level if steps and level else m[TILE_LEVEL + t]) < m[P_FROZEN] + (steps > 0):
        return NEVER
    leaving = 0
    h = m[MINE_HEIGHT + p]
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
    """The level of the tile below to which this one is charged in the aim at hand; else negative.

    Older stamps are lower by `STAMPS` at least, so nothing charged in an earlier aim counts.
    """
    return m[PAYER + x] - PAYER_LEVELS * m[P_STAMP]


def covers(m: Ints, t: int, top: int) -> int:
    """The cost of the moves of the tiles on `t`, up to level `top`, that must leave because of it.

    Tiles that are chosen, counted already or charged to another cost nothing more; but one chosen
    where it is must go and come back. Unless all count, a tile that another open quarry might
    prefer to its last choice costs less by what that gains; or it costs nothing and ends the count,
    as it would bring the tiles above with it. Both are true, so the higher cost holds.
    """
    q = m[TILE_QUARRY + t]
    whole = 0
    below = 0
    ended = False
    for level in range(m[TILE_LEVEL + t] + 1, top + 1):
        x = m[TILE_AT + slot(q, level)]
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
    """The gain over some open quarry's last choice of choosing a tile that must move anyway."""
    if m[ASKED + x] != m[P_EPOCH]:
        m[ASKED + x] = m[P_EPOCH]
        gain = 0
        if m[IS_WANTED + x]:
            gain = MOST_GAIN
        elif m[WORTH + x] > NEVER:
            for k in range(m[P_OPEN]):
                steps = m[DISTANCE + m[TILE_QUARRY + x] * QUARRIES + m[OPEN + k]] - 1
                gain = max(gain, m[WORTH + x] - steps * m[P_STEP] - m[OPEN_LAST + k])
        m[GAIN + x] = min(gain, MOST_GAIN)
    return m[GAIN + x]


def charged(m: Ints, q: int, lowest: int, payer: int) -> int:
    """Count the tiles from a level up that are charged to the tile on level `payer`; 0 for any."""
    count = 0
    if m[PAID + q] == m[P_STAMP]:
        for level in range(lowest, m[MINE_HEIGHT + q] + 1):
            pays = paid_by(m, m[TILE_AT + slot(q, level)])
            if pays == payer or (payer == 0 and pays > 0):
                count += 1
    return count


def value_here(m: Ints, t: int, p: int, level: int, base: int) -> int:
    """The value of tile `t` in quarry `p` of the aim at hand, given its `base_value`.

    Tiles that must leave `p` are charged for half only if they are charged to one of its own tiles.
    """
    value = base
    if level == 0 and m[PAID + p] == m[P_STAMP]:
        value += charged(m, p, leaves_from(m, t, p), 0) * (m[P_STEP] // 2)
    if m[TILE_QUARRY + t] == p and (level == 0 or m[TILE_LEVEL + t] == level):
        return value
    if m[KNOWN + t] != m[P_EPOCH]:
        m[KNOWN + t] = m[P_EPOCH]
        m[AROUND + t] = around(m, t)
    return value + m[AROUND + t]


def around(m: Ints, t: int) -> int:
    """The change to the base value of a tile that moves, because of the tiles around it.

    If it must leave in any case, or is charged to one below it, one step has been charged already.
    """
    step = m[P_STEP]
    if m[MARK + t] == m[P_STAMP] + MOVED:
        return step
    q = m[TILE_QUARRY + t]
    tl = m[TILE_LEVEL + t]
    top = m[KEEPS + q] if m[IN_PLACEMENT + q] else m[MINE_HEIGHT + q]
    theirs = charged(m, q, tl + 1, tl)
    if tl > top:
        return step - theirs * (step // 2)
    value = step if paid_by(m, t) > 0 else 0
    return value - theirs * step - covers(m, t, top)


def leaves_from(m: Ints, t: int, p: int) -> int:
    """The level from which tiles must leave `p` so that `t` can be dug there, with the carpet."""
    if m[TILE_QUARRY + t] == p:
        return m[TILE_LEVEL + t] + 1
    return LEVELS if m[P_UPHILL] else m[TILE_LEVEL + t]


def list_choices(m: Ints, level: int, p: int) -> int:
    """List the tiles of highest base value for a quarry and level; return their number."""
    size = m[LIST_SIZE + level * QUARRIES + p]
    if size >= 0:
        return size
    size = 0
    first = listed(level, p)
    last = first + CHOICE_PAIR * (LISTED - 1)
    for k in range(m[P_ORDER]):
        t = m[ORDER + k]
        if size == LISTED and m[WORTH + t] <= m[last]:
            break
        value = base_value(m, t, p, level)
        if value > NEVER:
            size = enter_if_best(m, first, size, LISTED, value, t)
    m[LIST_SIZE + level * QUARRIES + p] = size
    return size


def enter(m: Ints, row: int, size: int, value: int, t: int) -> None:
    """Put a choice into its place in a row of so many, best first; those behind it move up."""
    spot = row + CHOICE_PAIR * size
    while spot > row and m[spot - CHOICE_PAIR] < value:
        m[spot] = m[spot - CHOICE_PAIR]
        m[spot + ITS_TILE] = m[spot - CHOICE_PAIR + ITS_TILE]
        spot -= CHOICE_PAIR
    m[spot] = value
    m[spot + ITS_TILE] = t


def enter_if_best(m: Ints, row: int, size: int, most: int, value: int, t: int) -> int:
    """Enter a choice if it is among the best so many; return how many there are."""
    if size < most:
        enter(m, row, size, value, t)
        return size + 1
    if value > m[row + CHOICE_PAIR * (most - 1)]:
        enter(m, row, most - 1, value, t)
    return size


def overcount(m: Ints, code: int, opened: int) -> int:
    """The amount, 0 or less, taken off the sum at least if so many more tiles may be chosen."""
    if m[P_PARCHMENTS] == 0:
        return 0
    return (
        m[m[P_PARCHMENTS] + opened * m[P_PARCHMENT_CODES] + code % CODES]
        + overcount_cursed(m, code, opened)
        + m[m[P_MAGIC] + opened * m[P_MAGIC_CODES] + code // CODES // CODES]
    )


def overcount_cursed(m: Ints, code: int, opened: int) -> int:
    """The same for the curses alone."""
    return m[m[P_CURSES] + opened * m[P_CURSE_CODES] + code // CODES % CODES]


def overcount_in_aim(m: Ints, aims: Ints, aim: int, fixed: int, cursed: bool) -> int:
    """The same for an aim's fixed tiles, a bit each; or only for the curses among them."""
    if m[P_PARCHMENTS] == 0:
        return 0
    code = 0
    opened = m[P_SIZE]
    for i in range(m[P_SIZE]):
        if has(fixed, i):
            code += m[CODE + aims[aim + AIM_TILE + i]]
            opened -= 1
    return overcount_cursed(m, code, opened) if cursed else overcount(m, code, opened)


def lay_overcounts(
    codes: Ints, numbers: Ints, above: Ints, tens: Ints, size: int, table: Ints
) -> int:
    """Fill in a table of overcounts: a row for each number of open quarries, with all codes.

    Given are the codes of handfuls, each with its number of tiles and its overcount, and the codes
    of single tiles. Open quarries add the tiles that make the overcount least; codes of more tiles
    than a dig takes mean nothing. Returns the number of codes in a row.
    """
    row = len(table) // (size + 1)
    for at in range(len(table)):
        table[at] = NEVER
    for k in range(len(codes)):
        table[codes[k]] = above[k]
    for opened in range(1, size + 1):
        for k in range(len(codes)):
            if numbers[k] + opened > size:
                continue
            before = (opened - 1) * row + codes[k]
            least = table[before]
            for kind in range(len(tens)):
                least = max(least, table[before + tens[kind]])
            table[opened * row + codes[k]] = least
    for at in range(len(table)):
        if table[at] == NEVER:
            table[at] = 0
    return row
