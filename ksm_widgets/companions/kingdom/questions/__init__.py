"""The questions about a table of Kingdom of Solomon, each with its plans and the reasons for them.

round        how to use the rest of the round
block        how many temple blocks to take as tokens, not for points
pawns        where all pawns go, and which first

asking       what all of them share: who asks, what counts, the answer
round_plans  what the first two share: the best use of the round, in parts that add up
options      what was found, plan by plan
planning     the acts of the rules that make a plan

The searches for them are in `search`; `answering` says what a page shows of an answer.
"""
