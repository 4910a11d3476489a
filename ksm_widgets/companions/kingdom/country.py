"""The map of Kingdom of Solomon: regions, roads one may build, spots for pawns (S8-S12, S26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.goods import NONE, Cubes, total
from ksm_widgets.companions.kingdom.naming import place_phrase
from ksm_widgets.companions.kingdom.places import Action, Bonus, CardAction, OwnCard
from ksm_widgets.companions.kingdom.position import road_between
from ksm_widgets.companions.position import ActRefused

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.places import Effect, LandName, Spot
    from ksm_widgets.companions.kingdom.position import Position, Road


def region(position: Position, place: LandName, seat: int) -> tuple[LandName, ...]:
    """The places whose goods a seat's pawn brings: those joined by the owner's roads (S12, S14).

    On a place with a building its owner's roads count, elsewhere the seat's own.
    """
    owners = dict(position.sites)
    owner = owners.get(place, seat)
    found, open_ = [place], [place]
    while open_:
        here = open_.pop()
        for one, other in position.roads:
            if here in (one, other) and owner in (owners.get(one), owners.get(other)):
                there = other if here == one else one
                if there not in found:
                    found.append(there)
                    open_.append(there)
    return position.box.in_map_order(found)


def goods_of(position: Position, place: LandName, seat: int) -> Cubes:
    """The goods that a seat's pawn on a resource place brings, if the stock has them (S14)."""
    lands = position.box.lands
    return total(lands[name].goods for name in region(position, place, seat))


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


def road_fault(position: Position, road: Road, seat: int) -> ActRefused | None:
    """The reason why a seat may not build a road, if any (S26, S28)."""
    one, other = road
    lands, owners = position.box.lands, dict(position.sites)
    key, rule, wrong = "", "S26", [one, other]
    if one not in lands or other not in lands[one].neighbours:
        key = "no_neighbours"
    elif road in position.roads:
        key, rule = "road_there", "S28"
    elif len(position.roads) >= position.box.roads:
        key = "no_roads"
    elif seat not in (owners.get(one), owners.get(other)):
        key = "no_own_end"
    else:  # One end is the seat's own, so only the other one can be wrong.
        far = other if owners.get(one) == seat else one
        if lands[far].site and far not in owners:
            key, rule, wrong = "empty_site", "S28", [far]
        elif owners.get(far, seat) != seat:
            key, rule, wrong = "foreign", "S28", [far]
    if not key:
        return None
    params = {"place": wrong[0]} if len(wrong) == 1 else {"one": one, "other": other}
    return ActRefused(f"kingdom_refused.{key}", rule, tuple(wrong), **params)


def open_roads(position: Position, seat: int) -> tuple[Road, ...]:
    """Every road that a seat may build, whatever it costs."""
    lands = position.box.lands
    own = [place for place, owner in position.sites if owner == seat]
    roads = {
        road_between(position.box, place, other)
        for place in own
        for other in lands[place].neighbours
    }
    return tuple(sorted(road for road in roads if road_fault(position, road, seat) is None))


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
