"""Placements and levels: each gets a quick bound at first, and becomes an aim when its turn comes.

The bounds come from tables of the most that each quarry can add.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.aims import new_aim, push
from ksm_widgets.solver.kernel.layout import (
    BEST_LEAD,
    BEST_TILE,
    BOUND_GAPS,
    BOUND_LEAVING,
    CHOICE_PAIR,
    CLOSER,
    CODE,
    DEAD,
    EVERYTHING,
    FILLED,
    FROM_OUTSIDE,
    FROM_QUARRY,
    HEAP_FULL,
    IS_WANTED,
    ITS_TILE,
    LAST_CHOICE,
    LEVELS,
    LOOKED,
    MINE_HEIGHT,
    MOST_GAIN,
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
    P_REFUND,
    P_ROUGH,
    P_RUNNER_UP,
    P_SIZE,
    P_STEP,
    P_UPHILL,
    P_WANTED,
    PAY,
    QUARRIES,
    ROWS,
    RUNNING,
    SECOND,
    SPARE,
    TILE_AT,
    TILE_LEVEL,
    TILE_QUARRY,
    TWO_MOST,
    UNKNOWN,
    WANTED,
    WANTED_GAPS,
    WANTED_LEAVING,
    WORTH,
    Ints,
    listed,
    slot,
    two_most,
)
from ksm_widgets.solver.kernel.values import base_value, enter_if_best, overcount, tile_steps
from ksm_widgets.solver.kernel.ways import lay_ways, wanted_moves


def quarry_bounds(m: Ints) -> None:
    """Fill the tables for every level and quarry.

    `BOUND_LEAVING` treats any tile as if it were in the placement; `BOUND_GAPS` counts tiles' own
    steps only, and the gaps to be filled below the level. `FROM_QUARRY` is for tiles of each other
    quarry if that is in the placement. `LAST_CHOICE` is the least that the last of the quarry's
    choices adds, as many as there are quarries.
    """
    step = m[P_STEP]
    for level in range(0 if m[P_CARPET] else 1, 1 if m[P_CARPET] else ROWS):
        for q in range(QUARRIES):
            row = level * QUARRIES + q
            pairs = two_most(FROM_QUARRY, level, q, 0)
            for pair in range(pairs, pairs + QUARRIES * TWO_MOST, TWO_MOST):
                clear_two(m, pair)
            fill_quarry(m, level, q)
            wanted_alone(m, level, q)
            h = m[MINE_HEIGHT + q]
            if level and m[BOUND_LEAVING + row] > NEVER:
                if h > level:
                    m[BOUND_LEAVING + row] -= (h - level) * step
                    m[WANTED_LEAVING + row] -= (h - level) * step
                elif h < level - 1:
                    m[BOUND_GAPS + row] -= (level - 1 - h) * step
                    m[WANTED_GAPS + row] -= (level - 1 - h) * step


def clear_two(m: Ints, pair: int) -> None:
    """Begin with no tile for either of the two most."""
    for choice in range(pair, pair + TWO_MOST, CHOICE_PAIR):
        m[choice] = NEVER
        m[choice + ITS_TILE] = -1


def fill_quarry(m: Ints, level: int, q: int) -> None:
    """Fill the tables for one level and quarry, except for the cost of its own height."""
    step = m[P_STEP]
    n = m[P_SIZE]
    row = level * QUARRIES + q
    any_tile = NEVER
    plain = NEVER
    # The n best sums with all tiles above counted, kept where the list of choices will be.
    top = listed(level, q)
    pairs = two_most(FROM_QUARRY, level, q, 0)
    worst = top + CHOICE_PAIR * (n - 1)
    size = 0
    for k in range(m[P_ORDER]):
        t = m[ORDER + k]
        worth = m[WORTH + t]
        if worth <= any_tile and worth <= plain and size == n and worth <= m[worst]:
            break
        base = base_value(m, t, q, level)
        if base == NEVER:
            continue
        plain = max(plain, worth - tile_steps(m, t, q, level) * step)
        r = m[TILE_QUARRY + t]
        if r == q:
            full = at_home(m, t, level, base)
            any_tile = max(any_tile, full)
        else:
            full = base - (m[MINE_HEIGHT + r] - m[TILE_LEVEL + t]) * step
            any_tile = max(any_tile, base + step)
            pair = pairs + TWO_MOST * r
            value = base + step if m[TILE_LEVEL + t] >= level else base
            enter_if_best(m, pair, 2, 2, value, t)
        if not m[IS_WANTED + t]:
            size = enter_if_best(m, top, size, n, full, t)
    m[BOUND_LEAVING + row] = any_tile
    m[BOUND_GAPS + row] = plain
    m[LAST_CHOICE + row] = m[worst] if size == n else NEVER


def wanted_alone(m: Ints, level: int, q: int) -> None:
    """Fill the tables for the one tile that is wanted; NEVER if it cannot be dug there."""
    row = level * QUARRIES + q
    m[WANTED_LEAVING + row] = NEVER
    m[WANTED_GAPS + row] = NEVER
    if m[P_WANTED] != 1:
        return
    t = m[WANTED]
    base = base_value(m, t, q, level)
    if base > NEVER:
        at_q = m[TILE_QUARRY + t] == q
        m[WANTED_LEAVING + row] = at_home(m, t, level, base) if at_q else base + m[P_STEP]
        m[WANTED_GAPS + row] = m[WORTH + t] - tile_steps(m, t, q, level) * m[P_STEP]


def at_home(m: Ints, t: int, level: int, base: int) -> int:
    """The value of a tile in its own quarry: above the level it is also among those that leave."""
    return base + m[P_STEP] if level and m[TILE_LEVEL + t] > level else base


def outside(m: Ints, level: int, q: int, lowest: int) -> int:
    """Find the two best choices of `q` among its own tiles and those outside the placement.

    A tile on another costs less by what it gains if it is chosen itself, instead of a last choice
    that adds no less than that of the quarry `lowest` (see `covers`).
    """
    pair = two_most(FROM_OUTSIDE, level, q, lowest)
    if m[pair + ITS_TILE] != UNKNOWN:
        return pair
    clear_two(m, pair)
    last = m[LAST_CHOICE + level * QUARRIES + lowest]
    for k in range(m[P_ORDER]):
        t = m[ORDER + k]
        if m[WORTH + t] <= m[pair + SECOND]:
            break
        value = base_value(m, t, q, level)
        if value <= m[pair + SECOND]:
            continue
        if m[TILE_QUARRY + t] == q:
            value = at_home(m, t, level, value)
        else:
            value -= cheapest_cover(m, t, last)
        enter_if_best(m, pair, 2, 2, value, t)
    return pair


def cheapest_cover(m: Ints, t: int, last: int) -> int:
    """The least cost of moving the tiles on `t`, if each may gain more than `last`."""
    r = m[TILE_QUARRY + t]
    whole = 0
    below = 0
    ended = False
    for lies in range(m[TILE_LEVEL + t] + 1, m[MINE_HEIGHT + r] + 1):
        x = m[TILE_AT + slot(r, lies)]
        gain = MOST_GAIN if m[IS_WANTED + x] else min(MOST_GAIN, m[WORTH + x] - last)
        if gain > 0:
            ended = True
            whole -= gain
        whole += m[P_STEP]
        if not ended:
            below += m[P_STEP]
    return max(whole, below)


def rough_bound(m: Ints, places: Ints, place: int, level: int) -> int:
    """The sum of the quarries' bounds; NEVER if some quarry has no tile to dig."""
    n = m[P_SIZE]
    leaving = 0
    gaps = 0
    lead = NEVER
    lead_gaps = NEVER
    row = level * QUARRIES
    for i in range(place * n, place * n + n):
        q = row + places[i]
        value = m[BOUND_LEAVING + q]
        if value == NEVER:
            return NEVER
        leaving += value
        gaps += m[BOUND_GAPS + q]
        lead = max(lead, m[WANTED_LEAVING + q] - value)
        lead_gaps = max(lead_gaps, m[WANTED_GAPS + q] - m[BOUND_GAPS + q])
    if m[P_WANTED] == 1:
        # One quarry takes the wanted tile, whatever it would like best.
        leaving += lead
        gaps += lead_gaps
    return max(NEVER, min(leaving, gaps))


