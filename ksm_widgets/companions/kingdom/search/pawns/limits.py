"""The most that a seat of Kingdom of Solomon can hold once its pawns are resolved.

What needs more can't be built, and need not be looked at. Others are taken to leave the rest free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.country import effect_of
from ksm_widgets.companions.kingdom.fortune import ANY, goods_cards, points_of
from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, least, read_cubes, total
from ksm_widgets.companions.kingdom.places import Action, Bonus, CardAction, Spot

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.search.pawns.yields import Yields


def most_cards(yields: Yields) -> int:
    """The most cards that pawns draw."""
    kinds = {effect_of(yields.position, spot) for spot in yields.spots}
    return (Bonus.ARK in kinds) * yields.position.box.ark + (Action.PROPHET in kinds)


def most_of_each(yields: Yields) -> Cubes:
    """The most cubes of each kind, with the goods on cards."""
    position, seat, box = yields.position, yields.seat, yields.position.box
    kinds = {effect_of(position, spot) for spot in yields.spots}
    open_, fixed = [*map(yields.goods, yields.open)], total(map(yields.goods, yields.fixed))
    copies = (Action.ARTISAN in kinds) + (CardAction.ARTISAN in kinds) * box.master_artisan
    got = (
        (Bonus.TRIBUTE in kinds)
        + (Action.TRADER in kinds)
        + (CardAction.TRADER in kinds) * box.master_trader
    )
    gathered = []
    for kind in range(len(GOODS)):
        best = sorted((goods[kind] for goods in open_), reverse=True)
        land = max(land.goods[kind] for land in box.lands.values())
        gathered.append(sum(best[: yields.count]) + fixed[kind] + copies * land + got)
    from_stock = least(tuple(gathered), position.stock)
    drawable = [read_cubes(card) for card in box.fortune if not points_of(card)]
    cards = most_cards(yields)
    drawn = tuple(cards * max(1, *column) for column in zip(*drawable, strict=True))
    held = goods_cards(position.hand(seat))
    stolen = (Action.THIEF in kinds) + (CardAction.TAX in kinds) * position.players
    more = (stolen + held.count(ANY),) * len(GOODS)
    return added(position.cubes(seat), from_stock, more, drawn, total(map(read_cubes, held)))


def most_in_all(yields: Yields) -> int:
    """The most cubes of all kinds together, with the goods on cards."""
    position, seat, box = yields.position, yields.seat, yields.position.box
    letters = max(len(card) for card in box.fortune if not points_of(card))
    land = max(sum(one.goods) for one in box.lands.values())

    def most(spot: Spot) -> int:
        extra = yields.extra(spot, 0)
        if extra is None:
            return sum(yields.goods(spot))
        more = sum(extra.cubes) + sum(extra.taxed) + letters * extra.cards + land * extra.copies
        more += Action.THIEF in extra.trades
        return more + max(0, box.master_trader - 1) * (CardAction.TRADER in extra.trades)

    best = sorted(map(most, yields.open), reverse=True)[: yields.count]
    cards = sum(map(len, goods_cards(position.hand(seat))))
    return sum(position.cubes(seat)) + cards + sum(best) + sum(map(most, yields.fixed))
