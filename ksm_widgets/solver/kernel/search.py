"""The best plan first: plans are taken up by what they can score at most, until one is carried out.

A plan starts as a placement and a level; it is taken up again with one tile chosen after the
other, then with its moves reckoned, and carried out at last. Each time its bound can only fall,
and the best bound of all is taken up next; so the first plan that is carried out within its
bound is the best there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.solver.kernel.board import moves_left, set_board
from ksm_widgets.solver.kernel.carry import carry_on, carry_start
from ksm_widgets.solver.kernel.constants import (
    COMPLETE,
    DEAD,
    EXHAUSTED,
    HEAP_FULL,
    NEVER,
    P_ABOVE,
    P_BELOW,
    P_BOARDS,
    P_BOUND,
    P_BRANCH,
    P_CARPET,
    P_CUT,
    P_DEPTH,
    P_EST1,
    P_EST2,
    P_FLOOR,
    P_FLOOR_USED,
    P_FOUND,
    P_FREE,
    P_HEAP,
    P_INCUMBENT,
    P_INCUMBENT_PLACE,
    P_KEEP,
    P_MAX_MOVES,
    P_MONEY,
    P_NEED,
    P_NEW_PLAN,
    P_ORDER,
    P_PLACES,
    P_PLAN,
    P_PLANS,
    P_SCANNED,
    P_SIZE,
    P_STAMP,
    P_STEP,
    P_WANTED,
    PARTIAL,
    READY,
    RECKONED,
    ROUGH,
    RUNNING,
    SOLVED,
    TOO_DEEP,
)
from ksm_widgets.solver.kernel.plans import (
    plan_bound,
    quarry_bounds,
    rough_bound,
    tile_steps,
    tile_value,
)

if TYPE_CHECKING:
    from ksm_widgets.solver.kernel.work import Work

__all__ = ["best_bound", "search"]


def push(w: Work, key: int, plan: int) -> None:
    """Put a plan into the heap, best bound on top; the caller has seen to the room."""
    k = w.par[P_HEAP]
    w.par[P_HEAP] = k + 1
    while k > 0:
        parent = (k - 1) // 2
        if w.heap_key[parent] >= key:
            break
        w.heap_key[k] = w.heap_key[parent]
        w.heap_plan[k] = w.heap_plan[parent]
        k = parent
    w.heap_key[k] = key
    w.heap_plan[k] = plan


def pop(w: Work) -> int:
    """Take the plan with the best bound out of the heap, which must not be empty."""
    plan = w.heap_plan[0]
    size = w.par[P_HEAP] - 1
    w.par[P_HEAP] = size
    key = w.heap_key[size]
    last = w.heap_plan[size]
    k = 0
    while True:
        child = 2 * k + 1
        if child >= size:
            break
        if child + 1 < size and w.heap_key[child + 1] > w.heap_key[child]:
            child += 1
        if w.heap_key[child] <= key:
            break
        w.heap_key[k] = w.heap_key[child]
        w.heap_plan[k] = w.heap_plan[child]
        k = child
    w.heap_key[k] = key
    w.heap_plan[k] = last
    return plan


def new_plan(w: Work, place: int, level: int, stage: int) -> int:
    """Number a new plan, all tiles open; numbers of plans given up are used again."""
    free = w.par[P_FREE]
    if free > 0:
        w.par[P_FREE] = free - 1
        plan = w.free[free - 1]
    else:
        plan = w.par[P_NEW_PLAN]
        w.par[P_NEW_PLAN] = plan + 1
    w.plan_place[plan] = place
    w.plan_level[plan] = level
    w.plan_stage[plan] = stage
    for i in range(plan * 6, plan * 6 + 6):
        w.plan_tile[i] = -1
    return plan


def drop(w: Work, plan: int) -> None:
    """Give up a plan's number."""
    w.free[w.par[P_FREE]] = plan
    w.par[P_FREE] += 1


def cutoff(w: Work) -> int:
    """Plans that score no more than this are of no use."""
    floor = w.par[P_FLOOR]
    if w.par[P_KEEP] == 1 and w.par[P_INCUMBENT] > floor:
        return w.par[P_INCUMBENT]
    return floor


