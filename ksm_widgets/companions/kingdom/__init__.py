"""Kingdom of Solomon (P. duBarry, Minion Games 2012).

docs/adding-a-game.md says what every game on the shelf has. The questions of this one:

    questions   the rest of the round; where all pawns go; a token or points
    spending    the rest of the round: sales, purchases, roads, blocks and one building
    works       what can be built, in order
    trading     what cubes bring and cost on the market
    paying      paying with cubes and fortune cards; `held` and `covering` say what cards can be
    planning    what was found, as acts of the rules

    searching   where pawns go: the best set of spots, and the best one without each of them
    sending     the spots, and what each brings
    sums        the sums of goods that sets of spots bring
    choosing    spots that choose: the Artisan, the Trader, the Thief, cards drawn; and their bounds
    swaps       thefts and trades on the way
    weighing    what goods are worth for the rest of the round; `needs` has what can be built
    pricing     prices by which no goods are worth more than they cost
"""
