"""Where everything lies in the kernel's flat sequences of integers.

Quarries are 0-35 in the order of QUARRIES, levels 1-4 (0 for any, with the carpet), tiles 0 to T-1,
chosen tiles 0 to n-1 (the place in the placement they are chosen for). What is noted for each tile
or quarry stands in a row from its name on: `m[TQ + t]` is the quarry of tile t, `m[H + q]` the
height of quarry q, `m[DIST + q * 36 + p]` how far q and p are apart. What takes more reckoning than
that has a function here.

    m      memory of fixed size: numbers (`P_`), geometry, the problem, the aim and board at hand
    v      per placement: its quarries, whether it is done, its rough bounds (`P_DONE`, `P_ROUGH`)
    aims   the aims in hand, `AIM` integers each, told by where they start: `aims[aim + AIM_LEVEL]`
    heap   pairs of bound and aim, best bound first
    seen   the boards seen in this round, `SEEN` integers each
    fan    for each depth of the carrying-out: the move made, and the moves still to try

Most of the kernel imports these names one by one: in its loops `at.H` would cost a tenth of the
time when it is interpreted. Where nothing is looked up often, they are read as `at.H`.
"""

from __future__ import annotations

# Numbers of the problem.
P_SIZE = 0  # quarries in the shape
P_PLACES = 1  # placements
P_DONE = 2  # where in v it stands whether a placement's best aim is found, and (`CLOSER`) for
#            which levels its rough bound has been made closer
P_ROUGH = 3  # where in v the rough bounds stand, five for each placement, one a level
P_CARPET = 4
P_UPHILL = 5  # beginner variant
P_STEP = 6  # what a move takes off the bounds: off the score, and what it is charged besides
P_MONEY = 7
P_MAX_MOVES = 8
P_WANTED = 9  # how many tiles are wanted
P_ORDER = 10  # how many tiles may be dug
P_LEAST = 11  # only aims that may score more than this are of use
P_TOLL = 12  # how much of P_STEP a move does not cost in truth
P_FROZEN = 13  # tiles up to this level can never move, as no quarry is lower
P_FEE = 14  # what each coin paid is charged besides; a coin gained is credited as much
P_GIFT = 15  # what tolls and fees add up to for a plan that uses all moves and money allowed
# Numbers of the search.
P_FOUND_PLACE = 16  # where the last dig found is
P_LOOKED = 17  # whether the rough bounds are reckoned, of every placement
P_ABOVE = 18  # every placement and level with a rough bound of at least this is in the heap
P_BELOW = 19  # the best rough bound of the others
P_HEAP = 20  # aims in the heap
P_NEW = 21  # where the next new aim starts
P_FREE = 22  # an aim given up, whose record may be used again; -1 for none
P_NEED = 23  # how much room the heap lacks
P_AIM = 24  # the aim being carried out, -1 for none
P_BOUND = 25  # its bound
P_INCUMBENT = 26  # the score of the best dig without a move
P_INCUMBENT_PLACE = 27
P_AIMS = 28  # aims taken up
P_BOARDS = 29  # boards visited
P_REFUSED = 30  # how many aims would have been carried out but for the money or the moves allowed
P_FOUND_SCORE = 31  # what that dig scores
# Numbers of the aim and the board at hand.
P_STAMP = 32  # grows with every aim bounded: what was marked for an earlier one means nothing
P_OPEN = 33  # open quarries of the aim at hand
P_DEALS = 34  # grows whenever tiles may add something else: what was kept from before is void
P_ALL_COUNT = 35  # whether each tile on a chosen one is counted in full
P_LEVEL = 40  # level of the dig, 0 for any
P_FAR = 41  # whether a tile that must leave finds no room next door
P_GAPS = 42  # whether gaps are left that no tile that must leave will fill
P_ROUND = 43  # number of the present carrying-out, for the boards seen
P_LIMIT = 44  # moves it may take
P_DEPTH = 45  # moves made
P_CUT = 46  # whether a branch was cut because the moves did not suffice
P_STARTS = 47  # tiles that must leave, other than chosen ones
P_PLAIN = 48  # how much of what is left to do is not theirs
P_FOUND_PAY = 49  # what the tiles of the last aim carried out, or tried, add to the money,
P_FOUND_MOVES = 50  # and the moves it took, or is thought to take; -1 if there is none
P_EVERY = 51  # whether every board is looked at, instead of aims
P_TOUCH = 52  # where in v the lists of placements begin, quarry by quarry; 0 if there are none yet
P_UNDUG = 53  # whether the digs on the board at hand are still to be tried
P_NEXT = 54  # the placement with which looking or filling goes on; 0 before they begin
P_NOTED = 55  # in filling, how many placements and levels are noted behind the heap,
P_RUNNER_UP = 56  # and the best rough bound of those passed that are not
# Numbers of what tiles are worth together.
P_PARCHMENTS = 36  # where the table for parchments begins, 0 if each tile counts by itself alone;
P_PARCHMENT_CODES = 37  # how long its row for one number of open quarries is;
P_CURSES = 38  # the same for curses
P_CURSE_CODES = 39
P_MAGIC = 57  # and for magic objects
P_MAGIC_CODES = 58
P_KINDS = 61  # how many kinds of tiles are needed
P_POINTS = 62  # how many points of curses are needed, 0 for any number
P_LEAST_POINTS = 63  # what these count at least

