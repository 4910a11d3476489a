"""Where everything lies in the two sequences of integers in which whole games are played on.

Players are 0 to 4, cards are counted in the order of the deck, kinds of tiles in that of Tile: five
treasures, three curses, four parchments, four objects, and `?`. Worths are in thousandths of coins.

    c   what stays: geometry, the placements of every card, what collections are expected to bring
    g   a table: its mine, everybody's money, tiles and cards; and the plans made at it
"""

from __future__ import annotations

# What stays.
C_DECK = 0  # cards in the deck
C_UPHILL = 1  # beginner variant
C_PLAYERS = 2
C_TREASURE = 3  # by kind of tile
C_CURSE = 20
C_NEAR = 37  # for each quarry its up to eight neighbours, -1 for none
C_SETS = 325  # where the worth of parchments begins: `C_SETS_ROW` integers by rounds left
C_CURSES = 326  # the same for points of curses, `C_POINTS_ROW` integers each
C_MAGIC = 327  # the same for objects, `C_OBJECTS_ROW` integers each
C_CARDS = 328  # for each card its number, its size, and where its placements begin: plain, turned,
#                and where those end
CARD = 5
AHEAD = 8
C_SETS_ROW = AHEAD**3
C_POINTS_ROW = 69
C_OBJECTS_ROW = 18

KINDS = 17
UNSEEN_KIND = 16
FIRST_CURSE = 5
FIRST_PARCHMENT = 8
FIRST_OBJECT = 12

MOST_PLAYERS = 5
MOST_CARDS = 12
MOST_SIZE = 6

# A mine: heights, tiles from the bottom, how many of the lowest nobody has seen.
G_HEIGHT = 0
G_TILE = 36
G_COVER = 180
MINE = 216
# The mine a plan is tried on.
G_TRIAL = MINE
# The rest of the table.
G_ROUNDS = 432  # rounds that follow this one
G_SEED = 433
G_HIDDEN = 434  # tiles nobody has seen
G_MONEY = 435
G_KEPT = 440  # for each player and kind, what he holds besides money
G_HAND = 525  # for each player his cards, -1 for none
G_CHOSEN = 585  # the card laid down and not yet dug with, -1 for none
G_LEFT = 590  # by kind, how many nobody has seen
G_NEEDS = 607  # how many cards each player has that are not known
G_SPARE = 612  # how many cards are not known to lie anywhere
G_STAMP = 613  # marks quarries; what was marked under an earlier stamp means nothing
G_MARK = 614
G_WORTH = 650  # by kind, what one brings the player who plans
G_COUNT = 667  # by kind, what a plan takes
G_POOL = 684  # tiles nobody has seen, to be shuffled
G_OPENING = 828  # whether a round begins with the cards that are still to be laid down
G_BOOKED = 829  # whose next turn is planned already, -1 for nobody's
G_BOUND = 830  # whether the first of these plans is what will be done, up to where a tile shows
G_PLANS = 831  # how many there are
G_BEFORE = 832  # what the player who plans holds brings already
G_SHOWS = 833  # how often a tile shows in the plan being made
G_NEXT = 834  # for each quarry, what the best tile beside it brings
G_BOOK = 870  # those plans
PLAN = 64
MOST_PLANS = 12
A_BEST = G_BOOK + MOST_PLANS * PLAN  # the best plan so far
A_TRY = A_BEST + PLAN  # the one being made
G_SPARES = A_TRY + PLAN  # which cards are not known to lie anywhere, to the end

# A plan.
A_GAIN = 0
A_SPENT = 1  # the objects spent for it, a bit each in their order
A_MOVES = 2
A_SIZE = 3  # quarries of the dig, 0 for none
A_QUARRY = 4
A_STEP = A_QUARRY + MOST_SIZE  # where from and where to, in turn
MOST_STEPS = (PLAN - A_STEP) // 2

MIRROR_BIT = 1
CARPET_BIT = 2
AMULET_BIT = 8

__all__ = [name for name in dict(globals()) if name.isupper()]
