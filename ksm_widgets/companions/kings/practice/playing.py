"""Tasks about turns, plays and captures of Kings under Mountains (K5-K10, K15, K16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.naming import (
    numbers_phrase,
    onto_phrase,
    races_phrase,
    unit_phrase,
)
from ksm_widgets.companions.kings.places import Numbered
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.practice.positions import (
    capturing_plays,
    fitting_cards,
    offered,
    one_short,
    position_where,
)
from ksm_widgets.companions.kings.practice.table import (
    at_place,
    because,
    cards_for,
    mines_of_centre,
    refused,
    table,
)
from ksm_widgets.companions.kings.rules import owner_of, play_fault
from ksm_widgets.companions.tasks import player_options
from ksm_widgets.rules.chance import chosen
from ksm_widgets.tasks.choose import Choose, Order
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.kings.cards import Unit
    from ksm_widgets.companions.kings.places import Place
    from ksm_widgets.companions.tasks import Topic


_TURN = {"play": "K6", "bring": "K6", "draw": "K16", "next": "K5"}
"""The parts of a turn with their rules."""


def a_turn(rng: Random, topic: Topic) -> Order:
    """The parts of a turn, of which one may be left out (K6, K15, K16)."""
    names = [*_TURN]
    if rng.random() < 0.5:
        names.remove(chosen(rng, names[1:]))
    return topic.order(rng, "turn", _TURN, names)


def where_to_play(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The mines where a unit may go (K7, K8)."""

    def wrong(position: Position, unit: Unit) -> dict[Numbered, Phrase]:
        faults = {place: play_fault(position, unit, place) for place, _ in position.centre_sites()}
        return {place: refused(fault, place) for place, fault in faults.items() if fault}

    def fitting(position: Position) -> list[Unit]:
        hand = sorted(set(position.known_hand(position.turn)))
        calm = not position.own_of(position.turn) and _chains(position) > 1
        there = len([*position.centre_sites()])
        return [unit for unit in hand if calm and 1 <= there - len(wrong(position, unit)) <= 3]

    position, unit = offered(rng, fitting)
    asked = topic.ask("play", 3, unit=unit_phrase(unit))
    return mines_of_centre(position, asked, wrong(position, unit), "K7")


def _chains(position: Position) -> int:
    return sum(bool(site.units) for _, site in position.centre_sites())


def what_to_play(rng: Random, topic: Topic) -> MarkPlaces[Numbered]:
    """The cards of a hand that may go on a mine (K8)."""

    def fitting(position: Position) -> list[Numbered]:
        hand = [*position.held(position.turn)]
        return [
            place
            for place, site in position.centre_sites()
            if site.units and 1 <= len(fitting_cards(position, place)) < len(hand)
        ]

    position, place = offered(rng, fitting)
    return cards_for(position, place, topic.ask("cards", place=onto_phrase(place)))


def one_more(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The mines that the next unit captures (K9)."""

    def fits(position: Position) -> bool:
        return 1 <= len(one_short(position)) < len(position.centre) and _chains(position) > 1

    position = position_where(rng, fits)
    wrong = {
        place: at_place(place, because("capture_not", "K9", missing=site.to_capture))
        for place, site in position.centre_sites()
        if site.to_capture != 1
    }
    return mines_of_centre(position, topic.ask("capture"), wrong, "K9")


def whose_mine(rng: Random, topic: Topic) -> Choose:
    """The player who gets a mine (K10)."""
    position, play = offered(rng, capturing_plays, players=(2, 4))
    seat = position.turn
    owner = owner_of(position, play.unit, seat)
    reached = position.seat_of(play.unit.race)
    key = "owner_none" if reached is None else "owner_self" if owner == seat else "owner_race"
    why = because(key, "K10", seat=owner, race=races_phrase(play.unit.race), player=seat)
    hint = because("owner_hint1", "K10")
    return Choose(
        **topic.ask("owner", seat=seat, unit=unit_phrase(play.unit), place=onto_phrase(play.place)),
        table=table(position, play.place),
        options=player_options(
            position.seats, owner, lambda name: why if name == str(owner) else hint
        ),
    )


def _reached(position: Position, place: Numbered) -> dict[Numbered, int]:
    """The cards in hand that may go on a mine which the next unit captures, and who gets it."""
    seat = position.turn
    return {
        card: owner_of(position, unit, seat)
        for card, unit in fitting_cards(position, place).items()
    }


def for_whom(rng: Random, topic: Topic) -> MarkPlaces[Numbered]:
    """The cards that take a mine for oneself, or hand it to somebody else (K10)."""

    def fitting(position: Position) -> list[tuple[Numbered, bool]]:
        return [
            (place, own)
            for place in one_short(position)
            if len({owner == position.turn for owner in _reached(position, place).values()}) > 1
            for own in (True, False)
        ]

    position, (place, own) = offered(rng, fitting)
    seat, mine = position.turn, one_short(position)[place].mine
    units, owners = dict(position.held(position.turn)), _reached(position, place)

    def why_not(card: Numbered) -> Phrase:
        if card not in units:
            return because("not_in_hand", "K6")
        fault = play_fault(position, units[card], place)
        if fault is not None:
            return refused(fault, card)
        race, owner = units[card].race, owners[card]
        nobody = position.seat_of(race) is None
        key = "for_none" if nobody else "for_self" if owner == seat else "for_race"
        return because(key, "K10", seat=owner, race=races_phrase(race))

    key = "take" if own else "push"
    return MarkPlaces(
        **topic.ask(key, seat=seat, place=onto_phrase(place), mine=numbers_phrase(mine)),
        table=table(position, place, markable=True),
        right_ones=frozenset(card for card, owner in owners.items() if (owner == seat) is own),
        why_not=why_not,
    )
