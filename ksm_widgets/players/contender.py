"""The player who weighs the round: what others can do before him, and what he leaves to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.players.answers import likely_answers
from ksm_widgets.players.knowledge import card_to_play
from ksm_widgets.players.outlook import Outlook
from ksm_widgets.players.weighing import best_card
from ksm_widgets.rules import Turn
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from ksm_widgets.players.answers import Answer
    from ksm_widgets.rules import Card, Position, View

__all__ = ["Contender"]

_WAYS = 6
"""Ways to dig that are weighed against what they leave to the others."""
_WAYS_BEFORE = 4
"""The same for each card, before any is revealed."""
_CARDS = 5
"""Cards of the hand that are weighed: those with which most is to be gained at once."""
_ANSWERS = 4
"""Cards of each other that are thought of: those with which he would gain most."""
_GLANCE, _LOOK = 24, 128
"""Games played on from each card, and from the best few: four times as many find hardly better."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Plays for what sets him above the others: his gain, less a share of what they can gain then.

    What tiles are worth follows from what everyone has been seen to collect (`Rivalry`). He plans
    again whenever a tile has shown. `denial` is the share of another's best gain that counts as
    his own loss; not all of it does, since what is left lying can still be dug later.
    """

    denial: float = 0.7
    looks: bool = True

    def card(self, view: View) -> Card:
        """The card that does best in games played on from it (R6).

        Nobody's hand is known; of all cards not seen, each may have any (R33). Where the kernel is
        not compiled, games take too long, and a look at this round must do.
        """
        if engine().compiled:
            return best_card(view, glance=_GLANCE, look=_LOOK)
        return self._card_for_round(view)

    def _card_for_round(self, view: View) -> Card:
        """The card that does best against those the others are likely to lay down now."""
        outlook = Outlook(view)
        plain = {card: outlook.gain(view.position, view.player, card) for card in view.hand}
        likely = sorted(view.hand, key=lambda card: (-plain[card], card.number))[:_CARDS]
        gains = {card: outlook.gain(view.position, view.player, card, objects=1) for card in likely}
        others = [player for player in range(len(view.cards_left)) if player != view.player]
        answers = [one for other in others for one in likely_answers(outlook, other, _ANSWERS)]

        def rank(card: Card) -> tuple[float, float, int]:
            met = [
                answer.chance / len(others) * self._against(outlook, card, answer)
                for answer in answers
            ]
            # An object is worth about as much whoever digs first.
            spared = gains[card] - plain[card]
            return sum(met) + spared, gains[card], -card.number

        return max(likely, key=rank)

    def turn(self, view: View) -> Turn:
        """The turn that gains most, less what it leaves to those who dig after in this round."""
        outlook = Outlook(view)
        card = card_to_play(view)
        later = view.waiting[1:]
        ways = outlook.ways(view.position, view.player, card, most=_WAYS if later else 1, objects=4)

        def rest(after: Position) -> float:
            gains = [outlook.gain(after, other, _revealed(view, other), 1) for other in later]
            return sum(gains) / (len(view.cards_left) - 1)

        if len(view.begun) <= view.holding.money:
            ways = (outlook.nothing(view.position), *ways)
        best = max(ways, key=lambda way: way.gain - self.denial * rest(way.after))
        return best.turn

    def _against(self, outlook: Outlook, card: Card, answer: Answer) -> float:
        """What a card comes to if another player lays down that one: the lower digs first."""
        position, player = outlook.view.position, outlook.view.player
        if answer.card.number < card.number:
            theirs = outlook.way(position, answer.player, answer.card)
            return outlook.gain(theirs.after, player, card) - self.denial * theirs.gain
        ways = outlook.ways(position, player, card, most=_WAYS_BEFORE)
        return max(
            way.gain - self.denial * outlook.gain(way.after, answer.player, answer.card)
            for way in (outlook.nothing(position), *ways)
        )


def _revealed(view: View, player: int) -> Card:
    card = view.revealed[player]
    assert card is not None, "who has still to dig has a card"
    return card
