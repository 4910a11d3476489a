"""The layout of the kernel's flat sequences of integers.

Quarries are 0-35 in the order of QUARRIES, levels 1-4 (0 for any, with the carpet), tiles 0 to T-1,
chosen tiles 0 to n-1 (by the place in the placement they are chosen for). What is noted for each
tile or quarry fills a row that begins at its name: `m[TILE_QUARRY + t]` is the quarry of tile t,
`m[HEIGHT + q]` the height of quarry q, `m[DISTANCE + q * QUARRIES + p]` how far q and p are apart.
Whatever takes more arithmetic has a function here. Nearly everywhere m is the memory, q, p, r and s
are quarries (p one of the placement), t and x tiles, i and j places in a placement, n its size.

    m       memory of fixed size: numbers (`P_`), geometry, the problem, the aim and board at hand
    places  per placement: its quarries, whether it is done, its rough bounds (`P_DONE`, `P_ROUGH`)
    aims    the aims in hand, records of `AIM` integers: `aims[aim + AIM_LEVEL]`
    heap    pairs of bound and aim, best bound first
    seen    the boards seen in this round, records of `SEEN` integers
    path    for each depth of carrying out an aim: the move made, and the moves still to try

Most of the kernel imports these names one by one: in its loops `at.H` would cost a tenth of the
time when it is interpreted. Elsewhere they are read as `at.HEIGHT`.
"""

from __future__ import annotations

from collections.abc import MutableSequence

Ints = MutableSequence[int]
"""A list of integers, or an array: whole numbers below 2**62 in size, used by index only."""


class Layout:
    """Hands out the rows of a flat sequence one behind the other, so that none overlap."""

    def __init__(self) -> None:
        self.size = 0

    def row(self, length: int = 1) -> int:
        """Return where a row of so many integers begins."""
        start = self.size
        self.size += length
        return start


QUARRIES = 36
MOST_NEIGHBOURS = 8  # of a quarry at the most
FEWEST_NEIGHBOURS = 3  # of a quarry in a corner
LEVELS = 4  # how high a stack may be
SLOTS = QUARRIES * LEVELS  # places for one tile, and the most tiles there can be
MOST_SIZE = 6  # quarries of the largest shape
ROWS = LEVELS + 1  # for whatever is noted by level: level 0 stands for any
CHOICE_PAIR = 2  # a choice is noted as what it adds, and its tile
ITS_TILE = 1  # where in a choice its tile is
SECOND = CHOICE_PAIR  # where the second of two choices is
KINDS_NEEDED = 9  # kinds of tiles told apart where some are needed, 0 for all others
BAN_BITS = 48  # tiles to a word of banned ones
KEY_QUARRIES = 18  # quarries to a word of a packed board,
HEIGHT_BITS = 3  # each with the height of its stack,
SLOT_BITS = 8  # and the last word has the slots of the chosen tiles
KEY_WORDS = QUARRIES // KEY_QUARRIES + 1
CODES = 1 << 12  # codes of handfuls of parchments, and as many of curses: see `values`

