"""Raubbau, a dragon's mine (M. Buck 2022).

docs/adding-a-game.md says what every game on the shelf has. The questions of this one:

    questions   the odds of every plan; leave, or once more
    ask_turn    how to turn a tunnel: what each way risks, shows and promises

    walking     the worth of a position once plans are binding: what everybody's digs come to
    digging     a dig, as far as it matters to those who act later
    chances     the chances of hidden cards, of cave-ins and of tunnels
    last_round  the last round, by a model of what the others do
    unseen      what the unseen cards may be

The rules are in two phases: `planning` until all plans are binding, then `action`. For a table
being set up there are `tools` and `counting` beside `editing`: what a touch does, and the numbers
beside the board.
"""

NAME = "raubbau"
"""The game's name on the shelf, in links and in records; its words have it in their tables."""
