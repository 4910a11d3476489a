"""Every board within so many moves, and every dig on each: where moves are few, the shorter way.

If the last move of a plan moves nothing that is dug, the plan is no worse without it. So on each
board only the placements count that the last move touched. Moves that have no quarry in common can
be made in any order: they are made in the order of their codes.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.carry import list_moves
from ksm_widgets.solver.kernel.layout import (
    CODE,
    EXHAUSTED,
    HEIGHT,
    IS_WANTED,
    LAID,
    MINE_HEIGHT,
    NEVER,
    P_BOARDS,
    P_CARPET,
    P_DEPTH,
    P_DUG,
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
    PATH,
    PATH_MOVE,
    PATH_MOVES,
    PATH_NEXT,
    PATH_SIZE,
    PAY,
    QUARRIES,
    RUNNING,
    SLOTS,
    SOLVED,
    TILE_AT,
    TOO_DEEP,
    WORTH,
    Ints,
    slot,
    source_of,
    target_of,
)
from ksm_widgets.solver.kernel.values import overcount


def every_board(m: Ints, places: Ints, path: Ints, budget: int) -> int:
    """Go on looking at all boards within `P_LIMIT` moves, about so many more digs.

    SOLVED when a dig beats any known of its placement and `P_LEAST`, EXHAUSTED in the end, RUNNING
    when the budget is used up, TOO_DEEP if `path` must be longer first.
    """
    if m[P_TOUCH] == 0:
        begin(m, places)
    while True:
        depth = m[P_DEPTH]
        here = depth * PATH
        if here + PATH > len(path):
            return TOO_DEEP
        if m[P_UNDUG]:
            if budget <= 0:
                return RUNNING
            last = path[here - PATH + PATH_MOVE] if depth else -1
            tried = dig_all(m, places, last)
            m[P_DUG] += tried
            budget -= tried
            if m[P_UNDUG]:
                return SOLVED
            path[here + PATH_NEXT] = 0
            path[here + PATH_SIZE] = 0
            if depth < m[P_LIMIT]:
                path[here + PATH_SIZE] = list_moves(m, path, depth, False)
        elif path[here + PATH_NEXT] < path[here + PATH_SIZE]:
            code = path[here + PATH_MOVES + path[here + PATH_NEXT]]
            path[here + PATH_NEXT] += 1
            if depth and out_of_order(path[here - PATH + PATH_MOVE], code):
                continue
            lay(m, source_of(code), target_of(code))
            path[here + PATH_MOVE] = code
            m[P_DEPTH] = depth + 1
            m[P_BOARDS] += 1
            m[P_UNDUG] = 1
        elif depth:
            code = path[here - PATH + PATH_MOVE]
            lay(m, target_of(code), source_of(code))
            m[P_DEPTH] = depth - 1
        else:
            return EXHAUSTED


def begin(m: Ints, places: Ints) -> None:
    """Set up the mine, and list for each quarry the placements that have it.

    Behind all else in `places`: where each quarry's list begins, the lists, and each placement's
    best score known.
    """
    n = m[P_SIZE]
    size = n * m[P_PLACES]
    touch = len(places) - QUARRIES - 1 - size - m[P_PLACES]
    m[P_TOUCH] = touch
    m[P_UNDUG] = 1
    for k in range(QUARRIES + 1):
        places[touch + k] = 0
    for k in range(size):
        places[touch + places[k] + 1] += 1
    places[touch] = touch + QUARRIES + 1
    for q in range(QUARRIES):
        places[touch + q + 1] += places[touch + q]
    for q in range(QUARRIES, 0, -1):
        places[touch + q] = places[touch + q - 1]
    # Each start moves up as its list is filled, and so becomes the next one's.
    for k in range(size):
        spot = places[touch + places[k] + 1]
        places[spot] = k // n
        places[touch + places[k] + 1] = spot + 1
    for place in range(m[P_PLACES]):
        places[known_at(m, place)] = NEVER
    for q in range(QUARRIES):
        m[HEIGHT + q] = m[MINE_HEIGHT + q]
    for k in range(SLOTS):
        m[LAID + k] = m[TILE_AT + k]


def known_at(m: Ints, place: int) -> int:
    """The place in `places` of the best score known of a placement."""
    return m[P_TOUCH] + QUARRIES + 1 + m[P_SIZE] * m[P_PLACES] + place


def lay(m: Ints, source: int, target: int) -> None:
    """Move the topmost tile."""
    hs = m[HEIGHT + source]
    ht = m[HEIGHT + target] + 1
    m[LAID + slot(target, ht)] = m[LAID + slot(source, hs)]
    m[HEIGHT + source] = hs - 1
    m[HEIGHT + target] = ht


def out_of_order(last: int, code: int) -> bool:
    """Whether two moves have no quarry in common and the second has the lower code."""
    if code > last:
        return False
    a = source_of(last)
    b = target_of(last)
    c = source_of(code)
    d = target_of(code)
    return a != c and a != d and b != c and b != d


def dig_all(m: Ints, places: Ints, last: int) -> int:
    """Try every dig that the last move touched; every one at all without a move (-1).

    Returns how many were tried. `P_UNDUG` remains if one of them is of use: there may be more.
    """
    touch = m[P_TOUCH]
    tried = 1
    if last < 0:
        for place in range(m[P_PLACES]):
            tried += 1
            if of_use(m, places, place):
                return tried
    else:
        for k in range(2):
            q = target_of(last) if k else source_of(last)
            for spot in range(places[touch + q], places[touch + q + 1]):
                tried += 1
                if of_use(m, places, places[spot]):
                    return tried
    m[P_UNDUG] = 0
    return tried


def of_use(m: Ints, places: Ints, place: int) -> bool:
    """Whether digging a placement scores more than is known; note it."""
    score = score_now(m, places, place)
    if score <= m[P_LEAST]:
        return False
    known = known_at(m, place)
    if score <= places[known]:
        return False
    places[known] = score
    m[P_FOUND_PLACE] = place
    m[P_FOUND_SCORE] = score
    return True


def score_now(m: Ints, places: Ints, place: int) -> int:
    """The score of digging a placement on the board at hand; NEVER if it can't be dug or paid."""
    n = m[P_SIZE]
    first = place * n
    level = m[HEIGHT + places[first]]
    score = -m[P_DEPTH] * m[P_STEP]
    money = m[P_MONEY] - m[P_DEPTH]
    code = 0
    wanted = 0
    for i in range(first, first + n):
        h = m[HEIGHT + places[i]]
        if h == 0 or (h != level and not m[P_CARPET]):
            return NEVER
        t = m[LAID + slot(places[i], h)]
        if m[WORTH + t] == NEVER:
            return NEVER
        score += m[WORTH + t]
        code += m[CODE + t]
        money += m[PAY + t]
        wanted += m[IS_WANTED + t]
    if money < 0 or wanted < m[P_WANTED]:
        return NEVER
    return score + overcount(m, code, 0)