_m = Layout()
# Numbers of the problem.
P_SIZE = _m.row()  # quarries in the shape
P_PLACES = _m.row()  # placements
P_DONE = _m.row()  # where in `places` the marks of placements begin: `DONE` and `CLOSER`
P_ROUGH = _m.row()  # where in `places` the rough bounds begin, `ROWS` for each placement
P_CARPET = _m.row()
P_UPHILL = _m.row()  # beginner variant
P_STEP = _m.row()  # what a move takes off the bounds: off the score, and what it is charged besides
P_MONEY = _m.row()
P_MAX_MOVES = _m.row()
P_WANTED = _m.row()  # how many tiles are wanted
P_ORDER = _m.row()  # how many tiles may be dug
P_LEAST = _m.row()  # only aims that may score more than this are of use
P_TOLL = _m.row()  # how much of P_STEP a move does not really cost
P_FROZEN = _m.row()  # tiles up to this level can never move, as no quarry is lower
P_FEE = _m.row()  # what each coin paid is charged besides; a coin gained is credited as much
P_REFUND = _m.row()  # all tolls and fees of a plan that uses all moves and money allowed
# Numbers of what tiles are worth together.
P_PARCHMENTS = _m.row()  # where the table for parchments begins, 0 if each tile counts alone;
P_PARCHMENT_CODES = _m.row()  # how long its row for one number of open quarries is;
P_CURSES = _m.row()  # the same for curses
P_CURSE_CODES = _m.row()
P_MAGIC = _m.row()  # and for magic objects
P_MAGIC_CODES = _m.row()
P_KINDS = _m.row()  # how many kinds of tiles are needed
P_POINTS = _m.row()  # how many points of curses are needed, 0 for any number
P_LEAST_POINTS = _m.row()  # what these count at least
# Numbers of the search.
P_FOUND_PLACE = _m.row()  # where the last dig found is,
P_FOUND_SCORE = _m.row()  # what it scores,
P_FOUND_PAY = _m.row()  # what the tiles of the last aim carried out, or tried, add to the money,
P_FOUND_MOVES = _m.row()  # and the moves it took, or is thought to take; -1 if there is none
P_LOOKED = _m.row()  # whether the rough bounds of every placement are known
P_ABOVE = _m.row()  # every placement and level with a rough bound of at least this is in the heap
P_BELOW = _m.row()  # the best rough bound of the others
P_NEXT = _m.row()  # the placement with which looking or filling goes on; 0 before they begin
P_NOTED = _m.row()  # in filling, how many placements and levels are noted behind the heap,
P_RUNNER_UP = _m.row()  # and the best rough bound of those passed that are not
P_HEAP = _m.row()  # aims in the heap
P_NEW = _m.row()  # where the next new aim starts
P_FREE = _m.row()  # a dropped aim, whose record may be used again; -1 for none
P_NEED = _m.row()  # how much room the heap lacks
P_AIM = _m.row()  # the aim being carried out, -1 for none
P_BOUND = _m.row()  # its bound
P_INCUMBENT = _m.row()  # the score of the best dig without a move
P_INCUMBENT_PLACE = _m.row()
P_AIMS = _m.row()  # aims taken up
P_BOARDS = _m.row()  # boards visited
P_REFUSED = _m.row()  # how many aims failed only for lack of money or moves
P_EVERY = _m.row()  # whether every board is looked at, instead of aims
P_TOUCH = _m.row()  # where in `places` the lists by quarry begin; 0 if there are none yet
P_LISTED = _m.row()  # how far these lists are made: three times through all placements
P_TOP = _m.row()  # no dig without a move scores more,
P_WIDTH = _m.row()  # and from there down what digs may score is told apart in ranks so wide
P_BARRED = _m.row()  # a bit for each quarry from which nothing may be dug on the board at hand
P_CHANGED = _m.row()  # how many quarries have another tile on top there than at first
P_UNDUG = _m.row()  # whether the digs on the board at hand are still to be tried
P_DUG = _m.row()  # the digs tried on all boards
# Numbers of the aim and the board at hand.
P_STAMP = _m.row()  # grows by `STAMPS` with every aim bounded: what an earlier one marked is void
P_OPEN = _m.row()  # open quarries of the aim at hand
P_EPOCH = _m.row()  # grows whenever tiles may add something else: what was kept before is void
P_ALL_COUNT = _m.row()  # whether each tile on a chosen one is counted in full
P_LEVEL = _m.row()  # level of the dig, 0 for any
P_FAR = _m.row()  # whether a tile that must leave finds no room next door
P_GAPS = _m.row()  # whether gaps are left that no tile that must leave will fill
P_ROUND = _m.row()  # number of the aim being carried out, for the boards seen
P_LIMIT = _m.row()  # moves it may take
P_DEPTH = _m.row()  # moves made
P_CUT = _m.row()  # whether a branch was cut because the moves did not suffice
P_LEAVING = _m.row()  # tiles that must leave, other than chosen ones
P_PLAIN = _m.row()  # how many of the moves left are not theirs