def wanted_bound(m: Ints, places: Ints, place: int, level: int) -> int:
    """The best tiles' worth, less the fewest moves for the wanted ones.

    NEVER if one of these cannot be dug here.
    """
    moves = wanted_moves(m, places, place, level)
    if moves >= DEAD:
        return NEVER
    # Where several are wanted, moves come first. With their own worth instead of the best tile's
    # the aims came in an order in which some searches visited six times as many boards.
    worth = m[P_SIZE] * m[WORTH + m[ORDER]]
    if m[P_WANTED] == 1:
        worth += m[WORTH + m[WANTED]] - m[WORTH + m[ORDER]]
    return worth - moves * m[P_STEP]


def closer_bound(m: Ints, places: Ints, place: int, level: int) -> int:
    """A closer bound: tiles count as being in the placement only if they are."""
    n = m[P_SIZE]
    step = m[P_STEP]
    first = place * n
    lowest = lowest_choice(m, places, first, level)
    total = 0
    loss = 0
    lead = NEVER
    for i in range(n):
        q = places[first + i]
        pairs = two_most(FROM_QUARRY, level, q, 0)
        pair = outside(m, level, q, lowest)
        best = m[pair]
        tile = m[pair + ITS_TILE]
        second = m[pair + SECOND]
        for j in range(first, first + n):
            pair = pairs + TWO_MOST * places[j]
            value = m[pair]
            if value > best:
                # The same tile from outside the placement is no second choice.
                if tile != m[pair + ITS_TILE] and best > second:
                    second = best
                if m[pair + SECOND] > second:
                    second = m[pair + SECOND]
                best = value
                tile = m[pair + ITS_TILE]
            elif value > second and tile != m[pair + ITS_TILE]:
                second = value
        if best == NEVER:
            return NEVER
        total += best
        if m[P_WANTED] == 1:
            lead = max(lead, wanted_here(m, places, first, level, q, lowest) - best)
        if level and m[MINE_HEIGHT + q] > level:
            total -= (m[MINE_HEIGHT + q] - level) * step
        m[BEST_TILE + i] = tile
        m[BEST_LEAD + i] = best - second
        # Of the quarries that like the same tile best, only one can have it.
        for j in range(i):
            if m[BEST_TILE + j] == tile:
                loss += min(m[BEST_LEAD + j], m[BEST_LEAD + i])
                m[BEST_LEAD + j] = max(m[BEST_LEAD + j], m[BEST_LEAD + i])
                break
    bound = total - loss
    return max(NEVER, min(bound, total + lead)) if m[P_WANTED] == 1 else bound


