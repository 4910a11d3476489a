"""A turn planned in haste: every quarry of a dig is made right by a move or two of its own.

So no plan is missed that needs no more than that, and none is made that goes deeper. It is how
turns are played where thousands of games are played to their end. What a dig brings is reckoned as
`Stakes` does it: the sets and bonuses that it changes, expected or, in the last round, as they are.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.table import (
    A_BEST,
    A_GAIN,
    A_MOVES,
    A_QUARRY,
    A_SIZE,
    A_SPENT,
    A_STEP,
    A_TRY,
    AHEAD,
    AMULET_BIT,
    C_CARDS,
    C_CURSE,
    C_CURSES,
    C_MAGIC,
    C_NEAR,
    C_OBJECTS_ROW,
    C_PLAYERS,
    C_POINTS_ROW,
    C_SETS,
    C_SETS_ROW,
    C_TREASURE,
    C_UPHILL,
    CARD,
    CARPET_BIT,
    FIRST_CURSE,
    FIRST_OBJECT,
    FIRST_PARCHMENT,
    G_BEFORE,
    G_COUNT,
    G_COVER,
    G_HEIGHT,
    G_HIDDEN,
    G_KEPT,
    G_LEFT,
    G_MARK,
    G_MONEY,
    G_NEXT,
    G_ROUNDS,
    G_SHOWS,
    G_STAMP,
    G_TILE,
    G_WORTH,
    KINDS,
    MIRROR_BIT,
    PLAN,
    UNSEEN_KIND,
)

__all__ = [
    "bonus_of",
    "brings",
    "copy_plan",
    "costs",
    "curse_points_held",
    "hasty_card",
    "hasty_plan",
    "holds",
    "kind_seen",
    "no_plan",
    "objects_held",
    "plan_with",
    "rate_plan",
    "weigh_tiles",
]

DEAREST = 3
"""Coins that a tile nobody has seen may cost when dug (R17)."""
NOTHING = -(10**9)
"""Less than any tile brings."""
SURPRISE = 3000
"""What several tiles may bring together beyond what each brings alone, before it is looked at."""
KEEPING = 2000
"""What it must bring more to spend an object than to keep it, with rounds to come."""


def hasty_card(c: Ints, g: Ints, player: int, hand: int, number: int) -> int:
    """Which of so many cards that stand in g from `hand` on brings most as the mine lies now.

    Of equals the first. Returns its place, -1 where there is none; the plan is not kept.
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
    """Make the best plan with a card and one object at the most; it may be to do nothing."""
    no_plan(g, A_BEST)
    weigh_tiles(c, g, player, 0)
    plan_with(c, g, player, card, 0)
    for spent in (MIRROR_BIT, CARPET_BIT, AMULET_BIT):
        if holds(g, player, spent):
            weigh_tiles(c, g, player, spent)
            plan_with(c, g, player, card, spent)


def holds(g: Ints, player: int, spent: int) -> bool:
    """Whether a player holds one of each of these objects."""
    for place in range(4):
        kind = FIRST_OBJECT + place
        if spent >> place & 1 and not g[G_KEPT + player * KINDS + kind]:
            return False
    return True


def no_plan(g: Ints, plan: int) -> None:
    """The plan to do nothing."""
    g[plan + A_GAIN] = 0
    g[plan + A_SPENT] = 0
    g[plan + A_MOVES] = 0
    g[plan + A_SIZE] = 0


def copy_plan(g: Ints, source: int, target: int) -> None:
    """Write a plan down once more."""
    for k in range(PLAN):
        g[target + k] = g[source + k]


def plan_with(c: Ints, g: Ints, player: int, card: int, spent: int) -> None:
    """Find better plans than the best so far, with this card and these objects spent.

    `weigh_tiles` must have been called for both.
    """
    at = C_CARDS + card * CARD
    size = c[at + 1]
    first, end = c[at + 2], c[at + 3]
    if spent & MIRROR_BIT:
        first, end = c[at + 3], c[at + 4]
    for place in range(first, end, size):
        if spent & CARPET_BIT:
            try_level(c, g, player, place, size, 0, spent)
            continue
        low = 4
        high = 0
        for i in range(size):
            h = g[G_HEIGHT + c[place + i]]
            low = min(low, h)
            high = max(high, h)
        for level in range(max(1, high - 1), min(4, low + 1) + 1):
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
    hope = SURPRISE - 1000 * moves
    for kind in range(KINDS):
        hope += g[G_COUNT + kind] * g[G_WORTH + kind]
    if hope <= g[A_BEST + A_GAIN]:
        return
    money = g[G_MONEY + player]
    if g[G_SHOWS]:
        # What shows may be anything: what was spent on moves must be paid all the same.
        if moves > money:
            return
    elif moves + costs(c, g, spent) > money + brings(c, g):
        return
    gain = rate_plan(c, g, player, moves, spent)
    if gain > g[A_BEST + A_GAIN]:
        g[plan + A_GAIN] = gain
        copy_plan(g, plan, A_BEST)


