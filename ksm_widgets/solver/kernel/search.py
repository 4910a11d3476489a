"""The best aim first: aims are taken up by what they can score at most, until one is carried out.

An aim starts as a placement and a level; it is taken up again with its tiles chosen, then with its
moves reckoned, and carried out at last. Each time its bound can only fall,
and the best bound of all is taken up next; so the first aim that is carried out within its
bound is the best there is.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.aims import aim_bound
from ksm_widgets.solver.kernel.board import moves_left, set_board
from ksm_widgets.solver.kernel.carry import carry_on, carry_start
from ksm_widgets.solver.kernel.heap import drop, new_aim, pop, push
from ksm_widgets.solver.kernel.layout import (
    AIM,
    AIM_BAN,
    AIM_BAN_AT,
    AIM_FIXED,
    AIM_LEVEL,
    AIM_MOVES,
    AIM_PLACE,
    AIM_STAGE,
    AIM_TILE,
    AT,
    CLOSER,
    DEAD,
    EXHAUSTED,
    FAILED,
    H0,
    HEAP_FULL,
    LOOKED,
    NEVER,
    P_ABOVE,
    P_AIM,
    P_AIMS,
    P_BELOW,
    P_BOARDS,
    P_BOUND,
    P_CARPET,
    P_CUT,
    P_DEPTH,
    P_DONE,
    P_FOUND_PLACE,
    P_FOUND_SCORE,
    P_HEAP,
    P_INCUMBENT,
    P_INCUMBENT_PLACE,
    P_LEAST,
    P_LOOKED,
    P_MAX_MOVES,
    P_MONEY,
    P_NEED,
    P_ONCE,
    P_PLACES,
    P_ROUGH,
    P_SIZE,
    P_STEP,
    P_WANTED,
    PAY,
    READY,
    ROUGH,
    RUNNING,
    SOLVED,
    TOO_DEEP,
    TQ,
    WANTED,
    WORTH,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.rooms import moves_with_rooms
from ksm_widgets.solver.kernel.rough import closer_bound, quarry_bounds, rough_bound

__all__ = ["best_bound", "search"]


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
        if score > m[P_INCUMBENT]:
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


def fill(m: Ints, v: Ints, aims: Ints, heap: Ints) -> int:
    """Put the next best placements and levels into the heap, those within a coin of the best."""
    lowest = 0 if m[P_CARPET] else 1
    highest = 0 if m[P_CARPET] else 4
    rough = m[P_ROUGH]
    below = m[P_ABOVE]
    above = m[P_BELOW] - m[P_STEP]
    if above < m[P_LEAST]:
        above = m[P_LEAST]
    first = m[P_HEAP]
    room = len(heap) // 2 - first - 200
    count = 0
    best = NEVER
    for place in range(m[P_PLACES]):
        for level in range(lowest, highest + 1):
            spot = rough + place * 5 + level
            if v[spot] >= below:
                continue
            if v[spot] > above and not v[m[P_DONE] + place] >> level & CLOSER:
                v[m[P_DONE] + place] |= CLOSER << level
                v[spot] = min(v[spot], closer_bound(m, v, place, level))
            if v[spot] > above:
                # Noted behind the heap, which grows over the notes as they are read.
                if count < room:
                    heap[2 * (first + count)] = v[spot]
                    heap[2 * (first + count) + 1] = place * 5 + level
                count += 1
            elif v[spot] > best:
                best = v[spot]
    if count > room:
        m[P_NEED] = count + 200
        return HEAP_FULL
    for note in range(first, first + count):
        bound = heap[2 * note]
        where = heap[2 * note + 1]
        push(m, heap, bound, new_aim(m, aims, where // 5, where % 5, ROUGH))
    m[P_ABOVE] = above + 1
    m[P_BELOW] = best
    return RUNNING


def next_best(m: Ints, heap: Ints) -> int:
    """The best bound of all aims not in hand."""
    best = m[P_BELOW]
    if m[P_HEAP] > 0 and heap[0] > best:
        best = heap[0]
    return best


def best_bound(m: Ints, heap: Ints) -> int:
    """No aim not yet found scores more than this."""
    best = next_best(m, heap)
    if m[P_AIM] >= 0 and m[P_BOUND] > best:
        best = m[P_BOUND]
    return best


def split(m: Ints, v: Ints, aims: Ints, heap: Ints, aim: int, bound: int) -> None:
    """Part the aims that an aim stands for: its best choices, which it stands for from now on,
    and for each open quarry those in which that one, the first of all, chooses otherwise.
    """
    base = AIM * aim
    fixed = aims[base + AIM_FIXED]
    ban_at = aims[base + AIM_BAN_AT]
    n = m[P_SIZE]
    place = aims[base + AIM_PLACE]
    givers = 0
    for i in range(n):
        q = m[TQ + aims[base + AIM_TILE + i]]
        for j in range(n):
            if j != i and v[place * n + j] == q:
                givers |= 1 << j
    # The quarry with tiles banned comes first, so that none is open and banned behind it; then
    # those that give a tile to another, as bounds tell most when these are fixed.
    for turn in range(3 * n):
        i = turn % n
        if fixed >> i & 1:
            continue
        if (turn < n and i != ban_at) or (n <= turn < 2 * n and not givers >> i & 1):
            continue
        child = new_aim(m, aims, place, aims[base + AIM_LEVEL], ROUGH)
        other = AIM * child
        aims[other + AIM_FIXED] = fixed
        aims[other + AIM_BAN_AT] = i
        for j in range(6):
            aims[other + AIM_TILE + j] = aims[base + AIM_TILE + j]
        if i == ban_at:
            for k in range(AIM_BAN, AIM_BAN + 3):
                aims[other + k] = aims[base + k]
        t = aims[base + AIM_TILE + i]
        aims[other + AIM_BAN + t // 48] |= 1 << t % 48
        push(m, heap, bound, child)
        fixed |= 1 << i
    aims[base + AIM_FIXED] = fixed


def moves_allowed(m: Ints, aims: Ints, aim: int) -> int:
    """How many moves the money and `max_moves` allow for an aim with all its tiles chosen (R25)."""
    money = m[P_MONEY]
    for i in range(m[P_SIZE]):
        money += m[PAY + aims[AIM * aim + AIM_TILE + i]]
    return money if money < m[P_MAX_MOVES] else m[P_MAX_MOVES]


def aim_worth(m: Ints, aims: Ints, aim: int) -> int:
    """What the tiles of an aim score together."""
    worth = 0
    for i in range(m[P_SIZE]):
        worth += m[WORTH + aims[AIM * aim + AIM_TILE + i]]
    return worth


def settle(m: Ints, v: Ints, aims: Ints, heap: Ints, result: int) -> int:
    """After carrying an aim out: its placement is done, or the aim is allowed one move more."""
    aim = m[P_AIM]
    if result == RUNNING or result == TOO_DEEP:
        return result
    m[P_AIM] = -1
    if result == SOLVED:
        place = aims[AIM * aim + AIM_PLACE]
        m[P_FOUND_PLACE] = place
        m[P_FOUND_SCORE] = aim_worth(m, aims, aim) - m[P_DEPTH] * m[P_STEP]
        v[m[P_DONE] + place] |= m[P_ONCE]
        drop(m, aims, aim)
        return SOLVED
    moves = aims[AIM * aim + AIM_MOVES] + 1
    bound = aim_worth(m, aims, aim) - moves * m[P_STEP]
    if m[P_CUT] and moves <= moves_allowed(m, aims, aim) and bound > m[P_LEAST]:
        aims[AIM * aim + AIM_MOVES] = moves
        push(m, heap, bound, aim)
    else:
        drop(m, aims, aim)
    return FAILED


def take_up(
    m: Ints, v: Ints, aims: Ints, heap: Ints, seen: Ints, fan: Ints, aim: int, best: int
) -> int:
    """Look further into the aim with the best bound; FAILED unless it was carried out."""
    m[P_AIMS] += 1
    base = AIM * aim
    least = m[P_LEAST]
    if v[m[P_DONE] + aims[base + AIM_PLACE]] & 1:
        drop(m, aims, aim)
        return FAILED
    if aims[base + AIM_STAGE] == ROUGH:
        following = next_best(m, heap)
        bound = aim_bound(m, v, aims, aim, following)
        if bound <= least:
            drop(m, aims, aim)
            return FAILED
        if bound < following:
            push(m, heap, bound, aim)
            return FAILED
        best = min(best, bound)
        split(m, v, aims, heap, aim, best)
    set_board(m, v, aims, aim)
    if aims[base + AIM_STAGE] == ROUGH:
        moves = moves_left(m)
        if moves < DEAD:
            moves = moves_with_rooms(m, moves)
        bound = aim_worth(m, aims, aim) - moves * m[P_STEP]
        if moves >= DEAD or bound <= least or moves > moves_allowed(m, aims, aim):
            drop(m, aims, aim)
            return FAILED
        aims[base + AIM_MOVES] = moves
        aims[base + AIM_STAGE] = READY
        if bound < next_best(m, heap):
            push(m, heap, bound, aim)
            return FAILED
        best = min(best, bound)
    m[P_AIM] = aim
    m[P_BOUND] = best
    result = carry_start(m, seen, fan, aims[AIM * aim + AIM_MOVES])
    return settle(m, v, aims, heap, result)


def search(m: Ints, v: Ints, aims: Ints, heap: Ints, seen: Ints, fan: Ints, budget: int) -> int:
    """Go on searching until about so many more boards and aims have been looked at.

    Returns SOLVED when a dig is found (its moves stand in `fan`, see also `P_FOUND_PLACE`), LOOKED
    when the digs without a move have been looked at, EXHAUSTED when no other can be of use, RUNNING
    when the budget is used up, and HEAP_FULL or TOO_DEEP when the caller must make room first.
    """
    if not m[P_LOOKED]:
        m[P_LOOKED] = 1
        look(m, v)
        return LOOKED
    stop = m[P_BOARDS] + 4 * m[P_AIMS] + budget
    while True:
        left = stop - m[P_BOARDS] - 4 * m[P_AIMS]
        if left <= 0:
            return RUNNING
        if m[P_AIM] >= 0:
            result = settle(m, v, aims, heap, carry_on(m, seen, fan, left))
            if result != FAILED:
                return result
            continue
        if 2 * (m[P_HEAP] + 200) > len(heap):
            m[P_NEED] = 200
            return HEAP_FULL
        best = next_best(m, heap)
        if best <= m[P_LEAST]:
            return EXHAUSTED
        if m[P_BELOW] == best:
            if fill(m, v, aims, heap) == HEAP_FULL:
                return HEAP_FULL
            continue
        result = take_up(m, v, aims, heap, seen, fan, pop(m, heap), best)
        if result == SOLVED:
            return SOLVED
