"""A heap of aims, the best bound on top: pairs of bound and aim."""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import P_HEAP
from ksm_widgets.solver.kernel.memory import Ints

__all__ = ["pop", "push"]


def push(m: Ints, heap: Ints, bound: int, aim: int) -> None:
    """Put an aim into the heap; the caller has seen to the room."""
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