def look(w: Work) -> None:
    """Reckon every placement's and level's rough bound; note the best dig without a move."""
    n = w.par[P_SIZE]
    carpet = w.par[P_CARPET]
    lowest = 0 if carpet else 1
    highest = 0 if carpet else 4
    quarry_bounds(w)
    best = NEVER
    for place in range(w.par[P_PLACES]):
        for level in range(lowest, highest + 1):
            bound = rough_bound(w, place, level)
            w.rough[place * 5 + level] = bound
            if bound > best:
                best = bound
        first = place * n
        level = w.h0[w.places[first]]
        score = 0
        pay = w.par[P_MONEY]
        wanted = 0
        for i in range(first, first + n):
            h = w.h0[w.places[i]]
            if h == 0 or (h != level and not carpet):
                score = NEVER
                break
            t = w.at[w.places[i] * 4 + h - 1]
            if w.worth[t] == NEVER:
                score = NEVER
                break
            score += w.worth[t]
            pay += w.pay[t]
            for k in range(w.par[P_WANTED]):
                if w.wanted[k] == t:
                    wanted += 1
        if (
            score > w.par[P_INCUMBENT]
            and score > w.par[P_FLOOR]
            and pay >= 0
            and wanted == w.par[P_WANTED]
        ):
            w.par[P_INCUMBENT] = score
            w.par[P_INCUMBENT_PLACE] = place
    w.par[P_ABOVE] = 1 << 62
    w.par[P_BELOW] = best


def fill(w: Work) -> int:
    """Put the next best placements and levels into the heap, those within a coin of the best."""
    lowest = 0 if w.par[P_CARPET] else 1
    highest = 0 if w.par[P_CARPET] else 4
    above = w.par[P_BELOW] - w.par[P_STEP]
    if above < cutoff(w):
        above = cutoff(w)
    count = 0
    for place in range(w.par[P_PLACES]):
        for level in range(lowest, highest + 1):
            bound = w.rough[place * 5 + level]
            if above < bound < w.par[P_ABOVE]:
                count += 1
    if w.par[P_HEAP] + count + 200 > len(w.heap_key):
        w.par[P_NEED] = count + 200
        return HEAP_FULL
    best = NEVER
    for place in range(w.par[P_PLACES]):
        for level in range(lowest, highest + 1):
            bound = w.rough[place * 5 + level]
            if bound >= w.par[P_ABOVE]:
                continue
            if bound > above:
                push(w, bound, new_plan(w, place, level, ROUGH))
            elif bound > best:
                best = bound
    w.par[P_ABOVE] = above + 1
    w.par[P_BELOW] = best
    return RUNNING


def next_best(w: Work) -> int:
    """The best bound of all plans not in hand."""
    best = w.par[P_BELOW]
    if w.par[P_HEAP] > 0 and w.heap_key[0] > best:
        best = w.heap_key[0]
    return best


def best_bound(w: Work) -> int:
    """No plan not yet found scores more than this."""
    best = next_best(w)
    if w.par[P_PLAN] >= 0 and w.par[P_BOUND] > best:
        best = w.par[P_BOUND]
    return best


def branch(w: Work, plan: int, bound: int, least: int) -> None:
    """Decide one more tile of a plan whose bound was just reckoned: one new plan for each choice."""
    n = w.par[P_SIZE]
    step = w.par[P_STEP]
    place = w.plan_place[plan]
    level = w.plan_level[plan]
    opened = 0
    for i in range(n):
        if w.plan_tile[plan * 6 + i] < 0:
            opened += 1
    stage = COMPLETE if opened == 1 else PARTIAL
    est1 = w.par[P_EST1]
    est2 = w.par[P_EST2]
    decide = w.par[P_BRANCH]
    stamp = w.par[P_STAMP]
    floor = w.par[P_FLOOR_USED]
    if decide >= 0:
        p = w.places[place * n + decide]
        for k in range(w.par[P_ORDER]):
            t = w.order[k]
            worth = w.worth[t]
            if est1 - w.v1[decide] + worth <= least or est2 - w.g1[decide] + worth <= least:
                break
            if w.mark[t] == stamp:
                continue
            value = tile_value(w, t, p, level, floor)
            if value == NEVER:
                continue
            key = est1 - w.v1[decide] + value
            other = est2 - w.g1[decide] + worth - tile_steps(w, t, p, level) * step
            adopt(w, plan, decide, t, stage, key if key < other else other, bound, least)
    else:
        t = -2 - decide
        for i in range(n):
            if w.plan_tile[plan * 6 + i] >= 0:
                continue
            p = w.places[place * n + i]
            value = tile_value(w, t, p, level, NEVER)
            if value == NEVER:
                continue
            key = est1 - w.v1[i] + value
            other = est2 - w.g1[i] + w.worth[t] - tile_steps(w, t, p, level) * step
            adopt(w, plan, i, t, stage, key if key < other else other, bound, least)


def adopt(w: Work, plan: int, i: int, t: int, stage: int, key: int, bound: int, least: int) -> None:
    """Put the plan with one more tile chosen into the heap, unless it is of no use."""
    if key > bound:
        key = bound
    if key <= least:
        return
    child = new_plan(w, w.plan_place[plan], w.plan_level[plan], stage)
    for j in range(6):
        w.plan_tile[child * 6 + j] = w.plan_tile[plan * 6 + j]
    w.plan_tile[child * 6 + i] = t
    push(w, key, child)


