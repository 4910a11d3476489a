"""The table of Kings under Mountains in tasks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.scene import KingsPicture
from ksm_widgets.companions.kings.telling import place_told
from ksm_widgets.companions.kings.text import position_text
from ksm_widgets.companions.marking import Marks
from ksm_widgets.companions.tasks import PlacesTable
from ksm_widgets.draw import DARK

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.position import Place
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
