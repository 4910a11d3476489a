"""The aims in hand: what the search wishes for, a record each, told by where it starts.

An aim is a placement, a level (0 with the carpet), and for some of its quarries the tile that
shall lie on top there in the end. The other quarries are open, and one of these may have tiles it
must not choose. So an aim stands for many, until every quarry's tile is fixed.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.heap import push
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
    P_FEE,
    P_FREE,
    P_GIFT,
    P_MAX_MOVES,
    P_MONEY,
    P_NEW,
    P_SIZE,
    P_STEP,
    P_TOLL,
    PAY,
    ROUGH,
    TQ,
    WORTH,
    has,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.together import too_much_in_aim

__all__ = ["aim_pay", "aim_score", "banned", "drop_aim", "moves_allowed", "new_aim", "part_aim"]


def new_aim(m: Ints, aims: Ints, place: int, level: int) -> int:
    """Begin an aim with nothing fixed or banned; the record of one given up is used again."""
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
    for k in range(AIM_BAN, AIM_BAN + 3):
        aims[aim + k] = 0
    return aim


def drop_aim(m: Ints, aims: Ints, aim: int) -> None:
    """Give an aim up."""
    aims[aim + AIM_NEXT] = m[P_FREE]
    m[P_FREE] = aim


def banned(aims: Ints, aim: int, t: int) -> bool:
    """Whether the quarry that may not have some tiles may not have this one."""
    return has(aims[aim + AIM_BAN + t // 48], t % 48)


def ban(aims: Ints, aim: int, t: int) -> None:
    """Ban a tile more from that quarry."""
    aims[aim + AIM_BAN + t // 48] |= 1 << t % 48


def aim_pay(m: Ints, aims: Ints, aim: int) -> int:
    """What the tiles of an aim add to the money together."""
    pay = 0
    for i in range(m[P_SIZE]):
        pay += m[PAY + aims[aim + AIM_TILE + i]]
    return pay


def aim_score(m: Ints, aims: Ints, aim: int, moves: int) -> int:
    """What an aim with all its tiles chosen scores with so many moves, less the gift.

    That is its true score, and for a plan within the limits no more than with tolls and fees.
    """
    score = too_much_in_aim(m, aims, aim, (1 << m[P_SIZE]) - 1, False)
    score -= m[P_GIFT] + moves * (m[P_STEP] - m[P_TOLL])
    for i in range(m[P_SIZE]):
        t = aims[aim + AIM_TILE + i]
        score += m[WORTH + t] - m[P_FEE] * m[PAY + t]
    return score


def moves_allowed(m: Ints, aims: Ints, aim: int) -> int:
    """How many moves the money and `max_moves` allow for an aim with all its tiles chosen (R25)."""
    return min(m[P_MONEY] + aim_pay(m, aims, aim), m[P_MAX_MOVES])


def part_aim(m: Ints, v: Ints, aims: Ints, heap: Ints, aim: int, bound: int) -> None:
    """Part the many that an aim stands for: its best choices, which it stands for from now on,
    and for each open quarry those in which that one, the first of all, chooses otherwise.
    """
    n = m[P_SIZE]
    fixed = aims[aim + AIM_FIXED]
    ban_at = aims[aim + AIM_BAN_AT]
    giving = givers(m, v, aims, aim)
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
        for k in range(AIM_TILE, AIM_TILE + 6):
            aims[other + k] = aims[aim + k]
        if i == ban_at:
            for k in range(AIM_BAN, AIM_BAN + 3):
                aims[other + k] = aims[aim + k]
        ban(aims, other, aims[aim + AIM_TILE + i])
        push(m, heap, bound, other)
        fixed |= 1 << i
    aims[aim + AIM_FIXED] = fixed


def givers(m: Ints, v: Ints, aims: Ints, aim: int) -> int:
    """The quarries of an aim whose tiles are chosen for others, a bit each."""
    n = m[P_SIZE]
    first = aims[aim + AIM_PLACE] * n
    bits = 0
    for i in range(n):
        q = m[TQ + aims[aim + AIM_TILE + i]]
        for j in range(n):
            if j != i and v[first + j] == q:
                bits |= 1 << j
    return bits
