"""The record of a game of Kingdom of Solomon as text, to keep and replay.

The first line is the setting; each further line is an act, in order:

    kingdom players 2 seed 7
    put Bashan
    put Altar
"""

from __future__ import annotations

from ksm_widgets.companions.kingdom import NAME
from ksm_widgets.companions.kingdom.acts import Act, act_of, act_text
from ksm_widgets.companions.kingdom.box import FEWEST_PLAYERS, MOST_PLAYERS
from ksm_widgets.companions.kingdom.position import Position
from ksm_widgets.companions.kingdom.rules import apply, new_game
from ksm_widgets.companions.replaying import ShelfRecord


class Game(ShelfRecord[Position, Act]):
    """A game as it is recorded: how it was dealt, every act, the position now.

    >>> from ksm_widgets.companions.kingdom.rules import legal
    >>> game = Game.begin(players=2, seed=7)
    >>> print(game.after(legal(game.position)[0]).text())
    kingdom players 2 seed 7
    put Lebanon
    <BLANKLINE>
    """

    __slots__ = ()
    name = NAME
    sizes = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    sizes_rule = "S2"
    dealt = staticmethod(new_game)
    apply = staticmethod(apply)
    act_of = staticmethod(act_of)
    act_text = staticmethod(act_text)
