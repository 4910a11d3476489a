"""The tools that set up a position of Kingdom of Solomon, and what each does on a place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.drafting import ERASE
from ksm_widgets.companions.kingdom.box import LEVELS
from ksm_widgets.companions.kingdom.fortune import UNSEEN
from ksm_widgets.companions.kingdom.goods import GOODS, added, less, one_cube, read_cubes
from ksm_widgets.companions.kingdom.places import (
    TEMPLE,
    Action,
    Bonus,
    OwnCard,
    SeatBoard,
    Shown,
    Stall,
    Temple,
)
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position, road_between
from ksm_widgets.companions.kingdom.setting_up import phase_restarted, with_temple
from ksm_widgets.companions.kingdom.works import with_building, with_road
from ksm_widgets.companions.tuples import with_item, without

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.companions.kingdom.editing import Draft
    from ksm_widgets.companions.kingdom.places import Place, Spot

BUILDING, PAWN, ROAD, CUBE = "building", "pawn", "road", "cube"
TOKEN, CARD, FORTUNE = "token", "card", "fortune"
"""The tools by name; there is `ERASE`, too."""


def _building(draft: Draft, place: Place) -> Position | None:
    """A building of the seat in hand on a site, whatever was there."""
    position = draft.position
    if not isinstance(place, str) or not position.box.lands[place].site:
        return None
    kept = tuple(pair for pair in position.sites if pair[0] != place)
    return with_building(replace(position, sites=kept), draft.seat, place)


def _pawn(draft: Draft, place: Place) -> Position | None:
    """A pawn of the seat in hand on a spot; on a bonus place all that it has left."""
    position, seat = draft.position, draft.seat
    if position.phase not in (Phase.PLACE, Phase.RESOLVE):
        return None
    if not isinstance(place, str | Action | Bonus | OwnCard):
        return None
    bare = _without_pawn(position, place)
    size = max(1, bare.pawns_left(seat)) if isinstance(place, Bonus) else 1
    return phase_restarted(replace(bare, pawns=(*bare.pawns, Pawn(place, seat, size))))


def _without_pawn(position: Position, spot: Spot) -> Position:
    """The position with no pawn on a spot: those that were there are left to place."""
    kept = tuple(pawn for pawn in position.pawns if pawn.spot != spot)
    return phase_restarted(replace(position, pawns=kept))


def _road(draft: Draft, place: Place) -> Position | None:
    """A road from the end touched before; one that is there is taken away."""
    position, end = draft.position, draft.end
    if not isinstance(place, str) or end is None or end == place:
        return None
    road = road_between(position.box, end, place)
    if road in position.roads:
        return replace(position, roads=without(position.roads, road))
    return with_road(position, road)


def _cube(draft: Draft, place: Place) -> Position | None:
    """A cube for a seat, or one more on the market; where it is full it becomes empty."""
    position, cube = draft.position, read_cubes(draft.good)
    match place:
        case SeatBoard(seat):
            return position.with_cubes(seat, added(position.cubes(seat), cube))
        case Stall(good):
            kind = GOODS.index(good)
            level = (position.market[kind] + 1) % (LEVELS + 1)
            return replace(position, market=with_item(position.market, kind + 1, level))
    return None


def _token(draft: Draft, place: Place) -> Position | None:
    """A token for a seat; on the temple one more block."""
    position = draft.position
    if place == TEMPLE:
        return with_temple(position, position.temple + 1)
    if not isinstance(place, SeatBoard):
        return None
    seat = place.seat
    return position.with_tokens(seat, position.token_count(seat) + 1)


def _card(draft: Draft, place: Place) -> Position | None:
    """Put the card with a player, or on display; where it was it is taken away."""
    position, card = draft.position, draft.card
    kept = _own_without(position, card)
    display = tuple(other for other in position.display if other != card)
    match place:
        case SeatBoard(seat):
            return replace(position, own=kept, display=display).with_own_card(seat, card)
        case Shown() | Temple():
            shown = tuple(other for other in display if place != Shown(other))
            return replace(position, own=kept, display=tuple(sorted((*shown, card))))
    return None


def _own_without(position: Position, card: int) -> tuple[tuple[int, ...], ...]:
    """The building cards of every seat without one."""
    return tuple(tuple(other for other in cards if other != card) for cards in position.own)


def _fortune(draft: Draft, place: Place) -> Position | None:
    """A fortune card for a seat; an unseen one unless the seat is the one that sees the table."""
    position = draft.position
    if not isinstance(place, SeatBoard):
        return None
    seat = place.seat
    card = draft.fortune if seat == position.me else UNSEEN
    return position.with_hand(seat, (*position.hand(seat), card))


def _erase(draft: Draft, place: Place) -> Position | None:
    """Take away what is there: a pawn, then a building with its roads; of a seat the last thing."""
    position = draft.position
    pawn = position.pawn_at(place)
    if pawn is not None:
        return _without_pawn(position, pawn.spot)
    match place:
        case str():
            sites = tuple(pair for pair in position.sites if pair[0] != place)
            roads = tuple(road for road in position.roads if place not in road)
            return replace(position, sites=sites, roads=roads)
        case Stall(good):
            kind = GOODS.index(good)
            level = max(0, position.market[kind] - 1)
            return replace(position, market=with_item(position.market, kind + 1, level))
        case Temple():
            return with_temple(position, position.temple - 1)
        case Shown(card):
            return replace(position, display=without(position.display, card))
        case OwnCard(card):
            return replace(position, own=_own_without(position, card))
        case SeatBoard(seat):
            return _seat_less(position, seat)
    return None


def _seat_less(position: Position, seat: int) -> Position:
    """Of a seat take away the last fortune card, then a cube, then a token."""
    hand, goods = position.hand(seat), position.cubes(seat)
    if hand:
        return position.with_hand(seat, hand[:-1])
    if any(goods):
        kind = max(kind for kind in range(len(GOODS)) if goods[kind])
        return position.with_cubes(seat, less(goods, one_cube(kind)))
    return position.with_tokens(seat, max(0, position.token_count(seat) - 1))


USES: Mapping[str, Callable[[Draft, Place], Position | None]] = {
    BUILDING: _building,
    PAWN: _pawn,
    ROAD: _road,
    CUBE: _cube,
    TOKEN: _token,
    CARD: _card,
    FORTUNE: _fortune,
    ERASE: _erase,
}
"""The effect of each tool, by its name, on a draft at a place; None where it has no use."""