def note_step(g: Ints, source: int, target: int) -> None:
    """Add a move to the plan being made; there is always room, two for each quarry.

    No quarry is left by more than one of its moves, so it shows what it covers now.
    """
    h = g[G_HEIGHT + source] - 1
    g[G_SHOWS] += h > 0 and g[G_COVER + source] == h
    step = A_TRY + A_STEP + 2 * g[A_TRY + A_MOVES]
    g[step] = source
    g[step + 1] = target
    g[A_TRY + A_MOVES] += 1


def kind_seen(g: Ints, q: int, level: int) -> int:
    """The kind of a tile as everybody knows it."""
    if level <= g[G_COVER + q]:
        return UNSEEN_KIND
    return g[G_TILE + q * 4 + level - 1]


def with_another(c: Ints, g: Ints, q: int, level: int, stamp: int) -> int:
    """The kind dug from a quarry that is right as it is, or made better by two moves."""
    kind = kind_seen(g, q, level)
    least = g[G_WORTH + kind] + 2000
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
    for k in range(8):
        r = c[C_NEAR + q * 8 + k]
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
    for k in range(8):
        r = c[C_NEAR + q * 8 + k]
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
    for k in range(8):
        r = c[C_NEAR + q * 8 + k]
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
    low = 4 if c[C_UPHILL] else level
    for k in range(8):
        r = c[C_NEAR + q * 8 + k]
        if r < 0:
            break
        if g[G_MARK + r] >= stamp or r == other:
            continue
        if g[G_HEIGHT + r] < low:
            found = r
            low = g[G_HEIGHT + r]
    return found


def costs(c: Ints, g: Ints, spent: int) -> int:
    """Coins that the curses counted cost (R17, R24); what nobody has seen may be the dearest."""
    if spent & AMULET_BIT:
        return 0
    total = DEAREST * g[G_COUNT + UNSEEN_KIND]
    for kind in range(FIRST_CURSE, FIRST_PARCHMENT):
        total += g[G_COUNT + kind] * c[C_CURSE + kind]
    return total


def brings(c: Ints, g: Ints) -> int:
    """Coins that the treasures counted bring (R16)."""
    total = 0
    for kind in range(FIRST_CURSE):
        total += g[G_COUNT + kind] * c[C_TREASURE + kind]
    return total


def weigh_tiles(c: Ints, g: Ints, player: int, spent: int) -> None:
    """Note what a tile of each kind brings this player by itself, its cost taken off.

    `?` counts the mean of what nobody has seen.
    """
    for kind in range(KINDS):
        g[G_COUNT + kind] = 0
    g[G_BEFORE] = collected_worth(c, g, player, 0)
    total = 0
    for kind in range(UNSEEN_KIND):
        g[G_COUNT + kind] = 1
        worth = collected_worth(c, g, player, 0) - g[G_BEFORE]
        g[G_COUNT + kind] = 0
        worth += 1000 * c[C_TREASURE + kind]
        if not spent & AMULET_BIT:
            worth -= 1000 * c[C_CURSE + kind]
        g[G_WORTH + kind] = worth
        total += g[G_LEFT + kind] * worth
    g[G_WORTH + UNSEEN_KIND] = total // max(1, g[G_HIDDEN])
    for q in range(36):
        near = NOTHING
        for k in range(8):
            r = c[C_NEAR + q * 8 + k]
            if r < 0:
                break
            if g[G_HEIGHT + r]:
                near = max(near, g[G_WORTH + kind_seen(g, r, g[G_HEIGHT + r])])
        g[G_NEXT + q] = near


