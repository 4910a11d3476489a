"""The search itself, over flat sequences of integers: one source, interpreted or compiled.

Every function here is plain Python that numba can also compile: integers, flat lists (or arrays),
nothing else. `layout` says where everything lies in them. `board` holds a board on which only the
chosen tiles have an identity, `rooms` counts its moves more closely, `carry` carries an aim out.
`rough` bounds a placement quickly, `aims` an aim closely, by what its tiles add (`values`).
`search` takes aims up from the `heap`, best first.
"""