# Geometry.
DISTANCE = _m.row(QUARRIES * QUARRIES)  # king distance
BY_DISTANCE = _m.row(QUARRIES * QUARRIES)  # for each quarry all, itself first, in order of distance
NEIGHBOUR = _m.row(QUARRIES * MOST_NEIGHBOURS)  # for each quarry its neighbours, -1 after the last
# The problem.
MINE_HEIGHT = _m.row(QUARRIES)  # heights in the mine as it is
TILE_AT = _m.row(SLOTS)  # the tile in each slot, -1 for none
TILE_QUARRY = _m.row(SLOTS)  # a tile's quarry
TILE_LEVEL = _m.row(SLOTS)  # a tile's level
WORTH = _m.row(SLOTS)  # what digging a tile scores, and its credit; NEVER if it must not be dug
PAY = _m.row(SLOTS)  # what digging it adds to the money: a treasure's value, less a curse's cost
ORDER = _m.row(SLOTS)  # the tiles that may be dug, best first
WANTED = _m.row(SLOTS)  # the tiles the dig must take
WAYS = _m.row(MOST_SIZE * ROWS * QUARRIES)  # for each of them, level and quarry: see `ways`
WAYS_AMONG = _m.row(MOST_SIZE * ROWS * QUARRIES)  # the same, without tiles above the level
# While they are laid out, for each quarry:
WAY_COST = _m.row(QUARRIES)  # the moves to enter it, with those of the tiles that must leave
WAY_REACHED = _m.row(QUARRIES)  # the least moves to it,
WAY_FAR = _m.row(QUARRIES)  # and next to it, if tiles above the level count,
WAY_NEAR = _m.row(QUARRIES)  # and if they don't
IS_WANTED = _m.row(SLOTS)  # for each tile whether it is wanted, or of a kind that is needed
CODE = _m.row(SLOTS)  # what a tile adds to the code of a handful: see `values`
# Kinds that are needed, from 1 on.
KIND = _m.row(SLOTS)  # for each tile its kind, 0 for one that is not needed
KIND_AT = _m.row(KINDS_NEEDED + 1)  # where in `OF_KIND` the tiles of a kind begin, and the next's
OF_KIND = _m.row(SLOTS)
NEED = _m.row(KINDS_NEEDED)  # how many of a kind are needed at least,
EXTRA = _m.row(KINDS_NEEDED)  # and how much less each further one counts;
POINTS = _m.row(KINDS_NEEDED)  # or how many points such a curse has, if points are needed,
WORTH_OF = _m.row(KINDS_NEEDED)  # what it counts,
PRICED = _m.row(KINDS_NEEDED)  # and at present
SHORT = _m.row(KINDS_NEEDED)  # how many the open quarries of the aim at hand must choose,
ASSIGNED = _m.row(KINDS_NEEDED)  # and how many they have while they are assigned
# Bounds.
BOUND_LEAVING = _m.row(
    ROWS * QUARRIES
)  # for each level and quarry the most it adds, tiles leaving counted
BOUND_GAPS = _m.row(ROWS * QUARRIES)  # the same, gaps counted instead
LAST_CHOICE = _m.row(ROWS * QUARRIES)  # how much its last choice adds at least, when all are open
WANTED_LEAVING = _m.row(ROWS * QUARRIES)  # BOUND_LEAVING of the one tile that is wanted
WANTED_GAPS = _m.row(ROWS * QUARRIES)  # BOUND_GAPS of it
# For each level, quarry and other quarry the two best choices of the first:
TWO_MOST = SECOND + CHOICE_PAIR
FROM_QUARRY = _m.row(TWO_MOST * ROWS * QUARRIES * QUARRIES)  # with tiles from the other quarry;
FROM_OUTSIDE = _m.row(
    TWO_MOST * ROWS * QUARRIES * QUARRIES
)  # from outside, the other's last choice lowest
LIST_SIZE = _m.row(ROWS * QUARRIES)  # for each level and quarry its choices listed, -1 not yet,
LISTED = 40
LIST = _m.row(ROWS * QUARRIES * CHOICE_PAIR * LISTED)  # and these choices, best first
IN_PLACEMENT = _m.row(QUARRIES)  # for each quarry its place in the placement plus one, 0 outside
KEEPS = _m.row(QUARRIES)  # up to which level tiles do not leave for the one that is dug there
STAYS = _m.row(QUARRIES)  # the level of a tile dug where it is; 0: none, or its return is paid
STAMPS = 2  # each aim has one for tiles chosen,
MOVED = 1  # and with this added to it one for tiles counted as moved
MARK = _m.row(SLOTS)  # for each tile the stamp with which it was marked
KNOWN = _m.row(SLOTS)  # for each tile the epoch for which this is known:
AROUND = _m.row(SLOTS)  # what it adds because of the tiles around it;
ASKED = _m.row(SLOTS)  # the same for
GAIN = _m.row(SLOTS)  # what choosing it gains over an open quarry's last choice
PAYER_LEVELS = 8
PAYER = _m.row(SLOTS)  # for each tile a stamp times `PAYER_LEVELS`, and the level of its payer
PAID = _m.row(QUARRIES)  # for each quarry the stamp if it has such a tile
OPEN = _m.row(MOST_SIZE)  # the open quarries,
OPEN_LAST = _m.row(MOST_SIZE)  # and what the last choice of each adds
CHOICES = _m.row(MOST_SIZE)  # for each quarry of the placement how many choices it has
CHOICE_ROOM = 54  # six, and six of each kind that is needed; or as many wanted tiles
CHOICE = _m.row(MOST_SIZE * CHOICE_PAIR * CHOICE_ROOM)  # and these, best first
TAKEN = _m.row(MOST_SIZE)  # while they are assigned: which choice a quarry has,
HELD = _m.row(MOST_SIZE)  # what that adds,
OWNERS = 8
OWNER = _m.row(SLOTS)  # for each tile the epoch times `OWNERS`, plus the quarry that has it;
GAINED = _m.row(MOST_SIZE)  # and the most that is gained if a quarry gives its tile
GIVER = _m.row(MOST_SIZE)  # to this one,
GIVEN = _m.row(MOST_SIZE)  # for which it is this choice
KEPT = _m.row(MOST_SIZE)  # the choices with the lowest bound so far, while prices are compared
BEST_TILE = _m.row(MOST_SIZE)  # in a closer bound: the tile a quarry likes best,
BEST_LEAD = _m.row(MOST_SIZE)  # and by how much it beats the second best
# The board on which an aim is carried out.
HEIGHT = _m.row(QUARRIES)  # heights now
STABLE = _m.row(QUARRIES)  # how many tiles at the bottom of a stack may stay where they are
MOST_BELOW = _m.row(
    QUARRIES
)  # how many may be below the tile chosen for a stack; `LEVELS` elsewhere
CHOSEN_AT = _m.row(SLOTS)  # the chosen tile in each slot plus one, 0 for any other or none
CHOSEN_QUARRY = _m.row(MOST_SIZE)  # the chosen tiles' quarries
CHOSEN_LEVEL = _m.row(MOST_SIZE)  # their levels
TARGET = _m.row(MOST_SIZE)  # the quarries from which they are to be dug
KEY = _m.row(KEY_WORDS)  # the board packed into three integers: equal boards, equal keys
MOST_LEAVING = 48
LEAVING_QUARRY = _m.row(MOST_LEAVING)  # the tiles that must leave: their quarries
LEAVING_LEVEL = _m.row(MOST_LEAVING)  # and levels
ROOM_QUARRY = _m.row(SLOTS)  # where they may go: the quarries,
ROOM_LEVEL = _m.row(SLOTS)  # the levels,
ROOM_SAVES = _m.row(SLOTS)  # and the moves that a tile from next door saves there
# Assigning them, rooms and tiles counted from 1:
ROOM_TILE = _m.row(SLOTS + 1)  # the tile that goes to a room, 0 for none,
ROOM_PRICE = _m.row(SLOTS + 1)  # and the prices of rooms and tiles that prove the assignment
LEAVING_PRICE = _m.row(MOST_LEAVING + 1)
SLACK = _m.row(SLOTS + 1)
BEFORE = _m.row(SLOTS + 1)
USED = _m.row(SLOTS + 1)
# When every board is looked at:
LAID = _m.row(SLOTS)  # the tile in each slot,
AT_HEIGHT = _m.row(ROWS)  # for each height a bit for each quarry so high,
MOST_ADDED = _m.row(SLOTS)  # the most a tile adds to any dig that can take it,
LEAST_ADDED = _m.row(SLOTS)  # and the least
CHANGED = _m.row(QUARRIES)  # the quarries with another tile on top than at first,
BY_WORTH = _m.row(QUARRIES)  # by how much that changes what they score,
BY_CODE = _m.row(QUARRIES)  # and the codes of handfuls
FEW_RANKS = 256  # ranks of what placements score as they lie, heights aside
OF_RANK = _m.row(FEW_RANKS + 1)  # where the placements of a rank begin in their order
MEMORY = _m.size

