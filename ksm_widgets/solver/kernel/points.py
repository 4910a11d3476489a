"""Points of curses that a dig needs: what an aim scores at most that must have so many.

A point is given a price, and as many points as are needed are paid for at that price: whatever it
is, an aim with enough points promises no less than it scores. The promise as a function of the
price is convex and made of straight pieces, so its lowest is found where two of them meet, again
and again.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.dealing import assign, keep_dealt
from ksm_widgets.solver.kernel.layout import (
    AIM_FIXED,
    AIM_TILE,
    CHOICES,
    CHOSEN,
    KIND,
    MUST,
    NEVER,
    P_DEALS,
    P_KINDS,
    P_LEAST_POINTS,
    P_POINTS,
    P_SIZE,
    POINTS,
    PRICED,
    SHORT,
    TAKEN,
    WORTH_OF,
    choice,
    has,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.together import too_much_in_aim

__all__ = ["deal_for_points"]

_DEAR = 1 << 44
"""A price for a point that nothing else is worth."""
_ROUNDS = 8
"""The lowest promise is mostly found sooner."""


def deal_for_points(m: Ints, aims: Ints, aim: int) -> int:
    """What the open quarries add at most with enough points, after `deal`; NEVER if they can't.

    The sum takes the place of that of `deal`, what curses fixed and open count together included.
    Choices with enough points are left in the aim.
    """
    missing = m[P_POINTS]
    instead = m[P_LEAST_POINTS] - too_much_in_aim(m, aims, aim, aims[aim + AIM_FIXED], True)
    for i in range(m[P_SIZE]):
        if has(aims[aim + AIM_FIXED], i):
            kind = m[KIND + aims[aim + AIM_TILE + i]]
            missing -= m[POINTS + kind]
            instead -= m[WORTH_OF + kind]
    for kind in range(1, m[P_KINDS] + 1):
        m[PRICED + kind] = m[WORTH_OF + kind]
    few = at_price(m, aims, aim, 0)
    if few == NEVER:
        return NEVER
    few_points = points_dealt(m, aims, aim)
    if few_points >= missing:
        keep_dealt(m, aims, aim)
        return instead + few
    many = at_price(m, aims, aim, _DEAR)
    many_points = points_dealt(m, aims, aim)
    if many_points < missing:
        return NEVER
    keep_dealt(m, aims, aim)
    many -= _DEAR * many_points
    best = many + _DEAR * (many_points - missing)
    for _ in range(_ROUNDS):
        price = (few - many) // (many_points - few_points)
        total = at_price(m, aims, aim, price)
        points = points_dealt(m, aims, aim)
        best = min(best, total - price * missing)
        total -= price * points
        if points >= missing:
            keep_dealt(m, aims, aim)
            if points == many_points and total == many:
                break
            many = total
            many_points = points
        else:
            if points == few_points and total == few:
                break
            few = total
            few_points = points
    return instead + best


def at_price(m: Ints, aims: Ints, aim: int, price: int) -> int:
    """Assign the choices listed last once more, with so much for each point of a curse."""
    fixed = aims[aim + AIM_FIXED]
    short = 0
    for kind in range(1, m[P_KINDS] + 1):
        short += m[SHORT + kind]
        m[CHOSEN + kind] = 0
    for i in range(m[P_SIZE]):
        if has(fixed, i):
            continue
        for k in range(m[CHOICES + i]):
            spot = choice(i, k)
            kind = m[KIND + m[spot + 1]]
            if m[POINTS + kind]:
                m[spot] += price * m[POINTS + kind] - m[PRICED + kind]
    for kind in range(1, m[P_KINDS] + 1):
        if m[POINTS + kind]:
            m[PRICED + kind] = price * m[POINTS + kind]
    m[P_DEALS] += 1
    best = assign(m, m[P_SIZE], fixed) - short * MUST
    return best if best >= -MUST // 2 else NEVER


def points_dealt(m: Ints, aims: Ints, aim: int) -> int:
    """How many points the choices assigned last have."""
    points = 0
    for i in range(m[P_SIZE]):
        if not has(aims[aim + AIM_FIXED], i):
            points += m[POINTS + m[KIND + m[choice(i, m[TAKEN + i]) + 1]]]
    return points
