"""The searches of Kings under Mountains, one for each question.

    sure        the sure plan: the best change of score in the next turns
    fewest      the fewest own turns to finish each mine
    chances     the chance to finish a mine in a few turns, with the deck's help
    openings    what a play opens to the next player

What they share:

    state       the table and the hand of one seat, as small tuples
    alone       the turns of that seat: what it may play, and what a play does
    supply      how soon units for a mine can be there: bounds
    unseen      what the unseen units may be

For `fewest` alone:

    ideal       the fewest turns for a mine if nothing else were in the way: a bound
    pool        the units for it, and the draws that they take
"""
