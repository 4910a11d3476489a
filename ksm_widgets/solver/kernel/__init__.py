"""The search itself, over flat sequences of integers: one source, interpreted or compiled.

Every function here is plain Python that numba can also compile: integers, flat lists (or arrays),
nothing else. Their names are unique in the whole kernel, as compiled they share one namespace.
From the top down:

    search    aims are taken up from the heap, best first, until one is carried out
    places    every placement and level: its rough bound, and its turn to be an aim
    aims      the aims in hand: their records, and parting one into others
    bound     what an aim can score at most
    dealing   different tiles for its open quarries, those that add most together
    needed    tiles of kinds that a dig needs
    points    points of curses that a dig needs, each at a price
    rough     quick bounds for a placement and level
    values    what a tile adds in a quarry
    together  what tiles are worth less together than each by itself
    carry     an aim carried out: depth-first over boards
    board     a board on which only the chosen tiles have an identity, and a count of what is left
    rooms     that count made closer: a room for each tile that must leave
    every     all boards within a few moves, where they are few
    heap      bounds and aims, best first
    rollout   whole games played on to their end, with what nobody has seen dealt anew
    hasty     a turn planned in haste, as everybody plays in them
    worths    what tiles bring a player at a table
    table     where everything lies for that
    layout    where everything lies, and how it is found there
    memory    the kind of sequence it lies in
"""