# Geometry.
DIST = 64  # king distance, 36 x 36
NEAR = DIST + 1296  # for each quarry all 36 in order of distance, itself first
NB = NEAR + 1296  # for each quarry up to eight neighbours, -1 after the last
# The problem.
H0 = NB + 288  # heights as the mine lies
AT = H0 + 36  # the tile in each slot, -1 for none
TQ = AT + 144  # a tile's quarry
TL = TQ + 144  # a tile's level
WORTH = TL + 144  # what digging a tile scores, and its credit; NEVER if it must not be dug
PAY = WORTH + 144  # what digging it adds to the money: a treasure's value, less a curse's cost
ORDER = PAY + 144  # the tiles that may be dug, best first
WANTED = ORDER + 144  # the tiles the dig must take
IS_WANTED = WANTED + 144  # for each tile whether it is wanted, or of a kind that is needed
# Bounds.
U1 = IS_WANTED + 144  # for each level and quarry the most it adds to a score, tiles leaving counted
U2 = U1 + 180  # the same, gaps counted instead
LAST = U2 + 180  # how much this quarry's last choice adds at least, when all are open
# For each level, quarry and other quarry the two most that the first adds, and with which tiles:
FROM = LAST + 180  # with tiles from the other quarry;
OUT = FROM + 4 * 5 * 1296  # with tiles from outside, if the other's last choice adds least
LIST_SIZE = OUT + 4 * 5 * 1296  # for each level and quarry how many choices are listed, -1 not yet
LIST = LIST_SIZE + 180  # and these choices, best first: what it adds, and the tile
LISTED = 40
INP = LIST + 180 * 2 * LISTED  # for each quarry its place in the placement plus one, 0 outside
KEEPS = INP + 36  # up to which level its tiles do not leave for the one that is dug there
STAYS = KEEPS + 36  # the level of the tile dug where it lies; 0 for none, or if its return is paid
MARK = STAYS + 36  # for each tile a stamp: chosen, or counted as moved, in the aim at hand
KNOWN = MARK + 144  # for each tile the deal at which this was reckoned:
AROUND = KNOWN + 144  # what it adds because of the tiles around it;
ASKED = AROUND + 144  # the same for
GAIN = ASKED + 144  # what choosing it gains over an open quarry's last choice
PAYER = GAIN + 144  # for each tile a stamp and the level of the one below that it is charged to
PAID = PAYER + 144  # for each quarry the stamp if there is such a tile
OPEN = PAID + 36  # the open quarries, and what the last choice of each adds
CHOICES = OPEN + 12  # for each quarry of the placement how many choices it has
CHOICE = CHOICES + 6  # and these, best first: what it adds, and the tile
CHOICE_ROOM = 54  # six, and six of each kind that is needed; or as many wanted tiles
TAKEN = CHOICE + 6 * 2 * CHOICE_ROOM  # while they are assigned: which choice a quarry has,
HAS = TAKEN + 6  # what that adds,
OWNER = HAS + 6  # for each tile the deal and the quarry that has it;
GAINED = OWNER + 144  # and the most that is gained if a quarry gives its tile
GIVER = GAINED + 6  # to this one,
GIVEN = GIVER + 6  # for which it is this choice
TOP = GIVEN + 6  # the best of a quarry, its tile and the second best, for each in a row
# The board on which an aim is carried out.
H = TOP + 18  # heights now
E = H + 36  # how many tiles at the bottom of a stack may stay where they are
CAP = E + 36  # how many tiles a stack may hold below the tile chosen for it; 4 outside
CH = CAP + 36  # the chosen tile in each slot plus one, 0 for any other or none
CQ = CH + 144  # the chosen tiles' quarries
CL = CQ + 6  # their levels
TARGET = CL + 6  # the quarries they shall be dug from
KEY = TARGET + 6  # the board packed into three integers: equal boards, equal keys
START = KEY + 3  # the tiles that must leave: quarry, level
ROOM = START + 96  # where they may go: quarry, level, what a tile next door saves there
ROW_OF = ROOM + 3 * 145  # assigning them: the tile that goes to a room, 0 for none,
PRICE = ROW_OF + 145  # and the prices of rooms and tiles that prove the assignment
PAYS = PRICE + 145
SLACK = PAYS + 50
BEFORE = SLACK + 145
USED = BEFORE + 145
LAID = USED + 145  # the tile in each slot, when every board is looked at
CODE = LAID + 144  # what a tile adds to the code of a handful, see `together`
# Kinds that are needed, from 1 on:
KIND = CODE + 144  # for each tile its kind, 0 for one that is not needed;
KIND_AT = KIND + 144  # where in `OF_KIND` the tiles of a kind begin, and the next one's;
OF_KIND = KIND_AT + 10
NEED = OF_KIND + 144  # how many of a kind are needed at least,
EXTRA = NEED + 9  # and what one more counts less;
POINTS = EXTRA + 9  # or how many points such a curse has, if points are needed,
WORTH_OF = POINTS + 9  # what it counts,
PRICED = WORTH_OF + 9  # and at present;
SHORT = PRICED + 9  # how many the open quarries must choose in the aim at hand,
CHOSEN = SHORT + 9  # and how many they have while they are assigned
MEMORY = CHOSEN + 9

