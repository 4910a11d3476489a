"""What tiles bring a player at a table: money, and by how much sets and bonuses change (R16-R31).

As `Stakes` has it: expected while rounds are to come, and in the last round as the others stand.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.memory import Ints
from ksm_widgets.solver.kernel.table import (
    AHEAD,
    AMULET_BIT,
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
    G_NEXT,
    G_ROUNDS,
    G_TILE,
    G_WORTH,
    KINDS,
    UNSEEN_KIND,
)

__all__ = [
    "NOTHING",
    "bonus_of",
    "brings",
    "costs",
    "curse_points_held",
    "kind_seen",
    "objects_held",
    "rate_plan",
    "weigh_tiles",
]

DEAREST = 3
"""Coins that a tile nobody has seen may cost when dug (R17)."""
KEEPING = 2000
"""What it must bring more to spend an object than to keep it, with rounds to come."""
NOTHING = -(10**9)
"""Less than any tile brings."""


def kind_seen(g: Ints, q: int, level: int) -> int:
    """The kind of a tile as everybody knows it."""
    if level <= g[G_COVER + q]:
        return UNSEEN_KIND
    return g[G_TILE + q * 4 + level - 1]


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
