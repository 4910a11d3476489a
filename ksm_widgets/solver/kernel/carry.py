"""Carrying an aim out: the moves that bring the chosen tiles to their places, within a limit.

The search is depth-first over boards, with `moves_left` as the bound and a table of the boards
seen, in slices, so that the caller can check the clock between two of them.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.board import make_move, moves_left, moves_with_rooms
from ksm_widgets.solver.kernel.layout import (
    DEAD,
    FAILED,
    HEIGHT,
    IN_PLACEMENT,
    KEY,
    LEVELS,
    MOST_BELOW,
    MOST_NEIGHBOURS,
    MOVE_CODES,
    NEIGHBOUR,
    P_BOARDS,
    P_CUT,
    P_DEPTH,
    P_FAR,
    P_GAPS,
    P_LIMIT,
    P_ROUND,
    P_UPHILL,
    PATH,
    PATH_MOVE,
    PATH_MOVES,
    PATH_NEXT,
    PATH_SIZE,
    QUARRIES,
    RUNNING,
    SEEN,
    SEEN_KEY,
    SEEN_LEFT,
    SEEN_ROUND,
    SOLVED,
    STABLE,
    TOO_DEEP,
    Ints,
    code_of,
    source_of,
    target_of,
)

PROBES = 8
"""The number of entries of the table that may hold a board."""


def seen_before(m: Ints, seen: Ints, left: int) -> bool:
    """Whether this board was seen in this round with at least as many moves left; note it."""
    k0 = m[KEY]
    k1 = m[KEY + 1]
    k2 = m[KEY + 2]
    entries = len(seen) // SEEN
    # Primes scatter boards that are nearly the same.
    first = (k0 % 1000003 * 31 + k1 % 1000033 * 131 + k2 % 999983 * 521) % entries
    current = m[P_ROUND]
    spot = 0
    for probe in range(PROBES):
        spot = (first + probe) % entries * SEEN
        if seen[spot + SEEN_ROUND] != current:
            break
        if (
            seen[spot + SEEN_KEY] == k0
            and seen[spot + SEEN_KEY + 1] == k1
            and seen[spot + SEEN_KEY + 2] == k2
        ):
            if seen[spot + SEEN_LEFT] >= left:
                return True
            seen[spot + SEEN_LEFT] = left
            return False
    # A full neighbourhood forgets its last board: that only costs time.
    seen[spot + SEEN_ROUND] = current
    seen[spot + SEEN_LEFT] = left
    seen[spot + SEEN_KEY] = k0
    seen[spot + SEEN_KEY + 1] = k1
    seen[spot + SEEN_KEY + 2] = k2
    return False


def carry_start(m: Ints, seen: Ints, path: Ints, limit: int) -> int:
    """Begin to carry out the aim on the board, within `limit` moves: its bound, or more."""
    m[P_DEPTH] = 0
    m[P_LIMIT] = limit
    m[P_CUT] = 0
    m[P_ROUND] += 1
    return spread(m, seen, path, 0)


def spread(m: Ints, seen: Ints, path: Ints, depth: int) -> int:
    """List the moves worth trying on the board at this depth; SOLVED if one of them is the last."""
    left = moves_left(m)
    if left == 0:
        return SOLVED
    # Without a move to spare every move must bring the dig one nearer: then it takes a tile that
    # has to leave, or fills a gap, unless some tile finds no room next door.
    strict = m[P_LIMIT] - depth == left and m[P_FAR] == 0
    return try_moves(m, seen, path, depth, list_moves(m, path, depth, strict))


def list_moves(m: Ints, path: Ints, depth: int, strict: bool) -> int:
    """List the legal moves except the last one back; return their number.

    If `strict`, only those that bring the dig nearer.
    """
    uphill = m[P_UPHILL]
    filling = m[P_GAPS]
    entries = depth * PATH + PATH_MOVES
    back = -1
    if depth:
        last = path[(depth - 1) * PATH + PATH_MOVE]
        back = code_of(target_of(last), source_of(last))
    size = 0
    for source in range(QUARRIES):
        hs = m[HEIGHT + source]
        if hs == 0:
            continue
        stays = strict and m[STABLE + source] == hs
        for k in range(MOST_NEIGHBOURS):
            target = m[NEIGHBOUR + source * MOST_NEIGHBOURS + k]
            if target < 0:
                break
            if uphill:
                if m[HEIGHT + target] >= LEVELS:
                    continue
            elif m[HEIGHT + target] >= hs:
                continue
            if stays and not (
                filling and m[IN_PLACEMENT + target] and m[STABLE + target] < m[MOST_BELOW + target]
            ):
                # With a move to spare it may be worth trying.
                m[P_CUT] = 1
                continue
            code = code_of(source, target)
            if code != back:
                path[entries + size] = code
                size += 1
    return size


def try_moves(m: Ints, seen: Ints, path: Ints, depth: int, size: int) -> int:
    """Keep those of the listed moves that may lead on within the limit, the most promising first.

    SOLVED if one of them is the last that is needed; it is made then.
    """
    entries = depth * PATH + PATH_MOVES
    spare = m[P_LIMIT] - depth - 1
    kept = 0
    for k in range(size):
        code = path[entries + k]
        source = source_of(code)
        target = target_of(code)
        make_move(m, source, target)
        m[P_BOARDS] += 1
        left = moves_left(m)
        if left == 0:
            path[depth * PATH + PATH_MOVE] = code
            m[P_DEPTH] = depth + 1
            return SOLVED
        if left <= spare:
            left = moves_with_rooms(m, left)
        if left > spare:
            if left < DEAD:
                m[P_CUT] = 1
        elif not seen_before(m, seen, spare):
            # Insertion keeps the most promising first.
            entry = left * MOVE_CODES + code
            place = entries + kept
            while place > entries and path[place - 1] > entry:
                path[place] = path[place - 1]
                place -= 1
            path[place] = entry
            kept += 1
        make_move(m, target, source)
    path[depth * PATH + PATH_SIZE] = kept
    path[depth * PATH + PATH_NEXT] = 0
    return RUNNING


def carry_on(m: Ints, seen: Ints, path: Ints, budget: int) -> int:
    """Go on until so many more boards are visited, the aim is carried out or cannot be."""
    depth = m[P_DEPTH]
    stop = m[P_BOARDS] + budget
    while True:
        here = depth * PATH
        if path[here + PATH_NEXT] >= path[here + PATH_SIZE]:
            if depth == 0:
                m[P_DEPTH] = 0
                return FAILED
            depth -= 1
            code = path[depth * PATH + PATH_MOVE]
            make_move(m, target_of(code), source_of(code))
            continue
        if m[P_BOARDS] >= stop:
            m[P_DEPTH] = depth
            return RUNNING
        if depth + 1 >= len(path) // PATH:
            m[P_DEPTH] = depth
            return TOO_DEEP
        code = path[here + PATH_MOVES + path[here + PATH_NEXT]] % MOVE_CODES
        path[here + PATH_NEXT] += 1
        path[here + PATH_MOVE] = code
        make_move(m, source_of(code), target_of(code))
        depth += 1
        if spread(m, seen, path, depth) == SOLVED:
            return SOLVED
