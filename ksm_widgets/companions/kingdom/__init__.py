"""Kingdom of Solomon (P. duBarry, Minion Games 2012).

docs/adding-a-game.md says what every game on the shelf has. The questions of this one:

    ask_round    the rest of the round
    ask_block    a token or points
    ask_pawns    where all pawns go, and which first
    asking       what all of them share: who asks, what counts, the answer
    round_plans  what the first two share: the best use of the round, in parts that add up
    options      what was found, plan by plan
    planning     the acts of the rules that make a plan

    search       the searches for them: `round` and `pawns`

    country      regions, roads, and where a pawn can go
    resolution   what a pawn brings from each spot
    works        the works that a seat can build, and the position after each
    fortune      fortune cards, and how they are written
    paying       paying with cubes and fortune cards
    goods        cubes of each kind, and their letters
    worths       the worth of what a seat keeps

    editing      a table being set up, with the tools of `tools`
    setting_up   changes to the whole of it
    implied      items that follow from the others, so the text omits them
    touching     the acts that touches mean

    scene        the table as a picture, with `painting`, `seat_board` and the sprites of `pieces`
    view.play    the buttons of acts, in groups, in the place of a list of all
"""

NAME = "kingdom"
"""The game's name on the shelf, in links and in records; its words have it in their tables."""
