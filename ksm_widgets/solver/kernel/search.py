"""The best plan first: plans are taken up by what they can score at most, until one is carried out.

A plan starts as a placement and a level; it is taken up again with one tile chosen after the
other, then with its moves reckoned, and carried out at last. Each time its bound can only fall,
and the best bound of all is taken up next; so the first plan that is carried out within its
bound is the best there is.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.board import moves_left, set_board
from ksm_widgets.solver.kernel.carry import carry_on, carry_start
from ksm_widgets.solver.kernel.heap import drop, new_plan, pop, push
from ksm_widgets.solver.kernel.layout import (
    AT,
    COMPLETE,
    DEAD,
    EXHAUSTED,
    FAILED,
    G1,
    H0,
    HEAP_FULL,
    INP,
    MARK,
    NEVER,
    ORDER,
    PAY,
    PLAN,
    PLAN_LEVEL,
    PLAN_MOVES,
    PLAN_PLACE,
    PLAN_STAGE,
    PLAN_TILE,
    P_ABOVE,
    P_BELOW,
    P_BOARDS,
    P_BOUND,
    P_BRANCH,
    P_CARPET,
    P_COMMON,
    P_CUT,
    P_DONE,
    P_FLOOR,
    P_FOUND_PLACE,
    P_HEAP,
    P_INCUMBENT,
    P_INCUMBENT_PLACE,
    P_KEEP,
    P_LOOKED,
    P_MAX_MOVES,
    P_MONEY,
    P_NEED,
    P_OPEN,
    P_ORDER,
    P_PLACES,
    P_PLAN,
    P_PLANS,
    P_ROUGH,
    P_SIZE,
    P_STAMP,
    P_STEP,
    P_SUM1,
    P_SUM2,
    P_WANTED,
    READY,
    RECKONED,
    ROUGH,
    RUNNING,
    SOLVED,
    TL,
    TOO_DEEP,
    TQ,
    V1,
    WANTED,
    WORTH,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.plans import (
    plan_bound,
    quarry_bounds,
    rough_bound,
    tile_steps,
    tile_value,
)

__all__ = ["best_bound", "search"]


def cutoff(m: Ints) -> int:
    """Plans that score no more than this are of no use."""
    if m[P_KEEP] == 1 and m[P_INCUMBENT] > m[P_FLOOR]:
        return m[P_INCUMBENT]
    return m[P_FLOOR]


def look(m: Ints, v: Ints) -> None:
    """Reckon every placement's and level's rough bound; note the best dig without a move."""
    carpet = m[P_CARPET]
    lowest = 0 if carpet else 1
    highest = 0 if carpet else 4
    quarry_bounds(m)
    best = NEVER
    for place in range(m[P_PLACES]):
        for level in range(lowest, highest + 1):
            bound = rough_bound(m, v, place, level)
            v[m[P_ROUGH] + place * 5 + level] = bound
            if bound > best:
                best = bound
        score = score_as_it_lies(m, v, place)
        if score > m[P_INCUMBENT] and score > m[P_FLOOR]:
            m[P_INCUMBENT] = score
            m[P_INCUMBENT_PLACE] = place
    m[P_ABOVE] = 1 << 61
    m[P_BELOW] = best


def score_as_it_lies(m: Ints, v: Ints, place: int) -> int:
    """What digging a placement scores without a move; NEVER if it cannot be dug or paid."""
    n = m[P_SIZE]
    carpet = m[P_CARPET]
    first = place * n
    level = m[H0 + v[first]]
    score = 0
    money = m[P_MONEY]
    wanted = 0
    for i in range(first, first + n):
        h = m[H0 + v[i]]
        if h == 0 or (h != level and not carpet):
            return NEVER
        t = m[AT + v[i] * 4 + h - 1]
        if m[WORTH + t] == NEVER:
            return NEVER
        score += m[WORTH + t]
        money += m[PAY + t]
        for k in range(m[P_WANTED]):
            if m[WANTED + k] == t:
                wanted += 1
    if money < 0 or wanted < m[P_WANTED]:
        return NEVER
    return score


def fill(m: Ints, v: Ints, plans: Ints, heap: Ints) -> int:
    """Put the next best placements and levels into the heap, those within a coin of the best."""
    lowest = 0 if m[P_CARPET] else 1
    highest = 0 if m[P_CARPET] else 4
    rough = m[P_ROUGH]
    below = m[P_ABOVE]
    above = m[P_BELOW] - m[P_STEP]
    if above < cutoff(m):
        above = cutoff(m)
    count = 0
    for place in range(m[P_PLACES]):
        for level in range(lowest, highest + 1):
            bound = v[rough + place * 5 + level]
            if above < bound < below:
                count += 1
    if 2 * (m[P_HEAP] + count + 200) > len(heap):
        m[P_NEED] = count + 200
        return HEAP_FULL
    best = NEVER
    for place in range(m[P_PLACES]):
        for level in range(lowest, highest + 1):
            bound = v[rough + place * 5 + level]
            if bound >= below:
                continue
            if bound > above:
                push(m, heap, bound, new_plan(m, plans, place, level, ROUGH))
            elif bound > best:
                best = bound
    m[P_ABOVE] = above + 1
    m[P_BELOW] = best
    return RUNNING


def next_best(m: Ints, heap: Ints) -> int:
    """The best bound of all plans not in hand."""
    best = m[P_BELOW]
    if m[P_HEAP] > 0 and heap[0] > best:
        best = heap[0]
    return best


def best_bound(m: Ints, heap: Ints) -> int:
    """No plan not yet found scores more than this."""
    best = next_best(m, heap)
    if m[P_PLAN] >= 0 and m[P_BOUND] > best:
        best = m[P_BOUND]
    return best


def branch(m: Ints, v: Ints, plans: Ints, heap: Ints, plan: int, bound: int, least: int) -> None:
    """Decide one more tile of a plan whose bound was just reckoned: one new plan for each choice."""
    n = m[P_SIZE]
    place = plans[PLAN * plan + PLAN_PLACE]
    level = plans[PLAN * plan + PLAN_LEVEL]
    tiles = PLAN * plan + PLAN_TILE
    stamp = m[P_STAMP]
    common = m[P_COMMON]
    decide = m[P_BRANCH]
    if decide < 0:
        t = -2 - decide
        for i in range(n):
            if plans[tiles + i] < 0:
                value = tile_value(m, t, v[place * n + i], level, NEVER)
                adopt(m, v, plans, heap, plan, i, t, value, bound, least)
        return
    p = v[place * n + decide]
    rest1 = m[P_SUM1] - m[V1 + decide]
    rest2 = m[P_SUM2] - m[G1 + decide]
    # A covering tile, once chosen, may make what it covers cheaper for the other open quarries.
    gain = m[P_STEP] * 9 if m[P_OPEN] > 1 else 0
    for k in range(m[P_ORDER]):
        t = m[ORDER + k]
        worth = m[WORTH + t]
        if rest1 + worth + gain <= least or rest2 + worth <= least:
            break
        if m[MARK + t] != stamp:
            value = tile_value(m, t, p, level, common)
            adopt(m, v, plans, heap, plan, decide, t, value, bound, least)


def adopt(
    m: Ints,
    v: Ints,
    plans: Ints,
    heap: Ints,
    plan: int,
    i: int,
    t: int,
    value: int,
    bound: int,
    least: int,
) -> None:
    """Put the plan with tile `t` chosen for its quarry `i` into the heap, unless it is of no use.

    Its bound is the sum of the parts, never more than that of the plan it comes from. If `t` lies
    outside the placement, on tiles that other open quarries might choose, these were charged for
    `t` and what lies on it, perhaps more than once: that much is given back.
    """
    if value == NEVER:
        return
    level = plans[PLAN * plan + PLAN_LEVEL]
    p = v[plans[PLAN * plan + PLAN_PLACE] * m[P_SIZE] + i]
    step = m[P_STEP]
    key = m[P_SUM1] - m[V1 + i] + value
    q = m[TQ + t]
    if m[INP + q] == 0:
        below = m[TL + t] - 1
        if below > m[P_OPEN] - 1:
            below = m[P_OPEN] - 1
        key += below * (m[H0 + q] - m[TL + t] + 1) * step
    other = m[P_SUM2] - m[G1 + i] + m[WORTH + t] - tile_steps(m, t, p, level) * step
    if other < key:
        key = other
    if key > bound:
        key = bound
    if key <= least:
        return
    stage = COMPLETE if m[P_OPEN] == 1 else ROUGH
    child = new_plan(m, plans, plans[PLAN * plan + PLAN_PLACE], level, stage)
    for j in range(PLAN_TILE, PLAN_TILE + 6):
        plans[PLAN * child + j] = plans[PLAN * plan + j]
    plans[PLAN * child + PLAN_TILE + i] = t
    push(m, heap, key, child)


def moves_allowed(m: Ints, plans: Ints, plan: int) -> int:
    """How many moves the money and `max_moves` allow for a plan with all its tiles chosen (R25)."""
    money = m[P_MONEY]
    for i in range(m[P_SIZE]):
        money += m[PAY + plans[PLAN * plan + PLAN_TILE + i]]
    return money if money < m[P_MAX_MOVES] else m[P_MAX_MOVES]


def plan_worth(m: Ints, plans: Ints, plan: int) -> int:
    """What the tiles of a plan score together."""
    worth = 0
    for i in range(m[P_SIZE]):
        worth += m[WORTH + plans[PLAN * plan + PLAN_TILE + i]]
    return worth


def settle(m: Ints, v: Ints, plans: Ints, heap: Ints, result: int) -> int:
    """After carrying a plan out: its placement is done, or the plan is allowed one move more."""
    plan = m[P_PLAN]
    if result == RUNNING or result == TOO_DEEP:
        return result
    m[P_PLAN] = -1
    if result == SOLVED:
        place = plans[PLAN * plan + PLAN_PLACE]
        m[P_FOUND_PLACE] = place
        v[m[P_DONE] + place] = 1
        drop(m, plans, plan)
        return SOLVED
    moves = plans[PLAN * plan + PLAN_MOVES] + 1
    bound = plan_worth(m, plans, plan) - moves * m[P_STEP]
    if m[P_CUT] and moves <= moves_allowed(m, plans, plan) and bound > cutoff(m):
        plans[PLAN * plan + PLAN_MOVES] = moves
        push(m, heap, bound, plan)
    else:
        drop(m, plans, plan)
    return FAILED


def take_up(
    m: Ints, v: Ints, plans: Ints, heap: Ints, seen: Ints, fan: Ints, plan: int, best: int
) -> int:
    """Look further into the plan with the best bound; FAILED unless it was carried out."""
    m[P_PLANS] += 1
    stage = plans[PLAN * plan + PLAN_STAGE]
    least = cutoff(m)
    if v[m[P_DONE] + plans[PLAN * plan + PLAN_PLACE]]:
        drop(m, plans, plan)
        return FAILED
    if stage <= RECKONED:
        bound = plan_bound(m, v, plans, plan)
        if bound > best:
            bound = best
        if bound <= least:
            drop(m, plans, plan)
        elif bound < next_best(m, heap):
            plans[PLAN * plan + PLAN_STAGE] = RECKONED
            push(m, heap, bound, plan)
        else:
            branch(m, v, plans, heap, plan, bound, least)
            drop(m, plans, plan)
        return FAILED
    set_board(m, v, plans, plan)
    if stage == COMPLETE:
        moves = moves_left(m)
        bound = plan_worth(m, plans, plan) - moves * m[P_STEP]
        if moves >= DEAD or bound <= least or moves > moves_allowed(m, plans, plan):
            drop(m, plans, plan)
            return FAILED
        plans[PLAN * plan + PLAN_MOVES] = moves
        plans[PLAN * plan + PLAN_STAGE] = READY
        if bound < next_best(m, heap):
            push(m, heap, bound, plan)
            return FAILED
        best = bound
    m[P_PLAN] = plan
    m[P_BOUND] = best
    result = carry_start(m, seen, fan, plans[PLAN * plan + PLAN_MOVES])
    return settle(m, v, plans, heap, result)


def search(m: Ints, v: Ints, plans: Ints, heap: Ints, seen: Ints, fan: Ints, budget: int) -> int:
    """Go on searching until about so many more boards and plans have been looked at.

    Returns SOLVED when a dig is found (its moves stand in `fan`, its placement is `P_FOUND_PLACE`),
    EXHAUSTED when no other can be of use, RUNNING when the budget is used up, and HEAP_FULL or
    TOO_DEEP when the caller must make room first.
    """
    if not m[P_LOOKED]:
        m[P_LOOKED] = 1
        look(m, v)
    stop = m[P_BOARDS] + 4 * m[P_PLANS] + budget
    while True:
        left = stop - m[P_BOARDS] - 4 * m[P_PLANS]
        if left <= 0:
            return RUNNING
        if m[P_PLAN] >= 0:
            result = settle(m, v, plans, heap, carry_on(m, seen, fan, left))
            if result != FAILED:
                return result
            continue
        if 2 * (m[P_HEAP] + 200) > len(heap):
            m[P_NEED] = 200
            return HEAP_FULL
        best = next_best(m, heap)
        if best <= cutoff(m):
            return EXHAUSTED
        if m[P_BELOW] == best:
            if fill(m, v, plans, heap) == HEAP_FULL:
                return HEAP_FULL
            continue
        result = take_up(m, v, plans, heap, seen, fan, pop(m, heap), best)
        if result == SOLVED:
            return SOLVED
