"""Carrying an aim out: the moves that bring the chosen tiles to their places, no more than allowed.

Depth-first over boards, with `moves_left` as the bound and a table of the boards seen, in slices,
so that a caller can look at the clock between two of them.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.board import make_move, moves_left
from ksm_widgets.solver.kernel.layout import (
    CAP,
    DEAD,
    FAILED,
    FAN,
    FAN_ENTRIES,
    FAN_MOVE,
    FAN_NEXT,
    FAN_SIZE,
    INP,
    KEY,
    NB,
    P_BOARDS,
    P_CUT,
    P_DEPTH,
    P_FAR,
    P_GAPS,
    P_LIMIT,
    P_ROUND,
    P_UPHILL,
    RUNNING,
    SEEN,
    SEEN_KEY,
    SEEN_LEFT,
    SEEN_ROUND,
    SOLVED,
    TOO_DEEP,
    E,
    H,
)
from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.rooms import moves_with_rooms

__all__ = ["carry_on", "carry_start", "spread"]


def seen_before(m: Ints, seen: Ints, left: int) -> bool:
    """Whether this board was met in this round with at least as many moves left; notes it."""
    k0 = m[KEY]
    k1 = m[KEY + 1]
    k2 = m[KEY + 2]
    entries = len(seen) // SEEN
    spot = (k0 % 1000003 * 31 + k1 % 1000033 * 131 + k2 % 999983 * 521) % entries
    current = m[P_ROUND]
    at = 0
    for probe in range(8):
        at = (spot + probe) % entries * SEEN
        if seen[at + SEEN_ROUND] != current:
            break
        if (
            seen[at + SEEN_KEY] == k0
            and seen[at + SEEN_KEY + 1] == k1
            and seen[at + SEEN_KEY + 2] == k2
        ):
            if seen[at + SEEN_LEFT] >= left:
                return True
            seen[at + SEEN_LEFT] = left
            return False
    # A full neighbourhood forgets its last board: that only costs time.
    seen[at + SEEN_ROUND] = current
    seen[at + SEEN_LEFT] = left
    seen[at + SEEN_KEY] = k0
    seen[at + SEEN_KEY + 1] = k1
    seen[at + SEEN_KEY + 2] = k2
    return False


def carry_start(m: Ints, seen: Ints, fan: Ints, limit: int) -> int:
    """Begin to carry out the aim on the board, with at most `limit` moves: its bound, or more."""
    m[P_DEPTH] = 0
    m[P_LIMIT] = limit
    m[P_CUT] = 0
    m[P_ROUND] += 1
    return spread(m, seen, fan, 0)


def spread(m: Ints, seen: Ints, fan: Ints, depth: int) -> int:
    """List the moves worth trying on the board at this depth; SOLVED if one of them is the last."""
    uphill = m[P_UPHILL]
    limit = m[P_LIMIT]
    base = depth * FAN + FAN_ENTRIES
    left = moves_left(m)
    if left == 0:
        return SOLVED
    # Without a move to spare every move must bring the dig one nearer: then it takes a tile that
    # has to leave, or fills a gap, unless some tile finds no room next door.
    strict = limit - depth == left and m[P_FAR] == 0
    filling = m[P_GAPS]
    back = -1
    if depth:
        back = fan[(depth - 1) * FAN + FAN_MOVE] % 36 * 36 + fan[(depth - 1) * FAN + FAN_MOVE] // 36
    size = 0
    for source in range(36):
        hs = m[H + source]
        if hs == 0:
            continue
        stays = strict and m[E + source] == hs
        for k in range(8):
            target = m[NB + source * 8 + k]
            if target < 0:
                break
            if uphill:
                if m[H + target] >= 4:
                    continue
            elif m[H + target] >= hs:
                continue
            if stays and not (filling and m[INP + target] and m[E + target] < m[CAP + target]):
                # With a move to spare it may be worth trying.
                m[P_CUT] = 1
                continue
            code = source * 36 + target
            if code != back:
                fan[base + size] = code
                size += 1
    kept = 0
    for k in range(size):
        code = fan[base + k]
        source = code // 36
        target = code % 36
        make_move(m, source, target)
        m[P_BOARDS] += 1
        left = moves_left(m)
        if left == 0:
            fan[depth * FAN + FAN_MOVE] = code
            m[P_DEPTH] = depth + 1
            return SOLVED
        if depth + 1 + left <= limit:
            left = moves_with_rooms(m, left)
        if depth + 1 + left > limit:
            if left < DEAD:
                m[P_CUT] = 1
        elif not seen_before(m, seen, limit - depth - 1):
            # Insertion keeps the most promising first.
            entry = left * 2048 + code
            place = kept
            while place > 0 and fan[base + place - 1] > entry:
                fan[base + place] = fan[base + place - 1]
                place -= 1
            fan[base + place] = entry
            kept += 1
        make_move(m, target, source)
    fan[depth * FAN + FAN_SIZE] = kept
    fan[depth * FAN + FAN_NEXT] = 0
    return RUNNING


def carry_on(m: Ints, seen: Ints, fan: Ints, budget: int) -> int:
    """Go on carrying out until so many more boards are visited, a way is found or there is none."""
    depth = m[P_DEPTH]
    stop = m[P_BOARDS] + budget
    while True:
        if fan[depth * FAN + FAN_NEXT] >= fan[depth * FAN + FAN_SIZE]:
            if depth == 0:
                m[P_DEPTH] = 0
                return FAILED
            depth -= 1
            code = fan[depth * FAN + FAN_MOVE]
            make_move(m, code % 36, code // 36)
            continue
        if m[P_BOARDS] >= stop:
            m[P_DEPTH] = depth
            return RUNNING
        if depth + 1 >= len(fan) // FAN:
            m[P_DEPTH] = depth
            return TOO_DEEP
        code = fan[depth * FAN + FAN_ENTRIES + fan[depth * FAN + FAN_NEXT]] % 2048
        fan[depth * FAN + FAN_NEXT] += 1
        fan[depth * FAN + FAN_MOVE] = code
        make_move(m, code // 36, code % 36)
        depth += 1
        result = spread(m, seen, fan, depth)
        if result == SOLVED:
            return SOLVED
