"""The spots for pawns of Kingdom of Solomon: what each brings, and who may go there (S8-S11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.country import goods_of
from ksm_widgets.companions.kingdom.goods import NONE, Cubes
from ksm_widgets.companions.kingdom.naming import place_phrase
from ksm_widgets.companions.kingdom.places import Action, Bonus, CardAction, OwnCard
from ksm_widgets.companions.position import ActRefused

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.places import Effect, Spot
    from ksm_widgets.companions.kingdom.position import Position


def effect_of(position: Position, spot: Spot) -> Effect | None:
    """The action of a spot, or of the building card there; None for one that brings goods."""
    if isinstance(spot, OwnCard):
        action = position.box.buildings[spot.number].action
        return action if isinstance(action, CardAction) else None
    return spot if isinstance(spot, Action | Bonus) else None


def brought(position: Position, spot: Spot, seat: int) -> Cubes:
    """The goods that a seat's pawn on a spot brings, if it is one that brings nothing else."""
    if isinstance(spot, OwnCard):
        action = position.box.buildings[spot.number].action
        return NONE if isinstance(action, CardAction) else action
    return goods_of(position, spot, seat) if isinstance(spot, str) else NONE


def spot_fault(position: Position, spot: Spot, seat: int) -> ActRefused | None:
    """The reason why a seat may not place a pawn somewhere, if any (S8-S11, S33)."""

    def refused(key: str, rule: str) -> ActRefused:
        place = place_phrase(position, spot)
        return ActRefused(f"kingdom_refused.{key}", rule, (spot,), place=place)

    box = position.box
    if not position.pawns_left(seat):
        return ActRefused("kingdom_refused.all_placed", "S8")
    if position.pawn_at(spot) is not None:
        return refused("occupied", "S10")
    if isinstance(spot, str) and spot in box.lands:
        if position.owner(spot) in (None, seat):
            return None
        if position.favour != seat:
            return refused("foreign_place", "S10")
        return refused("favour_used", "S33") if _guests(position, seat) else None
    if isinstance(spot, Action) or spot in box.bonuses(position.players):
        return None
    if isinstance(spot, OwnCard) and spot.number in position.own_cards(seat):
        return None
    if isinstance(spot, OwnCard) and spot.number in box.buildings:
        return refused("not_own_card", "S9")
    return refused("no_spot", "S9")


def _guests(position: Position, seat: int) -> bool:
    """Whether a pawn of a seat stands on another's place, by favour of the High Priestess (S33)."""
    return any(
        pawn.seat == seat and position.owner(pawn.spot) not in (None, seat)
        for pawn in position.pawns
    )


def spots(position: Position) -> tuple[Spot, ...]:
    """Every spot of the game in order: resource places, actions, bonus places, cards owned."""
    cards = sorted(card for cards in position.own for card in cards)
    return (
        *position.box.lands,
        *Action,
        *position.box.bonuses(position.players),
        *map(OwnCard, cards),
    )


def free_spots(position: Position, seat: int) -> tuple[Spot, ...]:
    """Every spot where a seat may place a pawn now."""
    return tuple(spot for spot in spots(position) if spot_fault(position, spot, seat) is None)
