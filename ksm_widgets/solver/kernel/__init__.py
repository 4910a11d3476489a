"""The search itself, over flat sequences of integers: one source, interpreted or compiled.

Every function here is plain Python that numba can also compile: integers, flat lists (or arrays)
and a `Work` of them, nothing else. `tables` holds the fixed geometry, `board` a board on which
only the chosen tiles have an identity, `carry` carries a plan out, `plans` bounds what a plan can
be worth, `search` takes plans up best first.
"""
