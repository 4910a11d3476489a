"""A reader at the table of Kings under Mountains: the keyboard's place, and the table of tasks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.scene import KingsPicture
from ksm_widgets.companions.kings.telling import place_told
from ksm_widgets.companions.kings.text import position_text
from ksm_widgets.companions.marking import Marks, neighbour
from ksm_widgets.companions.tasks import PlacesTable

if TYPE_CHECKING:
    from ksm_widgets.draw import Theme
    from ksm_widgets.telling.phrases import Reader

_FIRST = "centre 1"


@dataclass(frozen=True, slots=True)
class Hand:
    """The place of the keyboard's cursor; it is shown once keys are used."""

    cursor: str = _FIRST
    keyboard: bool = False

    @property
    def focus(self) -> str | None:
        """The place to frame."""
        return self.cursor if self.keyboard else None

    def walk(self, key: str, picture: KingsPicture) -> Hand:
        """Move by an arrow key to the nearest place in its direction; others move nothing."""
        boxes = picture.boxes()
        here = self.cursor if self.cursor in boxes else _FIRST
        return replace(self, cursor=neighbour(boxes, here, key), keyboard=True)


@dataclass(frozen=True, slots=True)
class KingsTable(PlacesTable):
    """A position on the table of a task."""

    position: Position

    def picture(self, theme: Theme, marks: Marks[str], language: str = "en") -> KingsPicture:
        """The picture of the position with marks."""
        return KingsPicture(self.position, theme, marks)

    def told(self, place: str, reader: Reader) -> str:
        """A place and what is there in words."""
        return place_told(self.position, place, reader.language)

    def named(self, reader: Reader) -> str:
        """The name of the board."""
        return reader.text("companion_kings.name")

    @property
    def notation(self) -> str:
        """The position as text."""
        return position_text(self.position)
