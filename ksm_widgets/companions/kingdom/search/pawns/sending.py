"""The spots where a seat's pawns can go in Kingdom of Solomon, and what each of them brings.

Resource places and most cards bring goods, which are added up (`sums`). Other spots bring points,
fortune cards, cubes of others, copies of places, thefts and trades. Others are taken to leave the
rest free.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.country import brought, effect_of, free_spots
from ksm_widgets.companions.kingdom.goods import GOODS, NONE, Cubes, added, one_cube, total
from ksm_widgets.companions.kingdom.places import Action, Bonus, CardAction, Spot
from ksm_widgets.companions.kingdom.resolving import one_of_each, payers
from ksm_widgets.companions.kingdom.search.pawns.deals import Trades
from ksm_widgets.companions.kingdom.search.pawns.limits import draws_at, most_in_all, most_of_each
from ksm_widgets.companions.kingdom.search.pawns.sums import GoodsSpot
from ksm_widgets.companions.kingdom.search.pawns.swaps import Swaps
from ksm_widgets.companions.kingdom.search.pawns.weighing import Weighing
from ksm_widgets.companions.kingdom.search.round.costs import Worths
from ksm_widgets.companions.kingdom.search.round.spending import Spending
from ksm_widgets.companions.pulse import Pulse, no_pulse

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ksm_widgets.companions.kingdom.position import Position


class Extra(NamedTuple):
    """The yield of some spots without goods of their own.

    `bits` are those of the spots in masks. They bring `points`, `draws` of cards, `cubes` from the
    stock, `taxed` ones from others, `copies` of places, and thefts and `trades`.
    """

    spots: tuple[Spot, ...] = ()
    bits: int = 0
    points: int = 0
    draws: int = 0
    cubes: Cubes = NONE
    taxed: Cubes = NONE
    copies: int = 0
    trades: Trades = frozenset()


@dataclass(slots=True)
class Sending:
    """The spots where a seat's pawns can go, with what is worked out of their goods.

    `pulse` is called now and then, and may raise to stop.
    """

    position: Position
    seat: int
    worths: Worths
    count: int = 0
    """The number of pawns to place; all that are left if 0."""
    pulse: Pulse = no_pulse
    barred: Collection[Spot] = ()
    """Spots where no pawn can go."""
    open: tuple[Spot, ...] = field(init=False)
    """Spots where a pawn can go."""
    caps: Cubes = field(init=False)
    """The most cubes of each kind that the seat can get from the stock (S15)."""
    swaps: Swaps = field(init=False)
    reach: Cubes = field(init=False)
    """The same with cubes that the stock lacks until they are given in a trade."""
    fixed: tuple[Spot, ...] = field(init=False)
    """Spots where the seat has a pawn already."""
    weighing: Weighing = field(init=False)

    def __post_init__(self) -> None:
        position, seat = self.position, self.seat
        if not self.count:
            self.count = position.pawns_left(seat)
        self.caps = added(position.cubes(seat), position.stock)
        self.swaps = Swaps(position, seat, self.caps)
        free = free_spots(position, seat)
        self.open = tuple(spot for spot in free if spot not in self.barred)
        self.fixed = tuple(pawn.spot for pawn in position.pawns if pawn.seat == seat)
        spots = (*self.open, *self.fixed)
        traders = sum(
            effect_of(position, spot) in (Action.TRADER, CardAction.TRADER) for spot in spots
        )
        self.reach = added(self.caps, (traders,) * len(GOODS))
        # The limits only need what is known by now.
        most, in_all = most_of_each(self), most_in_all(self)
        spending = Spending(
            position, seat, self.worths, may_trade=True, most=most, in_all=in_all, pulse=self.pulse
        )
        self.weighing = Weighing(position, seat, spending, draws_at(position, spots))

    # What spots bring.

    def goods(self, spot: Spot) -> Cubes:
        """The goods that a spot brings, if it is one that brings nothing else."""
        return brought(self.position, spot, self.seat)

    def extra(self, spot: Spot, bit: int) -> Extra | None:
        """The yield of a spot without goods of its own; None for one that has any."""
        box, position, seat = self.position.box, self.position, self.seat
        extra = Extra((spot,), bit)
        match effect_of(position, spot):
            case Bonus.TRIBUTE:
                return extra._replace(cubes=one_of_each())
            case Bonus.ARK:
                return extra._replace(draws=box.ark)
            case Action.PROPHET:
                return extra._replace(draws=1)
            case Bonus.ALTAR:
                return extra._replace(points=box.altar * position.number(seat))
            case Action.MINISTER:
                return extra._replace(points=box.minister)
            case Action.ARTISAN:
                return extra._replace(copies=1)
            case CardAction.ARTISAN:
                return extra._replace(copies=box.master_artisan)
            case CardAction.TAX:
                return extra._replace(taxed=taxes(position, seat))
            case Action.THIEF:
                return extra._replace(trades=frozenset({Action.THIEF}))
            case Action.TRADER:
                return extra._replace(trades=frozenset({Action.TRADER}))
            case CardAction.TRADER:
                return extra._replace(trades=frozenset({CardAction.TRADER}))
        return None

    def places(self, spots: Iterable[Spot], bits: dict[Spot, int]) -> list[GoodsSpot]:
        """The spots with goods."""
        found = []
        for spot in spots:
            goods, lands = self.goods(spot), self.position.box.lands
            if any(goods):
                copied = lands[spot].goods if isinstance(spot, str) else None
                guest = self.position.owner(spot) not in (None, self.seat)
                found.append(GoodsSpot(spot, bits.get(spot, 0), goods, copied, guest))
        return found


def taxes(position: Position, seat: int) -> Cubes:
    """The cubes that the Tax Collector gets: of each payer the kind of which they have most."""
    return total(
        one_cube(max(range(len(GOODS)), key=lambda kind: (position.cubes(payer)[kind], kind)))
        for payer in payers(position, seat)
    )
