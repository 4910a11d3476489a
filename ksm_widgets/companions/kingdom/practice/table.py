"""The table of tasks about Kingdom of Solomon, questions about which player it is, reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import NAME
from ksm_widgets.companions.kingdom.position import Position
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.telling import place_told
from ksm_widgets.companions.kingdom.text import position_text
from ksm_widgets.companions.places_table import PlacesTable
from ksm_widgets.companions.tasks import player_options, reasons_of
from ksm_widgets.tasks.choose import Choose
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.places import Place
    from ksm_widgets.companions.marking import Marks
    from ksm_widgets.companions.tasks import RuledWording
    from ksm_widgets.draw import Theme

because = reasons_of(NAME)


@dataclass(frozen=True, slots=True)
class KingdomTable(PlacesTable[Position]):
    """A position on the table of a task."""

    name = "companion_kingdom.name"
    told_at = staticmethod(place_told)
    written = staticmethod(position_text)

    def picture(self, theme: Theme, marks: Marks[Place], language: str = "en") -> KingdomPicture:
        """The picture of the position with marks."""
        return KingdomPicture(self.position, theme, marks, language)


table = KingdomTable.of


def who(
    asked: RuledWording,
    position: Position,
    right: int | str,
    why: Phrase,
    other: str = "",
) -> Choose:
    """A question about which player it is, or none of them; every option has the same reason."""
    others = {other: Phrase(f"kingdom_task.{other}")} if other else {}
    return Choose(
        **asked,
        table=table(position),
        options=player_options(position.seats, right, lambda _: why, **others),
    )
