"""A quick plan for a turn: every quarry of a dig is made right by a move or two of its own.

So no plan is missed that needs no more than that, and none is made that goes deeper. Turns are
played this way where thousands of games are played to their end.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import LEVELS, MOST_NEIGHBOURS, Ints
from ksm_widgets.solver.kernel.table import (
    A_BEST,
    A_GAIN,
    A_MOVES,
    A_QUARRY,
    A_SIZE,
    A_SPENT,
    A_STEP,
    A_TRY,
    AMULET_BIT,
    C_CARDS,
    C_NEIGHBOUR,
    C_UPHILL,
    CARD,
    CARD_END,
    CARD_PLAIN,
    CARD_SIZE,
    CARD_TURNED,
    CARPET_BIT,
    FIRST_OBJECT,
    G_COUNT,
    G_COVER,
    G_HEIGHT,
    G_KEPT,
    G_MARK,
    G_NEXT,
    G_SHOWS,
    G_STAMP,
    G_WORTH,
    KINDS,
    MIRROR_BIT,
    NOTHING,
    OBJECTS,
    THOUSAND,
    keep_if_best,
    kind_seen,
    weigh_tiles,
)

SURPRISE = 3 * THOUSAND
"""The most that several tiles bring together beyond the sum, before it is looked at."""


def hasty_card(c: Ints, g: Ints, player: int, hand: int, number: int) -> int:
    """Find the best of so many cards, from `hand` on in g, in the mine as it is now.

    Returns its place, of equals the first, and -1 if there is none; the plan is not kept.
    """
    weigh_tiles(c, g, player, 0)
    no_plan(g, A_BEST)
    best = -1
    most = 0
    for place in range(number):
        card = g[hand + place]
        if card < 0:
            continue
        # What the cards before bring is what this one must beat.
        plan_with(c, g, player, card, 0)
        if best < 0 or g[A_BEST + A_GAIN] > most:
            best = place
            most = g[A_BEST + A_GAIN]
    return best


def hasty_plan(c: Ints, g: Ints, player: int, card: int) -> None:
    """Make the best plan with a card and at most one object; it may be to do nothing."""
    no_plan(g, A_BEST)
    weigh_tiles(c, g, player, 0)
    plan_with(c, g, player, card, 0)
    for spent in (MIRROR_BIT, CARPET_BIT, AMULET_BIT):
        if holds(g, player, spent):
            weigh_tiles(c, g, player, spent)
            plan_with(c, g, player, card, spent)


def holds(g: Ints, player: int, spent: int) -> bool:
    """Whether a player holds one of each of these objects."""
    for place in range(OBJECTS):
        kind = FIRST_OBJECT + place
        if spent >> place & 1 and not g[G_KEPT + player * KINDS + kind]:
            return False
    return True


def no_plan(g: Ints, plan: int) -> None:
    """Write down the plan to do nothing."""
    g[plan + A_GAIN] = 0
    g[plan + A_SPENT] = 0
    g[plan + A_MOVES] = 0
    g[plan + A_SIZE] = 0


def plan_with(c: Ints, g: Ints, player: int, card: int, spent: int) -> None:
    """Find better plans than the best so far, with this card and these objects spent.

    `weigh_tiles` must have been called for both.
    """
    at = C_CARDS + card * CARD
    size = c[at + CARD_SIZE]
    first, end = c[at + CARD_PLAIN], c[at + CARD_TURNED]
    if spent & MIRROR_BIT:
        first, end = c[at + CARD_TURNED], c[at + CARD_END]
    for place in range(first, end, size):
        if spent & CARPET_BIT:
            try_level(c, g, player, place, size, 0, spent)
            continue
        low = LEVELS
        high = 0
        for i in range(size):
            h = g[G_HEIGHT + c[place + i]]
            low = min(low, h)
            high = max(high, h)
        for level in range(max(1, high - 1), min(LEVELS, low + 1) + 1):
            try_level(c, g, player, place, size, level, spent)


def try_level(c: Ints, g: Ints, player: int, place: int, size: int, level: int, spent: int) -> None:
    """Plan a dig of a placement on a level (0: on any), and keep the plan if it is the best."""
    stamp = g[G_STAMP] + 2
    g[G_STAMP] = stamp
    plan = A_TRY
    g[plan + A_SPENT] = spent
    g[plan + A_MOVES] = 0
    g[plan + A_SIZE] = size
    for kind in range(KINDS):
        g[G_COUNT + kind] = 0
    for i in range(size):
        q = c[place + i]
        g[G_MARK + q] = stamp
        g[plan + A_QUARRY + i] = q
    g[G_SHOWS] = 0
    for i in range(size):
        q = c[place + i]
        if g[G_MARK + q] > stamp:
            continue
        g[G_MARK + q] = stamp + 1
        h = g[G_HEIGHT + q]
        kind = -1
        if h and (level == 0 or h == level):
            kind = with_another(c, g, q, h, stamp) if level else kind_seen(g, q, h)
        elif h == level + 1 and level:
            kind = lowered(c, g, q, h, stamp)
        elif h == level - 1:
            kind = raised(c, g, q, level, stamp)
        if kind < 0:
            return
        g[G_COUNT + kind] += 1
    moves = g[plan + A_MOVES]
    hope = SURPRISE - THOUSAND * moves
    for kind in range(KINDS):
        hope += g[G_COUNT + kind] * g[G_WORTH + kind]
    if hope <= g[A_BEST + A_GAIN]:
        return
    keep_if_best(c, g, player, plan, g[G_SHOWS])


def note_step(g: Ints, source: int, target: int) -> None:
    """Add a move to the plan being made; there is always room, two for each quarry.

    No quarry is left by more than one of its moves, so the tile it covers now is shown.
    """
    h = g[G_HEIGHT + source] - 1
    g[G_SHOWS] += h > 0 and g[G_COVER + source] == h
    step = A_TRY + A_STEP + 2 * g[A_TRY + A_MOVES]
    g[step] = source
    g[step + 1] = target
    g[A_TRY + A_MOVES] += 1


def with_another(c: Ints, g: Ints, q: int, level: int, stamp: int) -> int:
    """The kind dug from a quarry that is right as it is, or made better by two moves."""
    kind = kind_seen(g, q, level)
    least = g[G_WORTH + kind] + 2 * THOUSAND
    if g[G_NEXT + q] <= least:
        return kind
    source = richest_near(c, g, q, level, stamp, least)
    if source < 0:
        return kind
    target = place_near(c, g, q, level, stamp, source)
    if target < 0:
        return kind
    note_step(g, q, target)
    note_step(g, source, q)
    better = kind_seen(g, source, g[G_HEIGHT + source])
    g[G_MARK + source] = stamp
    g[G_MARK + target] = stamp
    return better


def lowered(c: Ints, g: Ints, q: int, h: int, stamp: int) -> int:
    """The kind dug from a quarry that is one too high, -1 if its tile can't leave."""
    for k in range(MOST_NEIGHBOURS):
        r = c[C_NEIGHBOUR + q * MOST_NEIGHBOURS + k]
        if r < 0:
            break
        if g[G_MARK + r] == stamp and in_dig(g, r) and g[G_HEIGHT + r] == h - 2:
            # It lands where one is wanting.
            note_step(g, q, r)
            g[G_MARK + r] = stamp + 1
            g[G_COUNT + kind_seen(g, q, h)] += 1
            return kind_seen(g, q, h - 1)
    target = place_near(c, g, q, h, stamp, -1)
    if target < 0:
        return -1
    note_step(g, q, target)
    g[G_MARK + target] = stamp
    return kind_seen(g, q, h - 1)


