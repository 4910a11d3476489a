"""Bounds under several prices of a coin: which one is fair differs from aim to aim.

Under each price a plan that can be paid promises no less than it is worth (see `solver.prices`), so
the lowest bound of all holds. Where the tiles that promise most can be paid, dearer coins tell
nothing; where not even the best payer can be paid, the dearest tell most.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.aims import aim_pay
from ksm_widgets.solver.kernel.bound import aim_bound
from ksm_widgets.solver.kernel.layout import (
    AIM_TILE,
    KEPT,
    NEVER,
    P_LOOKED,
    P_MONEY,
    P_REFUND,
    P_SIZE,
    P_STEP,
    WORTH,
    Ints,
)
from ksm_widgets.solver.kernel.places import quarry_bounds
from ksm_widgets.solver.kernel.values import overcount_in_aim


def get_ready(other: Ints) -> None:
    """Fill the tables of a memory under other prices, if that is not empty."""
    if len(other) and not other[P_LOOKED]:
        quarry_bounds(other)
        other[P_LOOKED] = 1


def priced_bound(
    m: Ints, usual: Ints, dear: Ints, places: Ints, aims: Ints, aim: int, enough: int
) -> int:
    """The lowest bound of an aim under any of the prices, as `aim_bound`.

    `usual` and `dear` are memories under higher prices, or empty.
    """
    bound = aim_bound(m, places, aims, aim, enough)
    if bound < enough or len(usual) == 0 or can_be_paid(m, aims, aim, bound):
        return bound
    for k in range(m[P_SIZE]):
        m[KEPT + k] = aims[aim + AIM_TILE + k]
    more = usual[P_REFUND] - m[P_REFUND]
    under = aim_bound(usual, places, aims, aim, enough - more)
    if under == NEVER:
        return NEVER
    paid = can_be_paid(usual, aims, aim, under)
    bound = lower(m, aims, aim, bound, under + more)
    if bound < enough or paid or len(dear) == 0:
        return bound
    more = dear[P_REFUND] - m[P_REFUND]
    under = aim_bound(dear, places, aims, aim, enough - more)
    if under == NEVER:
        return NEVER
    return lower(m, aims, aim, bound, under + more)


def lower(m: Ints, aims: Ints, aim: int, bound: int, other: int) -> int:
    """The lower of two bounds; its choices are left in the aim, and the best so far in `KEPT`."""
    for k in range(m[P_SIZE]):
        if other < bound:
            m[KEPT + k] = aims[aim + AIM_TILE + k]
        else:
            aims[aim + AIM_TILE + k] = m[KEPT + k]
    return min(bound, other)


def can_be_paid(m: Ints, aims: Ints, aim: int, bound: int) -> bool:
    """Whether there is money for the choices in an aim and the moves that its bound counts."""
    worth = overcount_in_aim(m, aims, aim, (1 << m[P_SIZE]) - 1, False)
    for k in range(m[P_SIZE]):
        worth += m[WORTH + aims[aim + AIM_TILE + k]]
    return worth - bound <= (m[P_MONEY] + aim_pay(m, aims, aim)) * m[P_STEP]
