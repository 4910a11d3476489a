"""The player who weighs what others can do before and after him: in the round, and by games on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.players.knowledge import card_to_play
from ksm_widgets.players.outlook import Outlook
from ksm_widgets.players.planner import Planner, Worths
from ksm_widgets.players.weighing import best_card
from ksm_widgets.rules import Turn
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from ksm_widgets.rules import Card, Position, View

__all__ = ["Contender"]

_WAYS = 6
"""Ways to dig that are weighed against what they leave to the others."""
_GLANCE, _LOOK = 24, 128
"""Games played on from each card, and from the best few: four times as many find hardly better."""
_LUCK = 1
"""Another than the coach's, who would else find his own luck in the choices of this player."""
_FOR_ITSELF = Planner(Worths.HOLDING, looks=True)
"""Who thinks of what he gains himself as the mine lies, and of nobody else."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Plays for what sets him above the other: his gain, less a share of what is left to that one.

    Between two, what tiles are worth follows from what both have been seen to collect (`Rivalry`).
    He plans again whenever a tile has shown. `denial` is the share of the other's best gain that
    counts as his own loss; not all of it does, since what is left lying can still be dug later.
    """

    denial: float = 0.7
    looks: bool = True

    def card(self, view: View) -> Card:
        """The card that does best in games played on from it (R6).

        Nobody's hand is known; of all cards not seen, each may have any (R33). Where the kernel is
        not compiled, so many games take too long; then it is the card that would gain most now.
        """
        if engine().compiled:
            return best_card(view, glance=_GLANCE, look=_LOOK, seed=_LUCK)
        return _FOR_ITSELF.card(view)

    def turn(self, view: View) -> Turn:
        """The turn that gains most, less what it leaves to the other if he digs after it.

        Where more than two play, who keeps something from one of them pays for it alone, and the
        rest have as much of it: then it is the turn that gains most.
        """
        if len(view.cards_left) > 2:
            return _FOR_ITSELF.turn(view)
        outlook = Outlook(view)
        card = card_to_play(view)
        later = view.waiting[1:]
        ways = outlook.ways(view.position, view.player, card, most=_WAYS if later else 1, objects=4)

        def rest(after: Position) -> float:
            return sum(outlook.gain(after, other, _revealed(view, other), 1) for other in later)

        if len(view.begun) <= view.holding.money:
            ways = (outlook.nothing(view.position), *ways)
        best = max(ways, key=lambda way: way.gain - self.denial * rest(way.after))
        return best.turn


def _revealed(view: View, player: int) -> Card:
    card = view.revealed[player]
    assert card is not None, "who has still to dig has a card"
    return card
