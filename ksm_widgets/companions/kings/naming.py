"""Names of units, mines and places of Kings under Mountains, as words in any sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import UNSEEN
from ksm_widgets.companions.kings.places import Numbered, Pile, Room
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.cards import Mine, Race, Unit, Unseen
    from ksm_widgets.companions.kings.places import Place


def races_phrase(race: Race) -> Phrase:
    """The units of a race."""
    return Phrase(f"kings_race_many.{race}")


def unit_phrase(unit: Unit | Unseen) -> Phrase:
    """A unit by its race and strength."""
    if unit is UNSEEN:
        return Phrase("kings_told.unseen")
    race = Phrase(f"kings_race.{unit.race}")
    return Phrase("kings_told.unit", {"race": race, "strength": unit.strength})


def mine_phrase(mine: Mine | Unseen) -> Phrase:
    """A mine by its numbers."""
    if mine is UNSEEN:
        return Phrase("kings_told.unseen_mine")
    key = "kings_told.mine_overseer" if mine.overseer else "kings_told.mine"
    return Phrase(key, {"defence": mine.defence, "size": mine.size, "value": _value(mine)})


def _value(mine: Mine) -> object:
    """The value of a mine, with its penalty if that is another number."""
    if mine.penalty == mine.value:
        return mine.value
    return Phrase("kings_told.value_penalty", {"value": mine.value, "penalty": mine.penalty})


def numbers_phrase(mine: Mine) -> Phrase:
    """The numbers of a mine, in a sentence that has named it as a mine."""
    name = mine_phrase(mine)
    return Phrase(f"{name.key}_numbers", name.params)


def place_phrase(place: Place) -> Phrase:
    """A place by its name."""
    match place:
        case Numbered(row, number):
            return Phrase(f"kings_place.{row}", {"number": number})
        case Room(row):
            return Phrase(f"kings_place.{row}_new")
        case Pile(race):
            return Phrase("kings_place.camp", {"race": races_phrase(race)})
    return Phrase(f"kings_place.{place}")


def own_mine_phrase(seat: int, number: int) -> Phrase:
    """A mine that a seat has captured and not finished, with the seat's number."""
    return Phrase("kings_place.own_of", {"number": number, "seat": seat})


def onto_phrase(place: Numbered) -> Phrase:
    """A mine that something is played on; in German this may take another case."""
    return Phrase(f"kings_onto.{place.row}", {"number": place.number})