def wanted_here(m: Ints, places: Ints, first: int, level: int, q: int, lowest: int) -> int:
    """The most that the one tile that is wanted adds in a quarry of a placement."""
    t = m[WANTED]
    value = base_value(m, t, q, level)
    if value == NEVER:
        return NEVER
    r = m[TILE_QUARRY + t]
    if r == q:
        return at_home(m, t, level, value)
    for i in range(first, first + m[P_SIZE]):
        if places[i] == r:
            return value + m[P_STEP] if m[TILE_LEVEL + t] >= level else value
    return value - cheapest_cover(m, t, m[LAST_CHOICE + level * QUARRIES + lowest])


def closer_under(m: Ints, other: Ints, places: Ints, place: int, level: int) -> int:
    """The closer bound under other prices, `EVERYTHING` if there are none."""
    if len(other) == 0:
        return EVERYTHING
    bound = closer_bound(other, places, place, level)
    return bound if bound == NEVER else bound + other[P_REFUND] - m[P_REFUND]


def lowest_choice(m: Ints, places: Ints, first: int, level: int) -> int:
    """The quarry of a placement whose last choice adds least."""
    last = LAST_CHOICE + level * QUARRIES
    lowest = places[first]
    for i in range(first + 1, first + m[P_SIZE]):
        if m[last + places[i]] < m[last + lowest]:
            lowest = places[i]
    return lowest


