"""The search for the spots where pawns go, in Kingdom of Solomon.

best_spots  the best set of spots, and the best one without each of them
sending     the spots, and what each brings
sums        the sums of goods that sets of spots bring
choosing    spots without goods of their own, and the sums beside them; their bounds
drawing     the mean over all hands, each with what is best for it
swaps       thefts and trades on the way
weighing    what goods are worth for the rest of the round
needs       all that can be built, and the cubes needed for it
pricing     prices by which no goods are worth more than they cost
"""
