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
    P_CURSE_CODES,
    P_CURSES,
    P_MAGIC,
    P_MAGIC_CODES,
    P_PARCHMENT_CODES,
    P_PARCHMENTS,
    P_SIZE,
    has,
)
from ksm_widgets.solver.kernel.memory import Ints

__all__ = ["too_much", "too_much_in_aim"]


def too_much(m: Ints, code: int, opened: int) -> int:
    """What is taken off the sum at least, 0 or less, if as many tiles more may be chosen."""
    if m[P_PARCHMENTS] == 0:
        return 0
    return (
        m[m[P_PARCHMENTS] + opened * m[P_PARCHMENT_CODES] + code % 4096]
        + too_much_cursed(m, code, opened)
        + m[m[P_MAGIC] + opened * m[P_MAGIC_CODES] + code // 16777216]
    )


def too_much_cursed(m: Ints, code: int, opened: int) -> int:
    """The same for the curses alone."""
    return m[m[P_CURSES] + opened * m[P_CURSE_CODES] + code // 4096 % 4096]


def too_much_in_aim(m: Ints, aims: Ints, aim: int, fixed: int, cursed: bool) -> int:
    """The same for the tiles of an aim that are fixed, a bit each; or of it only the curses'."""
    if m[P_PARCHMENTS] == 0:
        return 0
    code = 0
    opened = m[P_SIZE]
    for i in range(m[P_SIZE]):
        if has(fixed, i):
            code += m[CODE + aims[aim + AIM_TILE + i]]
            opened -= 1
    return too_much_cursed(m, code, opened) if cursed else too_much(m, code, opened)
