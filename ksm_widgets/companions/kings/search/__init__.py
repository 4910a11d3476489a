"""The searches of Kings under Mountains, one for each question.

    sure        the sure plan: the best change of score in the next turns
    fewest      the fewest own turns to finish each mine; `ideal` bounds them
    chances     the chance to finish a mine in a few turns, with the deck's help
    openings    what a play opens to the next player

What they share:

    alone       the turns of one seat, as small tuples: the state of these searches
    supply      how soon units for a mine can be there: a bound for these searches
    unseen      what the unseen units may be
"""
