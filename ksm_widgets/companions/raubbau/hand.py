"""A reader at the mine of Raubbau: the keyboard's place, and a table and a seat for tasks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.marking import ENTER, Marks, neighbour
from ksm_widgets.companions.raubbau.position import ENTRY, Field, Position
from ksm_widgets.companions.raubbau.scene import MinePicture
from ksm_widgets.companions.raubbau.telling import place_told, player_told
from ksm_widgets.companions.raubbau.text import position_text
from ksm_widgets.draw.showing import BoardView
from ksm_widgets.tasks.task import BoardSeat
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable

    from ksm_widgets.companions.raubbau.scene import Place
    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.telling.phrases import Notice, Reader


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


def board_of(
    picture: MinePicture, hand: Hand, language: str, help_: str, label: str = ""
) -> BoardView:
    """A picture as it is shown, with words for its places and for the place of the cursor."""
    position = picture.position
    return BoardView(
        picture,
        text=position_text(position),
        label=label or place_told(position, hand.cursor, language),
        help=help_,
        names={str(place): place_told(position, place, language) for place in picture.places},
    )


@dataclass(frozen=True, slots=True)
class MineTable:
    """A position on the table of a task."""

    position: Position

    def scene(self, reader: Reader, theme: Theme) -> Scene:
        """All of it as a picture."""
        return replace(
            MinePicture(self.position, theme).scene(),
            title=sentence("raubbau_page.board", reader.language),
            description="\n".join(self.settled(reader)),
        )

    def text(self, reader: Reader) -> str:
        """All of it as text."""
        return position_text(self.position)

    def settled(self, reader: Reader) -> tuple[str, ...]:
        """Every player, line by line."""
        return tuple(
            player_told(self.position, seat, reader.language) for seat in self.position.seats
        )

    @property
    def link(self) -> str:
        """Nothing: the explorer has another game's mine."""
        return ""

    def seat(self) -> MineSeat:
        """A seat that marks fields."""
        return MineSeat(self.position)


@dataclass(frozen=True, slots=True)
class MineSeat(BoardSeat):
    """A learner who marks fields of the mine: a touch marks one, or takes the mark off."""

    position: Position
    marked: tuple[Field, ...] = ()
    hand: Hand = field(default_factory=Hand)
    notice: Notice | None = None

    def board(
        self,
        reader: Reader,
        theme: Theme,
        *,
        hinted: Collection[Hashable] = (),
        wrong: Collection[Hashable] = (),
        done: bool = False,
    ) -> BoardView:
        """The mine with what is marked, hinted and wrong."""
        mistaken = tuple(place for place in self._places if place in wrong)
        marks = Marks(
            chosen=tuple(place for place in self.marked if place not in mistaken),
            hinted=tuple(place for place in self._places if place in hinted),
            wrong=mistaken,
            focus=self.hand.focus,
        )
        help_ = sentence("raubbau_page.task_help", reader.language)
        return board_of(MinePicture(self.position, theme, marks), self.hand, reader.language, help_)

    @property
    def _places(self) -> tuple[Place, ...]:
        return MinePicture(self.position).places

    def released(self, place: Place | None) -> Self:
        """Mark a field, or take its mark off."""
        if not isinstance(place, Field):
            return self
        marked = tuple(one for one in self.marked if one != place)
        if len(marked) == len(self.marked):
            marked = (*marked, place)
        return replace(self, marked=marked, hand=Hand(place))

    def keyed(self, key: str, *, done: bool = False) -> Self:
        """Arrows move the cursor, Enter marks."""
        if key in ENTER:
            if done:
                return self
            marked = self.released(self.hand.cursor)
            return replace(marked, hand=replace(self.hand, keyboard=True))
        return replace(self, hand=self.hand.walk(key, MinePicture(self.position)))

    def unfocused(self) -> Self:
        """The cursor is not shown."""
        return replace(self, hand=replace(self.hand, keyboard=False))

    def read_out(self, before: Self, reader: Reader) -> str:
        """The place of the cursor after it has moved."""
        if self.hand.cursor == before.hand.cursor:
            return ""
        return place_told(self.position, self.hand.cursor, reader.language)

    @property
    def busy(self) -> bool:
        """False: nothing takes several steps here."""
        return False

    def aside(self, reader: Reader, theme: Theme) -> Scene | None:
        """There is no picture beside the question."""
        return None

    def text(self) -> str:
        """The position, and the fields marked."""
        return "\n".join([position_text(self.position), *map(str, self.marked)])

    def acted(self, name: str, value: str) -> Self:
        """`back` takes the last mark off."""
        return replace(self, marked=self.marked[:-1]) if name == "back" else self

    def at_rest(self) -> Self:
        """The same seat: nothing is ever in hand."""
        return self

    def cleared(self) -> Self:
        """The seat without marks."""
        return replace(self, marked=())
