"""The most that a seat of Kingdom of Solomon can hold once its pawns are resolved.

What needs more can't be built, and need not be looked at. Others are taken to leave the rest free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.box import ANY, points_of
from ksm_widgets.companions.kingdom.country import effect_of
from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, least, read_cubes, total
from ksm_widgets.companions.kingdom.paying import goods_cards
from ksm_widgets.companions.kingdom.places import Action, Bonus, CardAction, Spot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.search.pawns.sending import Sending


def draws_at(position: Position, spots: Sequence[Spot]) -> int:
    """The cards that pawns on all of some spots draw."""
    kinds = {effect_of(position, spot) for spot in spots}
    return (Bonus.ARK in kinds) * position.box.ark + (Action.PROPHET in kinds)


def most_of_each(sending: Sending) -> Cubes:
    """The most cubes of each kind, with the goods on cards."""
    position, seat, box = sending.position, sending.seat, sending.position.box
    spots = (*sending.open, *sending.fixed)
    kinds = {effect_of(position, spot) for spot in spots}
    open_, fixed = [*map(sending.goods, sending.open)], total(map(sending.goods, sending.fixed))
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
        gathered.append(sum(best[: sending.count]) + fixed[kind] + copies * land + got)
    from_stock = least(tuple(gathered), position.stock)
    drawable = [read_cubes(card) for card in box.fortune if not points_of(card)]
    draws = draws_at(position, spots)
    drawn = tuple(draws * max(1, *column) for column in zip(*drawable, strict=True))
    held = goods_cards(position.hand(seat))
    stolen = (Action.THIEF in kinds) + (CardAction.TAX in kinds) * position.players
    more = (stolen + held.count(ANY),) * len(GOODS)
    return added(position.cubes(seat), from_stock, more, drawn, total(map(read_cubes, held)))


def most_in_all(sending: Sending) -> int:
    """The most cubes of all kinds together, with the goods on cards."""
    position, seat, box = sending.position, sending.seat, sending.position.box
    letters = max(len(card) for card in box.fortune if not points_of(card))
    land = max(sum(one.goods) for one in box.lands.values())

    def most(spot: Spot) -> int:
        extra = sending.extra(spot, 0)
        if extra is None:
            return sum(sending.goods(spot))
        more = sum(extra.cubes) + sum(extra.taxed) + letters * extra.draws + land * extra.copies
        more += Action.THIEF in extra.trades
        return more + max(0, box.master_trader - 1) * (CardAction.TRADER in extra.trades)

    best = sorted(map(most, sending.open), reverse=True)[: sending.count]
    cards = sum(map(len, goods_cards(position.hand(seat))))
    return sum(position.cubes(seat)) + cards + sum(best) + sum(map(most, sending.fixed))
