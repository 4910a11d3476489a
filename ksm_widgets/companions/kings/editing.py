"""A position of Kings under Mountains being set up by touch: tools, and what they do.

A draft may break every rule; its faults are listed together. As long as the numbers of cards add
up they are kept so: what is put on the table comes from the deck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.drafting import Drafted
from ksm_widgets.companions.kings.box import RACES, UNSEEN, Card, Mine, Unit, the_box
from ksm_widgets.companions.kings.checking import faults_of
from ksm_widgets.companions.kings.position import DECK, DISCARD, Phase, Position, Site
from ksm_widgets.companions.kings.scene import asker
from ksm_widgets.companions.kings.text import position_text, read_draft
from ksm_widgets.companions.tuples import resized, with_item
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.kings.position import Place

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
UNIT, MINE, DONE, ERASE = TOOLS = ("unit", "mine", "done", "erase")
"""The tools by name: a unit, a mine, a finished mine, and taking away."""


_FIRST_UNIT, _FIRST_MINE = Unit("D", 1), Mine(1, 1, False, 1, 1)


@dataclass(frozen=True, slots=True)
class Draft(Drafted[Position]):
    """A position being set up, with the tool in hand and what can be undone."""

    examples = EXAMPLES
    written = staticmethod(position_text)
    parsed = staticmethod(read_draft)
    checked = staticmethod(faults_of)

    tool: str = UNIT
    unit: Unit = _FIRST_UNIT
    mine: Mine = _FIRST_MINE

    def touched(self, place: Place) -> Draft:
        """Use the tool on a place."""
        after = _USES[self.tool](self, place)
        if after is None:
            return self.telling(Notice.of(f"kings_edit.{self.tool}"))
        return self.changed(balanced(self.position, _phased(after)))


def usual_mine(defence: int, size: int, *, overseer: bool) -> Mine:
    """A mine with the value that ours with these numbers have."""
    value = size + defence - 1 + overseer
    return Mine(defence, size, overseer, value, value)


def blank(players: int) -> Position:
    """A table before anything is on it, as seat 1 sees it."""
    box = the_box()
    others = ((UNSEEN,) * box.hand,) * (players - 1)
    position = Position(
        kings=tuple(RACES[:players]),
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
    laid = sum(1 for _ in position.units()) + sum(1 for _ in position.mines())
    return max(0, len(position.box.cards) - laid)


def filled_up(position: Position) -> Position:
    """The position with as many cards in the deck as there must be."""
    count = _due(position)
    deck = (*[Card()] * (count - 1), Card(mine=position.next_mine)) if count else ()
    return _phased(replace(position, deck=deck))


def balanced(before: Position, after: Position) -> Position:
    """The position with as many cards left as there must be, if there were so many before."""
    whole = len(before.deck) == _due(before) and len(after.deck) == len(before.deck)
    return filled_up(after) if whole else after


def _phased(position: Position) -> Position:
    """A hand that is one short is about to draw."""
    draws = len(position.hand(position.turn)) == position.box.hand - 1
    phase = Phase.DRAW if draws else Phase.PLAY
    return replace(position, phase=phase if position.deck else Phase.END)


def with_deck(position: Position, count: int) -> Position:
    """The position with so many cards in the deck."""
    deck = (*[Card()] * (count - 1), Card(mine=position.next_mine)) if count else ()
    return _phased(replace(position, deck=deck))


def with_players(position: Position, players: int) -> Position:
    """The position with another number of players; seats that are added have the usual hand."""
    more = players - position.players
    races = [race for race in RACES if race not in position.kings]

    position = replace(
        position,
        kings=(*position.kings, *races[: max(0, more)])[:players],
        turn=min(position.turn, players),
        me=None if position.me is None else min(position.me, players),
        hands=resized(position.hands, players, (UNSEEN,) * position.box.hand),
        shown=resized(position.shown, players, ()),
        own=resized(position.own, players, ()),
        done=resized(position.done, players, ()),
    )
    return position


def with_king(position: Position, seat: int, race: str) -> Position:
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
    known = tuple(unit for unit in position.hand(seat) if unit != UNSEEN)
    hands = with_item(hands, seat, known)
    shown = with_item(position.shown, seat, ())
    return _phased(replace(position, me=seat, turn=seat, hands=hands, shown=shown))


# What the tools do; None where a tool has no use.


def _on_site(position: Position, place: Place, change: Callable[[Site], Site]) -> Position | None:
    """The position with a mine changed, of the centre or of the asker."""
    at = place.number
    if place.where == "centre":
        site = position.centre[at - 1]
        if site is None:
            return None
        return replace(position, centre=with_item(position.centre, at, change(site)))
    seat = asker(position)
    if place.where == "seat" and at != seat:
        seat, at = at, len(position.own[at - 1])
    elif place.where != "own":
        return None
    sites = position.own[seat - 1]
    if not 1 <= at <= len(sites):
        return None
    changed = with_item(sites, at, change(sites[at - 1]))
    return replace(position, own=with_item(position.own, seat, changed))


def _put_unit(draft: Draft, place: Place) -> Position | None:
    position, unit = draft.position, draft.unit
    if place.where == "camp":
        at = RACES.index(unit.race) + 1
        pile = (*position.camp[at - 1], unit)
        return replace(position, camp=with_item(position.camp, at, pile))
    if place == DISCARD:
        return replace(position, discard=(*position.discard, unit))
    if place.where == "hand":
        seat, at = asker(position), place.number
        hand = position.hand(seat)
        hand = with_item(hand, at, unit) if at else (*hand, unit)
        return replace(position, hands=with_item(position.hands, seat, hand))
    return _on_site(position, place, lambda site: site._replace(units=(*site.units, unit)))


def _put_mine(draft: Draft, place: Place) -> Position | None:
    position, mine = draft.position, draft.mine
    at = place.number
    if place.where == "centre":
        site = position.centre[at - 1] or Site(mine)
        return replace(position, centre=with_item(position.centre, at, site._replace(mine=mine)))
    if place == DECK and position.deck:
        return replace(position, deck=(*position.deck[:-1], Card(mine=mine)))
    if place.where == "own" and at:
        return _on_site(position, place, lambda site: site._replace(mine=mine))
    if place.where in ("own", "seat"):
        seat = at or asker(position)
        own = (*position.own[seat - 1], Site(mine))
        return replace(position, own=with_item(position.own, seat, own))
    return None


def _put_done(draft: Draft, place: Place) -> Position | None:
    position, seat = draft.position, place.number
    if place.where != "seat":
        return None
    done = (*position.done[seat - 1], draft.mine)
    return replace(position, done=with_item(position.done, seat, done))


def _erase(draft: Draft, place: Place) -> Position | None:
    """Take away what was put down last: a unit, then the mine below."""
    position, at = draft.position, place.number
    if place.where == "camp":
        at = RACES.index(str(place.which)) + 1
        return replace(position, camp=with_item(position.camp, at, position.camp[at - 1][:-1]))
    if place == DISCARD:
        return replace(position, discard=position.discard[:-1])
    if place.where == "hand" and at:
        seat = asker(position)
        hand = position.hand(seat)
        hand = (*hand[: at - 1], *hand[at:])
        return replace(position, hands=with_item(position.hands, seat, hand))
    if place.where == "seat":
        done, own = position.done[at - 1], position.own[at - 1]
        if own and at != asker(position):
            return replace(position, own=with_item(position.own, at, _less(own, len(own))))
        return replace(position, done=with_item(position.done, at, done[:-1]))
    if place.where == "centre":
        site = position.centre[at - 1]
        units = site.units if site is not None else ()
        left = site._replace(units=units[:-1]) if site is not None and units else None
        return replace(position, centre=with_item(position.centre, at, left))
    if place.where == "own" and at:
        seat = asker(position)
        own = _less(position.own[seat - 1], at)
        return replace(position, own=with_item(position.own, seat, own))
    return None


def _less(sites: tuple[Site, ...], at: int) -> tuple[Site, ...]:
    site = sites[at - 1]
    if site.units:
        return with_item(sites, at, site._replace(units=site.units[:-1]))
    return (*sites[: at - 1], *sites[at:])


_USES = {UNIT: _put_unit, MINE: _put_mine, DONE: _put_done, ERASE: _erase}