# An aim.
AIM_PLACE = 0
AIM_LEVEL = 1
AIM_STAGE = 2
AIM_MOVES = 3
AIM_NEXT = 4  # the next aim given up
AIM_FIXED = 5  # a bit for each quarry whose tile is fixed
AIM_BAN_AT = 6  # the quarry that may not have some tiles
AIM_BAN = 7  # a bit for each of these tiles, 48 in each of three
AIM_TILE = 10  # the tiles chosen: fixed, or at present best
AIM = 16

# A board seen.
SEEN_ROUND = 0
SEEN_LEFT = 1
SEEN_KEY = 2
SEEN = 5

# A depth of the carrying-out.
FAN_MOVE = 0
FAN_SIZE = 1
FAN_NEXT = 2
FAN_ENTRIES = 3  # 36 quarries of at most 8 neighbours
FAN = FAN_ENTRIES + 288

MUST = 1 << 54  # added to what a wanted tile adds: more than all that the others can
MOST_GAIN = 1 << 58  # of a wanted tile, or any that gains more: low enough to be added up

CLOSER = 2  # shifted by the level

NEVER = -(1 << 60)
UNKNOWN = -2  # not a tile: what stands here is not reckoned yet
DEAD = 1 << 20  # moves left when the dig can't be reached any more

# What a slice of work ends with.
RUNNING = 0
SOLVED = 1
HEAP_FULL = 2
TOO_DEEP = 3
FAILED = 4
EXHAUSTED = 5
LOOKED = 6
FILLED = 7

# How far an aim has been looked into.
ROUGH = 0  # its bound is that of where it came from, or of the choices that reach it
READY = 1  # all tiles fixed and moves reckoned: to be carried out


def has(bits: int, i: int) -> bool:
    """Whether i is among the numbers that are noted as bits."""
    return bits >> i & 1 == 1


def slot(q: int, level: int) -> int:
    """The place for one tile: in a row with 144 entries, and what a chosen tile is told by."""
    return q * 4 + level - 1


def code_of(source: int, target: int) -> int:
    """A move as one number."""
    return source * 36 + target


def source_of(code: int) -> int:
    """The quarry that a move takes a tile from."""
    return code // 36


def target_of(code: int) -> int:
    """The quarry that a move takes a tile to."""
    return code % 36


def listed(level: int, q: int) -> int:
    """Where the choices listed for a level and quarry begin: what it adds and the tile, each."""
    return LIST + (level * 36 + q) * 2 * LISTED


def choice(i: int, k: int) -> int:
    """Where it stands what the k-th choice of the placement's i-th quarry adds; then its tile."""
    return CHOICE + (i * CHOICE_ROOM + k) * 2


def two_most(table: int, level: int, q: int, other: int) -> int:
    """Where in `FROM` or `OUT` the two most stand that a quarry adds, each with its tile.

    Those for the next other quarry stand four further on.
    """
    return table + ((level * 36 + q) * 36 + other) * 4
