"""The rest of a seat's round of Kingdom of Solomon: the best use of what it has.

Others are taken to leave the market alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from ksm_widgets.companions.kingdom.goods import GOODS, added, read_cubes, total
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.search.round.held import Held
from ksm_widgets.companions.kingdom.search.round.spending import Spending

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.search.round.spending import Spend
    from ksm_widgets.companions.kingdom.worths import Worths
    from ksm_widgets.companions.pulse import Pulse


def may_still_trade(position: Position, seat: int) -> bool:
    """Whether a seat has the market of this round before it, or has not left it yet (S24)."""
    passed = position.phase is Phase.MARKET and seat in position.done
    return position.phase is not Phase.BUILD and not passed


@dataclass(frozen=True, slots=True)
class Rest:
    """The rest of a seat's round from a position on, and what counts.

    `must_take` is the number of blocks that must be taken as tokens, None if any may. `pulse` is
    called now and then while the best use is searched for, and may raise to stop.
    """

    position: Position
    seat: int
    worths: Worths
    pulse: Pulse
    must_take: int | None = None

    def at_the_end(self) -> Self:
        """The same, where the game ends with the round."""
        return replace(self, worths=replace(self.worths, last=True))

    def taking(self, tokens: int) -> Self:
        """The same, where exactly `tokens` blocks must be taken as tokens."""
        return replace(self, must_take=tokens)

    def changed(self, **changes: Any) -> Self:
        """The same from another position on."""
        return replace(self, position=replace(self.position, **changes))

    def best(self) -> Spend | None:
        """The best use of what the seat has; None if there is none with `must_take` tokens."""
        position, seat = self.position, self.seat
        goods, hand = position.cubes(seat), Held.of(position.hand(seat))
        wild = (hand.wild,) * len(GOODS)
        most = added(goods, hand.singles, total(map(read_cubes, hand.several)), wild)
        spending = Spending(
            position,
            seat,
            self.worths,
            may_still_trade(position, seat),
            most,
            must_take=self.must_take,
            pulse=self.pulse,
        )
        return spending.best(goods, hand, position.points(seat) + hand.points)

    def ends(self, use: Spend) -> bool:
        """Whether what is built brings the end of the game about (S34)."""
        position, box, built = self.position, self.position.box, use.built
        put = built.card is not None and box.buildings[built.card].builds and not position.ending
        return (
            position.temple + built.blocks >= len(box.steps)
            or position.buildings(self.seat) + put >= box.most_buildings
            or len(position.sites) + put >= len(box.sites)
        )
