"""The units that can be played on one mine of Kings under Mountains, and how they are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.search.state import STRENGTH, Chain, Open, State
from ksm_widgets.companions.kings.search.supply import capturable

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.search.alone import Alone

HAND = -1
"""In the place of a pile's number: a card in hand."""


class Pile(NamedTuple):
    """Units to draw from, the next first; so many turns must be spent elsewhere before.

    No unit can be played before the turn `first`.
    """

    units: Chain
    wait: int = 0
    first: int = 0


class Card(NamedTuple):
    """A unit that can be played: from the hand, or once it has been drawn from a pile.

    `depth` is the number of cards above it in the pile.
    """

    unit: int
    pile: int = HAND
    depth: int = 0


class Source(NamedTuple):
    """The units that can be played: those in hand, and piles drawn from since a turn."""

    hand: Chain
    piles: tuple[Pile, ...]
    since: int = 0

    @classmethod
    def of(cls, alone: Alone, state: State, target: int) -> Source:
        """The units for a mine: the hand, the Camp, and the units on other mines of the centre."""
        piles = [Pile(pile[::-1]) for pile in state.camp]
        captures = isinstance(state.site(target), Open)
        # The capture of this mine takes a card of the deck, that of another one more.
        if state.deck - 1 - captures > 0:
            for at, site, first in capturable(alone, state):
                if at != target:
                    wait = alone.to_capture(site)
                    piles += [Pile((unit,), wait, first) for unit in dict.fromkeys(site.units)]
        return cls(state.hand, tuple(piles))

    def cards(self) -> list[Card]:
        """Every card, the nearest first."""
        found = [Card(unit) for unit in self.hand]
        for number, pile in enumerate(self.piles):
            found += [Card(unit, number, depth) for depth, unit in enumerate(pile.units)]
        return sorted(
            found, key=lambda card: (card.depth + (card.pile != HAND), STRENGTH[card.unit])
        )
