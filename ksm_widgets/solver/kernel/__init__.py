"""The search itself, over flat sequences of integers: one source, interpreted or compiled.

Every function here is plain Python that numba can also compile: integers, flat lists (or arrays),
nothing else. Names are unique in the whole kernel, as all of it is compiled as one module. Each
module imports only from those below it. The search:

    search     takes aims from the heap, best first, until one is carried out
    places     bounds every placement and level roughly, and makes it an aim in its turn
    bound      finds the most that an aim can score
    assigning  assigns different tiles to its open quarries, those that add most together
    aims       keeps the aims and the heap, and splits one aim into others
    every      looks at all boards within a few moves, where they are few
    carry      carries an aim out: depth-first over boards
    board      keeps the board for that, and bounds the moves left
    values     knows what a tile adds in a quarry, and what tiles are worth together

Whole games, for the coach:

    rollout    plays them to their end, with all that nobody has seen dealt anew
    hasty      plans a turn quickly, as everybody does in these games
    table      lays out a table for them, and knows what tiles bring a player there

And `layout` says for both where everything is.
"""
