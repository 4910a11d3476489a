"""Placements and levels: each is bounded roughly at first, and is an aim when its turn comes."""

from __future__ import annotations

from ksm_widgets.solver.kernel.aims import new_aim
from ksm_widgets.solver.kernel.heap import push
from ksm_widgets.solver.kernel.layout import (
    AT,
    CLOSER,
    CODE,
    FILLED,
    H0,
    HEAP_FULL,
    LOOKED,
    NEVER,
    ORDER,
    P_ABOVE,
    P_BELOW,
    P_CARPET,
    P_DONE,
    P_FEE,
    P_HEAP,
    P_INCUMBENT,
    P_INCUMBENT_PLACE,
    P_LEAST,
    P_LOOKED,
    P_MONEY,
    P_NEED,
    P_NEXT,
    P_NOTED,
    P_ORDER,
    P_PLACES,
    P_ROUGH,
    P_RUNNER_UP,
    P_SIZE,
    P_STEP,
    P_WANTED,
    PAY,
    RUNNING,
    WANTED,
    WORTH,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.rough import closer_bound, quarry_bounds, rough_bound, wanted_bound
from ksm_widgets.solver.kernel.together import too_much

__all__ = ["fill", "look"]


def look(m: Ints, v: Ints, budget: int) -> int:
    """Reckon the rough bounds of so many more placements, for each level, and note the best dig
    without a move; LOOKED when all are done.
    """
    lowest = 0 if m[P_CARPET] else 1
    highest = 0 if m[P_CARPET] else 4
    wanted = m[P_WANTED]
    if m[P_NEXT] == 0:
        quarry_bounds(m)
        m[P_RUNNER_UP] = NEVER
        m[P_BELOW] = m[P_SIZE] * m[WORTH + m[ORDER]] if m[P_ORDER] else NEVER
    best = m[P_RUNNER_UP]
    last = min(m[P_NEXT] + budget, m[P_PLACES])
    for place in range(m[P_NEXT], last):
        for level in range(lowest, highest + 1):
            bound = rough_bound(m, v, place, level)
            if wanted and bound > NEVER:
                bound = min(bound, wanted_bound(m, v, place, level))
            v[m[P_ROUGH] + place * 5 + level] = bound
            if bound > best:
                best = bound
        score = score_as_it_lies(m, v, place)
        if score > m[P_INCUMBENT]:
            m[P_INCUMBENT] = score
            m[P_INCUMBENT_PLACE] = place
    m[P_NEXT] = last
    m[P_RUNNER_UP] = best
    if last < m[P_PLACES]:
        return RUNNING
    m[P_NEXT] = 0
    m[P_LOOKED] = 1
    m[P_ABOVE] = 1 << 61
    m[P_BELOW] = best
    return LOOKED


def score_as_it_lies(m: Ints, v: Ints, place: int) -> int:
    """What digging a placement scores without a move; NEVER if it cannot be dug or paid."""
    n = m[P_SIZE]
    carpet = m[P_CARPET]
    first = place * n
    level = m[H0 + v[first]]
    score = 0
    code = 0
    money = m[P_MONEY]
    wanted = 0
    for i in range(first, first + n):
        h = m[H0 + v[i]]
        if h == 0 or (h != level and not carpet):
            return NEVER
        t = m[AT + v[i] * 4 + h - 1]
        if m[WORTH + t] == NEVER:
            return NEVER
        score += m[WORTH + t] - m[P_FEE] * m[PAY + t]
        code += m[CODE + t]
        money += m[PAY + t]
        for k in range(m[P_WANTED]):
            if m[WANTED + k] == t:
                wanted += 1
    if money < 0 or wanted < m[P_WANTED]:
        return NEVER
    return score + too_much(m, code, 0)


def fill(m: Ints, v: Ints, aims: Ints, heap: Ints, budget: int) -> int:
    """Put the next best placements and levels into the heap, those within a coin of the best.

    Goes through so many more placements; FILLED when all are done, HEAP_FULL if there is no room.
    """
    lowest = 0 if m[P_CARPET] else 1
    highest = 0 if m[P_CARPET] else 4
    rough = m[P_ROUGH]
    done = m[P_DONE]
    below = m[P_ABOVE]
    above = max(m[P_BELOW] - m[P_STEP], m[P_LEAST])
    first = m[P_HEAP]
    room = len(heap) // 2 - first - 200
    if m[P_NEXT] == 0:
        m[P_NOTED] = 0
        m[P_RUNNER_UP] = NEVER
    count = m[P_NOTED]
    best = m[P_RUNNER_UP]
    last = min(m[P_NEXT] + budget, m[P_PLACES])
    for place in range(m[P_NEXT], last):
        for level in range(lowest, highest + 1):
            spot = rough + place * 5 + level
            if v[spot] >= below:
                continue
            if v[spot] > above and not v[done + place] & CLOSER << level:
                v[done + place] |= CLOSER << level
                v[spot] = min(v[spot], closer_bound(m, v, place, level))
            if v[spot] > above:
                # Noted behind the heap, which grows over the notes as they are read.
                if count < room:
                    heap[2 * (first + count)] = v[spot]
                    heap[2 * (first + count) + 1] = place * 5 + level
                count += 1
            elif v[spot] > best:
                best = v[spot]
    m[P_NEXT] = last
    m[P_NOTED] = count
    m[P_RUNNER_UP] = best
    if last < m[P_PLACES]:
        return RUNNING
    m[P_NEXT] = 0
    if count > room:
        m[P_NEED] = count + 200
        return HEAP_FULL
    for note in range(first, first + count):
        bound = heap[2 * note]
        where = heap[2 * note + 1]
        push(m, heap, bound, new_aim(m, aims, where // 5, where % 5))
    m[P_ABOVE] = above + 1
    m[P_BELOW] = best
    return FILLED
