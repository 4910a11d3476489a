"""The map of Kingdom of Solomon: regions, their goods, and roads one may build (S12, S14, S26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.goods import Cubes, total
from ksm_widgets.companions.kingdom.position import road_between
from ksm_widgets.companions.position import ActRefused

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.places import LandName
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
