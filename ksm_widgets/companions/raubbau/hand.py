"""A reader at the mine of Raubbau: the keyboard's place, and the table of tasks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.marking import Marks, neighbour
from ksm_widgets.companions.raubbau.position import ENTRY, Field, Position
from ksm_widgets.companions.raubbau.scene import MinePicture
from ksm_widgets.companions.raubbau.telling import place_told, player_told
from ksm_widgets.companions.raubbau.text import position_text
from ksm_widgets.companions.tasks import PlacesTable

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.scene import Place
    from ksm_widgets.draw import Theme
    from ksm_widgets.telling.phrases import Reader


@dataclass(frozen=True, slots=True)
class Hand:
    """The place of the keyboard's cursor; it is shown once keys are used."""

    cursor: Place = ENTRY
    keyboard: bool = False

    @property
    def focus(self) -> Place | None:
        """The place to frame."""
        return self.cursor if self.keyboard else None

    def walk(self, key: str, picture: MinePicture) -> Hand:
        """Move by an arrow key to the nearest place in its direction; others move nothing."""
        boxes = picture.boxes()
        here = self.cursor if self.cursor in boxes else ENTRY
        return Hand(neighbour(boxes, here, key), keyboard=True)


@dataclass(frozen=True, slots=True)
class MineTable(PlacesTable):
    """A position on the table of a task, perhaps with `room` around; fields can be marked."""

    position: Position
    room: bool = False

    def picture(self, theme: Theme, marks: Marks[Place], language: str = "en") -> MinePicture:
        """The picture of the position with marks."""
        return MinePicture(self.position, theme, marks, room=self.room)

    def told(self, place: Place, reader: Reader) -> str:
        """A place and what is there in words."""
        return place_told(self.position, place, reader.language)

    def named(self, reader: Reader) -> str:
        """The name of the board."""
        return reader.text("raubbau_page.board")

    @property
    def notation(self) -> str:
        """The position as text."""
        return position_text(self.position)

    def text(self, reader: Reader) -> str:
        """Every player, and the position as text."""
        players = (
            player_told(self.position, seat, reader.language) for seat in self.position.seats
        )
        return "\n".join((*players, self.notation))

    def may_mark(self, place: Place) -> bool:
        """Only fields are marked."""
        return isinstance(place, Field)