def rate_plan(c: Ints, g: Ints, player: int, moves: int, spent: int) -> int:
    """What the tiles counted bring, less moves, cost, and what the object spent is worth."""
    gain = 1000 * (brings(c, g) - moves)
    for kind in range(FIRST_CURSE, FIRST_PARCHMENT):
        if not spent & AMULET_BIT:
            gain -= 1000 * g[G_COUNT + kind] * c[C_CURSE + kind]
    gain += collected_worth(c, g, player, spent) - g[G_BEFORE]
    gain += g[G_COUNT + UNSEEN_KIND] * g[G_WORTH + UNSEEN_KIND]
    if g[G_ROUNDS] > 0:
        gain -= KEEPING * bits(spent)
    return gain


def collected_worth(c: Ints, g: Ints, player: int, spent: int) -> int:
    """What a player then holds is expected to bring, besides money.

    With the tiles counted, and without the objects spent.
    """
    kept = G_KEPT + player * KINDS
    points = curse_points_held(c, g, player)
    for kind in range(FIRST_CURSE, FIRST_PARCHMENT):
        points += g[G_COUNT + kind] * c[C_CURSE + kind]
    objects = objects_held(g, player) - bits(spent)
    for kind in range(FIRST_OBJECT, UNSEEN_KIND):
        objects += g[G_COUNT + kind]
    return (
        sets_worth(
            c,
            g,
            g[kept + 8] + g[G_COUNT + 8],
            g[kept + 9] + g[G_COUNT + 9],
            g[kept + 10] + g[G_COUNT + 10],
            g[kept + 11] + g[G_COUNT + 11],
        )
        + curses_worth(c, g, player, points)
        + magic_worth(c, g, player, objects)
    )


def curse_points_held(c: Ints, g: Ints, player: int) -> int:
    """How large a collection of curses is (R29)."""
    points = 0
    for kind in range(FIRST_CURSE, FIRST_PARCHMENT):
        points += g[G_KEPT + player * KINDS + kind] * c[C_CURSE + kind]
    return points


def objects_held(g: Ints, player: int) -> int:
    """How many magic objects a player holds."""
    objects = 0
    for kind in range(FIRST_OBJECT, UNSEEN_KIND):
        objects += g[G_KEPT + player * KINDS + kind]
    return objects


def sets_worth(c: Ints, g: Ints, alpha: int, beta: int, gamma: int, delta: int) -> int:
    """What so many of each symbol bring (R28)."""
    least = min(alpha, beta, gamma, delta)
    # By how many the others are ahead; the one held least itself is left out, whichever it is.
    ahead = 0
    left_out = 0
    for number in (alpha, beta, gamma, delta):
        if number == least and not left_out:
            left_out = 1
            continue
        ahead = ahead * AHEAD + min(number - least, AHEAD - 1)
    return 10000 * least + c[c[C_SETS] + g[G_ROUNDS] * C_SETS_ROW + ahead]


def bits(number: int) -> int:
    """How many objects are spent."""
    return (number & 1) + (number >> 1 & 1) + (number >> 2 & 1) + (number >> 3 & 1)


def curses_worth(c: Ints, g: Ints, player: int, points: int) -> int:
    """What so many points of curses bring: expected, or in the last round as others stand (R29)."""
    if g[G_ROUNDS]:
        return c[c[C_CURSES] + g[G_ROUNDS] * C_POINTS_ROW + min(points, C_POINTS_ROW - 1)]
    return 1000 * bonus_of(c, g, player, points, 1)


def magic_worth(c: Ints, g: Ints, player: int, objects: int) -> int:
    """What so many objects bring: expected, or in the last round as the others stand (R29)."""
    if g[G_ROUNDS]:
        return c[c[C_MAGIC] + g[G_ROUNDS] * C_OBJECTS_ROW + min(objects, C_OBJECTS_ROW - 1)]
    return 1000 * bonus_of(c, g, player, objects, 0)


def bonus_of(c: Ints, g: Ints, player: int, own: int, curses: int) -> int:
    """The points a collection of that size gets of its bonus, as the others stand (R29-R31)."""
    first = 24 if curses else 16
    leaders = 0
    larger = 0
    after = 0
    equal = 0
    for other in range(c[C_PLAYERS]):
        if other == player:
            continue
        theirs = curse_points_held(c, g, other) if curses else objects_held(g, other)
        equal += theirs == own
        if theirs > larger:
            after = larger
            larger = theirs
            leaders = 1
        elif theirs == larger:
            leaders += 1
        else:
            after = max(after, theirs)
    if own <= 0:
        return 0
    if own > larger:
        return first
    if own == larger:
        return (first + first // 2) // (1 + leaders)
    if leaders > 1 or own < after or 2 * own < larger:
        return 0
    return first // 2 // (1 + equal)
