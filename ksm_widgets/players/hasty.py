"""The player in haste, by whom games are played on: no dig that takes more than it is worth to see.

He mends each quarry of a dig by a move or two of its own, in a thousandth of a second; so whole
games can be played to their end by the hundred, and what they come to is what a coach reckons with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.players.knowledge import card_to_play
from ksm_widgets.players.rollouts import plan_at, table_of
from ksm_widgets.solver.kernel import hasty
from ksm_widgets.solver.kernel import table as at

if TYPE_CHECKING:
    from ksm_widgets.rules import Card, Turn, View

__all__ = ["Hasty"]


@dataclass(frozen=True, slots=True)
class Hasty:
    """Plays as everybody does in the games that `rollouts` plays on."""

    looks: bool = True

    def card(self, view: View) -> Card:
        """The card that brings most as the mine lies now; of equals the lowest."""
        table = table_of(view)
        numbers = list(table.numbers)
        hand = at.G_HAND + view.player * at.MOST_CARDS
        place = hasty.hasty_card(list(table.constants), numbers, view.player, hand, at.MOST_CARDS)
        return view.deck[numbers[hand + place]]

    def turn(self, view: View) -> Turn:
        """The turn that brings most, planned in haste."""
        table = table_of(view)
        numbers = list(table.numbers)
        card = view.deck.index(card_to_play(view))
        hasty.hasty_plan(list(table.constants), numbers, view.player, card)
        return plan_at(numbers, at.A_BEST)
