"""The table of a task about a game on the shelf: a learner marks places there, or only looks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

from ksm_widgets.companions.cursor import ENTER, Cursor
from ksm_widgets.companions.marking import Marks
from ksm_widgets.companions.position import AnyPlace, PositionT
from ksm_widgets.draw import DARK
from ksm_widgets.draw.showing import BoardView
from ksm_widgets.tasks.task import BoardSeat

if TYPE_CHECKING:
    from collections.abc import Collection

    from ksm_widgets.companions.picture import Rectangle, TablePicture
    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.telling.phrases import Notice, Reader


@dataclass(frozen=True, slots=True)
class PlacesTable(ABC, Generic[PositionT]):
    """A position on the table of a task.

    Its places can be marked if it is `markable`; `pointed` are pointed out from the start. A game
    says in a subclass how the position looks, and its words.
    """

    name: ClassVar[str]
    """The key of the board's name."""

    position: PositionT
    markable: bool = False
    pointed: tuple[AnyPlace, ...] = ()

    # What a game must say.

    @staticmethod
    @abstractmethod
    def told_at(position: PositionT, place: AnyPlace, language: str, /) -> str:
        """A place and what is there in words."""

    @staticmethod
    @abstractmethod
    def written(position: PositionT, /) -> str:
        """A position as text."""

    @abstractmethod
    def picture(
        self, theme: Theme, marks: Marks[AnyPlace], language: str = "en"
    ) -> TablePicture[AnyPlace]:
        """The picture of the position with marks, in the reader's language."""

    # What a game may say.

    def text(self, reader: Reader) -> str:
        """All of it as text."""
        return self.notation

    def may_mark(self, place: AnyPlace) -> bool:
        """Whether a place can be marked."""
        return True

    # What all games share.

    @classmethod
    def of(
        cls,
        position: PositionT,
        *pointed: AnyPlace,
        markable: bool = False,
        seat: int | None = None,
    ) -> Self:
        """The table as the seat whose turn it is sees it, or another; some places pointed out."""
        view = position.seen(position.turn if seat is None else seat)
        return cls(view, markable, pointed)

    def told(self, place: AnyPlace, reader: Reader) -> str:
        """A place and what is there in words."""
        return self.told_at(self.position, place, reader.language)

    @property
    def notation(self) -> str:
        """The position as text."""
        return self.written(self.position)

    def settled(self, reader: Reader) -> tuple[str, ...]:
        """No facts beside the board: they are all on it."""
        return ()

    def scene(self, reader: Reader, theme: Theme) -> Scene:
        """All of it as a picture."""
        shown = self.picture(theme, Marks(hinted=self.pointed), reader.language).scene()
        return replace(shown, title=reader.text(self.name), description=self.text(reader))

    @property
    def link(self) -> str:
        """Nothing: the explorer has another game's board."""
        return ""

    def seat(self) -> PlacesSeat:
        """A seat at the table, with nothing marked."""
        return PlacesSeat(self)


_NOWHERE: Cursor[AnyPlace] = Cursor(None)
"""The cursor before it has been used: the table says where it is."""


@dataclass(frozen=True, slots=True)
class PlacesSeat(BoardSeat):
    """A learner at a table: a touch marks a place, or takes the mark off."""

    table: PlacesTable[Any]
    marked: tuple[AnyPlace, ...] = ()
    cursor: Cursor[AnyPlace] = _NOWHERE
    notice: Notice | None = None

    def _boxes(self) -> dict[AnyPlace, Rectangle]:
        return self.table.picture(DARK, Marks()).boxes()

    @property
    def here(self) -> AnyPlace:
        """The place of the cursor: at first the first that is pointed out, or of the board."""
        return self.cursor.within(self._boxes(), *self.table.pointed)

    def board(
        self,
        reader: Reader,
        theme: Theme,
        *,
        hinted: Collection[AnyPlace] = (),
        wrong: Collection[AnyPlace] = (),
        done: bool = False,
    ) -> BoardView:
        """The table with what is marked, pointed out, hinted and wrong."""
        boxes = self._boxes()
        mistaken = tuple(place for place in boxes if place in wrong)
        hints = {*self.table.pointed, *hinted}
        marks: Marks[AnyPlace] = Marks(
            chosen=tuple(place for place in self.marked if place not in mistaken),
            hinted=tuple(place for place in boxes if place in hints),
            wrong=mistaken,
            focus=self.here if self.cursor.keyboard else None,
        )
        return BoardView(
            self.table.picture(theme, marks, reader.language),
            text=self.table.text(reader),
            label=self.table.told(self.here, reader),
            help=reader.text(f"shelf_task.{'mark' if self.table.markable else 'look'}"),
            names={str(place): self.table.told(place, reader) for place in boxes},
        )

    def released(self, place: AnyPlace | None) -> Self:
        """Mark a place, or take its mark off."""
        if place is None or not self.table.markable or not self.table.may_mark(place):
            return self
        marked = tuple(one for one in self.marked if one != place)
        if len(marked) == len(self.marked):
            marked = (*marked, place)
        return replace(self, marked=marked, cursor=replace(self.cursor, place=place))

    def keyed(self, key: str, *, done: bool = False) -> Self:
        """Arrows move the cursor, Enter marks."""
        if key not in ENTER:
            return replace(self, cursor=Cursor(self.here).walk(key, self._boxes()))
        if done:
            return self
        return replace(self.released(self.here), cursor=Cursor(self.here, keyboard=True))

    def unfocused(self) -> Self:
        """The cursor is not shown."""
        return replace(self, cursor=self.cursor.shown(keyboard=False))

    def read_out(self, before: Self, reader: Reader) -> str:
        """The place of the cursor after it has moved."""
        return "" if self.here == before.here else self.table.told(self.here, reader)

    @property
    def busy(self) -> bool:
        """False: nothing takes several steps here."""
        return False

    def aside(self, reader: Reader, theme: Theme) -> Scene | None:
        """There is no picture beside the question."""
        return None

    def text(self) -> str:
        """The position, and the places marked."""
        return "\n".join([self.table.notation, *map(str, self.marked)])

    def acted(self, name: str, value: str) -> Self:
        """`back` takes all marks off."""
        return self.cleared() if name == "back" else self

    def with_marked(self, places: Collection[AnyPlace]) -> Self:
        """The seat with these places marked."""
        return replace(self, marked=tuple(places))

    def at_rest(self) -> Self:
        """The same seat: nothing is ever in hand."""
        return self

    def cleared(self) -> Self:
        """The seat without marks."""
        return replace(self, marked=())