# An aim.
_aim = Layout()
AIM_PLACE = _aim.row()  # the number of its placement
AIM_LEVEL = _aim.row()  # the level of the dig, 0 for any
AIM_STAGE = _aim.row()  # how far it has been looked into: `ROUGH` or `READY`
AIM_MOVES = _aim.row()  # the moves it takes at least, once all its tiles are fixed
AIM_NEXT = _aim.row()  # the aim dropped before this one
AIM_FIXED = _aim.row()  # a bit for each quarry whose tile is fixed
AIM_BAN_AT = _aim.row()  # the quarry that may not have some tiles
BAN_WORDS = SLOTS // BAN_BITS
AIM_BAN = _aim.row(BAN_WORDS)  # a bit for each of these tiles
AIM_TILE = _aim.row(MOST_SIZE)  # the tiles chosen: fixed, or at present best
AIM = _aim.size

# A board seen.
_seen = Layout()
SEEN_ROUND = _seen.row()  # the number of the aim for which it was seen,
SEEN_LEFT = _seen.row()  # how many moves were left then,
SEEN_KEY = _seen.row(KEY_WORDS)  # and the board itself, as in `KEY`
SEEN = _seen.size

# A depth of carrying out an aim.
_path = Layout()
PATH_MOVE = _path.row()  # the move made from the board at this depth
PATH_SIZE = _path.row()  # how many moves are worth trying there,
PATH_NEXT = _path.row()  # how many of them have been tried,
PATH_MOVES = _path.row(QUARRIES * MOST_NEIGHBOURS)
PATH = _path.size

