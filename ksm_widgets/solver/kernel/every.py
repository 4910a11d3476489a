"""Every board within so many moves, and every dig on each: where moves are few, the shorter way.

If the last move of a plan moves nothing that is dug, the plan is no worse without it. So on each
board only the placements count that the last move touched. Moves that have no quarry in common can
be made in any order: they are made in the order of their codes.

Most of these placements are passed at a glance. They are listed by their *rank*: what they score as
they lie, heights aside, the best first. A few moves change only a few quarries, and what these can
add at most is known: below some rank nothing is of use. And one comparison of bits shows whether
all quarries of a placement are of one height.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.carry import list_moves
from ksm_widgets.solver.kernel.layout import (
    AT_HEIGHT,
    BY_CODE,
    BY_WORTH,
    CHANGED,
    CODE,
    EXHAUSTED,
    FEW_RANKS,
    HEIGHT,
    IS_WANTED,
    LAID,
    LEAST_ADDED,
    MINE_HEIGHT,
    MOST_ADDED,
    NEVER,
    OF_RANK,
    P_BARRED,
    P_BOARDS,
    P_CARPET,
    P_CHANGED,
    P_DEPTH,
    P_DUG,
    P_FOUND_PLACE,
    P_FOUND_SCORE,
    P_LEAST,
    P_LIMIT,
    P_LISTED,
    P_MONEY,
    P_PLACES,
    P_SIZE,
    P_STEP,
    P_TOP,
    P_TOUCH,
    P_UNDUG,
    P_WANTED,
    P_WIDTH,
    PATH,
    PATH_MOVE,
    PATH_MOVES,
    PATH_NEXT,
    PATH_SIZE,
    PAY,
    QUARRIES,
    ROWS,
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

ALL = (1 << QUARRIES) - 1
"""A bit for each quarry."""
PASSES = 3
"""How often one goes through all placements to list them."""
LISTS = QUARRIES + 2
"""Where lists begin: each quarry's, then that of all placements, then what follows."""
KNOWN_SCORE = 0
RANK = 1
BITS = 2
ITS_WORTH = 3
ITS_CODE = 4
NOTES = 5
"""For each placement: the best score known, its rank, a bit for each of its quarries, the worth and
the code of the tiles on top of them at first."""


