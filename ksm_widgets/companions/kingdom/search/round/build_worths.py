"""The worth of what a seat of Kingdom of Solomon builds in a round, with the best of its tokens.

Each block is taken for its points or as a token (S29). At the end of the game tokens only count for
the favour of the High Priestess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.position import favoured
from ksm_widgets.companions.kingdom.search.scales import UNWANTED
from ksm_widgets.companions.tuples import with_item

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.box import Step
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.worths import Number, Worths


class Tokens(NamedTuple):
    """Blocks taken as tokens: their worth less the points lost, their number, the points lost."""

    worth: Number
    number: int
    lost: int


@dataclass(frozen=True, slots=True)
class BuildWorths:
    """The worths of a card or none, roads and the next blocks of the temple.

    `must_take` is the number of blocks that must be taken as tokens, None if any may.
    """

    position: Position
    seat: int
    worths: Worths
    must_take: int | None

    def worth(self, card: int | None, roads: int, blocks: int) -> Number:
        """The worth of a card, roads and blocks, with the best number of tokens."""
        worths = self.worths
        worth = self.points(card, blocks) + self.tokens(blocks).worth
        if worths.last:
            return worth
        return worth + worths.road * roads + (0 if card is None else worths.card)

    def points(self, card: int | None, blocks: int) -> int:
        """The points of a card and the next blocks, if none is taken as a token."""
        card_points = 0 if card is None else self.position.box.buildings[card].points
        return card_points + sum(step.points for step in self._steps(blocks))

    def tokens(self, blocks: int) -> Tokens:
        """The best tokens among the next blocks: those of the fewest points."""
        wanted, lost = self.must_take, 0
        best = Tokens(UNWANTED if wanted else 0, 0, 0)
        losses = sorted(step.points for step in self._steps(blocks))
        for count, loss in enumerate(losses, start=1):
            lost += loss
            worth = self._token_worth(count) - lost
            fits = worth > best.worth if wanted is None else count == wanted
            if fits:
                best = Tokens(worth, count, lost)
        return best

    def _steps(self, blocks: int) -> tuple[Step, ...]:
        """The steps of the temple that the next blocks are for."""
        temple = self.position.temple
        return self.position.box.steps[temple : temple + blocks]

    def _token_worth(self, count: int) -> Number:
        """The worth of more tokens: at the game's end, that of the favour (S31, S35)."""
        if not self.worths.last:
            return self.worths.token * count
        position, seat = self.position, self.seat
        if position.favour == seat:
            return 0
        tokens = with_item(position.tokens, seat, position.token_count(seat) + count)
        return position.box.favour_points * (favoured(tokens, position.favour) == seat)
