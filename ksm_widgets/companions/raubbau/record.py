"""The record of a game of Raubbau as text, to keep and replay.

The first line is the setting; each further line is an act, in order:

    raubbau players 3 seed 7
    dig n1 s
    pass
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from ksm_widgets.companions.raubbau import NAME
from ksm_widgets.companions.raubbau.acts import act_of, act_text
from ksm_widgets.companions.raubbau.box import FEWEST_PLAYERS, MOST_PLAYERS
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.raubbau.rules import Act, apply, match_after, new_game
from ksm_widgets.companions.replaying import ShelfRecord


@dataclass(frozen=True, slots=True)
class Game(ShelfRecord[Position, Act]):
    """A game as it is recorded: how it was dealt, every act, the position now.

    A match that is over is followed by the next; `ended` are the positions at their ends, `round`
    is the number of the round in the match.

    >>> game = Game.begin(players=3, seed=7)
    >>> print(game.after(Game.read_act("dig n1 s")).text())
    raubbau players 3 seed 7
    dig n1 s
    <BLANKLINE>
    """

    name = NAME
    sizes = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    sizes_rule = "B1"
    dealt = staticmethod(new_game)
    apply = staticmethod(apply)
    act_of = staticmethod(act_of)
    act_text = staticmethod(act_text)

    ended: tuple[Position, ...] = ()
    round: int = 1

    def after(self, act: Act) -> Self:
        """The game after an act; raises as `apply` does."""
        game = super(Game, self).after(act)
        if game.position.phase is not Phase.MATCH_OVER:
            # The token has gone on.
            return replace(game, round=game.round + (game.position.start != self.position.start))
        following = match_after(game.position, self.seed)
        return replace(game, position=following, ended=(*self.ended, game.position), round=1)
