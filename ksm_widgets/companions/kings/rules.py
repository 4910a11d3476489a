"""The rules of Kings under Mountains: the acts of a position, and the position after one (K4-K19).

Of a hand with unseen units only the known ones can be played.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from ksm_widgets.companions.kings import NAME
from ksm_widgets.companions.kings.box import Box, Returned, the_box
from ksm_widgets.companions.kings.cards import RACES, UNSEEN, Race, Unit, Unseen
from ksm_widgets.companions.kings.naming import place_phrase, unit_phrase
from ksm_widgets.companions.kings.places import DECK, DrawPlace, Numbered, Pile, Row
from ksm_widgets.companions.kings.position import Phase, Position, Site
from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.tuples import without, without_item
from ksm_widgets.rules.chance import shuffled


@dataclass(frozen=True, slots=True)
class Play:
    """Play a unit from the hand on a mine of the centre, or on one of your own (K6, K7)."""

    unit: Unit
    place: Numbered


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top of a pile of the Camp, or of the deck (K16)."""

    place: DrawPlace


@dataclass(frozen=True, slots=True)
class Swap:
    """Show a hand of which nothing can be played, discard it, and draw a new one (K17)."""


Act = Play | Draw | Swap


def legal(position: Position) -> tuple[Act, ...]:
    """Every act of the seat whose turn it is, in the order of their texts; none after the end.

    Of a hand with unseen units, only the known ones are played; if none of these can be, there is
    no act: nobody knows if the hand may be swapped.
    """
    if position.phase is Phase.PLAY:
        seat = position.turn
        hand = sorted(set(position.known_hand(seat)))
        places, race = [*position.playable(seat)], position.race(seat)
        plays = tuple(
            Play(unit, place)
            for unit in hand
            for place, site in places
            if forbidden(place.row, site, unit, race) is None
        )
        return plays or (() if UNSEEN in position.hand(seat) else (Swap(),))
    if position.phase is Phase.DRAW:
        piles = (Pile(race) for race in sorted(RACES) if position.pile(race))
        return (*map(Draw, piles), *([Draw(DECK)] if position.deck else []))
    return ()


def is_stuck(position: Position) -> bool:
    """Whether the seat whose turn it is can play nothing, and gets a new hand (K17)."""
    return legal(position) == (Swap(),)


class Misfit(StrEnum):
    """Why a unit may not be played on a mine: its race, or its strength."""

    MINER = "miner"
    OVERSEER = "overseer"
    WEAK = "weak"


_RULES = {Misfit.MINER: "K12", Misfit.OVERSEER: "K13", Misfit.WEAK: "K8"}


def forbidden(row: Row, site: Site, unit: Unit, race: Race) -> Misfit | None:
    """The reason why a race's king may not play a unit on a mine of a row, if any."""
    if row is Row.OWN:
        if len(site.units) < site.mine.size:
            if unit.race == race:
                return Misfit.MINER
        elif unit.race != race:
            return Misfit.OVERSEER
    return None if site.takes(unit) else Misfit.WEAK


def phase_fault(position: Position, phase: Phase) -> ActRefused | None:
    """The rule that forbids the acts of a phase now; None in that phase (K6, K19)."""
    if position.phase is phase:
        return None
    if position.is_over:
        return ActRefused("kings_refused.over", "K19")
    return ActRefused(f"kings_refused.{position.phase.value}_first", "K6")


def play_fault(position: Position, unit: Unit | Unseen, place: Numbered) -> ActRefused | None:
    """The rule that forbids the seat whose turn it is to play a unit there, None if it may."""
    seat = position.turn
    site = position.site(place, seat)
    if unit is UNSEEN or unit not in position.hand(seat):
        return ActRefused("kings_refused.hand", "K6", unit=unit_phrase(unit))
    if site is None:
        return ActRefused("kings_refused.place", "K7", (place,), place=place_phrase(place))
    why = forbidden(place.row, site, unit, position.race(seat))
    if why is None:
        return None
    params = {"unit": unit_phrase(unit), "top": unit_phrase(site.units[-1]) if site.units else ""}
    return ActRefused(f"kings_refused.{why}", _RULES[why], (place,), **params)


def _draw_fault(position: Position, place: DrawPlace) -> ActRefused | None:
    """The rule that forbids a draw there, None if it is legal."""
    if position.deck if place is DECK else position.pile(place.race):
        return None
    return ActRefused("kings_refused.empty", "K16", (place,), place=place_phrase(place))


def _swap_fault(position: Position) -> ActRefused | None:
    """The rule that forbids a new hand, None if it is legal."""
    return None if is_stuck(position) else ActRefused("kings_refused.can_play", "K17")


def act_fault(position: Position, act: Act) -> ActRefused | None:
    """The rule that forbids an act, None if it is legal."""
    match act:
        case Play(unit, place):
            return phase_fault(position, Phase.PLAY) or play_fault(position, unit, place)
        case Draw(place):
            return phase_fault(position, Phase.DRAW) or _draw_fault(position, place)
        case Swap():
            return phase_fault(position, Phase.PLAY) or _swap_fault(position)


class Brought(StrEnum):
    """The effects of a play on its mine, besides one more unit (K15)."""

    CAPTURED = "captured"
    FINISHED = "finished"
    NOTHING = "nothing"


