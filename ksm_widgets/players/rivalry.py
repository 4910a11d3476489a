"""What tiles are worth to who plays to win: by how much they set him above the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from ksm_widgets.players.knowledge import collected
from ksm_widgets.rules import CARDS_EACH, Collected, Stakes
from ksm_widgets.rules.prospects import shipped_prospects

if TYPE_CHECKING:
    from ksm_widgets.rules import Tile, View

__all__ = ["Rivalry", "rivalry"]


@dataclass(frozen=True, slots=True)
class Rivalry(Stakes):
    """Stakes that count of each bonus one's own part less the mean of the others' (R29).

    `theirs` is what the others have collected up to now, and `digs` how many each of them has
    still to come. What all still collect is expected as `rules.prospects` has it.
    """

    theirs: tuple[Collected, ...] = ()
    digs: tuple[int, ...] = ()

    def of_curses(self, points: int) -> int:
        """By how much so many points of curses set one above the others, in thousandths."""
        return self._ahead("curses", points, tuple(other.curses for other in self.theirs))

    def of_magic(self, number: int) -> int:
        """By how much so many magic objects set one above the others, in thousandths."""
        return self._ahead("magic", number, tuple(other.magic for other in self.theirs))

    def _ahead(self, kind: Literal["curses", "magic"], own: int, theirs: tuple[int, ...]) -> int:
        assert self.rounds_left is not None
        return _margin(kind, (own, *theirs), (self.rounds_left, *self.digs))


def rivalry(view: View, player: int, held: tuple[Tile, ...]) -> Rivalry:
    """What is at stake for a player of this view who holds these tiles and is about to dig."""
    players = len(view.cards_left)
    rounds_left = CARDS_EACH[players] - view.round
    everyone = collected(view)
    others = [other for other in range(players) if other != player]
    # Before the cards are revealed nobody knows who digs first.
    this_round = [not view.waiting or other in view.waiting for other in others]
    return Rivalry(
        held,
        rounds_left=rounds_left,
        players=players,
        theirs=tuple(everyone[other] for other in others),
        digs=tuple(rounds_left + digs for digs in this_round),
    )


@cache
def _margin(kind: Literal["curses", "magic"], sizes: tuple[int, ...], digs: tuple[int, ...]) -> int:
    return round(1000 * shipped_prospects().ahead(kind, sizes, digs))
