"""The record of a game of Kings under Mountains as text, to keep and replay.

The first line is the setting; each further line is an act, in order:

    kings players 2 seed 7
    play O7 centre 2
    draw camp D
"""

from __future__ import annotations

from ksm_widgets.companions.kings import NAME
from ksm_widgets.companions.kings.acts import act_of, act_text
from ksm_widgets.companions.kings.box import FEWEST_PLAYERS, MOST_PLAYERS
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.rules import Act, apply, new_game
from ksm_widgets.companions.replaying import ShelfRecord


class Game(ShelfRecord[Position, Act]):
    """A game as it is recorded: how it was dealt, every act, the position now.

    >>> from ksm_widgets.companions.kings.rules import legal
    >>> game = Game.begin(players=2, seed=7)
    >>> print(game.after(legal(game.position)[0]).text())
    kings players 2 seed 7
    play D1 centre 1
    <BLANKLINE>
    """

    __slots__ = ()
    name = NAME
    sizes = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    sizes_rule = "K3"
    dealt = staticmethod(new_game)
    apply = staticmethod(apply)
    act_of = staticmethod(act_of)
    act_text = staticmethod(act_text)
