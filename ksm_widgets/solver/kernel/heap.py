"""The aims in hand: numbered records, and a heap of them with the best bound on top."""

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
    P_FREE,
    P_HEAP,
    P_NEW,
)
from ksm_widgets.solver.kernel.memory import Ints

__all__ = ["drop", "new_aim", "pop", "push"]


def push(m: Ints, heap: Ints, key: int, aim: int) -> None:
    """Put an aim into the heap; the caller has seen to the room."""
    k = m[P_HEAP]
    m[P_HEAP] = k + 1
    while k > 0:
        parent = (k - 1) // 2
        if heap[2 * parent] >= key:
            break
        heap[2 * k] = heap[2 * parent]
        heap[2 * k + 1] = heap[2 * parent + 1]
        k = parent
    heap[2 * k] = key
    heap[2 * k + 1] = aim


def pop(m: Ints, heap: Ints) -> int:
    """Take the aim with the best bound out of the heap, which must not be empty."""
    aim = heap[1]
    size = m[P_HEAP] - 1
    m[P_HEAP] = size
    key = heap[2 * size]
    last = heap[2 * size + 1]
    k = 0
    while True:
        child = 2 * k + 1
        if child >= size:
            break
        if child + 1 < size and heap[2 * child + 2] > heap[2 * child]:
            child += 1
        if heap[2 * child] <= key:
            break
        heap[2 * k] = heap[2 * child]
        heap[2 * k + 1] = heap[2 * child + 1]
        k = child
    heap[2 * k] = key
    heap[2 * k + 1] = last
    return aim


def new_aim(m: Ints, aims: Ints, place: int, level: int, stage: int) -> int:
    """Number a new aim, nothing fixed or banned; numbers of aims given up are used again."""
    aim = m[P_FREE]
    if aim >= 0:
        m[P_FREE] = aims[AIM * aim + AIM_NEXT]
    else:
        aim = m[P_NEW]
        m[P_NEW] = aim + 1
    base = AIM * aim
    aims[base + AIM_PLACE] = place
    aims[base + AIM_LEVEL] = level
    aims[base + AIM_STAGE] = stage
    aims[base + AIM_FIXED] = 0
    aims[base + AIM_BAN_AT] = -1
    for k in range(base + AIM_BAN, base + AIM_BAN + 3):
        aims[k] = 0
    return aim


def drop(m: Ints, aims: Ints, aim: int) -> None:
    """Give up an aim's number."""
    aims[AIM * aim + AIM_NEXT] = m[P_FREE]
    m[P_FREE] = aim
