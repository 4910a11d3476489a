"""The table of Kingdom of Solomon in tasks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.position import Position
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.telling import place_told
from ksm_widgets.companions.kingdom.text import position_text
from ksm_widgets.companions.tasks import PlacesTable

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.places import Place
    from ksm_widgets.companions.marking import Marks
    from ksm_widgets.draw import Theme


@dataclass(frozen=True, slots=True)
class KingdomTable(PlacesTable[Position]):
    """A position on the table of a task."""

    name = "companion_kingdom.name"
    told_at = staticmethod(place_told)
    written = staticmethod(position_text)

    def picture(self, theme: Theme, marks: Marks[Place], language: str = "en") -> KingdomPicture:
        """The picture of the position with marks."""
        return KingdomPicture(self.position, theme, marks, language)
