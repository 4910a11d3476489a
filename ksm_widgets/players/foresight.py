"""The player who plays every choice on to the end before making it, as the coach does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.players.weighing import FEW, Weighing
from ksm_widgets.rules import Card, Turn

if TYPE_CHECKING:
    from ksm_widgets.rules import View

__all__ = ["Foresight"]


@dataclass(frozen=True, slots=True)
class Foresight:
    """Does what brings most by the end, on average over games played on in haste from there.

    Every option is tried in `glance` games, the best few in `games`; what is hidden is dealt anew
    in each (R33). Whatever shows makes him think again.
    """

    glance: int = 24
    games: int = 96
    looks: bool = True

    def card(self, view: View) -> Card:
        """The card after which he is expected to end most above the others (R6)."""
        best = self._best(view)
        assert isinstance(best, Card), "before cards are revealed a card is chosen"
        return best

    def turn(self, view: View) -> Turn:
        """The turn, or the rest of it, of which the same is true."""
        best = self._best(view)
        assert isinstance(best, Turn), "who has a card to dig with chooses a turn"
        return best

    def _best(self, view: View) -> Card | Turn:
        weighing = Weighing(view, 0)
        weighing.play(self.glance)
        weighing.keep(FEW)
        weighing.play(self.games)
        return weighing.best()
