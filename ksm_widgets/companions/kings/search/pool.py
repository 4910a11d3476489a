"""The units that can be played on one mine of Kings under Mountains, and how they are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kings.search.state import STRENGTH, CentreSite, Codes, State
from ksm_widgets.companions.kings.search.supply import capturable

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.search.alone import Alone

HAND = -1
"""In place of a stack's index: a card in hand."""


class Stack(NamedTuple):
    """Units to draw from, the next first: a pile of the Camp, or a unit on another mine.

    `wait` turns must be spent elsewhere before; no unit is played before the turn `first`.
    """

    units: Codes
    wait: int = 0
    first: int = 0


class Playable(NamedTuple):
    """A unit that can be played: from the hand, or once it has been drawn from a stack.

    `depth` is the number of cards above it there.
    """

    unit: int
    stack: int = HAND
    depth: int = 0


class Pool(NamedTuple):
    """The units that can be played: those in hand, and those drawn from stacks since a turn."""

    hand: Codes
    stacks: tuple[Stack, ...]
    since: int = 0

    @classmethod
    def of(cls, alone: Alone, state: State, slot: int) -> Pool:
        """The units for a mine: the hand, the Camp, and the units on other mines of the centre."""
        stacks = [Stack(pile[::-1]) for pile in state.camp]
        in_centre = isinstance(state.site(slot), CentreSite)
        # The capture of this mine takes a card of the deck, that of another one more.
        if state.deck > 1 + in_centre:
            for other, site, first in capturable(alone, state):
                if other != slot:
                    wait = alone.to_capture(site)
                    stacks += [Stack((unit,), wait, first) for unit in dict.fromkeys(site.units)]
        return cls(state.hand, tuple(stacks))

    def cards(self) -> list[Playable]:
        """Every card, the nearest first."""
        found = [Playable(unit) for unit in self.hand]
        for index, stack in enumerate(self.stacks):
            found += [Playable(unit, index, depth) for depth, unit in enumerate(stack.units)]
        return sorted(
            found, key=lambda card: (card.depth + (card.stack != HAND), STRENGTH[card.unit])
        )
