"""The search for the best use of what a seat has, for the rest of a round.

rest          the rest of a seat's round: what it has, and what counts
spending      the search: sales, purchases, roads, blocks and one building
costs         all that can be built in a round, by the cubes it costs
build_worths  what all of that is worth, with the best number of tokens
market        what cubes bring and cost on the market
held          the cards of goods in a hand
covering      what cards of several goods pay for
"""
