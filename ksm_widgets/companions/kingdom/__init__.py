"""Kingdom of Solomon (P. duBarry, Minion Games 2012).

docs/adding-a-game.md says what every game on the shelf has. This one has besides:

    questions    the questions, each in a file: `round`, `block` and `pawns`
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

    scene        the table as a picture, with `map_picture`, `seat_board`, `painting`,
                 and the sprites of `pieces`
    view.play    the buttons of acts, in groups, in the place of a list of all
"""

NAME = "kingdom"
"""The game's name on the shelf, in links and in records; its words have it in their tables."""
