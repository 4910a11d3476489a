"""Names of units, mines and places of Kings under Mountains, as words in any sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.box import UNSEEN
from ksm_widgets.companions.kings.position import NEW
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.box import Mine, Unit
    from ksm_widgets.companions.kings.position import Place


def unit_phrase(unit: Unit) -> Phrase:
    """A unit by its race and strength."""
    if unit == UNSEEN:
        return Phrase("kings_told.unseen")
    race = Phrase(f"kings_race.{unit.race}")
    return Phrase("kings_told.unit", {"race": race, "strength": unit.strength})


def mine_phrase(mine: Mine | None) -> Phrase:
    """A mine by its numbers."""
    if mine is None:
        return Phrase("kings_told.unseen_mine")
    key = "kings_told.mine_overseer" if mine.overseer else "kings_told.mine"
    return Phrase(key, {"defence": mine.defence, "size": mine.size, "value": mine.value})


def numbers_phrase(mine: Mine | None) -> Phrase:
    """The numbers of a mine, where it is plain that it is one."""
    name = mine_phrase(mine)
    return name if mine is None else Phrase(f"{name.key}_numbers", name.params)


def place_phrase(place: Place) -> Phrase:
    """A place as its sign has it."""
    if place.which == NEW:
        return Phrase(f"kings_place.{place.where}_new")
    if place.where == "camp":
        return Phrase("kings_place.camp", {"race": Phrase(f"kings_race_many.{place.which}")})
    return Phrase(f"kings_place.{place.where}", {"number": place.which})


def onto(place: Place) -> Phrase:
    """A mine that something is played on, in the case that this takes."""
    return Phrase(f"kings_onto.{place.where}", {"number": place.which})
