"""The yield of each spot for the pawns of a seat in Kingdom of Solomon (S14-S21).

Resource places and most cards bring goods, which are added up (`sums`). Other spots bring points,
fortune cards, cubes of others, copies of places, thefts and deals. Others are taken to leave the
rest of the spots free.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.fortune import ANY, goods_cards, points_of
from ksm_widgets.companions.kingdom.goods import (
    GOODS,
    NONE,
    ONE_OF_EACH,
    Cubes,
    added,
    least,
    one_cube,
    read_cubes,
    total,
)
from ksm_widgets.companions.kingdom.places import Action, Bonus, CardAction, Spot
from ksm_widgets.companions.kingdom.resolution import payers
from ksm_widgets.companions.kingdom.search.pawns.deals import Dealers
from ksm_widgets.companions.kingdom.search.pawns.sums import GoodsSpot
from ksm_widgets.companions.kingdom.spots import brought, effect_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.kingdom.places import Effect
    from ksm_widgets.companions.kingdom.position import Position


class Extra(NamedTuple):
    """The yield of some spots without goods of their own.

    `bits` are those of the spots. They bring `points`, `cards` drawn, `cubes` from the
    stock, `taxed` ones from others, `copies` of places, and thefts and deals with `dealers`.
    """

    spots: tuple[Spot, ...] = ()
    bits: int = 0
    points: int = 0
    cards: int = 0
    cubes: Cubes = NONE
    taxed: Cubes = NONE
    copies: int = 0
    dealers: Dealers = frozenset()


def both(one: Extra, other: Extra) -> Extra:
    """The sum of what several spots bring."""
    return Extra(
        one.spots + other.spots,
        one.bits | other.bits,
        one.points + other.points,
        one.cards + other.cards,
        added(one.cubes, other.cubes) if any(other.cubes) else one.cubes,
        added(one.taxed, other.taxed) if any(other.taxed) else one.taxed,
        one.copies + other.copies,
        one.dealers | other.dealers,
    )


@dataclass(frozen=True, slots=True)
class Yields:
    """The yield of each spot for a seat that has `count` pawns to place.

    They can go to `open` spots; on those that are `fixed` the seat has a pawn already.
    """

    position: Position
    seat: int
    count: int
    open: tuple[Spot, ...]
    fixed: tuple[Spot, ...]

    @property
    def spots(self) -> tuple[Spot, ...]:
        """All spots from which the seat can have something."""
        return (*self.open, *self.fixed)

    def goods(self, spot: Spot) -> Cubes:
        """The goods that a spot brings, if it is one that brings nothing else."""
        return brought(self.position, spot, self.seat)

    def extra(self, spot: Spot, bit: int) -> Extra | None:
        """The yield of a spot without goods of its own; None for one that has any."""
        box, position, seat = self.position.box, self.position, self.seat
        extra = Extra((spot,), bit)
        match effect_of(position, spot):
            case Bonus.TRIBUTE:
                return extra._replace(cubes=ONE_OF_EACH)
            case Bonus.ARK:
                return extra._replace(cards=box.ark)
            case Action.PROPHET:
                return extra._replace(cards=1)
            case Bonus.ALTAR:
                return extra._replace(points=box.altar * position.order_number(seat))
            case Action.MINISTER:
                return extra._replace(points=box.minister)
            case Action.ARTISAN:
                return extra._replace(copies=1)
            case CardAction.ARTISAN:
                return extra._replace(copies=box.master_artisan)
            case CardAction.TAX:
                return extra._replace(taxed=taxes(position, seat))
            case Action.THIEF:
                return extra._replace(dealers=frozenset({Action.THIEF}))
            case Action.TRADER:
                return extra._replace(dealers=frozenset({Action.TRADER}))
            case CardAction.TRADER:
                return extra._replace(dealers=frozenset({CardAction.TRADER}))
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

    # The most that all of them bring: what needs more can't be built, and need not be looked at.

    @property
    def most_cards(self) -> int:
        """The most cards that pawns draw."""
        effects = self._effects
        return (Bonus.ARK in effects) * self.position.box.ark + (Action.PROPHET in effects)

    @property
    def _effects(self) -> set[Effect | None]:
        return {effect_of(self.position, spot) for spot in self.spots}

    def most_of_each(self) -> Cubes:
        """The most cubes of each kind that the seat can hold then, with the goods on cards."""
        position, seat, box, effects = self.position, self.seat, self.position.box, self._effects
        open_, fixed = [*map(self.goods, self.open)], total(map(self.goods, self.fixed))
        copies = (Action.ARTISAN in effects) + (CardAction.ARTISAN in effects) * box.master_artisan
        got = (
            (Bonus.TRIBUTE in effects)
            + (Action.TRADER in effects)
            + (CardAction.TRADER in effects) * box.master_trader
        )
        gathered = []
        for kind in range(len(GOODS)):
            best = sorted((goods[kind] for goods in open_), reverse=True)
            land = max(land.goods[kind] for land in box.lands.values())
            gathered.append(sum(best[: self.count]) + fixed[kind] + copies * land + got)
        from_stock = least(tuple(gathered), position.stock)
        drawable = [read_cubes(card) for card in box.fortune if not points_of(card)]
        drawn = tuple(self.most_cards * max(1, *column) for column in zip(*drawable, strict=True))
        held = goods_cards(position.hand(seat))
        stolen = (Action.THIEF in effects) + (CardAction.TAX in effects) * position.players
        more = (stolen + held.count(ANY),) * len(GOODS)
        return added(position.cubes(seat), from_stock, more, drawn, total(map(read_cubes, held)))

    def most_in_all(self) -> int:
        """The most cubes of all kinds together, with the goods on cards."""
        position, seat, box = self.position, self.seat, self.position.box
        letters = max(len(card) for card in box.fortune if not points_of(card))
        land = max(sum(one.goods) for one in box.lands.values())

        def most(spot: Spot) -> int:
            extra = self.extra(spot, 0)
            if extra is None:
                return sum(self.goods(spot))
            more = sum(extra.cubes) + sum(extra.taxed) + letters * extra.cards + land * extra.copies
            more += Action.THIEF in extra.dealers
            return more + max(0, box.master_trader - 1) * (CardAction.TRADER in extra.dealers)

        best = sorted(map(most, self.open), reverse=True)[: self.count]
        cards = sum(map(len, goods_cards(position.hand(seat))))
        return sum(position.cubes(seat)) + cards + sum(best) + sum(map(most, self.fixed))


def taxes(position: Position, seat: int) -> Cubes:
    """The cubes that the Tax Collector gets: of each payer the kind of which they have most."""
    return total(
        one_cube(max(range(len(GOODS)), key=lambda kind: (position.cubes(payer)[kind], kind)))
        for payer in payers(position, seat)
    )
