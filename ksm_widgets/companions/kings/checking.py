"""The checks of a Kings position: everything that box or rules do not allow, together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ksm_widgets.companions.items import Checks
from ksm_widgets.companions.kings.cards import UNSEEN
from ksm_widgets.companions.kings.naming import (
    numbers_phrase,
    own_mine_phrase,
    place_phrase,
    unit_phrase,
)
from ksm_widgets.companions.kings.places import Numbered, Row
from ksm_widgets.companions.kings.position import Phase, Site
from ksm_widgets.rules.errors import PositionFault, RuleError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.telling.phrases import Phrase


def _hands(position: Position) -> Iterator[RuleError]:
    size = position.box.hand
    for seat, hand in zip(position.seats, position.hands, strict=True):
        draws = position.phase is Phase.DRAW and seat == position.turn
        wanted = size - draws
        found = len(hand)
        if (found != wanted) if position.deck else (found > wanted):
            yield PositionFault("kings_fault.hand", "K16", seat=seat, found=found, wanted=wanted)
    if position.is_over and position.deck:
        yield PositionFault("kings_fault.over", "K19", found=len(position.deck))


def _gaps(position: Position) -> Iterator[RuleError]:
    for number, site in enumerate(position.centre, start=1):
        if site is None and position.deck:
            place = Numbered(Row.CENTRE, number)
            yield PositionFault("kings_fault.gap", "K11", (place,), place=place_phrase(place))


def _chain(place: Numbered, name: Phrase, site: Site) -> Iterator[RuleError]:
    for at, unit in enumerate(site.units):
        below = Site(site.mine, site.units[:at])
        if not below.takes(unit):
            params = {"unit": unit_phrase(unit), "top": unit_phrase(site.units[at - 1])}
            yield PositionFault("kings_fault.chain", "K8", (place,), place=name, **params)


def _centre(position: Position) -> Iterator[RuleError]:
    for place, site in position.centre_sites():
        name = place_phrase(place)
        yield from _chain(place, name, site)
        if site.to_capture < 1:
            yield PositionFault("kings_fault.captured", "K9", (place,), place=name)


def _own(position: Position) -> Iterator[RuleError]:
    for seat, sites in zip(position.seats, position.own, strict=True):
        for number, site in enumerate(sites, start=1):
            place, name = _own_place(position, seat, number), own_mine_phrase(seat, number)
            yield from _chain(place, name, site)
            race, size = position.race(seat), site.mine.size
            for unit in site.units[:size]:
                if unit.race == race:
                    params = {"place": name, "unit": unit_phrase(unit)}
                    yield PositionFault("kings_fault.miner", "K12", (place,), **params)
            if site.mine.overseer and any(unit.race != race for unit in site.units[size:]):
                yield PositionFault("kings_fault.overseer", "K13", (place,), place=name)
            elif site.to_finish < 1:
                yield PositionFault("kings_fault.finished", "K14", (place,), place=name)


def _own_place(position: Position, seat: int, number: int) -> Numbered:
    """The place where a seat's mine is shown: of others, their box has all of them."""
    return Numbered(Row.OWN, number) if seat == position.asker else Numbered(Row.SEAT, seat)


def _units(position: Position) -> Iterator[RuleError]:
    counts = Counter(unit for unit in position.units() if unit is not UNSEEN)
    for unit, found in sorted(counts.items()):
        most = position.box.units.get(unit, 0)
        if found > most:
            name = unit_phrase(unit)
            yield PositionFault("kings_fault.unit", "K1", unit=name, found=found, most=most)


def _mines(position: Position) -> Iterator[RuleError]:
    counts = Counter(position.known_mines())
    for mine, found in sorted(counts.items()):
        most = position.box.mines.get(mine, found)
        if found > most:
            name = numbers_phrase(mine)
            yield PositionFault("kings_fault.mine", "K2", mine=name, found=found, most=most)


def _all_cards(position: Position) -> Iterator[RuleError]:
    found, cards = position.outside_deck + len(position.deck), len(position.box.cards)
    if found != cards:
        rest = cards - position.outside_deck
        yield PositionFault(
            "kings_fault.cards", "K1", found=found, cards=cards, deck=len(position.deck), rest=rest
        )


faults_of = Checks(
    (
        ("kings me turn deck phase hand others", _hands),
        ("centre deck", _gaps),
        ("centre", _centre),
        ("own kings", _own),
        ("centre camp hand others own discard me kings", _units),
        ("centre own done next", _mines),
        ("kings me deck centre camp hand own done discard others", _all_cards),
    ),
).faults_of
"""All faults of a position."""