def every_board(m: Ints, places: Ints, path: Ints, budget: int) -> int:
    """Go on looking at all boards within `P_LIMIT` moves, about so many more digs.

    SOLVED when a dig beats any known of its placement and `P_LEAST`, EXHAUSTED in the end, RUNNING
    when the budget is used up, TOO_DEEP if `path` must be longer first.
    """
    if m[P_TOUCH] == 0:
        begin(m, places)
    end = PASSES * m[P_PLACES]
    if m[P_LISTED] < end:
        last = min(end, m[P_LISTED] + max(1, budget))
        for number in range(m[P_LISTED], last):
            list_place(m, places, number // m[P_PLACES], number % m[P_PLACES])
        m[P_DUG] += last - m[P_LISTED]
        m[P_LISTED] = last
        return RUNNING
    while True:
        depth = m[P_DEPTH]
        here = depth * PATH
        if here + PATH > len(path):
            return TOO_DEEP
        if m[P_UNDUG]:
            if budget <= 0:
                return RUNNING
            tried = dig_all(m, places, path)
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
    """Set up the mine, and make room for the lists of placements.

    Behind all else in `places`: where each list begins (`LISTS`), the lists, and what is noted for
    each placement (`NOTES`).
    """
    n = m[P_SIZE]
    m[P_TOUCH] = len(places) - LISTS - (n + 1 + NOTES) * m[P_PLACES]
    m[P_BARRED] = 0
    for k in range(m[P_TOUCH], m[P_TOUCH] + LISTS):
        places[k] = 0
    for k in range(FEW_RANKS + 1):
        m[OF_RANK + k] = 0
    for k in range(ROWS):
        m[AT_HEIGHT + k] = 0
    for q in range(QUARRIES):
        m[HEIGHT + q] = m[MINE_HEIGHT + q]
        m[AT_HEIGHT + m[MINE_HEIGHT + q]] |= 1 << q
        if top_of_mine(m, q) < 0:
            m[P_BARRED] |= 1 << q
    highest = NEVER
    lowest = 0
    for k in range(SLOTS):
        t = m[TILE_AT + k]
        m[LAID + k] = t
        if t >= 0 and m[WORTH + t] > NEVER:
            highest = max(highest, m[WORTH + t])
            lowest = min(lowest, m[WORTH + t])
    m[P_TOP] = n * max(highest, 0)
    m[P_WIDTH] = max(1, (m[P_TOP] - n * lowest) // (FEW_RANKS - 1))


def noted_at(m: Ints, place: int, note: int) -> int:
    """The place in `places` of a note on a placement."""
    return m[P_TOUCH] + LISTS + (m[P_SIZE] + 1 + note) * m[P_PLACES] + place


def list_place(m: Ints, places: Ints, turn: int, number: int) -> None:
    """Go on with the lists: rank a placement, then put them in order, then enter one by one."""
    n = m[P_SIZE]
    touch = m[P_TOUCH]
    ordered = touch + LISTS + n * m[P_PLACES]
    if turn == 0:
        rank_place(m, places, number)
        return
    if turn == 1:
        if number == 0:
            begin_lists(m, places)
        rank = places[noted_at(m, number, RANK)]
        places[ordered + m[OF_RANK + rank]] = number
        m[OF_RANK + rank] += 1
        return
    # Each start moves up as its list is filled, and so becomes the next one's.
    place = places[ordered + number]
    for i in range(place * n, place * n + n):
        spot = places[touch + places[i] + 1]
        places[spot] = place
        places[touch + places[i] + 1] = spot + 1


def rank_place(m: Ints, places: Ints, place: int) -> None:
    """Note what a placement scores as it lies, if heights and money don't matter, and its rank."""
    first = place * m[P_SIZE]
    bits = 0
    worth = 0
    code = 0
    for i in range(first, first + m[P_SIZE]):
        q = places[i]
        bits |= 1 << q
        places[m[P_TOUCH] + q + 1] += 1
        t = top_of_mine(m, q)
        if t >= 0:
            worth += m[WORTH + t]
            code += m[CODE + t]
    rank = rank_of(m, worth + overcount(m, code, 0))
    m[OF_RANK + rank + 1] += 1
    places[noted_at(m, place, KNOWN_SCORE)] = NEVER
    places[noted_at(m, place, RANK)] = rank
    places[noted_at(m, place, BITS)] = bits
    places[noted_at(m, place, ITS_WORTH)] = worth
    places[noted_at(m, place, ITS_CODE)] = code


def begin_lists(m: Ints, places: Ints) -> None:
    """Turn the numbers counted into where the lists, and the ranks, begin."""
    touch = m[P_TOUCH]
    places[touch] = touch + LISTS
    for q in range(QUARRIES):
        places[touch + q + 1] += places[touch + q]
    for q in range(QUARRIES, 0, -1):
        places[touch + q] = places[touch + q - 1]
    places[touch + QUARRIES + 1] = touch + LISTS + (m[P_SIZE] + 1) * m[P_PLACES]
    for rank in range(FEW_RANKS):
        m[OF_RANK + rank + 1] += m[OF_RANK + rank]


def rank_of(m: Ints, score: int) -> int:
    """The rank of a score: 0 for the best, the last one for all that are lower."""
    return max(0, min(FEW_RANKS - 1, (m[P_TOP] - score) // m[P_WIDTH]))


def top_of_mine(m: Ints, q: int) -> int:
    """The tile on top of a quarry before any move, -1 if none is there that may be dug."""
    h = m[MINE_HEIGHT + q]
    return may_be_dug(m, m[TILE_AT + slot(q, h)]) if h else -1


def top_now(m: Ints, q: int) -> int:
    """The same on the board at hand."""
    h = m[HEIGHT + q]
    return may_be_dug(m, m[LAID + slot(q, h)]) if h else -1


def may_be_dug(m: Ints, t: int) -> int:
    """The tile, or -1 if it must not be dug."""
    return t if m[WORTH + t] > NEVER else -1


def lay(m: Ints, source: int, target: int) -> None:
    """Move the topmost tile."""
    hs = m[HEIGHT + source]
    ht = m[HEIGHT + target] + 1
    m[LAID + slot(target, ht)] = m[LAID + slot(source, hs)]
    m[HEIGHT + source] = hs - 1
    m[HEIGHT + target] = ht
    m[AT_HEIGHT + hs] ^= 1 << source
    m[AT_HEIGHT + hs - 1] ^= 1 << source
    m[AT_HEIGHT + ht - 1] ^= 1 << target
    m[AT_HEIGHT + ht] ^= 1 << target
    m[P_BARRED] |= 1 << source | 1 << target
    if top_now(m, source) >= 0:
        m[P_BARRED] ^= 1 << source
    if top_now(m, target) >= 0:
        m[P_BARRED] ^= 1 << target


def out_of_order(last: int, code: int) -> bool:
    """Whether two moves have no quarry in common and the second has the lower code."""
    if code > last:
        return False
    a = source_of(last)
    b = target_of(last)
    c = source_of(code)
    d = target_of(code)
    return a != c and a != d and b != c and b != d


def dig_all(m: Ints, places: Ints, path: Ints) -> int:
    """Try every dig that the last move touched; every one at all without a move.

    Returns how many were looked at. `P_UNDUG` remains if one of them is of use: there may be more.
    """
    depth = m[P_DEPTH]
    least = m[P_LEAST] + depth * m[P_STEP]
    tried = 2
    m[P_CHANGED] = 0
    if depth == 0:
        tried += dig_listed(m, places, QUARRIES, least, 0)
    else:
        seen = 0
        most = 0
        for k in range(depth):
            code = path[k * PATH + PATH_MOVE]
            for q in (source_of(code), target_of(code)):
                if seen >> q & 1 == 0:
                    seen |= 1 << q
                    most += max(0, change(m, q))
        # In the end `code` is the last move.
        for q in (target_of(code), source_of(code)):
            if m[P_UNDUG] == 1 and m[P_BARRED] >> q & 1 == 0:
                its = most_added(m, q)
                tried += dig_listed(m, places, q, least, most - max(0, its) + its)
    m[P_UNDUG] -= 1
    return tried


def change(m: Ints, q: int) -> int:
    """Note how a quarry has changed, if it has; return `most_added`."""
    now = top_now(m, q)
    before = top_of_mine(m, q)
    if now == before:
        return 0
    worth = 0
    code = 0
    if now >= 0:
        worth = m[WORTH + now]
        code = m[CODE + now]
    if before >= 0:
        worth -= m[WORTH + before]
        code -= m[CODE + before]
    k = m[P_CHANGED]
    m[CHANGED + k] = q
    m[BY_WORTH + k] = worth
    m[BY_CODE + k] = code
    m[P_CHANGED] = k + 1
    return most_added(m, q)


def most_added(m: Ints, q: int) -> int:
    """The most that a quarry adds to any dig by what is on top of it now instead of at first."""
    now = top_now(m, q)
    before = top_of_mine(m, q)
    if now == before:
        return 0
    most = m[MOST_ADDED + now] if now >= 0 else 0
    return most - m[LEAST_ADDED + before] if before >= 0 else most


def dig_listed(m: Ints, places: Ints, q: int, least: int, most: int) -> int:
    """Try the digs listed for a quarry, of which some may score more than `least`.

    They score up to `most` more than as they lay. Returns how many were looked at. `P_UNDUG`
    becomes 2 with the first that is of use.
    """
    if least - most >= m[P_TOP]:
        return 0
    last = rank_of(m, least - most)
    ranks = noted_at(m, 0, RANK)
    bits = noted_at(m, 0, BITS)
    worths = noted_at(m, 0, ITS_WORTH)
    codes = noted_at(m, 0, ITS_CODE)
    barred = m[P_BARRED]
    if q < QUARRIES and not m[P_CARPET]:
        barred |= ALL ^ m[AT_HEIGHT + m[HEIGHT + q]]
    first = places[m[P_TOUCH] + q]
    end = places[m[P_TOUCH] + q + 1]
    for spot in range(first, end):
        place = places[spot]
        if places[ranks + place] > last:
            return spot - first
        its = places[bits + place]
        if its & barred:
            continue
        score = places[worths + place]
        code = places[codes + place]
        for k in range(m[P_CHANGED]):
            if its >> m[CHANGED + k] & 1:
                score += m[BY_WORTH + k]
                code += m[BY_CODE + k]
        if score > least and score + overcount(m, code, 0) > least and of_use(m, places, place):
            m[P_UNDUG] = 2
            return spot - first + 1
    return end - first


def of_use(m: Ints, places: Ints, place: int) -> bool:
    """Whether digging a placement scores more than is known; note it."""
    score = score_now(m, places, place)
    if score <= m[P_LEAST]:
        return False
    known = noted_at(m, place, KNOWN_SCORE)
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
