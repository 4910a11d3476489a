"""Kings under Mountains (Rightgames 2013).

docs/adding-a-game.md says what every game on the shelf has. The questions of this one:

    questions   the sure plan, the fewest turns, the chance of a mine, what a play opens
    search      a search for each of them
    finding     what is found about one mine
    reasons     why an answer is so, in words
"""

NAME = "kings"
"""The game's name on the shelf, in links and in records; its words have it in their tables."""
