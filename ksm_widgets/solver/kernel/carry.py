"""Carrying a plan out: the moves that bring the chosen tiles to their places, no more than allowed.

Depth-first over boards, with `moves_left` as the bound and a table of the boards seen, in slices,
so that a caller can look at the clock between two of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.solver.kernel.board import make_move, moves_left
from ksm_widgets.solver.kernel.constants import (
    DEAD,
    FAILED,
    FAN,
    P_BOARDS,
    P_CUT,
    P_DEPTH,
    P_FAR,
    P_GAPS,
    P_LIMIT,
    P_ROUND,
    P_UPHILL,
    RUNNING,
    SOLVED,
    TOO_DEEP,
)

if TYPE_CHECKING:
    from ksm_widgets.solver.kernel.work import Work

__all__ = ["carry_on", "carry_start", "spread"]


def seen_before(w: Work, left: int) -> bool:
    """Whether this board was met in this round with at least as many moves left; notes it."""
    k0 = w.key[0]
    k1 = w.key[1]
    k2 = w.key[2]
    mask = len(w.seen_left) - 1
    spot = (k0 % 1000003 * 31 + k1 % 1000033 * 131 + k2 % 999983 * 521) & mask
    current = w.par[P_ROUND]
    for _ in range(8):
        if w.seen_round[spot] != current:
            break
        if w.seen0[spot] == k0 and w.seen1[spot] == k1 and w.seen2[spot] == k2:
            if w.seen_left[spot] >= left:
                return True
            w.seen_left[spot] = left
            return False
        spot = (spot + 1) & mask
    # A full neighbourhood forgets its last board: that only costs time.
    w.seen_round[spot] = current
    w.seen0[spot] = k0
    w.seen1[spot] = k1
    w.seen2[spot] = k2
    w.seen_left[spot] = left
    return False


def carry_start(w: Work, limit: int) -> int:
    """Begin to carry out the plan on the board, with at most `limit` moves."""
    w.par[P_DEPTH] = 0
    w.par[P_LIMIT] = limit
    w.par[P_CUT] = 0
    w.par[P_ROUND] += 1
    return spread(w, 0)


def spread(w: Work, depth: int) -> int:
    """List the moves worth trying on the board at this depth; SOLVED if one of them is the last."""
    h = w.h
    uphill = w.par[P_UPHILL]
    limit = w.par[P_LIMIT]
    base = depth * FAN
    left = moves_left(w)
    if left == 0:
        return SOLVED
    # Without a move to spare every move must bring the dig one nearer: then it takes a tile that
    # has to leave, or fills a gap, unless some tile finds no room next door.
    strict = limit - depth == left and w.par[P_FAR] == 0
    filling = w.par[P_GAPS]
    back = -1
    if depth:
        back = w.path[depth - 1] % 36 * 36 + w.path[depth - 1] // 36
    size = 0
    for source in range(36):
        hs = h[source]
        if hs == 0:
            continue
        stays = strict and w.e[source] == hs
        if stays and not filling:
            continue
        for m in range(8):
            target = w.nb[source * 8 + m]
            if target < 0:
                break
            if uphill:
                if h[target] >= 4:
                    continue
            elif h[target] >= hs:
                continue
            if stays and (w.inp[target] == 0 or w.e[target] >= w.cap[target]):
                continue
            code = source * 36 + target
            if code != back:
                w.fan[base + size] = code
                size += 1
    kept = 0
    for k in range(size):
        code = w.fan[base + k]
        source = code // 36
        target = code % 36
        make_move(w, source, target)
        w.par[P_BOARDS] += 1
        left = moves_left(w)
        if left == 0:
            w.path[depth] = code
            w.par[P_DEPTH] = depth + 1
            return SOLVED
        if depth + 1 + left > limit:
            if left < DEAD:
                w.par[P_CUT] = 1
        elif not seen_before(w, limit - depth - 1):
            # Insertion keeps the most promising first.
            entry = left * 2048 + code
            place = kept
            while place > 0 and w.fan[base + place - 1] > entry:
                w.fan[base + place] = w.fan[base + place - 1]
                place -= 1
            w.fan[base + place] = entry
            kept += 1
        make_move(w, target, source)
    w.fan_size[depth] = kept
    w.fan_next[depth] = 0
    return RUNNING


def carry_on(w: Work, budget: int) -> int:
    """Go on carrying out until so many more boards are visited, a way is found or there is none."""
    depth = w.par[P_DEPTH]
    stop = w.par[P_BOARDS] + budget
    while True:
        if w.fan_next[depth] >= w.fan_size[depth]:
            if depth == 0:
                w.par[P_DEPTH] = 0
                return FAILED
            depth -= 1
            code = w.path[depth]
            make_move(w, code % 36, code // 36)
            continue
        if w.par[P_BOARDS] >= stop:
            w.par[P_DEPTH] = depth
            return RUNNING
        if depth + 1 >= len(w.fan_size):
            w.par[P_DEPTH] = depth
            return TOO_DEEP
        code = w.fan[depth * FAN + w.fan_next[depth]] % 2048
        w.fan_next[depth] += 1
        w.path[depth] = code
        make_move(w, code // 36, code % 36)
        depth += 1
        result = spread(w, depth)
        if result == SOLVED:
            return SOLVED
