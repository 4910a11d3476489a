"""Best-first search over aims: the one with the best bound is taken up, until one is carried out.

An aim starts as a placement and a level; it is taken up again with its tiles chosen, then with its
moves counted, and is finally carried out. Its bound can only fall, and the best bound of all is
taken up next; so the first aim that is carried out within its bound is the best there is.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.aims import (
    aim_pay,
    aim_score,
    drop_aim,
    moves_allowed,
    pop,
    push,
    split_aim,
)
from ksm_widgets.solver.kernel.board import moves_left, moves_with_rooms, set_board
from ksm_widgets.solver.kernel.carry import carry_on, carry_start
from ksm_widgets.solver.kernel.every import every_board
from ksm_widgets.solver.kernel.layout import (
    AIM_LEVEL,
    AIM_MOVES,
    AIM_PLACE,
    AIM_STAGE,
    DEAD,
    DONE,
    EXHAUSTED,
    FAILED,
    FILLED,
    HEAP_FULL,
    NEVER,
    P_AIM,
    P_AIMS,
    P_BELOW,
    P_BOARDS,
    P_BOUND,
    P_CUT,
    P_DEPTH,
    P_DONE,
    P_DUG,
    P_EVERY,
    P_FOUND_MOVES,
    P_FOUND_PAY,
    P_FOUND_PLACE,
    P_FOUND_SCORE,
    P_HEAP,
    P_LEAST,
    P_LOOKED,
    P_NEED,
    P_REFUND,
    P_REFUSED,
    P_WANTED,
    READY,
    ROUGH,
    RUNNING,
    SOLVED,
    SPARE,
    TOO_DEEP,
    Ints,
)
from ksm_widgets.solver.kernel.places import look, queue_places
from ksm_widgets.solver.kernel.priced import get_ready, priced_bound
from ksm_widgets.solver.kernel.ways import wanted_moves

_PLACES = 4
"""Placements that are bounded roughly in the time it takes to look at a board."""
_QUEUED = 1000
"""Placements gone through at least when aims are queued: by themselves they are no work."""
DIGS = 20
"""Digs that are tried in the time it takes to look at a board in carrying out."""
AIM_WORK = 4
"""Boards that are looked at in the time it takes to take up an aim."""


def search(
    m: Ints,
    usual: Ints,
    dear: Ints,
    places: Ints,
    aims: Ints,
    heap: Ints,
    seen: Ints,
    path: Ints,
    budget: int,
) -> int:
    """Go on searching until about so many more boards and aims have been looked at.

    `usual` and `dear` are the same memory under higher prices, or empty (see `priced`).

    Returns SOLVED when a dig is found (its moves are in `path`, see also `P_FOUND_PLACE`), LOOKED
    when the digs without a move have been looked at, EXHAUSTED when no other can be of use, RUNNING
    when the budget is used up, and HEAP_FULL or TOO_DEEP when the caller must make room first.
    """
    if m[P_EVERY]:
        return every_board(m, places, path, DIGS * budget - m[P_DUG] % DIGS)
    if not m[P_LOOKED]:
        return look(m, places, _PLACES * budget)
    get_ready(usual)
    get_ready(dear)
    stop = work_done(m) + budget
    while True:
        left = stop - work_done(m)
        if left <= 0:
            return RUNNING
        if m[P_AIM] >= 0:
            result = settle(m, places, aims, heap, carry_on(m, seen, path, left))
            if result != FAILED:
                return result
            continue
        if 2 * (m[P_HEAP] + SPARE) > len(heap):
            m[P_NEED] = SPARE
            return HEAP_FULL
        best = next_best(m, heap)
        if best <= m[P_LEAST]:
            return EXHAUSTED
        if m[P_BELOW] == best:
            some = max(budget, _QUEUED)
            result = queue_places(m, usual, dear, places, aims, heap, some)
            if result != FILLED:
                return result
            continue
        aim = pop(m, heap)
        result = take_up(m, usual, dear, places, aims, heap, seen, path, aim, best)
        if result != FAILED:
            return result


def work_done(m: Ints) -> int:
    """The work of the search so far, counted in boards."""
    return m[P_BOARDS] + AIM_WORK * m[P_AIMS]


def take_up(
    m: Ints,
    usual: Ints,
    dear: Ints,
    places: Ints,
    aims: Ints,
    heap: Ints,
    seen: Ints,
    path: Ints,
    aim: int,
    best: int,
) -> int:
    """Look further into the aim with the best bound; FAILED unless it was carried out."""
    m[P_AIMS] += 1
    if places[m[P_DONE] + aims[aim + AIM_PLACE]] & DONE:
        drop_aim(m, aims, aim)
        return FAILED
    if aims[aim + AIM_STAGE] == ROUGH:
        bound = priced_bound(m, usual, dear, places, aims, aim, next_best(m, heap))
        if not leads(m, aims, heap, aim, bound):
            return FAILED
        best = min(best, bound)
        split_aim(m, places, aims, heap, aim, best)
    set_board(m, places, aims, aim)
    if aims[aim + AIM_STAGE] == ROUGH:
        bound = count_moves(m, places, aims, aim)
        if not leads(m, aims, heap, aim, bound):
            return FAILED
        best = min(best, bound)
    m[P_AIM] = aim
    m[P_BOUND] = best
    note_found(m, aims, aim, aims[aim + AIM_MOVES])
    result = carry_start(m, seen, path, aims[aim + AIM_MOVES])
    return settle(m, places, aims, heap, result)


def leads(m: Ints, aims: Ints, heap: Ints, aim: int, bound: int) -> bool:
    """Whether an aim is still the best with a new bound; if not, put it back, or drop it."""
    if bound <= m[P_LEAST]:
        drop_aim(m, aims, aim)
        return False
    if bound < next_best(m, heap):
        push(m, heap, bound, aim)
        return False
    return True


def count_moves(m: Ints, places: Ints, aims: Ints, aim: int) -> int:
    """Count the moves of the aim on the board; return its score, NEVER if there is no way."""
    moves = moves_left(m)
    if moves < DEAD:
        moves = moves_with_rooms(m, moves)
    if moves >= DEAD:
        return NEVER
    if m[P_WANTED]:
        where = aims[aim + AIM_PLACE]
        moves = max(moves, wanted_moves(m, places, where, aims[aim + AIM_LEVEL]))
    aims[aim + AIM_MOVES] = moves
    aims[aim + AIM_STAGE] = READY
    if moves > moves_allowed(m, aims, aim):
        m[P_REFUSED] += 1
        return NEVER
    return aim_score(m, aims, aim, moves)


def note_found(m: Ints, aims: Ints, aim: int, moves: int) -> None:
    """Note the score of an aim with so many moves, and how it changes the money."""
    m[P_FOUND_SCORE] = aim_score(m, aims, aim, moves) + m[P_REFUND]
    m[P_FOUND_PAY] = aim_pay(m, aims, aim)
    m[P_FOUND_MOVES] = moves


def settle(m: Ints, places: Ints, aims: Ints, heap: Ints, result: int) -> int:
    """After an aim was carried out: its placement is done; or it failed, and gets one move more."""
    aim = m[P_AIM]
    if result == RUNNING or result == TOO_DEEP:
        return result
    m[P_AIM] = -1
    if result == SOLVED:
        place = aims[aim + AIM_PLACE]
        m[P_FOUND_PLACE] = place
        note_found(m, aims, aim, m[P_DEPTH])
        places[m[P_DONE] + place] |= DONE
        drop_aim(m, aims, aim)
        return SOLVED
    moves = aims[aim + AIM_MOVES] + 1
    bound = aim_score(m, aims, aim, moves)
    if m[P_CUT] and bound > m[P_LEAST]:
        if moves <= moves_allowed(m, aims, aim):
            aims[aim + AIM_MOVES] = moves
            push(m, heap, bound, aim)
            return FAILED
        m[P_REFUSED] += 1
    drop_aim(m, aims, aim)
    return FAILED


def next_best(m: Ints, heap: Ints) -> int:
    """The best bound of all aims not in hand."""
    best = m[P_BELOW]
    if m[P_HEAP] > 0 and heap[0] > best:
        best = heap[0]
    return best


def best_bound(m: Ints, heap: Ints) -> int:
    """A bound for every aim not yet found."""
    best = next_best(m, heap)
    if m[P_AIM] >= 0 and m[P_BOUND] > best:
        best = m[P_BOUND]
    return best
