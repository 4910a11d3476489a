"""The tools that set up a position of Kings under Mountains, and what each does on a place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.drafting import ERASE
from ksm_widgets.companions.kings.box import RACES, Mine
from ksm_widgets.companions.kings.places import Numbered, Pile, Room, Row, Single
from ksm_widgets.companions.kings.position import Site, deck_of
from ksm_widgets.companions.tuples import with_item, without_item

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.companions.kings.box import Race
    from ksm_widgets.companions.kings.editing import Draft
    from ksm_widgets.companions.kings.places import Place
    from ksm_widgets.companions.kings.position import Hand, Position, Units

UNIT, MINE, DONE = "unit", "mine", "done"
"""The tools that put down a unit, a mine, a finished mine; there is `ERASE`, too."""


def usual_mine(defence: int, size: int, *, overseer: bool) -> Mine:
    """A mine with these numbers, and the value that goes with them in our box."""
    value = size + defence - 1 + overseer
    return Mine(defence, size, overseer, value, value)


def _put_unit(draft: Draft, place: Place) -> Position | None:
    """Put a unit on a mine, in the Camp, the hand or the discard."""
    position, unit = draft.position, draft.unit
    hand = position.hand(position.asker)
    match place:
        case Pile():
            return _with_pile(position, unit.race, (*position.pile(unit.race), unit))
        case Numbered(Row.HAND, at):
            return _with_hand(position, with_item(hand, at, unit))
        case Room(Row.HAND):
            return _with_hand(position, (*hand, unit))
        case Single.DISCARD:
            return replace(position, discard=(*position.discard, unit))
    return _on_site(position, place, lambda site: site._replace(units=(*site.units, unit)))


def _put_mine(draft: Draft, place: Place) -> Position | None:
    """Put a mine in the centre, on the deck or before a player."""
    position, mine = draft.position, draft.mine
    match place:
        case Numbered(Row.CENTRE, at):
            there = position.centre[at - 1]
            site = there._replace(mine=mine) if isinstance(there, Site) else Site(mine)
            return replace(position, centre=with_item(position.centre, at, site))
        case Numbered(Row.OWN):
            return _on_site(position, place, lambda site: site._replace(mine=mine))
        case Numbered(Row.SEAT, seat):
            return position.with_own(seat, (*position.own[seat - 1], Site(mine)))
        case Room(Row.OWN):
            seat = position.asker
            return position.with_own(seat, (*position.own[seat - 1], Site(mine)))
        case Single.DECK if position.deck:
            return replace(position, deck=(*position.deck[:-1], *deck_of(1, mine)))
    return None


def _put_done(draft: Draft, place: Place) -> Position | None:
    """Put a finished mine in a player's box."""
    match place:
        case Numbered(Row.SEAT, seat):
            done = (*draft.position.done[seat - 1], draft.mine)
            return replace(draft.position, done=with_item(draft.position.done, seat, done))
    return None


def _erase(draft: Draft, place: Place) -> Position | None:
    """Take away what was put down last: a unit, then the mine below."""
    position = draft.position
    match place:
        case Pile(race):
            return _with_pile(position, race, position.pile(race)[:-1])
        case Numbered(Row.HAND, at):
            hand = position.hand(position.asker)
            return _with_hand(position, without_item(hand, at))
        case Numbered(Row.SEAT, seat):
            return _erase_at(position, seat)
        case Numbered(Row.CENTRE, at):
            site = position.centre[at - 1]
            units = site.units if isinstance(site, Site) else ()
            left = site._replace(units=units[:-1]) if isinstance(site, Site) and units else None
            return replace(position, centre=with_item(position.centre, at, left))
        case Numbered(Row.OWN, at):
            own = position.own[position.asker - 1]
            return position.with_own(position.asker, _less(own, at))
        case Single.DISCARD:
            return replace(position, discard=position.discard[:-1])
    return None


def _erase_at(position: Position, seat: int) -> Position:
    """Take away the last thing in a player's box: of others what they captured, then finished."""
    own, done = position.own[seat - 1], position.done[seat - 1]
    if own and seat != position.asker:
        return position.with_own(seat, _less(own, len(own)))
    return replace(position, done=with_item(position.done, seat, done[:-1]))


def _less(sites: tuple[Site, ...], at: int) -> tuple[Site, ...]:
    """The mines without the topmost unit of one, or without that mine if it has none."""
    site = sites[at - 1]
    if site.units:
        return with_item(sites, at, site._replace(units=site.units[:-1]))
    return without_item(sites, at)


# Changes of one place.


def _on_site(position: Position, place: Place, change: Callable[[Site], Site]) -> Position | None:
    """The position with a mine changed, of the centre or of a player; on a box, the last one."""
    match place:
        case Numbered(Row.CENTRE, at):
            site = position.centre[at - 1]
            if not isinstance(site, Site):
                return None
            return replace(position, centre=with_item(position.centre, at, change(site)))
        case Numbered(Row.OWN, at):
            return _on_own(position, position.asker, at, change)
        case Numbered(Row.SEAT, seat) if seat != position.asker:
            return _on_own(position, seat, len(position.own[seat - 1]), change)
    return None


def _on_own(
    position: Position, seat: int, at: int, change: Callable[[Site], Site]
) -> Position | None:
    sites = position.own[seat - 1]
    if not 1 <= at <= len(sites):
        return None
    return position.with_own(seat, with_item(sites, at, change(sites[at - 1])))


def _with_pile(position: Position, race: Race, pile: Units) -> Position:
    return replace(position, camp=with_item(position.camp, RACES.index(race) + 1, pile))


def _with_hand(position: Position, hand: Hand) -> Position:
    return replace(position, hands=with_item(position.hands, position.asker, hand))


USES: Mapping[str, Callable[[Draft, Place], Position | None]] = {
    UNIT: _put_unit,
    MINE: _put_mine,
    DONE: _put_done,
    ERASE: _erase,
}
"""The use of each tool: the position after it was used on a place; None if it has no use there."""
