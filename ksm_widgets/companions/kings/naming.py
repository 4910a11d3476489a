"""Names of units, mines and places of Kings under Mountains, as words in any sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.box import UNSEEN
from ksm_widgets.companions.kings.position import NEW
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.box import Mine, Unit
    from ksm_widgets.companions.kings.position import Place


def unit_name(unit: Unit) -> Term:
    """A unit by its race and strength."""
    if unit == UNSEEN:
        return Term("kings_told.unseen")
    race = Term(f"kings_race.{unit.race}")
    return Term("kings_told.unit", {"race": race, "strength": unit.strength})


def mine_name(mine: Mine | None) -> Term:
    """A mine by its numbers."""
    if mine is None:
        return Term("kings_told.unseen_mine")
    key = "kings_told.mine_overseer" if mine.overseer else "kings_told.mine"
    return Term(key, {"defence": mine.defence, "size": mine.size, "value": mine.value})


def numbers_name(mine: Mine | None) -> Term:
    """The numbers of a mine, where it is plain that it is one."""
    name = mine_name(mine)
    return name if mine is None else Term(f"{name.key}_numbers", name.params)


def place_name(place: Place) -> Term:
    """A place as its sign has it."""
    if place.which == NEW:
        return Term(f"kings_place.{place.where}_new")
    if place.where == "camp":
        return Term("kings_place.camp", {"race": Term(f"kings_race_many.{place.which}")})
    return Term(f"kings_place.{place.where}", {"number": place.which})


def onto(place: Place) -> Term:
    """A mine that something is played on, in the case that this takes."""
    return Term(f"kings_onto.{place.where}", {"number": place.which})
