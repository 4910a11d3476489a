"""All that is known before the search for the best spots of Kingdom of Solomon.

Others are taken to leave the rest free.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added
from ksm_widgets.companions.kingdom.places import Action, CardAction, Spot
from ksm_widgets.companions.kingdom.search.pawns.dealings import Dealings
from ksm_widgets.companions.kingdom.search.pawns.goods_worths import GoodsWorths
from ksm_widgets.companions.kingdom.search.pawns.yields import Yields
from ksm_widgets.companions.kingdom.search.round.spending import Spending
from ksm_widgets.companions.kingdom.spots import effect_of, free_spots
from ksm_widgets.companions.kingdom.worths import Worths
from ksm_widgets.companions.pulse import Pulse, no_pulse

if TYPE_CHECKING:
    from collections.abc import Collection

    from ksm_widgets.companions.kingdom.position import Position


@dataclass(slots=True)
class Prospects:
    """The pawns of a seat, what they can bring, and what that is worth.

    `pulse` is called now and then, and may raise to stop.
    """

    position: Position
    seat: int
    worths: Worths
    count: int | None = None
    """The number of pawns to place; None for all that are left."""
    pulse: Pulse = no_pulse
    barred: Collection[Spot] = ()
    """Spots where no pawn can go."""
    yields: Yields = field(init=False)
    caps: Cubes = field(init=False)
    """The most cubes of each kind that the seat can get from the stock (S15)."""
    dealings: Dealings = field(init=False)
    reach: Cubes = field(init=False)
    """The same with cubes that the stock lacks until they are given in a deal."""
    goods_worths: GoodsWorths = field(init=False)

    def __post_init__(self) -> None:
        position, seat = self.position, self.seat
        free = free_spots(position, seat)
        yields = self.yields = Yields(
            position,
            seat,
            position.pawns_left(seat) if self.count is None else self.count,
            tuple(spot for spot in free if spot not in self.barred),
            tuple(pawn.spot for pawn in position.pawns if pawn.seat == seat),
        )
        self.caps = added(position.cubes(seat), position.stock)
        self.dealings = Dealings(position, seat, self.caps)
        traders = sum(
            effect_of(position, spot) in (Action.TRADER, CardAction.TRADER) for spot in yields.spots
        )
        self.reach = added(self.caps, (traders,) * len(GOODS))
        most, in_all = yields.most_of_each(), yields.most_in_all()
        spending = Spending(
            position, seat, self.worths, may_trade=True, most=most, in_all=in_all, pulse=self.pulse
        )
        self.goods_worths = GoodsWorths(position, seat, spending, yields.most_cards)
