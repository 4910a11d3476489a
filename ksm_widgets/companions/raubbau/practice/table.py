"""The table of tasks about Raubbau, reasons, and numbers as readers see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.places_table import PlacesTable
from ksm_widgets.companions.raubbau import NAME
from ksm_widgets.companions.raubbau.places import Area, Beside, Field
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.scene import RaubbauPicture
from ksm_widgets.companions.raubbau.telling import place_told
from ksm_widgets.companions.raubbau.text import position_text
from ksm_widgets.companions.tasks import reasons_of
from ksm_widgets.companions.telling import numeral
from ksm_widgets.telling.phrases import Phrase, plain

if TYPE_CHECKING:
    from ksm_widgets.companions.marking import Marks
    from ksm_widgets.companions.raubbau.places import Place
    from ksm_widgets.draw import Theme
    from ksm_widgets.telling.phrases import Reader

because = reasons_of(NAME)
"""A reason in these tasks, with its rule."""


@dataclass(frozen=True, slots=True)
class RaubbauTable(PlacesTable[Position]):
    """A position on the table of a task, perhaps with `room` around; fields can be marked."""

    name = "raubbau_page.board"
    told_at = staticmethod(place_told)
    written = staticmethod(position_text)

    room: int = 0

    def picture(self, theme: Theme, marks: Marks[Place], language: str = "en") -> RaubbauPicture:
        """The picture of the position with marks."""
        return RaubbauPicture(self.position, theme, marks, room=self.room)

    def text(self, reader: Reader) -> str:
        """Every player, and the position as text."""
        players = (self.told(Beside(Area.SEAT, seat), reader) for seat in self.position.seats)
        return "\n".join((*players, self.notation))

    def may_mark(self, field: Place) -> bool:
        """Only fields are marked."""
        return isinstance(field, Field)


table = RaubbauTable.of


def number(count: int) -> Phrase:
    """A number as readers see it."""
    return plain(numeral(count))
