"""What tiles are worth together: where they are worth less than the sum of what each counts.

A tile counts what it can be worth at most. Once tiles are chosen it is known how much of that is
too much, whatever the open quarries add: a second delta, say, that completes no set. This is
taken off a bound, and off what a dig scores that has all its tiles.

What is chosen is told by a code, the sum of its tiles' (`CODE`): twelve bits for parchments, then
twelve for curses, then the magic objects. For each of the three and each number of open quarries a
table holds what must be taken off, 0 or less.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    AIM_TILE,
    CODE,
    P_ABOVE_AT,
    P_ABOVE_CURSES,
    P_ABOVE_MAGIC,
    P_ABOVE_ROW,
    P_SIZE,
    has,
)
from ksm_widgets.solver.kernel.memory import Ints

__all__ = ["too_much", "too_much_in_aim"]


def too_much(m: Ints, code: int, opened: int) -> int:
    """What is taken off the sum at least, 0 or less, if as many tiles more may be chosen."""
    if m[P_ABOVE_AT] == 0:
        return 0
    row = m[P_ABOVE_AT] + opened * m[P_ABOVE_ROW]
    return (
        m[row + code % 4096]
        + m[row + m[P_ABOVE_CURSES] + code // 4096 % 4096]
        + m[row + m[P_ABOVE_MAGIC] + code // 16777216]
    )


def too_much_in_aim(m: Ints, aims: Ints, aim: int, fixed: int, curses: bool) -> int:
    """The same for the tiles of an aim that are fixed, a bit each; or of it only the curses'."""
    if m[P_ABOVE_AT] == 0:
        return 0
    code = 0
    opened = m[P_SIZE]
    for i in range(m[P_SIZE]):
        if has(fixed, i):
            code += m[CODE + aims[aim + AIM_TILE + i]]
            opened -= 1
    if curses:
        row = m[P_ABOVE_AT] + opened * m[P_ABOVE_ROW]
        return m[row + m[P_ABOVE_CURSES] + code // 4096 % 4096]
    return too_much(m, code, opened)
