"""Building in Kingdom of Solomon: roads, temple blocks, building cards (S25-S29, S31, S34)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Block, Build, Pave
from ksm_widgets.companions.kingdom.country import open_roads, road_fault
from ksm_widgets.companions.kingdom.fortune import card_of
from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, less, read_cubes
from ksm_widgets.companions.kingdom.naming import fortune_phrase, letters_phrase
from ksm_widgets.companions.kingdom.paying import covered, payments, useful
from ksm_widgets.companions.kingdom.places import TEMPLE, Shown
from ksm_widgets.companions.kingdom.position import Position, Road, road_between
from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.tuples import without

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.places import LandName, Place

Work = Pave | Block | Build
"""An act that builds something."""


def open_cards(position: Position, seat: int) -> tuple[int, ...]:
    """The cards on display, unless a seat has got one this round (S25)."""
    return () if position.bought and position.turn == seat else position.display


def building_acts(position: Position, seat: int) -> Iterator[Work]:
    """Everything that a seat can build and pay for now."""
    goods, hand = position.cubes(seat), position.hand(seat)
    for one, other in open_roads(position, seat):
        for cards in payments(position.box.road_cost, goods, hand):
            yield Pave(one, other, cards)
    if position.temple < len(position.box.steps):
        step = position.box.steps[position.temple]
        for free in map("".join, combinations_with_replacement(GOODS, step.free)):
            cost = added(step.cost, read_cubes(free))
            for cards in payments(cost, goods, hand):
                for token in (False, True):
                    yield Block(token, free, cards)
    for number in open_cards(position, seat):
        sites: list[LandName | None] = [*sites_for(position, number)] or [None]
        for cards in payments(position.box.buildings[number].cost, goods, hand):
            for site in sites:
                yield Build(number, site, cards)


def sites_for(position: Position, card: int) -> list[LandName]:
    """The sites where the building of a card may be put (S27).

    There are none if it puts no building on the map, or once the end has been brought about (S34).
    """
    if position.ending or not position.box.buildings[card].builds:
        return []
    taken = dict(position.sites)
    return [site for site in position.box.sites if site not in taken]


def cost_of(position: Position, act: Work) -> Cubes:
    """The cost of an act."""
    match act:
        case Pave():
            return position.box.road_cost
        case Block(free=free):
            return added(position.box.steps[position.temple].cost, read_cubes(free))
        case Build(card):
            return position.box.buildings[card].cost


def check_work(position: Position, act: Work) -> None:
    """Raise ActRefused for what the seat in turn may not build."""
    seat = position.turn
    match act:
        case Pave(one, other):
            fault = road_fault(position, road_between(position.box, one, other), seat)
            if fault is not None:
                raise fault
        case Block(free=free):
            steps = position.box.steps
            if position.temple >= len(steps):
                raise ActRefused("kingdom_refused.temple_done", "S29", (TEMPLE,))
            if len(free) != steps[position.temple].free:
                raise ActRefused(
                    "kingdom_refused.free", "S29", (TEMPLE,), found=letters_phrase(free)
                )
        case Build(card, site):
            _check_building(position, card, site)
    cost, hand = cost_of(position, act), list(position.hand(seat))
    for paid in act.cards:
        if card_of(paid) not in hand:
            told = fortune_phrase(card_of(paid))
            raise ActRefused("kingdom_refused.no_card", "S21", card=told)
        hand.remove(card_of(paid))
    if not useful(cost, act.cards):
        raise ActRefused("kingdom_refused.useless_card", "S22")
    if min(_cubes_after(position, act)) < 0:
        raise ActRefused("kingdom_refused.cost", "S25")


def _cubes_after(position: Position, act: Work) -> Cubes:
    """The cubes that the seat in turn has left after an act; below 0 where it has too few."""
    cost = cost_of(position, act)
    return less(position.cubes(position.turn), less(cost, covered(cost, act.cards)))


def _check_building(position: Position, card: int, site: LandName | None) -> None:
    places: tuple[Place, ...] = (Shown(card), *([] if site is None else [site]))
    if position.bought:
        raise ActRefused("kingdom_refused.second_card", "S25", places)
    if card not in position.display:
        raise ActRefused("kingdom_refused.not_displayed", "S27", places, card=card)
    sites = sites_for(position, card)
    if (site is None) != (not sites) or (sites and site not in sites):
        key = "needs_site" if sites else "no_building"
        raise ActRefused(f"kingdom_refused.{key}", "S34" if position.ending else "S27", places)


def with_work(position: Position, act: Work) -> Position:
    """The position after something was built that may be."""
    seat, box = position.turn, position.box
    spent = tuple(map(card_of, act.cards))
    position = position.with_cubes(seat, _cubes_after(position, act))
    if spent:
        hand = without(position.hand(seat), *spent)
        position = replace(position, discards=(*position.discards, *spent)).with_hand(seat, hand)
    match act:
        case Pave(one, other):
            return with_road(position, road_between(box, one, other))
        case Block(token=token):
            step = box.steps[position.temple]
            position = replace(position, temple=position.temple + 1)
            if token:
                return position.with_tokens(seat, position.token_count(seat) + 1)
            return position.scored(seat, step.points)
        case Build(card, site):
            if site is not None:
                position = with_building(position, seat, site)
            position = replace(position, display=without(position.display, card), bought=True)
            return position.with_own_card(seat, card).scored(seat, box.buildings[card].points)


def with_building(position: Position, seat: int, site: LandName) -> Position:
    """The position with a building of a seat on a site."""
    return replace(position, sites=position.box.sorted_sites((*position.sites, (site, seat))))


def with_road(position: Position, road: Road) -> Position:
    """The position with one more road."""
    return replace(position, roads=tuple(sorted((*position.roads, road))))
