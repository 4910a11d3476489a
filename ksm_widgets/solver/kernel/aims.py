"""The aims of the search: records in `aims`, each told by where it starts, and a heap of them.

An aim is a placement, a level (0 with the carpet), and for some of its quarries the tile to be on
top there in the end. The other quarries are open, and one of these may have banned tiles. So an aim
stands for many, until every quarry's tile is fixed. The heap has pairs of bound and aim, the best
bound on top.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AIM,
    AIM_BAN,
    AIM_BAN_AT,
    AIM_FIXED,
    AIM_LEVEL,
    AIM_NEXT,
    AIM_PLACE,
    AIM_STAGE,
    AIM_TILE,
    BAN_BITS,
    BAN_WORDS,
    MOST_SIZE,
    P_FEE,
    P_FREE,
    P_HEAP,
    P_MAX_MOVES,
    P_MONEY,
    P_NEW,
    P_REFUND,
    P_SIZE,
    P_STEP,
    P_TOLL,
    PAY,
    ROUGH,
    TILE_QUARRY,
    WORTH,
    Ints,
    has,
)
from ksm_widgets.solver.kernel.values import overcount_in_aim


def push(m: Ints, heap: Ints, bound: int, aim: int) -> None:
    """Put an aim into the heap, in which there must be room."""
    k = m[P_HEAP]
    m[P_HEAP] = k + 1
    while k > 0:
        parent = (k - 1) // 2
        if heap[2 * parent] >= bound:
            break
        heap[2 * k] = heap[2 * parent]
        heap[2 * k + 1] = heap[2 * parent + 1]
        k = parent
    heap[2 * k] = bound
    heap[2 * k + 1] = aim


def pop(m: Ints, heap: Ints) -> int:
    """Take the aim with the best bound out of the heap, which must not be empty."""
    aim = heap[1]
    size = m[P_HEAP] - 1
    m[P_HEAP] = size
    bound = heap[2 * size]
    last = heap[2 * size + 1]
    k = 0
    while True:
        child = 2 * k + 1
        if child >= size:
            break
        if child + 1 < size and heap[2 * child + 2] > heap[2 * child]:
            child += 1
        if heap[2 * child] <= bound:
            break
        heap[2 * k] = heap[2 * child]
        heap[2 * k + 1] = heap[2 * child + 1]
        k = child
    heap[2 * k] = bound
    heap[2 * k + 1] = last
    return aim


def new_aim(m: Ints, aims: Ints, place: int, level: int) -> int:
    """Begin an aim with nothing fixed or banned, in the record of a dropped one if there is any."""
    aim = m[P_FREE]
    if aim >= 0:
        m[P_FREE] = aims[aim + AIM_NEXT]
    else:
        aim = m[P_NEW]
        m[P_NEW] = aim + AIM
    aims[aim + AIM_PLACE] = place
    aims[aim + AIM_LEVEL] = level
    aims[aim + AIM_STAGE] = ROUGH
    aims[aim + AIM_FIXED] = 0
    aims[aim + AIM_BAN_AT] = -1
    for k in range(AIM_BAN, AIM_BAN + BAN_WORDS):
        aims[aim + k] = 0
    return aim


def drop_aim(m: Ints, aims: Ints, aim: int) -> None:
    """Drop an aim, so that its record can be used again."""
    aims[aim + AIM_NEXT] = m[P_FREE]
    m[P_FREE] = aim


def banned(aims: Ints, aim: int, t: int) -> bool:
    """Whether a tile is banned from the aim's quarry with banned tiles."""
    return has(aims[aim + AIM_BAN + t // BAN_BITS], t % BAN_BITS)


def ban(aims: Ints, aim: int, t: int) -> None:
    """Ban one more tile from that quarry."""
    aims[aim + AIM_BAN + t // BAN_BITS] |= 1 << t % BAN_BITS


def aim_pay(m: Ints, aims: Ints, aim: int) -> int:
    """Add up how much the tiles of an aim change the money."""
    pay = 0
    for i in range(m[P_SIZE]):
        pay += m[PAY + aims[aim + AIM_TILE + i]]
    return pay


def aim_score(m: Ints, aims: Ints, aim: int, moves: int) -> int:
    """The score of an aim with all its tiles chosen and so many moves, less the refund.

    That is its true score, and for a plan within the limits no more than with tolls and fees.
    """
    score = overcount_in_aim(m, aims, aim, (1 << m[P_SIZE]) - 1, False)
    score -= m[P_REFUND] + moves * (m[P_STEP] - m[P_TOLL])
    for i in range(m[P_SIZE]):
        t = aims[aim + AIM_TILE + i]
        score += m[WORTH + t] - m[P_FEE] * m[PAY + t]
    return score


def moves_allowed(m: Ints, aims: Ints, aim: int) -> int:
    """The number of moves that money and `max_moves` allow an aim with all tiles chosen (R25)."""
    return min(m[P_MONEY] + aim_pay(m, aims, aim), m[P_MAX_MOVES])


def split_aim(m: Ints, places: Ints, aims: Ints, heap: Ints, aim: int, bound: int) -> None:
    """Split an aim: it keeps its best choices only, and new aims take all the others.

    There is one for each open quarry, in which that quarry is the first to choose otherwise.
    """
    n = m[P_SIZE]
    fixed = aims[aim + AIM_FIXED]
    ban_at = aims[aim + AIM_BAN_AT]
    giving = givers(m, places, aims, aim)
    # The quarry with tiles banned comes first, so that none is open and banned behind it; then
    # those that give a tile to another, as bounds tell most when these are fixed.
    for turn in range(3 * n):
        i = turn % n
        if has(fixed, i):
            continue
        if (turn < n and i != ban_at) or (n <= turn < 2 * n and not has(giving, i)):
            continue
        other = new_aim(m, aims, aims[aim + AIM_PLACE], aims[aim + AIM_LEVEL])
        aims[other + AIM_FIXED] = fixed
        aims[other + AIM_BAN_AT] = i
        for k in range(AIM_TILE, AIM_TILE + MOST_SIZE):
            aims[other + k] = aims[aim + k]
        if i == ban_at:
            for k in range(AIM_BAN, AIM_BAN + BAN_WORDS):
                aims[other + k] = aims[aim + k]
        ban(aims, other, aims[aim + AIM_TILE + i])
        push(m, heap, bound, other)
        fixed |= 1 << i
    aims[aim + AIM_FIXED] = fixed


def givers(m: Ints, places: Ints, aims: Ints, aim: int) -> int:
    """The quarries of an aim whose tiles are chosen for others, a bit each."""
    n = m[P_SIZE]
    first = aims[aim + AIM_PLACE] * n
    bits = 0
    for i in range(n):
        q = m[TILE_QUARRY + aims[aim + AIM_TILE + i]]
        for j in range(n):
            if j != i and places[first + j] == q:
                bits |= 1 << j
    return bits
