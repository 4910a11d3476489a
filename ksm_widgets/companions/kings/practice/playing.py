"""Tasks about cards, plays and captures of Kings under Mountains (K1-K10, K15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.box import the_box
from ksm_widgets.companions.kings.cards import RACES, UNSEEN
from ksm_widgets.companions.kings.naming import numbers_phrase, onto, races_phrase, unit_phrase
from ksm_widgets.companions.kings.places import Numbered
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.practice.positions import (
    SEEDS,
    capturing_plays,
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
from ksm_widgets.companions.kings.rules import new_game, owner_of, play_fault
from ksm_widgets.companions.tasks import player_options
from ksm_widgets.rules.chance import below, between, chosen, some_of
from ksm_widgets.tasks.choose import Choose, Option, Order
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.kings.cards import Mine, Unit
    from ksm_widgets.companions.kings.places import Place
    from ksm_widgets.companions.tasks import Topic


def setup(rng: Random, topic: Topic) -> Numbers:
    """Cards at the start of a game (K1, K4)."""
    players = between(rng, 2, 4)
    position = new_game(below(rng, SEEDS), players)
    box = the_box()
    race = sum(count for unit, count in box.units.items() if unit.race == RACES[0])
    numbers = {
        "players": players,
        "cards": len(box.cards),
        "centre": box.centre,
        "camp": box.camp,
        "hand": box.hand,
    }
    return Numbers(
        **topic.ask("setup", **numbers),
        fields=(
            topic.field(
                "deck",
                "setup_deck",
                len(position.deck),
                "K4",
                mistakes={
                    len(box.cards): "all",
                    len(position.deck) + box.camp: "camp",
                    len(position.deck) + box.centre + box.camp: "hands",
                },
                working=f"{len(box.cards)} − {box.centre} − {box.camp} − {players} × {box.hand}",
                **numbers,
            ),
            topic.field("race", "setup_race", race, "K1", mistakes={race // 2: "once"}),
        ),
    )


def in_play(rng: Random, topic: Topic) -> Choose:
    """The races in play (K3)."""
    position = new_game(below(rng, SEEDS), between(rng, 2, 3))
    options = []
    for race in RACES:
        seat = position.seat_of(race)
        why = because("race_out", "K3") if seat is None else because("race_in", "K3", seat=seat)
        options.append(Option(race, races_phrase(race), seat is not None, why))
    return Choose(
        **topic.ask("races", 1),
        table=table(position),
        options=tuple(options),
        several=True,
    )


def a_mine(rng: Random, topic: Topic) -> Numbers:
    """The meaning of the numbers on a mine (K2)."""

    def mines(position: Position) -> list[tuple[Numbered, Mine]]:
        return [
            (place, mine)
            for place, (mine, _) in position.centre_sites()
            if len({mine.defence, mine.size, mine.value}) == 3
        ]

    position, (place, mine) = offered(rng, mines)
    swapped = {mine.size: "size", mine.value: "value", mine.defence: "defence"}
    return Numbers(
        **topic.ask("mine", number=place.number),
        table=table(position, place),
        fields=(
            topic.field("defence", "mine_capture", mine.defence, "K2", mistakes=swapped),
            topic.field("size", "mine_miners", mine.size, "K2", mistakes=swapped),
            topic.field("value", "mine_worth", mine.value, "K2", mistakes=swapped),
        ),
    )


_KNOWN = {"next": "K4", "top": "K5", "own": "K5", "others": "K5", "camp": "K4"}
"""The rules about what a player sees."""


def what_is_known(rng: Random, topic: Topic) -> Choose:
    """The things a player sees (K4, K5)."""
    position = position_where(rng, lambda one: any(one.camp))
    view = position.seen(position.turn)
    other = next(seat for seat in position.seats if seat != position.turn)
    facts = {
        "next": view.next_mine is not UNSEEN,
        "top": bool(view.deck) and view.deck[-1].unit is not UNSEEN,
        "own": UNSEEN not in view.hand(position.turn),
        "others": UNSEEN not in view.hand(other),
        "camp": any(view.camp),
    }
    names = some_of(rng, facts, 4)
    return Choose(
        **topic.ask("known", 1),
        table=table(position),
        options=topic.options(
            "known",
            names,
            [name for name in names if facts[name]],
            why=lambda name: because(f"known_{name}_why", _KNOWN[name]),
        ),
        several=True,
    )


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
        hand = [unit for _, unit in position.held(position.turn)]
        found = []
        for place, site in position.centre_sites():
            right = sum(play_fault(position, unit, place) is None for unit in hand)
            if site.units and 1 <= right < len(hand):
                found.append(place)
        return found

    position, place = offered(rng, fitting)
    return cards_for(position, place, topic.ask("cards", place=onto(place)))


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
        **topic.ask("owner", seat=seat, unit=unit_phrase(play.unit), place=onto(play.place)),
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
        for card, unit in position.held(seat)
        if play_fault(position, unit, place) is None
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
        **topic.ask(key, seat=seat, place=onto(place), mine=numbers_phrase(mine)),
        table=table(position, place, markable=True),
        right_ones=frozenset(card for card, owner in owners.items() if (owner == seat) is own),
        why_not=why_not,
    )