MOVE_CODES = 1 << 11  # more than there are codes of moves
SPARE = 200  # room that the heap has left whenever aims are taken up

MUST = 1 << 54  # added to what a wanted tile adds: more than all that the others can
MOST_GAIN = 1 << 58  # of a wanted tile, or any that gains more: low enough to be added up

# Marks of a placement, a bit each.
DONE = 1  # its best aim is found
CLOSER = 2  # its rough bound has been made closer; shifted by the level

NEVER = -(1 << 60)
EVERYTHING = 1 << 61  # more than any score or bound
UNKNOWN = -2  # not a tile: not looked for yet
DEAD = 1 << 20  # moves left when the dig can't be reached any more

# Results of a slice of work.
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
READY = 1  # all tiles fixed and moves known: to be carried out


def has(bits: int, i: int) -> bool:
    """Whether i is among the numbers that are noted as bits."""
    return bits >> i & 1 == 1


def slot(q: int, level: int) -> int:
    """The place for one tile: an index into a row of `SLOTS`."""
    return q * LEVELS + level - 1


def height_bit(q: int) -> int:
    """By how much the height of a stack is shifted in its word of a packed board."""
    return HEIGHT_BITS * (q % KEY_QUARRIES)


def code_of(source: int, target: int) -> int:
    """A move as one number."""
    return source * QUARRIES + target


def source_of(code: int) -> int:
    """The quarry that a move takes a tile from."""
    return code // QUARRIES


def target_of(code: int) -> int:
    """The quarry that a move takes a tile to."""
    return code % QUARRIES


def listed(level: int, q: int) -> int:
    """The start of the choices listed for a level and quarry."""
    return LIST + (level * QUARRIES + q) * CHOICE_PAIR * LISTED


def choice(i: int, k: int) -> int:
    """The start of the k-th choice of the placement's i-th quarry."""
    return CHOICE + (i * CHOICE_ROOM + k) * CHOICE_PAIR


def ways(k: int, level: int, q: int) -> int:
    """Where in `WAYS` the moves are that the k-th wanted tile takes to be dug from `q`."""
    return (k * ROWS + level) * QUARRIES + q


def two_most(table: int, level: int, q: int, other: int) -> int:
    """The start of a quarry's two best choices in `FROM_QUARRY` or `FROM_OUTSIDE`.

    Those for the next other quarry follow.
    """
    return table + ((level * QUARRIES + q) * QUARRIES + other) * TWO_MOST
