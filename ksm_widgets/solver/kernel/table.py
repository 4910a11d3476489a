"""The two sequences of integers in which whole games are played, and the worth of tiles there.

Players are 0 to 4, cards are counted in the order of the deck, kinds of tiles in that of Tile: five
treasures, three curses, four parchments, four objects, and `?`. Worths are in thousandths of coins.
As in `Stakes`, they are expectations while rounds are to come; in the last round they follow from
what the others hold (R16-R31).

    c   all that stays the same: geometry, the placements of every card, the worth of collections
    g   a table: its mine, everybody's money, tiles and cards; and the plans made at it
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.layout import (
    MOST_NEIGHBOURS,
    MOST_SIZE,
    QUARRIES,
    SLOTS,
    Ints,
    Layout,
    slot,
)

THOUSAND = 1000  # worths are in thousandths of coins
# Kinds of tiles.
TREASURES = 5
FIRST_CURSE = TREASURES
FIRST_PARCHMENT = FIRST_CURSE + 3
FIRST_OBJECT = FIRST_PARCHMENT + 4
OBJECTS = 4
UNSEEN_KIND = FIRST_OBJECT + OBJECTS
KINDS = UNSEEN_KIND + 1
# Objects spent, a bit each in their order.
MIRROR_BIT = 1
CARPET_BIT = 2
AMULET_BIT = 8

# As many players, and cards of one of them, as a game may have: `analysis.rollouts`, which lays
# tables out, makes sure that these are the most in `CARDS_EACH` (R4).
MOST_PLAYERS = 5
MOST_CARDS = 12
# Worths are tabled up to so many parchments ahead of the symbol held least, so many points of
# curses, so many objects, each from 0 on.
AHEAD = 8
C_SETS_ROW = AHEAD**3
C_POINTS_ROW = 69
C_OBJECTS_ROW = 18

# A card; its placements are in one list with those of others, plain ones first.
_card = Layout()
CARD_NUMBER = _card.row()
CARD_SIZE = _card.row()  # quarries of its shape
CARD_PLAIN = _card.row()  # where its placements begin,
CARD_TURNED = _card.row()  # those that need a mirror,
CARD_END = _card.row()  # and the next card's
CARD = _card.size

# What stays the same.
_c = Layout()
C_DECK = _c.row()  # cards in the deck
C_UPHILL = _c.row()  # beginner variant
C_PLAYERS = _c.row()
C_TREASURE = _c.row(KINDS)  # what a tile of a kind brings as a treasure,
C_CURSE = _c.row(KINDS)  # and how many points of a curse it has
C_DEAREST = _c.row()  # the coins that a tile nobody has seen may cost when dug (R17)
C_SET = _c.row()  # the points of a complete set of parchments (R28)
C_CURSE_BONUS = _c.row(2)  # the points of the largest collection of curses, and of the second (R29)
C_MAGIC_BONUS = _c.row(2)  # those of the collections of magic objects
C_NEIGHBOUR = _c.row(
    QUARRIES * MOST_NEIGHBOURS
)  # for each quarry its neighbours, -1 after the last
C_SETS = _c.row()  # where the worth of parchments begins: `C_SETS_ROW` integers by rounds left
C_CURSES = _c.row()  # the same for points of curses, `C_POINTS_ROW` integers each
C_MAGIC = _c.row()  # the same for objects, `C_OBJECTS_ROW` integers each
C_CARDS = _c.size  # from here on the cards, then their placements and those worths

# A plan.
MOST_STEPS = 27
_plan = Layout()
A_GAIN = _plan.row()  # what it brings, in thousandths
A_SPENT = _plan.row()  # the objects spent for it
A_MOVES = _plan.row()
A_SIZE = _plan.row()  # quarries of the dig, 0 for none
A_QUARRY = _plan.row(MOST_SIZE)
A_STEP = _plan.row(2 * MOST_STEPS)  # where from and where to, in turn
PLAN = _plan.size
MOST_PLANS = 12

# A mine: heights, tiles from the bottom, how many of the lowest nobody has seen.
_g = Layout()
G_HEIGHT = _g.row(QUARRIES)
G_TILE = _g.row(SLOTS)
G_COVER = _g.row(QUARRIES)
MINE = _g.size
# The mine a plan is tried on.
G_TRIAL = _g.row(MINE)
# The rest of the table.
G_ROUNDS = _g.row()  # rounds that follow this one
G_SEED = _g.row()
G_HIDDEN = _g.row()  # tiles nobody has seen
G_MONEY = _g.row(MOST_PLAYERS)
G_KEPT = _g.row(MOST_PLAYERS * KINDS)  # for each player and kind, the tiles held besides money
G_HAND = _g.row(MOST_PLAYERS * MOST_CARDS)  # for each player the cards, -1 for none
G_CHOSEN = _g.row(MOST_PLAYERS)  # the card laid down and not yet dug with, -1 for none
G_LEFT = _g.row(KINDS)  # by kind, how many nobody has seen
G_NEEDS = _g.row(MOST_PLAYERS)  # how many cards of each player are not known
G_SPARE = _g.row()  # how many cards nobody is known to have
G_STAMP = _g.row()  # marks quarries; what was marked under an earlier stamp is void
G_MARK = _g.row(QUARRIES)
G_WORTH = _g.row(KINDS)  # by kind, what one brings the player who plans
G_COUNT = _g.row(KINDS)  # by kind, what a plan takes
G_POOL = _g.row(SLOTS)  # tiles nobody has seen, to be shuffled
G_OPENING = _g.row()  # whether a round begins with the cards that are still to be laid down
G_BOOKED = _g.row()  # whose next turn is planned already, -1 for nobody's
G_BOUND = _g.row()  # whether the first of these plans is binding until a tile shows
G_PLANS = _g.row()  # how many there are
G_BEFORE = _g.row()  # what the tiles held bring the player who plans already
G_SHOWS = _g.row()  # how often a tile shows in the plan being made
G_NEXT = _g.row(QUARRIES)  # for each quarry, what the best tile beside it brings
G_BOOK = _g.row(MOST_PLANS * PLAN)  # those plans
A_BEST = _g.row(PLAN)  # the best plan so far
A_TRY = _g.row(PLAN)  # the one being made
G_SPARES = _g.size  # from here on the cards that nobody is known to have

KEEPING = 2000
"""The least gain for which a plan spends an object, with rounds to come."""
NOTHING = -(10**9)
"""Less than any tile brings."""


def kind_seen(g: Ints, q: int, level: int) -> int:
    """The kind of a tile as far as everybody knows."""
    if level <= g[G_COVER + q]:
        return UNSEEN_KIND
    return g[G_TILE + slot(q, level)]


def costs(c: Ints, g: Ints, spent: int) -> int:
    """The coins that the curses counted cost; a tile nobody has seen may be the dearest (R17)."""
    if spent & AMULET_BIT:
        return 0
    total = c[C_DEAREST] * g[G_COUNT + UNSEEN_KIND]
    for kind in range(FIRST_CURSE, FIRST_PARCHMENT):
        total += g[G_COUNT + kind] * c[C_CURSE + kind]
    return total


def brings(c: Ints, g: Ints) -> int:
    """The coins that the treasures counted bring (R16)."""
    total = 0
    for kind in range(FIRST_CURSE):
        total += g[G_COUNT + kind] * c[C_TREASURE + kind]
    return total


def weigh_tiles(c: Ints, g: Ints, player: int, spent: int) -> None:
    """Note how much one tile of each kind brings this player, less its cost.

    `?` counts the mean of the tiles nobody has seen.
    """
    for kind in range(KINDS):
        g[G_COUNT + kind] = 0
    g[G_BEFORE] = collected_worth(c, g, player, 0)
    total = 0
    for kind in range(UNSEEN_KIND):
        g[G_COUNT + kind] = 1
        worth = collected_worth(c, g, player, 0) - g[G_BEFORE]
        g[G_COUNT + kind] = 0
        worth += THOUSAND * c[C_TREASURE + kind]
        if not spent & AMULET_BIT:
            worth -= THOUSAND * c[C_CURSE + kind]
        g[G_WORTH + kind] = worth
        total += g[G_LEFT + kind] * worth
    g[G_WORTH + UNSEEN_KIND] = total // max(1, g[G_HIDDEN])
    for q in range(QUARRIES):
        near = NOTHING
        for k in range(MOST_NEIGHBOURS):
            r = c[C_NEIGHBOUR + q * MOST_NEIGHBOURS + k]
            if r < 0:
                break
            if g[G_HEIGHT + r]:
                near = max(near, g[G_WORTH + kind_seen(g, r, g[G_HEIGHT + r])])
        g[G_NEXT + q] = near


def keep_if_best(c: Ints, g: Ints, player: int, plan: int, shows: int) -> None:
    """Make a plan the best if it gains more, and can be paid with the tiles that are counted."""
    moves = g[plan + A_MOVES]
    spent = g[plan + A_SPENT]
    money = g[G_MONEY + player]
    if shows:
        # What shows may be anything: what was spent on moves must be paid all the same.
        if moves > money:
            return
    elif moves + costs(c, g, spent) > money + brings(c, g):
        return
    gain = rate_plan(c, g, player, moves, spent)
    if gain > g[A_BEST + A_GAIN]:
        g[plan + A_GAIN] = gain
        copy_plan(g, plan, A_BEST)


def copy_plan(g: Ints, source: int, target: int) -> None:
    """Copy a plan."""
    for k in range(PLAN):
        g[target + k] = g[source + k]


def rate_plan(c: Ints, g: Ints, player: int, moves: int, spent: int) -> int:
    """The gain from the tiles counted, less moves, costs, and the worth of the object spent."""
    gain = THOUSAND * (brings(c, g) - moves)
    for kind in range(FIRST_CURSE, FIRST_PARCHMENT):
        if not spent & AMULET_BIT:
            gain -= THOUSAND * g[G_COUNT + kind] * c[C_CURSE + kind]
    gain += collected_worth(c, g, player, spent) - g[G_BEFORE]
    gain += g[G_COUNT + UNSEEN_KIND] * g[G_WORTH + UNSEEN_KIND]
    if g[G_ROUNDS] > 0:
        gain -= KEEPING * bits(spent)
    return gain


def collected_worth(c: Ints, g: Ints, player: int, spent: int) -> int:
    """The expected worth of all that a player then holds, besides money.

    With the tiles counted, and without the objects spent.
    """
    kept = G_KEPT + player * KINDS + FIRST_PARCHMENT
    count = G_COUNT + FIRST_PARCHMENT
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
            g[kept] + g[count],
            g[kept + 1] + g[count + 1],
            g[kept + 2] + g[count + 2],
            g[kept + 3] + g[count + 3],
        )
        + curses_worth(c, g, player, points)
        + magic_worth(c, g, player, objects)
    )


def curse_points_held(c: Ints, g: Ints, player: int) -> int:
    """The size of a player's collection of curses (R29)."""
    points = 0
    for kind in range(FIRST_CURSE, FIRST_PARCHMENT):
        points += g[G_KEPT + player * KINDS + kind] * c[C_CURSE + kind]
    return points


