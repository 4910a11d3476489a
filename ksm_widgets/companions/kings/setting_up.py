"""Changes to a whole table of Kings under Mountains that is being set up: players, kings, deck."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.box import the_box
from ksm_widgets.companions.kings.cards import RACES, UNSEEN
from ksm_widgets.companions.kings.position import Position, deck_of, usual_phase
from ksm_widgets.companions.tuples import resized

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.cards import Race


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
    """The position with the right number of cards in the deck: all that are nowhere else."""
    return with_deck(position, _due(position))


def balanced(before: Position, after: Position) -> Position:
    """The position with the deck filled up again, if its number of cards was right before."""
    whole = len(after.deck) == len(before.deck) == _due(before)
    return filled_up(after) if whole else after


def with_deck(position: Position, count: int) -> Position:
    """The position with another number of cards in the deck."""
    return phased(replace(position, deck=deck_of(count, position.next_mine)))


def phased(position: Position) -> Position:
    """The position in the phase that follows from the deck, and the hand of the seat in turn."""
    hand = len(position.hand(position.turn))
    return replace(position, phase=usual_phase(hand, len(position.deck), position.box))


def for_players(position: Position, players: int) -> Position:
    """The position with another number of players; seats that are added have the usual hand."""
    more = players - position.players
    races = [race for race in RACES if race not in position.kings]
    return phased(
        replace(
            position,
            kings=(*position.kings, *races[: max(0, more)])[:players],
            turn=min(position.turn, players),
            hands=resized(position.hands, players, (UNSEEN,) * position.box.hand),
            shown=resized(position.shown, players, ()),
            own=resized(position.own, players, ()),
            done=resized(position.done, players, ()),
        )
    )


def with_king(position: Position, seat: int, race: Race) -> Position:
    """The position with another king for a seat; the seat that had it gets the old one."""
    kings = list(position.kings)
    if race in kings:
        kings[kings.index(race)] = kings[seat - 1]
    kings[seat - 1] = race
    return replace(position, kings=tuple(kings))


def asked_by(position: Position, seat: int) -> Position:
    """The position as another seat sees it, whose turn it is then.

    The hand of that seat is to be set up, the one that was seen so far is hidden.
    """
    if seat == position.me:
        return position
    if position.me is not None:
        hidden = (UNSEEN,) * len(position.hand(position.me))
        position = position.with_hand(position.me, hidden)
    position = position.with_hand(seat, position.known_hand(seat), shown=())
    return phased(replace(position, me=seat, turn=seat))
