"""Kingdom of Solomon (P. duBarry, Minion Games 2012).

docs/adding-a-game.md says what every game on the shelf has. The questions of this one:

    questions      the rest of the round; a token or points
    ask_pawns      where all pawns go, and which first
    answers        their answers: plans, what each is worth, and why
    rest_of_round  the best use of what a seat has, as a plan that is told
    spending       the search for it: sales, purchases, roads, blocks and one building
    costs          all that can be built in a round, by the cubes it costs
    works          what can be built, in order
    trading        what cubes bring and cost on the market
    paying         paying with cubes and fortune cards; `held` and `covering` say what cards can be
    planning       what was found, as acts of the rules

    scene          the table as a picture, with `painting`, `seat_board` and the sprites of `pieces`

    search         where pawns go: the best set of spots, and the best one without each of them
"""

NAME = "kingdom"
"""The game's name on the shelf, in links and in records; its words have it in their tables."""
