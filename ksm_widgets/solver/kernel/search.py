"""The best aim first: aims are taken up by what they can score at most, until one is carried out.

An aim starts as a placement and a level; it is taken up again with its tiles chosen, then with its
moves reckoned, and carried out at last. Each time its bound can only fall,
and the best bound of all is taken up next; so the first aim that is carried out within its
bound is the best there is.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel import layout as at
from ksm_widgets.solver.kernel.aims import aim_pay, aim_score, drop_aim, moves_allowed, part_aim
from ksm_widgets.solver.kernel.board import moves_left, set_board
from ksm_widgets.solver.kernel.bound import aim_bound
from ksm_widgets.solver.kernel.carry import carry_on, carry_start
from ksm_widgets.solver.kernel.every import every_board
from ksm_widgets.solver.kernel.heap import pop, push
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.places import fill, look
from ksm_widgets.solver.kernel.rooms import moves_with_rooms

__all__ = ["DIGS", "best_bound", "search"]

_PLACES = 4
"""So many placements are bounded roughly in the time in which a board is looked at; more closely
only one.
"""
DIGS = 20
"""So many digs are tried in the time in which a board is looked at in carrying out."""


def search(m: Ints, v: Ints, aims: Ints, heap: Ints, seen: Ints, fan: Ints, budget: int) -> int:
    """Go on searching until about so many more boards and aims have been looked at.

    Returns SOLVED when a dig is found (its moves stand in `fan`, see also `P_FOUND_PLACE`), LOOKED
    when the digs without a move have been looked at, EXHAUSTED when no other can be of use, RUNNING
    when the budget is used up, and HEAP_FULL or TOO_DEEP when the caller must make room first.
    """
    if m[at.P_EVERY]:
        return every_board(m, v, fan, DIGS * budget)
    if not m[at.P_LOOKED]:
        return look(m, v, _PLACES * budget)
    stop = m[at.P_BOARDS] + 4 * m[at.P_AIMS] + budget
    while True:
        left = stop - m[at.P_BOARDS] - 4 * m[at.P_AIMS]
        if left <= 0:
            return at.RUNNING
        if m[at.P_AIM] >= 0:
            result = settle(m, v, aims, heap, carry_on(m, seen, fan, left))
            if result != at.FAILED:
                return result
            continue
        if 2 * (m[at.P_HEAP] + 200) > len(heap):
            m[at.P_NEED] = 200
            return at.HEAP_FULL
        best = next_best(m, heap)
        if best <= m[at.P_LEAST]:
            return at.EXHAUSTED
        if m[at.P_BELOW] == best:
            result = fill(m, v, aims, heap, budget)
            if result != at.FILLED:
                return result
            continue
        result = take_up(m, v, aims, heap, seen, fan, pop(m, heap), best)
        if result != at.FAILED:
            return result


def take_up(
    m: Ints, v: Ints, aims: Ints, heap: Ints, seen: Ints, fan: Ints, aim: int, best: int
) -> int:
    """Look further into the aim with the best bound; FAILED unless it was carried out."""
    m[at.P_AIMS] += 1
    if v[m[at.P_DONE] + aims[aim + at.AIM_PLACE]] & 1:
        drop_aim(m, aims, aim)
        return at.FAILED
    if aims[aim + at.AIM_STAGE] == at.ROUGH:
        bound = aim_bound(m, v, aims, aim, next_best(m, heap))
        if not leads(m, aims, heap, aim, bound):
            return at.FAILED
        best = min(best, bound)
        part_aim(m, v, aims, heap, aim, best)
    set_board(m, v, aims, aim)
    if aims[aim + at.AIM_STAGE] == at.ROUGH:
        bound = reckon_moves(m, aims, aim)
        if not leads(m, aims, heap, aim, bound):
            return at.FAILED
        best = min(best, bound)
    m[at.P_AIM] = aim
    m[at.P_BOUND] = best
    note_found(m, aims, aim, aims[aim + at.AIM_MOVES])
    result = carry_start(m, seen, fan, aims[aim + at.AIM_MOVES])
    return settle(m, v, aims, heap, result)


def leads(m: Ints, aims: Ints, heap: Ints, aim: int, bound: int) -> bool:
    """Whether an aim is still the best with a new bound; else it goes back, or is given up."""
    if bound <= m[at.P_LEAST]:
        drop_aim(m, aims, aim)
        return False
    if bound < next_best(m, heap):
        push(m, heap, bound, aim)
        return False
    return True


def reckon_moves(m: Ints, aims: Ints, aim: int) -> int:
    """Count the moves of the aim on the board; returns what it scores, NEVER if it can't be had."""
    moves = moves_left(m)
    if moves < at.DEAD:
        moves = moves_with_rooms(m, moves)
    if moves >= at.DEAD:
        return at.NEVER
    aims[aim + at.AIM_MOVES] = moves
    aims[aim + at.AIM_STAGE] = at.READY
    if moves > moves_allowed(m, aims, aim):
        m[at.P_REFUSED] += 1
        return at.NEVER
    return aim_score(m, aims, aim, moves)


def note_found(m: Ints, aims: Ints, aim: int, moves: int) -> None:
    """Note what an aim scores with so many moves, and what it does to the money."""
    m[at.P_FOUND_SCORE] = aim_score(m, aims, aim, moves) + m[at.P_GIFT]
    m[at.P_FOUND_PAY] = aim_pay(m, aims, aim)
    m[at.P_FOUND_MOVES] = moves


def settle(m: Ints, v: Ints, aims: Ints, heap: Ints, result: int) -> int:
    """After carrying an aim out: its placement is done, or the aim is allowed one move more."""
    aim = m[at.P_AIM]
    if result == at.RUNNING or result == at.TOO_DEEP:
        return result
    m[at.P_AIM] = -1
    if result == at.SOLVED:
        place = aims[aim + at.AIM_PLACE]
        m[at.P_FOUND_PLACE] = place
        note_found(m, aims, aim, m[at.P_DEPTH])
        v[m[at.P_DONE] + place] |= 1
        drop_aim(m, aims, aim)
        return at.SOLVED
    moves = aims[aim + at.AIM_MOVES] + 1
    bound = aim_score(m, aims, aim, moves)
    if m[at.P_CUT] and bound > m[at.P_LEAST]:
        if moves <= moves_allowed(m, aims, aim):
            aims[aim + at.AIM_MOVES] = moves
            push(m, heap, bound, aim)
            return at.FAILED
        m[at.P_REFUSED] += 1
    drop_aim(m, aims, aim)
    return at.FAILED


def next_best(m: Ints, heap: Ints) -> int:
    """The best bound of all aims not in hand."""
    best = m[at.P_BELOW]
    if m[at.P_HEAP] > 0 and heap[0] > best:
        best = heap[0]
    return best


def best_bound(m: Ints, heap: Ints) -> int:
    """No aim not yet found scores more than this."""
    best = next_best(m, heap)
    if m[at.P_AIM] >= 0 and m[at.P_BOUND] > best:
        best = m[at.P_BOUND]
    return best
