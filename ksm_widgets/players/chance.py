"""The player who knows the rules and nothing else: any card, any moves, any dig he can pay."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.players.knowledge import card_to_play, dearest_unseen
from ksm_widgets.rules import Group, Turn, legal_digs, legal_moves, moved, takings
from ksm_widgets.rules.chance import below, chosen

if TYPE_CHECKING:
    from ksm_widgets.rules import Card, Position, Quarry, View

__all__ = ["Chance"]

_MOST_MOVES = 3


@dataclass(frozen=True, slots=True)
class Chance:
    """Plays at random, within the rules and his money; chance comes from the view itself."""

    looks: bool = False

    def card(self, view: View) -> Card:
        """Any card of the hand."""
        return chosen(_rng(view), view.hand)

    def turn(self, view: View) -> Turn:
        """A few moves and a dig, if there is one he can pay; no objects are spent."""
        rng = _rng(view)
        position, moves = view.position, []
        for _ in range(min(below(rng, _MOST_MOVES + 1), view.holding.money)):
            reach = legal_moves(position, view.variant)
            if not reach:
                break
            moves.append(chosen(rng, reach))
            position = moved(position, moves[-1], view.variant)
        left = view.holding.money - len(moves)
        digs = [
            dig
            for dig in legal_digs(position, card_to_play(view))
            if left + _least_gain(view, position, dig) >= 0
        ]
        return Turn(tuple(moves), chosen(rng, digs) if digs else None)


def _least_gain(view: View, position: Position, dig: tuple[Quarry, ...]) -> int:
    """The coins a dig brings at the least, less what it costs: an unseen tile may be a curse."""
    dearest = dearest_unseen(view)
    return sum(
        -dearest if tile.group is Group.UNSEEN else tile.treasure - tile.curse
        for tile in takings(position, dig)
    )


def _rng(view: View) -> Random:
    return Random(f"{view.player} {len(view.records)} {view.waiting} {view.position.text}")
