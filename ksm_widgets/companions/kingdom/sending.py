"""The spots where a seat's pawns can go in Kingdom of Solomon, and what each of them brings.

Resource places and most cards bring goods, which are added up (`sums`). Other spots bring points,
fortune cards, cubes of others, copies of places, thefts and trades. Others are taken to leave the
rest free.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import (
    ALTAR,
    ARK,
    ARTISAN,
    MASTER_ARTISAN,
    MASTER_TRADER,
    MINISTER,
    PROPHET,
    TAX_COLLECTOR,
    THIEF,
    TRADER,
    TRIBUTE,
    points_of,
)
from ksm_widgets.companions.kingdom.country import free_spots, goods_of
from ksm_widgets.companions.kingdom.goods import (
    GOODS,
    NONE,
    Cubes,
    added,
    least,
    one,
    read_cubes,
    total,
)
from ksm_widgets.companions.kingdom.held import parted
from ksm_widgets.companions.kingdom.position import UNSEEN
from ksm_widgets.companions.kingdom.resolving import kind_of, one_of_each, payers
from ksm_widgets.companions.kingdom.spending import Spending, Worths
from ksm_widgets.companions.kingdom.sums import Place
from ksm_widgets.companions.kingdom.swaps import Swaps, Trades
from ksm_widgets.companions.kingdom.weighing import Weighing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from ksm_widgets.companions.kingdom.position import Position


class Extra(NamedTuple):
    """The yield of some spots besides goods: points, cards, others' cubes, copies, trades."""

    spots: tuple[str, ...] = ()
    bits: int = 0
    points: int = 0
    draws: int = 0
    cubes: Cubes = NONE
    taxed: Cubes = NONE
    copies: int = 0
    trades: Trades = frozenset()