def brought(position: Position, play: Play) -> Brought:
    """The effect of a legal play; only the last unit missing on a mine has one (K9, K14)."""
    site = position.known_site(play.place, position.turn)
    if play.place.row is Row.CENTRE:
        return Brought.CAPTURED if site.to_capture == 1 else Brought.NOTHING
    return Brought.FINISHED if site.to_finish == 1 else Brought.NOTHING


def owner_of(position: Position, unit: Unit, seat: int) -> int:
    """The seat that gets a mine when a seat's unit captures it (K10)."""
    return position.seat_of(unit.race) or seat


def apply(position: Position, act: Act) -> Position:
    """The position after an act; raises ActRefused, with rule and places."""
    fault = act_fault(position, act)
    if fault is not None:
        raise fault
    match act:
        case Play():
            return _played(position, act)
        case Draw(place):
            return _drawn(position, place)
        case Swap():
            return _swapped(position)


def _played(position: Position, play: Play) -> Position:
    """The position after a legal play, with all that it brings about (K9-K15)."""
    seat, unit, place = position.turn, play.unit, play.place
    brings = brought(position, play)
    site = position.known_site(place, seat)
    site = site._replace(units=(*site.units, unit))
    shown = position.shown_of(seat)
    if unit in shown:
        shown = without(shown, unit)
    position = position.with_hand(seat, without(position.hand(seat), unit), shown)
    position = replace(position, phase=Phase.DRAW)
    match brings:
        case Brought.CAPTURED:
            position = _captured(position, place.number, site)
        case Brought.FINISHED:
            position = _finished(position, place.number, site)
        case Brought.NOTHING:
            position = position.with_site(place, seat, site)
    return position if legal(position) else _next_turn(position)


def _captured(position: Position, number: int, site: Site) -> Position:
    """The position after the capture of a mine of the centre (K10, K11)."""
    owner = owner_of(position, site.units[-1], position.turn)
    on_top = position.box.returned is Returned.TOP
    piles = []
    for race, pile in zip(RACES, position.camp, strict=True):
        back = tuple(unit for unit in reversed(site.units) if unit.race == race)
        piles.append((*pile, *back) if on_top else (*back, *pile))
    mine = position.next_mine
    gap = UNSEEN if mine is UNSEEN else Site(mine)
    position = position.with_own(owner, (*position.own_of(owner), Site(site.mine)))
    position = position.with_centre(number, gap if position.deck else None)
    return replace(position, camp=tuple(piles), deck=position.deck[:-1])


def _finished(position: Position, number: int, site: Site) -> Position:
    """The position after the last unit has been played on an own mine (K14)."""
    seat = position.turn
    position = position.with_own(seat, without_item(position.own_of(seat), number))
    position = position.with_done(seat, (*position.done_of(seat), site.mine))
    return replace(position, discard=(*position.discard, *site.units))


def _drawn(position: Position, place: DrawPlace) -> Position:
    """The position after a legal draw, which ends a turn (K16)."""
    seat = position.turn
    shown = position.shown_of(seat)
    unit: Unit | Unseen
    if place is DECK:
        unit = position.deck[-1].unit
        position = replace(position, deck=position.deck[:-1])
    else:
        pile = position.pile(place.race)
        unit = pile[-1]
        if seat != position.me:
            shown = (*shown, unit)
        position = position.with_pile(place.race, pile[:-1])
    return _next_turn(position.with_hand(seat, (*position.hand(seat), unit), shown))


def _swapped(position: Position) -> Position:
    """The position after a hand was shown, discarded and drawn again (K17)."""
    seat, size = position.turn, position.box.hand
    drawn = position.deck[::-1][:size]
    position = replace(
        position,
        discard=(*position.discard, *position.known_hand(seat)),
        deck=position.deck[: len(position.deck) - len(drawn)],
    )
    position = position.with_hand(seat, tuple(card.unit for card in drawn), shown=())
    ends = not position.deck and is_stuck(position)
    return replace(position, phase=Phase.END) if ends else position


def _next_turn(position: Position) -> Position:
    """The position when a turn is finished: the next seat's, or the end (K19)."""
    if not position.deck:
        return replace(position, phase=Phase.END)
    return replace(position, turn=position.following(position.turn), phase=Phase.PLAY)


def new_game(seed: int, players: int, box: Box | None = None) -> Position:
    """A game that is set up; the same seed deals the same cards (K3-K5)."""
    box = the_box() if box is None else box
    rng = Random(f"{NAME} {seed}")
    kings = tuple(shuffled(rng, RACES)[:players])
    deck = shuffled(rng, box.cards)
    centre = tuple(Site(deck.pop().mine) for _ in range(box.centre))
    camp = [deck.pop().unit for _ in range(box.camp)]
    hands = tuple(tuple(deck.pop().unit for _ in range(box.hand)) for _ in range(players))
    return Position(
        box=box,
        kings=kings,
        turn=box.start_seat,
        deck=tuple(deck),
        centre=centre,
        camp=tuple(tuple(unit for unit in camp if unit.race == race) for race in RACES),
        hands=hands,
        shown=((),) * players,
        own=((),) * players,
        done=((),) * players,
    )