def raised(c: Ints, g: Ints, q: int, level: int, stamp: int) -> int:
    """The kind dug from a quarry that is one too low, -1 if no tile can be brought."""
    for k in range(MOST_NEIGHBOURS):
        r = c[C_NEIGHBOUR + q * MOST_NEIGHBOURS + k]
        if r < 0:
            break
        if g[G_MARK + r] == stamp and in_dig(g, r) and g[G_HEIGHT + r] == level + 1:
            note_step(g, r, q)
            g[G_MARK + r] = stamp + 1
            g[G_COUNT + kind_seen(g, r, level)] += 1
            return kind_seen(g, r, level + 1)
    source = richest_near(c, g, q, level, stamp, NOTHING)
    if source < 0:
        return -1
    note_step(g, source, q)
    g[G_MARK + source] = stamp
    return kind_seen(g, source, g[G_HEIGHT + source])


def in_dig(g: Ints, q: int) -> bool:
    """Whether a quarry belongs to the dig being planned, and is not only made use of."""
    for i in range(g[A_TRY + A_SIZE]):
        if g[A_TRY + A_QUARRY + i] == q:
            return True
    return False


def richest_near(c: Ints, g: Ints, q: int, level: int, stamp: int, least: int) -> int:
    """The neighbour whose topmost tile brings most on this level of the quarry; -1 for none.

    Only one that brings more than `least`.
    """
    found = -1
    for k in range(MOST_NEIGHBOURS):
        r = c[C_NEIGHBOUR + q * MOST_NEIGHBOURS + k]
        if r < 0:
            break
        h = g[G_HEIGHT + r]
        if h == 0 or g[G_MARK + r] >= stamp or (h < level and not c[C_UPHILL]):
            continue
        worth = g[G_WORTH + kind_seen(g, r, h)]
        if worth > least:
            found = r
            least = worth
    return found


def place_near(c: Ints, g: Ints, q: int, level: int, stamp: int, other: int) -> int:
    """The lowest neighbour that can take a tile from this level of a quarry; -1 for none."""
    found = -1
    low = LEVELS if c[C_UPHILL] else level
    for k in range(MOST_NEIGHBOURS):
        r = c[C_NEIGHBOUR + q * MOST_NEIGHBOURS + k]
        if r < 0:
            break
        if g[G_MARK + r] >= stamp or r == other:
            continue
        if g[G_HEIGHT + r] < low:
            found = r
            low = g[G_HEIGHT + r]
    return found
