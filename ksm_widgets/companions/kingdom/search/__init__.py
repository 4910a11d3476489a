"""The searches of Kingdom of Solomon.

round    the best use of what a seat has, for the rest of a round
pawns    the best spots for a seat's pawns; by what they bring, used for the rest of the round
scales   the scales of worths in both, and worths below all others
"""