def look(m: Ints, places: Ints, budget: int) -> int:
    """Bound so many more placements roughly, and look for the best dig without a move.

    LOOKED when all are done.
    """
    lowest = 0 if m[P_CARPET] else 1
    highest = 0 if m[P_CARPET] else LEVELS
    wanted = m[P_WANTED]
    if m[P_NEXT] == 0:
        quarry_bounds(m)
        if wanted and not m[P_UPHILL]:
            lay_ways(m)
        m[P_RUNNER_UP] = NEVER
        m[P_BELOW] = m[P_SIZE] * m[WORTH + m[ORDER]] if m[P_ORDER] else NEVER
    best = m[P_RUNNER_UP]
    last = min(m[P_NEXT] + budget, m[P_PLACES])
    for place in range(m[P_NEXT], last):
        for level in range(lowest, highest + 1):
            bound = rough_bound(m, places, place, level)
            if wanted and bound > NEVER:
                bound = min(bound, wanted_bound(m, places, place, level))
            places[m[P_ROUGH] + place * ROWS + level] = bound
            if bound > best:
                best = bound
        score = score_as_it_lies(m, places, place)
        if score > m[P_INCUMBENT]:
            m[P_INCUMBENT] = score
            m[P_INCUMBENT_PLACE] = place
    m[P_NEXT] = last
    m[P_RUNNER_UP] = best
    if last < m[P_PLACES]:
        return RUNNING
    m[P_NEXT] = 0
    m[P_LOOKED] = 1
    m[P_ABOVE] = EVERYTHING
    m[P_BELOW] = best
    return LOOKED


def score_as_it_lies(m: Ints, places: Ints, place: int) -> int:
    """The score of digging a placement without a move; NEVER if it cannot be dug or paid."""
    n = m[P_SIZE]
    carpet = m[P_CARPET]
    first = place * n
    level = m[MINE_HEIGHT + places[first]]
    score = 0
    code = 0
    money = m[P_MONEY]
    wanted = 0
    for i in range(first, first + n):
        h = m[MINE_HEIGHT + places[i]]
        if h == 0 or (h != level and not carpet):
            return NEVER
        t = m[TILE_AT + slot(places[i], h)]
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
    return score + overcount(m, code, 0)


def queue_places(
    m: Ints, usual: Ints, dear: Ints, places: Ints, aims: Ints, heap: Ints, budget: int
) -> int:
    """Put the next best placements and levels into the heap, those within a coin of the best.

    Goes through so many more placements; FILLED when all are done, HEAP_FULL if there is no room.
    """
    lowest = 0 if m[P_CARPET] else 1
    highest = 0 if m[P_CARPET] else LEVELS
    rough = m[P_ROUGH]
    done = m[P_DONE]
    below = m[P_ABOVE]
    above = max(m[P_BELOW] - m[P_STEP], m[P_LEAST])
    first = m[P_HEAP]
    room = len(heap) // 2 - first - SPARE
    if m[P_NEXT] == 0:
        m[P_NOTED] = 0
        m[P_RUNNER_UP] = NEVER
    count = m[P_NOTED]
    best = m[P_RUNNER_UP]
    last = min(m[P_NEXT] + budget, m[P_PLACES])
    for place in range(m[P_NEXT], last):
        for level in range(lowest, highest + 1):
            spot = rough + place * ROWS + level
            if places[spot] >= below:
                continue
            if places[spot] > above and not places[done + place] & CLOSER << level:
                places[done + place] |= CLOSER << level
                closer = closer_bound(m, places, place, level)
                if closer > above:
                    closer = min(closer, closer_under(m, usual, places, place, level))
                if closer > above:
                    closer = min(closer, closer_under(m, dear, places, place, level))
                places[spot] = min(places[spot], closer)
            if places[spot] > above:
                # Noted behind the heap, which grows over the notes as they are read.
                if count < room:
                    heap[2 * (first + count)] = places[spot]
                    heap[2 * (first + count) + 1] = place * ROWS + level
                count += 1
            elif places[spot] > best:
                best = places[spot]
    m[P_NEXT] = last
    m[P_NOTED] = count
    m[P_RUNNER_UP] = best
    if last < m[P_PLACES]:
        return RUNNING
    m[P_NEXT] = 0
    if count > room:
        m[P_NEED] = count + SPARE
        return HEAP_FULL
    queue_noted(m, aims, heap, count)
    m[P_ABOVE] = above + 1
    m[P_BELOW] = best
    return FILLED


def queue_noted(m: Ints, aims: Ints, heap: Ints, count: int) -> None:
    """Make aims of the placements and levels noted behind the heap, and put them into it."""
    first = m[P_HEAP]
    for note in range(first, first + count):
        bound = heap[2 * note]
        where = heap[2 * note + 1]
        push(m, heap, bound, new_aim(m, aims, where // ROWS, where % ROWS))
