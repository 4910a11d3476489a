"""How a player thinks: what he knows goes in, what he does comes out (R6, R8-R20, R33)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ksm_widgets.rules import Card, Turn, View

__all__ = ["Mind"]


class Mind(Protocol):
    """A player who decides by a view alone: equal views, equal choices.

    A mind remembers nothing from one choice to the next and is never shown a game, so none can
    use what R33 hides.
    """

    @property
    def looks(self) -> bool:
        """Whether he thinks again as soon as a move has laid a tile bare that nobody had seen."""
        ...

    def card(self, view: View) -> Card:
        """The card to lay down, one of the hand (R6)."""
        ...

    def turn(self, view: View) -> Turn:
        """What to do with the card that was revealed: a turn that can be paid whatever shows.

        In a turn begun it is the rest of it.
        """
        ...
