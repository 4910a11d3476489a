"""Raubbau, a dragon's mine (M. Buck 2022).

docs/adding-a-game.md says what every game on the shelf has. The questions of this one:

    questions   the odds of every plan; leave, or once more
    ask_rotate  how to rotate a tunnel: what each way risks, shows and promises
    figures     worths and chances in words

    search      what everybody's plans come to, once they are binding

A position has `cards` and `plans` at its `places`. The rules are in two phases: `planning` until
all plans are binding, then `action`, in which each is carried out by `deeds`; `scoring` ends the
match. After the last one there may be a `tie`, which is broken by drawing cards.

For a table being set up:

    editing       the draft: examples, what can be undone
    tools         the tool in hand, and what a touch of a place does with it
    setting_up    changes to the whole table, and how numbers of cards are kept adding up
    drawn_tunnel  a tunnel just drawn, which is to be laid; a question asks about it, too
"""

NAME = "raubbau"
"""The game's name on the shelf, in links and in records; its words have it in their tables."""
