"""The plans in hand: numbered records, and a heap of them with the best bound on top."""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    P_FREE,
    P_HEAP,
    P_NEW,
    PLAN,
    PLAN_BAN,
    PLAN_BAN_AT,
    PLAN_FIXED,
    PLAN_LEVEL,
    PLAN_NEXT,
    PLAN_PLACE,
    PLAN_STAGE,
)
from ksm_widgets.solver.kernel.memory import Ints

__all__ = ["drop", "new_plan", "pop", "push"]


def push(m: Ints, heap: Ints, key: int, plan: int) -> None:
    """Put a plan into the heap; the caller has seen to the room."""
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
    heap[2 * k + 1] = plan


def pop(m: Ints, heap: Ints) -> int:
    """Take the plan with the best bound out of the heap, which must not be empty."""
    plan = heap[1]
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
    return plan


def new_plan(m: Ints, plans: Ints, place: int, level: int, stage: int) -> int:
    """Number a new plan, nothing fixed or banned; numbers of plans given up are used again."""
    plan = m[P_FREE]
    if plan >= 0:
        m[P_FREE] = plans[PLAN * plan + PLAN_NEXT]
    else:
        plan = m[P_NEW]
        m[P_NEW] = plan + 1
    base = PLAN * plan
    plans[base + PLAN_PLACE] = place
    plans[base + PLAN_LEVEL] = level
    plans[base + PLAN_STAGE] = stage
    plans[base + PLAN_FIXED] = 0
    plans[base + PLAN_BAN_AT] = -1
    for k in range(base + PLAN_BAN, base + PLAN_BAN + 3):
        plans[k] = 0
    return plan


def drop(m: Ints, plans: Ints, plan: int) -> None:
    """Give up a plan's number."""
    plans[PLAN * plan + PLAN_NEXT] = m[P_FREE]
    m[P_FREE] = plan