def moves_allowed(w: Work, plan: int) -> int:
    """How many moves the money and `max_moves` allow for a plan whose tiles are all chosen (R25)."""
    money = w.par[P_MONEY]
    for i in range(plan * 6, plan * 6 + w.par[P_SIZE]):
        money += w.pay[w.plan_tile[i]]
    return money if money < w.par[P_MAX_MOVES] else w.par[P_MAX_MOVES]


def plan_worth(w: Work, plan: int) -> int:
    """What the tiles of a plan score together."""
    worth = 0
    for i in range(plan * 6, plan * 6 + w.par[P_SIZE]):
        worth += w.worth[w.plan_tile[i]]
    return worth


def record(w: Work, plan: int) -> None:
    """Keep the plan that was just carried out; its placement is settled."""
    k = w.par[P_FOUND]
    w.par[P_FOUND] = k + 1
    depth = w.par[P_DEPTH]
    w.found_score[k] = plan_worth(w, plan) - depth * w.par[P_STEP]
    w.found_place[k] = w.plan_place[plan]
    w.found_level[k] = w.plan_level[plan]
    w.found_moves[k] = depth
    room = len(w.path)
    for d in range(depth):
        w.found_path[k * room + d] = w.path[d]
    w.done[w.plan_place[plan]] = 1


def search(w: Work, budget: int) -> int:
    """Go on searching until about so many more boards and plans have been looked at.

    Returns SOLVED when enough digs are found, EXHAUSTED when no other can be of use, RUNNING
    when the budget is used up, and HEAP_FULL or TOO_DEEP when the caller must make room first.
    """
    n = w.par[P_SIZE]
    step = w.par[P_STEP]
    if not w.par[P_SCANNED]:
        w.par[P_SCANNED] = 1
        look(w)
    spent = w.par[P_BOARDS] + 4 * w.par[P_PLANS]
    while True:
        plan = w.par[P_PLAN]
        if plan >= 0:
            left = budget - (w.par[P_BOARDS] + 4 * w.par[P_PLANS] - spent)
            if left <= 0:
                return RUNNING
            result = carry_on(w, left)
            if result == RUNNING or result == TOO_DEEP:
                return result
            settle(w, plan, result)
            if w.par[P_FOUND] >= w.par[P_KEEP]:
                return SOLVED
            continue
        if w.par[P_BOARDS] + 4 * w.par[P_PLANS] - spent >= budget:
            return RUNNING
        least = cutoff(w)
        if w.par[P_HEAP] + 200 > len(w.heap_key):
            w.par[P_NEED] = 200
            return HEAP_FULL
        best = next_best(w)
        if best <= least:
            return EXHAUSTED
        if w.par[P_BELOW] == best:
            if fill(w) == HEAP_FULL:
                return HEAP_FULL
            continue
        plan = pop(w)
        place = w.plan_place[plan]
        level = w.plan_level[plan]
        stage = w.plan_stage[plan]
        w.par[P_PLANS] += 1
        if w.done[place]:
            drop(w, plan)
            continue
        if stage <= RECKONED:
            bound = plan_bound(w, place, level, plan * 6)
            if bound > best:
                bound = best
            if bound <= least:
                drop(w, plan)
            elif bound < next_best(w):
                w.plan_stage[plan] = RECKONED
                push(w, bound, plan)
            else:
                branch(w, plan, bound, least)
                drop(w, plan)
            continue
        set_board(w, place * n, level, plan * 6)
        if stage == COMPLETE:
            moves = moves_left(w)
            w.plan_moves[plan] = moves
            w.plan_stage[plan] = READY
            bound = plan_worth(w, plan) - moves * step
            if moves >= DEAD or bound <= least or moves > moves_allowed(w, plan):
                drop(w, plan)
                continue
            if bound < next_best(w):
                push(w, bound, plan)
                continue
            best = bound
        w.par[P_PLAN] = plan
        w.par[P_BOUND] = best
        if carry_start(w, w.plan_moves[plan]) == SOLVED:
            settle(w, plan, SOLVED)
            if w.par[P_FOUND] >= w.par[P_KEEP]:
                return SOLVED


def settle(w: Work, plan: int, result: int) -> None:
    """After carrying a plan out: keep it, or allow it one move more."""
    w.par[P_PLAN] = -1
    if result == SOLVED:
        record(w, plan)
        drop(w, plan)
        return
    moves = w.plan_moves[plan] + 1
    bound = plan_worth(w, plan) - moves * w.par[P_STEP]
    if w.par[P_CUT] and moves <= moves_allowed(w, plan) and bound > cutoff(w):
        w.plan_moves[plan] = moves
        push(w, bound, plan)
    else:
        drop(w, plan)
