"""The tools that set up a position of Kings under Mountains, and what each does on a place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.drafting import ERASE, Used
from ksm_widgets.companions.kings.cards import Mine
from ksm_widgets.companions.kings.places import Numbered, Pile, Room, Row, Single
from ksm_widgets.companions.kings.position import Position, Site, deck_of
from ksm_widgets.companions.tuples import with_item, without_item
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.companions.kings.editing import Draft
    from ksm_widgets.companions.kings.places import Place

UNIT, MINE, DONE = "unit", "mine", "done"
"""The tools that put down a unit, a mine, a finished mine; there is `ERASE`, too."""


def usual_mine(defence: int, size: int, *, overseer: bool) -> Mine:
    """A mine with these numbers, and the value that goes with them in our box."""
    value = size + defence - 1 + overseer
    return Mine(defence, size, overseer, value, value)


def _put_unit(draft: Draft, place: Place) -> Position | None:
    """Put a unit on a mine, in the Camp, the hand or the discard."""
    position, unit, seat = draft.position, draft.unit, draft.position.asker
    hand = position.hand(seat)
    match place:
        case Pile():
            # Whichever pile is touched: the unit goes on that of its race.
            return position.with_pile(unit.race, (*position.pile(unit.race), unit))
        case Numbered(Row.HAND, number):
            return position.with_hand(seat, with_item(hand, number, unit))
        case Room(Row.HAND):
            return position.with_hand(seat, (*hand, unit))
        case Single.DISCARD:
            return replace(position, discard=(*position.discard, unit))
    return _on_site(position, place, lambda site: site._replace(units=(*site.units, unit)))


def _put_mine(draft: Draft, place: Place) -> Position | None:
    """Put a mine in the centre, on the deck or before a player."""
    position, mine = draft.position, draft.mine
    match place:
        case Numbered(Row.CENTRE, number):
            there = position.centre[number - 1]
            site = there._replace(mine=mine) if isinstance(there, Site) else Site(mine)
            return position.with_centre(number, site)
        case Numbered(Row.OWN):
            return _on_site(position, place, lambda site: site._replace(mine=mine))
        case Numbered(Row.SEAT, seat):
            return _captured(position, seat, mine)
        case Room(Row.OWN):
            return _captured(position, position.asker, mine)
        case Single.DECK if position.deck:
            return replace(position, deck=(*position.deck[:-1], *deck_of(1, mine)))
    return None


def _captured(position: Position, seat: int, mine: Mine) -> Position:
    """The position with one more mine that a seat has captured."""
    return position.with_own(seat, (*position.own_of(seat), Site(mine)))


def _on_site(position: Position, place: Place, change: Callable[[Site], Site]) -> Position | None:
    """The position with a mine changed, of the centre or of a player; on a box, the last one."""
    if not isinstance(place, Numbered):
        return None
    seat = position.asker
    if place.row is Row.SEAT and place.number != seat:
        seat = place.number
        place = Numbered(Row.OWN, len(position.own_of(seat)))
    site = position.site(place, seat)
    return None if site is None else position.with_site(place, seat, change(site))


def _put_done(draft: Draft, place: Place) -> Position | None:
    """Put a finished mine in a player's box."""
    if not isinstance(place, Numbered) or place.row is not Row.SEAT:
        return None
    position, seat = draft.position, place.number
    return position.with_done(seat, (*position.done_of(seat), draft.mine))


def _erase(draft: Draft, place: Place) -> Used[Position]:
    """Take away what was put down last: a unit, then the mine below."""
    if place is Single.DECK and draft.position.deck:
        return Notice.of("kings_edit.deck")
    after = _erased(draft.position, place)
    return None if after == draft.position else after


def _erased(position: Position, place: Place) -> Position | None:
    """The position with less at a place, or the same if nothing is there."""
    match place:
        case Pile(race):
            return position.with_pile(race, position.pile(race)[:-1])
        case Numbered(Row.HAND, number):
            seat = position.asker
            return position.with_hand(seat, without_item(position.hand(seat), number))
        case Numbered(Row.SEAT, seat):
            return _less_in_box(position, seat)
        case Numbered(Row.CENTRE, number):
            site = position.centre[number - 1]
            left = _topless(site) if isinstance(site, Site) else None
            return position.with_centre(number, left)
        case Numbered(Row.OWN, number):
            seat = position.asker
            return position.with_own(seat, _less(position.own_of(seat), number))
        case Single.DISCARD:
            return replace(position, discard=position.discard[:-1])
    return None


def _less_in_box(position: Position, seat: int) -> Position:
    """The position with less in a player's box: of others, what they captured goes first."""
    own, done = position.own_of(seat), position.done_of(seat)
    if own and seat != position.asker:
        return position.with_own(seat, _less(own, len(own)))
    return position.with_done(seat, done[:-1])


def _less(sites: tuple[Site, ...], number: int) -> tuple[Site, ...]:
    """The mines without the topmost unit of one, or without that mine if it has none."""
    left = _topless(sites[number - 1])
    return without_item(sites, number) if left is None else with_item(sites, number, left)


def _topless(site: Site) -> Site | None:
    """A mine without its topmost unit; None if it has none."""
    return site._replace(units=site.units[:-1]) if site.units else None


USES: Mapping[str, Callable[[Draft, Place], Used[Position]]] = {
    UNIT: _put_unit,
    MINE: _put_mine,
    DONE: _put_done,
    ERASE: _erase,
}
"""The use of each tool on a place."""
