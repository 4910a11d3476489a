"""A reader at the table of Kingdom of Solomon: the keyboard's place, and the table of tasks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.position import Position
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.telling import place_told
from ksm_widgets.companions.kingdom.text import position_text
from ksm_widgets.companions.marking import Marks, neighbour
from ksm_widgets.companions.tasks import PlacesTable

if TYPE_CHECKING:
    from ksm_widgets.draw import Theme
    from ksm_widgets.telling.phrases import Reader


@dataclass(frozen=True, slots=True)
class Hand:
    """The place of the keyboard's cursor; it is shown once keys are used."""

    cursor: str = ""
    keyboard: bool = False

    @property
    def focus(self) -> str | None:
        """The place to frame."""
        return self.cursor if self.keyboard else None

    def walk(self, key: str, picture: KingdomPicture) -> Hand:
        """Move by an arrow key to the nearest place in its direction; others move nothing."""
        boxes = picture.boxes()
        here = self.cursor if self.cursor in boxes else next(iter(boxes))
        return replace(self, cursor=neighbour(boxes, here, key), keyboard=True)


@dataclass(frozen=True, slots=True)
class KingdomTable(PlacesTable):
    """A position on the table of a task."""

    position: Position

    def picture(self, theme: Theme, marks: Marks[str], language: str = "en") -> KingdomPicture:
        """The picture of the position with marks, in the reader's language."""
        return KingdomPicture(self.position, theme, marks, language)

    def told(self, place: str, reader: Reader) -> str:
        """A place and what is there in words."""
        return place_told(self.position, place, reader.language)

    def named(self, reader: Reader) -> str:
        """The name of the board."""
        return reader.text("companion_kingdom.name")

    @property
    def notation(self) -> str:
        """The position as text."""
        return position_text(self.position)
