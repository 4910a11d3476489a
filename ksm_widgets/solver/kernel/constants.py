"""Names for the places in `Work.par`, and the numbers the kernel shares with its driver."""

from __future__ import annotations

# The problem.
P_SIZE = 0  # quarries in the shape
P_PLACES = 1  # placements
P_TILES = 2
P_CARPET = 3
P_UPHILL = 4  # beginner variant
P_STEP = 5  # what a move takes off the score
P_MONEY = 6
P_MAX_MOVES = 7
P_WANTED = 8  # how many tiles are wanted
P_ORDER = 9  # how many tiles may be dug
P_KEEP = 10  # how many digs to find
P_FLOOR = 11  # only digs that score more than this count
# Where the search stands.
P_FOUND = 12
P_STAGE = 13
P_HEAP = 14
P_NEW_PLAN = 15  # plans ever numbered
P_FREE = 16
P_ABOVE = 17  # every pair of placement and level with a bound of at least this is in the heap
P_BELOW = 18  # the best bound of the others
P_PLAN = 19  # the plan being carried out
P_BOUND = 20  # its bound
P_DEPTH = 21
P_LEFT = 22  # what the evaluation found left to do
P_ROUND = 23  # number of the present carrying-out, for the table of boards seen
P_CUT = 24  # whether a branch was cut because the moves did not suffice
P_BOARDS = 25
P_PLANS = 26
P_LEVEL = 27  # level of the dig on the board at hand, 0 for any
P_STAMP = 28
P_BRANCH = 29
P_INCUMBENT = 30  # best dig without moves: its score
P_INCUMBENT_PLACE = 31
P_SLACK = 32
P_EST1 = 33
P_EST2 = 34
P_LIMIT = 35
P_FAR = 36  # whether a tile that must leave finds no room next door
P_GAPS = 37  # whether gaps are left that no tile that must leave will fill
P_FLOOR_USED = 38  # the floor that the open choices were last valued with
P_NEED = 39  # how much room the heap lacks
P_SCANNED = 40  # whether the rough bounds are reckoned
PAR_SIZE = 48

NEVER = -(1 << 60)
DEAD = 1 << 20  # moves left when the dig can't be reached any more

# What a slice of work ends with.
RUNNING = 0
SOLVED = 1
HEAP_FULL = 2
TOO_DEEP = 3
FAILED = 4
EXHAUSTED = 5

# How far a plan has been looked into.
ROUGH = 0  # only a sum of bounds, one a quarry
PARTIAL = 1  # some tiles chosen, bound not yet reckoned
RECKONED = 2  # some tiles chosen, bound reckoned
COMPLETE = 3  # all tiles chosen, moves not yet reckoned
READY = 4  # moves reckoned: to be carried out
FAN = 288  # no board has more moves: 36 quarries of 8 neighbours
