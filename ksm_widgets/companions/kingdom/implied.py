"""Items of a Kingdom of Solomon position that follow from the others, so its text omits them."""

from __future__ import annotations

from dataclasses import replace

from ksm_widgets.companions.kingdom.fortune import UNSEEN
from ksm_widgets.companions.kingdom.places import CardAction
from ksm_widgets.companions.kingdom.position import Phase, Position


def turn_of(position: Position) -> int:
    """The seat whose turn it is, if nothing else says."""
    if position.owing and position.owing[0] in position.seats:
        return position.owing[0]
    waiting = position.waiting or position.order
    match position.phase:
        case Phase.RESOLVE:
            return next(filter(position.has_pawn_out, waiting), waiting[0])
        case Phase.MARKET:
            return waiting[-1]
        case Phase.PLACE:
            return max(position.order, key=position.pawns_left)
        case Phase.DISCARD:
            most = position.box.hand_limit
            return next((seat for seat in waiting if len(position.hand(seat)) > most), waiting[0])
    return waiting[0]


def collector_of(position: Position) -> int | None:
    """The seat that is owed cubes: it has the Tax Collector, and its pawns aren't resolved yet."""
    for seat in position.waiting:
        cards = map(position.box.buildings.get, position.own_cards(seat))
        collects = any(card is not None and card.action is CardAction.TAX for card in cards)
        if collects and seat not in position.owing:
            return seat
    return None


def with_piles(position: Position) -> Position:
    """The position with the cards in its piles that are nowhere else."""
    box = position.box
    fortunes = sum(map(len, (*position.fortune, position.discards)))
    buildings = sum(map(len, (*position.own, position.display)))
    return replace(
        position,
        pile=(UNSEEN,) * max(0, box.fortune.total() - fortunes),
        deck=(0,) * max(0, len(box.buildings) - buildings),
    )