@dataclass(slots=True)
class Sending:
    """The places where a seat's pawns can go; `pulse` is called now and then, and may raise."""

    position: Position
    seat: int
    worths: Worths
    count: int = 0
    """The number of pawns to place; all that are left if 0."""
    pulse: Callable[[], None] = lambda: None
    barred: Collection[str] = ()
    """Spots where no pawn can go."""
    open: tuple[str, ...] = field(init=False)
    """Spots where a pawn can go."""
    caps: Cubes = field(init=False)
    """The most cubes of each kind that the seat can get from the stock (S15)."""
    trades: Swaps = field(init=False)
    reach: Cubes = field(init=False)
    """The same with those that the stock lacks at first, but has once they are given in a trade."""
    fixed: tuple[str, ...] = field(init=False)
    weighing: Weighing = field(init=False)

    def __post_init__(self) -> None:
        position, seat = self.position, self.seat
        if not self.count:
            self.count = position.left[seat - 1]
        self.caps = added(position.goods[seat - 1], position.stock)
        self.trades = Swaps(position, seat, self.caps)
        free = free_spots(position, seat)
        self.open = tuple(spot for spot in free if spot not in self.barred)
        self.fixed = tuple(pawn.spot for pawn in position.pawns if pawn.seat == seat)
        spots = (*self.open, *self.fixed)
        traders = sum(kind_of(position, spot) in (TRADER, MASTER_TRADER) for spot in spots)
        self.reach = added(self.caps, (traders,) * len(GOODS))
        kinds = {kind_of(position, spot) for spot in spots}
        draws = (ARK in kinds) * position.box.ark + (PROPHET in kinds)
        spending = Spending(
            position, seat, self.worths, True, self._most(), self._whole(), self.pulse
        )
        self.weighing = Weighing(position, seat, spending, draws)

    def _most(self) -> Cubes:
        """The most cubes and cards of one good of each kind that the seat can have."""
        position, seat, box = self.position, self.seat, self.position.box
        cards = tuple(card for card in position.fortune[seat - 1] if card != UNSEEN)
        hand = parted(cards)
        open_, fixed = ([self.goods(spot) for spot in some] for some in (self.open, self.fixed))
        kinds = {kind_of(position, spot) for spot in (*self.open, *self.fixed)}
        copies = (ARTISAN in kinds) + (MASTER_ARTISAN in kinds) * box.master_artisan
        draws = (ARK in kinds) * box.ark + (PROPHET in kinds)
        got = (TRIBUTE in kinds) + (TRADER in kinds) + (MASTER_TRADER in kinds) * box.master_trader
        gathered = []
        for kind in range(len(GOODS)):
            best = sorted((goods[kind] for goods in open_), reverse=True)
            land = max(land.goods[kind] for land in box.lands.values())
            brought = sum(best[: self.count]) + sum(goods[kind] for goods in fixed)
            gathered.append(brought + copies * land + got)
        most = least(tuple(gathered), position.stock)
        drawable = [read_cubes(card) for card in box.fortune if not points_of(card)]
        drawn = tuple(draws * max(1, *column) for column in zip(*drawable, strict=True))
        more = (THIEF in kinds) + (TAX_COLLECTOR in kinds) * position.players + hand.wild
        held = total(map(read_cubes, cards))
        return added(position.goods[seat - 1], most, (more,) * len(GOODS), drawn, held)

    def _whole(self) -> int:
        """The most cubes and goods on cards of all kinds together that the seat can have."""
        position, seat, box = self.position, self.seat, self.position.box
        letters = max(len(card) for card in box.fortune if not points_of(card))
        land = max(sum(one.goods) for one in box.lands.values())

        def most(spot: str) -> int:
            extra = self.extra(spot, 0)
            if extra is None:
                return sum(self.goods(spot))
            more = sum(extra.cubes) + sum(extra.taxed) + letters * extra.draws + land * extra.copies
            more += THIEF in extra.trades
            return more + max(0, box.master_trader - 1) * (MASTER_TRADER in extra.trades)

        best = sorted(map(most, self.open), reverse=True)[: self.count]
        held = [card for card in position.fortune[seat - 1] if card != UNSEEN]
        cards = sum(len(card) for card in held if not points_of(card))
        return sum(position.goods[seat - 1]) + cards + sum(best) + sum(map(most, self.fixed))

    # What spots bring.

    def goods(self, spot: str) -> Cubes:
        """The goods that a spot brings, if it is one that brings nothing else."""
        if spot in self.position.box.lands:
            return goods_of(self.position, spot, self.seat)
        kind = kind_of(self.position, spot)
        return read_cubes(kind) if {*kind} <= {*GOODS} else NONE

    def extra(self, spot: str, bit: int) -> Extra | None:
        """The yield of a spot besides its own goods; None for places with goods."""
        box, position, seat = self.position.box, self.position, self.seat
        extra = Extra((spot,), bit)
        match kind_of(position, spot):
            case name if name == TRIBUTE:
                return extra._replace(cubes=one_of_each())
            case name if name == ARK:
                return extra._replace(draws=box.ark)
            case name if name == PROPHET:
                return extra._replace(draws=1)
            case name if name == ALTAR:
                return extra._replace(points=box.altar * position.number(seat))
            case name if name == MINISTER:
                return extra._replace(points=box.minister)
            case name if name == ARTISAN:
                return extra._replace(copies=1)
            case name if name == MASTER_ARTISAN:
                return extra._replace(copies=box.master_artisan)
            case name if name == TAX_COLLECTOR:
                return extra._replace(taxed=taxes(position, seat))
            case name if name == THIEF:
                return extra._replace(trades=frozenset({THIEF}))
            case name if name == TRADER:
                return extra._replace(trades=frozenset({TRADER}))
            case name if name == MASTER_TRADER:
                return extra._replace(trades=frozenset({MASTER_TRADER}))
        return None

    def places(self, spots: Iterable[str], bits: dict[str, int]) -> list[Place]:
        """The spots with goods."""
        found = []
        for spot in spots:
            goods, land = self.goods(spot), self.position.box.lands.get(spot)
            if any(goods):
                copied = None if land is None else land.goods
                guest = self.position.owner(spot) not in (None, self.seat)
                found.append(Place(spot, bits.get(spot, 0), goods, copied, guest))
        return found


def taxes(position: Position, seat: int) -> Cubes:
    """The cubes that the Tax Collector gets: of each payer the kind of which they have most."""
    return total(
        one(max(range(len(GOODS)), key=lambda kind: (position.goods[payer - 1][kind], kind)))
        for payer in payers(position, seat)
    )