def objects_held(g: Ints, player: int) -> int:
    """The number of magic objects a player holds."""
    objects = 0
    for kind in range(FIRST_OBJECT, UNSEEN_KIND):
        objects += g[G_KEPT + player * KINDS + kind]
    return objects


def sets_worth(c: Ints, g: Ints, alpha: int, beta: int, gamma: int, delta: int) -> int:
    """The worth of so many parchments of each symbol (R28)."""
    least = min(alpha, beta, gamma, delta)
    # By how many the others are ahead; the one held least itself is left out, whichever it is.
    ahead = 0
    left_out = 0
    for number in (alpha, beta, gamma, delta):
        if number == least and not left_out:
            left_out = 1
            continue
        ahead = ahead * AHEAD + min(number - least, AHEAD - 1)
    return c[C_SET] * THOUSAND * least + c[c[C_SETS] + g[G_ROUNDS] * C_SETS_ROW + ahead]


def bits(number: int) -> int:
    """Count the objects spent."""
    count = 0
    for place in range(OBJECTS):
        count += number >> place & 1
    return count


def curses_worth(c: Ints, g: Ints, player: int, points: int) -> int:
    """The worth of so many curse points: expected, or in the last round exact (R29)."""
    if g[G_ROUNDS]:
        return c[c[C_CURSES] + g[G_ROUNDS] * C_POINTS_ROW + min(points, C_POINTS_ROW - 1)]
    return THOUSAND * bonus_of(c, g, player, points, 1)


def magic_worth(c: Ints, g: Ints, player: int, objects: int) -> int:
    """The worth of so many objects: expected, or in the last round exact (R29)."""
    if g[G_ROUNDS]:
        return c[c[C_MAGIC] + g[G_ROUNDS] * C_OBJECTS_ROW + min(objects, C_OBJECTS_ROW - 1)]
    return THOUSAND * bonus_of(c, g, player, objects, 0)


def bonus_of(c: Ints, g: Ints, player: int, own: int, curses: int) -> int:
    """The share of its bonus that a collection of that size gets, as the others stand (R29-R31)."""
    bonus = C_CURSE_BONUS if curses else C_MAGIC_BONUS
    first = c[bonus]
    second = c[bonus + 1]
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
        return (first + second) // (1 + leaders)
    if leaders > 1 or own < after or 2 * own < larger:
        return 0
    return second // (1 + equal)
