"""A position of Kings under Mountains being set up by touch: tools, and what they do.

A draft may break every rule; its faults are listed together. As long as the numbers of cards add
up they are kept so: what is put on the table comes from the deck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.drafting import ERASE, Drafted
from ksm_widgets.companions.kings.box import RACES, UNSEEN, Mine, Race, Unit, the_box
from ksm_widgets.companions.kings.checking import faults_of
from ksm_widgets.companions.kings.places import Numbered, Pile, Room, Row, Single
from ksm_widgets.companions.kings.position import Position, Site, deck_of, usual_phase
from ksm_widgets.companions.kings.record import Game
from ksm_widgets.companions.kings.text import position_text, read_draft
from ksm_widgets.companions.tuples import resized, with_item, without_item
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.kings.box import Unseen
    from ksm_widgets.companions.kings.places import Place

EXAMPLES = {
    "plan": (
        "kings D1 O2 | me 1 | turn 1 | deck 52 | next 2.2.3\n"
        "centre 2.3.5!:O2 ; 1.1.1 ; 3.4.6:G0,T4 ; 2.2.3:D9\n"
        "camp D3,D8 O1 T9 | hand D2 D5 O7 G0 G6 T5\n"
        "own 1.2.2:G3 ; - | done - ; 1.1.1 | discard T2 | others 6"
    ),
    "stuck": (
        "kings D1 O2 G3 | me 2 | turn 2 | deck 47 | next 1.3.3\n"
        "centre 3.1.3:T4,O9 ; 2.4.5:G9 ; 3.3.5:D1,D9 ; 3.2.4:G9\n"
        "camp D0,D7 G2 | hand O1 O3 T5 G6 D8 T9\n"
        "own - ; 2.2.3:D9 ; - | done - ; - ; - | discard - | others 6 6"
    ),
}
"""Positions to begin with, by name."""
UNIT, MINE, DONE = "unit", "mine", "done"
"""The tools that put down a unit, a mine, a finished mine."""


_FIRST_UNIT, _FIRST_MINE = Unit(Race.DWARFS, 1), Mine(1, 1, False, 1, 1)


def usual_mine(defence: int, size: int, *, overseer: bool) -> Mine:
    """A mine with these numbers, and the value that goes with them in our box."""
    value = size + defence - 1 + overseer
    return Mine(defence, size, overseer, value, value)


def blank(players: int) -> Position:
    """A table before anything is on it, as seat 1 sees it."""
    box = the_box()
    others = ((UNSEEN,) * box.hand,) * (players - 1)
    position = Position(
        box=box,
        kings=RACES[:players],
        turn=1,
        me=1,
        deck=(),
        centre=(None,) * box.centre,
        camp=((),) * len(RACES),
        hands=((), *others),
        shown=((),) * players,
        own=((),) * players,
        done=((),) * players,
    )
    return filled_up(position)


def _due(position: Position) -> int:
    """The cards that must be in the deck."""
    return max(0, len(position.box.cards) - position.outside_deck)


def filled_up(position: Position) -> Position:
    """The position with as many cards in the deck as there must be."""
    return with_deck(position, _due(position))


def balanced(before: Position, after: Position) -> Position:
    """The position with as many cards left as there must be, if there were so many before."""
    whole = len(before.deck) == _due(before) and len(after.deck) == len(before.deck)
    return filled_up(after) if whole else after


def with_deck(position: Position, count: int) -> Position:
    """The position with so many cards in the deck."""
    return _phased(replace(position, deck=deck_of(count, position.next_mine)))


def _phased(position: Position) -> Position:
    """The position in the phase that follows from the deck, and the hand of the seat in turn."""
    hand = len(position.hand(position.turn))
    return replace(position, phase=usual_phase(hand, len(position.deck), position.box))


def with_players(position: Position, players: int) -> Position:
    """The position with another number of players; seats that are added have the usual hand."""
    if position.me is not None and position.me > players:
        position = with_me(position, players)
    more = players - position.players
    races = [race for race in RACES if race not in position.kings]
    return replace(
        position,
        kings=(*position.kings, *races[: max(0, more)])[:players],
        turn=min(position.turn, players),
        hands=resized(position.hands, players, (UNSEEN,) * position.box.hand),
        shown=resized(position.shown, players, ()),
        own=resized(position.own, players, ()),
        done=resized(position.done, players, ()),
    )


def with_king(position: Position, seat: int, race: Race) -> Position:
    """The position with another king for a seat; who had that king gets the other one."""
    kings = list(position.kings)
    if race in kings:
        kings[kings.index(race)] = kings[seat - 1]
    kings[seat - 1] = race
    return replace(position, kings=tuple(kings))


def with_me(position: Position, seat: int) -> Position:
    """The position as another seat sees it: its hand is to be set up, the old one is hidden."""
    if seat == position.me:
        return position
    hands = tuple(
        hand if other != position.me else (UNSEEN,) * len(hand)
        for other, hand in zip(position.seats, position.hands, strict=True)
    )
    hands = with_item(hands, seat, position.named(seat))
    shown = with_item(position.shown, seat, ())
    return _phased(replace(position, me=seat, turn=seat, hands=hands, shown=shown))


# What the tools do; None where a tool has no use.


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


def _with_pile(position: Position, race: Race, pile: tuple[Unit, ...]) -> Position:
    return replace(position, camp=with_item(position.camp, RACES.index(race) + 1, pile))


def _with_hand(position: Position, hand: tuple[Unit | Unseen, ...]) -> Position:
    return replace(position, hands=with_item(position.hands, position.asker, hand))


def _put_unit(draft: Draft, place: Place) -> Position | None:
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
    site = sites[at - 1]
    if site.units:
        return with_item(sites, at, site._replace(units=site.units[:-1]))
    return without_item(sites, at)


_USES = {UNIT: _put_unit, MINE: _put_mine, DONE: _put_done, ERASE: _erase}


@dataclass(frozen=True, slots=True)
class Draft(Drafted[Position]):
    """A position being set up, with the tool in hand and what can be undone."""

    examples = EXAMPLES
    tools = _USES.keys()
    sizes = Game.sizes
    written = staticmethod(position_text)
    parsed = staticmethod(read_draft)
    checked = staticmethod(faults_of)
    blank = staticmethod(blank)
    with_players = staticmethod(with_players)
    with_me = staticmethod(with_me)
    filled_up = staticmethod(filled_up)
    balanced = staticmethod(balanced)

    tool: str = UNIT
    unit: Unit = _FIRST_UNIT
    mine: Mine = _FIRST_MINE

    def with_race(self, race: Race) -> Draft:
        """The draft with a unit of another race in hand."""
        return self.with_tool(tool=UNIT, unit=self.unit._replace(race=race))

    def with_strength(self, strength: int) -> Draft:
        """The draft with a unit of another strength in hand."""
        return self.with_tool(tool=UNIT, unit=self.unit._replace(strength=strength))

    def used(self, place: Place) -> Position | Notice:
        """The position after the tool in hand was used on a place, or why it has no use there."""
        after = _USES[self.tool](self, place)
        return Notice.of(f"kings_edit.{self.tool}") if after is None else _phased(after)
