"""The table of tasks about Kings under Mountains, tasks to mark places on it, and reasons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings import NAME
from ksm_widgets.companions.kings.naming import place_phrase
from ksm_widgets.companions.kings.places import Numbered, Place, Row
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.rules import play_fault
from ksm_widgets.companions.kings.scene import KingsPicture
from ksm_widgets.companions.kings.telling import place_told
from ksm_widgets.companions.kings.text import position_text
from ksm_widgets.companions.marking import Marks
from ksm_widgets.companions.places_table import PlacesTable
from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.tasks import reasons_of
from ksm_widgets.draw import DARK
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.tasks import RuledWording
    from ksm_widgets.draw import Theme
    from ksm_widgets.telling.phrases import Reader


@dataclass(frozen=True, slots=True)
class KingsTable(PlacesTable[Position]):
    """A position on the table of a task."""

    name = "companion_kings.name"
    told_at = staticmethod(place_told)
    written = staticmethod(position_text)

    def text(self, reader: Reader) -> str:
        """The table in words, place by place."""
        places = self.picture(DARK, Marks()).places
        return "\n".join(self.told(place, reader) for place in places)

    def picture(self, theme: Theme, marks: Marks[Place], language: str = "en") -> KingsPicture:
        """The picture of the position with marks."""
        return KingsPicture(self.position, theme, marks, language=language)


table = KingsTable.of


# Reasons.

because = reasons_of(NAME)
"""A reason in these tasks, with its rule."""


def refused(fault: ActRefused, place: Numbered) -> Phrase:
    """The reason why what was marked is refused; of a mine, with its name."""
    why = replace(Phrase.why(fault), places=(place,))
    return why if place.row is Row.HAND else at_place(place, why)


def at_place(place: Place, why: Phrase) -> Phrase:
    """A reason with the place it is about."""
    return Phrase("kings_task.at", {"place": place_phrase(place), "why": why}, why.rule, (place,))


# Tasks to mark places.


def cards_for(position: Position, place: Numbered, asked: RuledWording) -> MarkPlaces[Numbered]:
    """The task to mark the cards in hand that may go on a mine."""
    faults = {
        card: play_fault(position, unit, place) for card, unit in position.held(position.turn)
    }

    def why_not(card: Numbered) -> Phrase:
        fault = faults.get(card)
        return because("not_in_hand", "K6") if fault is None else refused(fault, card)

    return MarkPlaces(
        **asked,
        table=table(position, place, markable=True),
        right_ones=frozenset(card for card, fault in faults.items() if fault is None),
        why_not=why_not,
    )


def mines_of_centre(
    position: Position,
    asked: RuledWording,
    wrong: Mapping[Numbered, Phrase],
    elsewhere: str,
    *,
    one: bool = False,
) -> MarkPlaces[Place]:
    """The task to mark the mines of the centre, except the wrong ones, each with its reason.

    `elsewhere` is the rule that forbids all other places.
    """
    other = because("play_place", elsewhere)
    return MarkPlaces(
        **asked,
        table=table(position, markable=True),
        right_ones=frozenset(place for place, _ in position.centre_sites() if place not in wrong),
        why_not=lambda place: wrong.get(place, other) if isinstance(place, Numbered) else other,
        one=one,
    )
