"""Kinds of tiles that a dig needs: so many of a symbol, say, or so many points of curses.

Tiles of these kinds are told apart from the rest, and listed for each quarry by themselves.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.aims import banned
from ksm_widgets.solver.kernel.layout import (
    AIM_BAN_AT,
    AIM_FIXED,
    AIM_LEVEL,
    AIM_TILE,
    CHOSEN,
    KIND,
    KIND_AT,
    MARK,
    MUST,
    NEED,
    NEVER,
    OF_KIND,
    P_KINDS,
    P_SIZE,
    P_STAMP,
    SHORT,
    choice,
    has,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.values import base_value, enter, value_here

__all__ = ["gather_kind", "still_short"]


def still_short(m: Ints, aims: Ints, aim: int) -> int:
    """How many tiles of kinds that are needed the open quarries must choose at least."""
    for kind in range(1, m[P_KINDS] + 1):
        m[SHORT + kind] = m[NEED + kind]
        m[CHOSEN + kind] = 0
    short = 0
    if m[P_KINDS]:
        for i in range(m[P_SIZE]):
            if has(aims[aim + AIM_FIXED], i):
                m[SHORT + m[KIND + aims[aim + AIM_TILE + i]]] -= 1
        for kind in range(1, m[P_KINDS] + 1):
            m[SHORT + kind] = max(0, m[SHORT + kind])
            short += m[SHORT + kind]
    return short


def gather_kind(
    m: Ints, aims: Ints, aim: int, i: int, p: int, kind: int, behind: int, opened: int
) -> int:
    """List the best tiles of a kind behind so many choices, as many as are open; how many."""
    level = aims[aim + AIM_LEVEL]
    picky = aims[aim + AIM_BAN_AT] == i
    row = choice(i, behind)
    worst = row + 2 * opened - 2
    size = 0
    for k in range(m[KIND_AT + kind], m[KIND_AT + kind + 1]):
        t = m[OF_KIND + k]
        if m[MARK + t] == m[P_STAMP] or (picky and banned(aims, aim, t)):
            continue
        value = base_value(m, t, p, level)
        if value == NEVER:
            continue
        value = value_here(m, t, p, level, value)
        if m[NEED + kind]:
            value += MUST
        if size < opened:
            enter(m, row, size, value, t)
            size += 1
        elif value > m[worst]:
            enter(m, row, size - 1, value, t)
    return size
