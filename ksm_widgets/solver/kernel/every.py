"""Every board within so many moves, and every dig on each: where moves are few, the shorter way.

A plan whose last move moved nothing that is dug is as good without it. So on each board only the
placements count that the last move touched. Moves that have no quarry in common can be made in
any order: they are made in that of their numbers.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.carry import list_moves
from ksm_widgets.solver.kernel.layout import (
    AT,
    CODE,
    EXHAUSTED,
    FAN,
    FAN_ENTRIES,
    FAN_MOVE,
    FAN_NEXT,
    FAN_SIZE,
    H0,
    IS_WANTED,
    LAID,
    NEVER,
    P_BOARDS,
    P_CARPET,
    P_DEPTH,
    P_FOUND_PLACE,
    P_FOUND_SCORE,
    P_LEAST,
    P_LIMIT,
    P_MONEY,
    P_PLACES,
    P_SIZE,
    P_STEP,
    P_TOUCH,
    P_UNDUG,
    P_WANTED,
    PAY,
    RUNNING,
    SOLVED,
    WORTH,
    H,
    slot,
    source_of,
    target_of,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.together import too_much

__all__ = ["every_board"]


def every_board(m: Ints, v: Ints, fan: Ints, budget: int) -> int:
    """Go on looking at all boards within `P_LIMIT` moves, about so many digs more.

    SOLVED when a dig is better than any known of its placement and than `P_LEAST`, EXHAUSTED in
    the end, RUNNING when the budget is used up.
    """
    if m[P_TOUCH] == 0:
        begin(m, v)
    while True:
        depth = m[P_DEPTH]
        here = depth * FAN
        if m[P_UNDUG]:
            if budget <= 0:
                return RUNNING
            last = fan[here - FAN + FAN_MOVE] if depth else -1
            budget -= dig_all(m, v, last)
            if m[P_UNDUG]:
                return SOLVED
            fan[here + FAN_NEXT] = 0
            fan[here + FAN_SIZE] = 0
            if depth < m[P_LIMIT]:
                fan[here + FAN_SIZE] = list_moves(m, fan, depth, False)
        elif fan[here + FAN_NEXT] < fan[here + FAN_SIZE]:
            code = fan[here + FAN_ENTRIES + fan[here + FAN_NEXT]]
            fan[here + FAN_NEXT] += 1
            if depth and out_of_order(fan[here - FAN + FAN_MOVE], code):
                continue
            lay(m, source_of(code), target_of(code))
            fan[here + FAN_MOVE] = code
            m[P_DEPTH] = depth + 1
            m[P_BOARDS] += 1
            m[P_UNDUG] = 1
        elif depth:
            code = fan[here - FAN + FAN_MOVE]
            lay(m, target_of(code), source_of(code))
            m[P_DEPTH] = depth - 1
        else:
            return EXHAUSTED


def begin(m: Ints, v: Ints) -> None:
    """Lay the mine out, and list for each quarry the placements that have it.

    Behind all else in `v`: where each quarry's list begins, the lists, and for each placement the
    best score known.
    """
    n = m[P_SIZE]
    size = n * m[P_PLACES]
    touch = len(v) - 37 - size - m[P_PLACES]
    m[P_TOUCH] = touch
    m[P_UNDUG] = 1
    for k in range(37):
        v[touch + k] = 0
    for k in range(size):
        v[touch + v[k] + 1] += 1
    v[touch] = touch + 37
    for q in range(36):
        v[touch + q + 1] += v[touch + q]
    for q in range(36, 0, -1):
        v[touch + q] = v[touch + q - 1]
    # Each start moves up as its list is filled, and so becomes the next one's.
    for k in range(size):
        spot = v[touch + v[k] + 1]
        v[spot] = k // n
        v[touch + v[k] + 1] = spot + 1
    for place in range(m[P_PLACES]):
        v[touch + 37 + size + place] = NEVER
    for q in range(36):
        m[H + q] = m[H0 + q]
    for k in range(144):
        m[LAID + k] = m[AT + k]


def lay(m: Ints, source: int, target: int) -> None:
    """Move the topmost tile."""
    hs = m[H + source]
    ht = m[H + target] + 1
    m[LAID + slot(target, ht)] = m[LAID + slot(source, hs)]
    m[H + source] = hs - 1
    m[H + target] = ht


def out_of_order(last: int, code: int) -> bool:
    """Whether two moves have no quarry in common and the second has the lower number."""
    if code > last:
        return False
    a = source_of(last)
    b = target_of(last)
    c = source_of(code)
    d = target_of(code)
    return a != c and a != d and b != c and b != d


def dig_all(m: Ints, v: Ints, last: int) -> int:
    """Try every dig that the last move touched; every one at all without a move (-1).

    Returns how many were tried. `P_UNDUG` stays if one of them is of use: there may be more.
    """
    touch = m[P_TOUCH]
    tried = 1
    if last < 0:
        for place in range(m[P_PLACES]):
            tried += 1
            if of_use(m, v, place):
                return tried
    else:
        for k in range(2):
            q = target_of(last) if k else source_of(last)
            for spot in range(v[touch + q], v[touch + q + 1]):
                tried += 1
                if of_use(m, v, v[spot]):
                    return tried
    m[P_UNDUG] = 0
    return tried


def of_use(m: Ints, v: Ints, place: int) -> bool:
    """Whether a placement can be dug for more than is known; notes it."""
    score = score_now(m, v, place)
    if score <= m[P_LEAST]:
        return False
    known = m[P_TOUCH] + 37 + m[P_SIZE] * m[P_PLACES] + place
    if score <= v[known]:
        return False
    v[known] = score
    m[P_FOUND_PLACE] = place
    m[P_FOUND_SCORE] = score
    return True


def score_now(m: Ints, v: Ints, place: int) -> int:
    """What digging a placement scores on the board at hand; NEVER if it can't be dug or paid."""
    n = m[P_SIZE]
    first = place * n
    level = m[H + v[first]]
    score = -m[P_DEPTH] * m[P_STEP]
    money = m[P_MONEY] - m[P_DEPTH]
    code = 0
    wanted = 0
    for i in range(first, first + n):
        h = m[H + v[i]]
        if h == 0 or (h != level and not m[P_CARPET]):
            return NEVER
        t = m[LAID + slot(v[i], h)]
        if m[WORTH + t] == NEVER:
            return NEVER
        score += m[WORTH + t]
        code += m[CODE + t]
        money += m[PAY + t]
        wanted += m[IS_WANTED + t]
    if money < 0 or wanted < m[P_WANTED]:
        return NEVER
    return score + too_much(m, code, 0)
