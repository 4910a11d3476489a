"""Tables and seats for tasks of the games on the shelf: a learner marks places, or only looks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from ksm_widgets.companions.marking import ENTER, Marks
from ksm_widgets.companions.picture import Cursor
from ksm_widgets.companions.position import P
from ksm_widgets.course.material import disordered
from ksm_widgets.draw import DARK
from ksm_widgets.draw.showing import BoardView
from ksm_widgets.rules.chance import below, shuffled
from ksm_widgets.tasks.choose import Option, Order, options
from ksm_widgets.tasks.numbers import worded_field
from ksm_widgets.tasks.task import BoardSeat, Wording, worded
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
    from random import Random

    from ksm_widgets.companions.picture import Box, TablePicture
    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.tasks.numbers import Mistakes, Number, NumberField
    from ksm_widgets.telling.phrases import Notice, Reader

T = TypeVar("T")


def some_of(rng: Random, things: Iterable[T], most: int) -> list[T]:
    """Some of the things, at most so many, in random order."""
    return shuffled(rng, things)[:most]


def between(rng: Random, least: int, most: int) -> int:
    """A whole number of a range."""
    return least + below(rng, most - least + 1)


class Asked(Wording):
    """A task's sentences and its rules, as its constructor takes them."""

    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """The rules of a game that a task is about, the main one first."""

    game: str
    rules: tuple[str, ...]

    def ask(self, key: str, hints: int = 2, /, **params: object) -> Asked:
        """The question of a key with its hints, about these rules."""
        return {**worded(f"{self.game}_task.{key}", hints, **params), "rules": self.rules}

    def order(self, rng: Random, key: str, rules: Mapping[str, str], names: list[str]) -> Order:
        """The task to put parts in order; `rules` has one for each part's reason."""
        part = f"{self.game}_task.{key}_"
        return Order(
            **self.ask(key, 1),
            options=self.options(
                key, names, names, lambda name: Phrase(f"{part}{name}_why", rule=rules[name])
            ),
            shown=tuple(disordered(rng, names)),
        )

    def options(
        self,
        key: str,
        names: Collection[str],
        right: str | Collection[str],
        why: Callable[[str], Phrase],
    ) -> tuple[Option, ...]:
        """Options with their words under a key, and reasons."""
        return options(f"{self.game}_task.{key}_", names, right, why=why)

    def field(
        self,
        name: str,
        key: str,
        value: Number,
        rule: str,
        mistakes: Mistakes | None = None,
        sum: str = "",
        **params: object,
    ) -> NumberField:
        """A number to fill in, with its words under a key."""
        return worded_field(name, f"{self.game}_task.{key}_", value, rule, mistakes, sum, **params)

    def mainly(self, rule: str) -> Self:
        """The same with another main rule."""
        return replace(self, rules=(rule, *(one for one in self.rules if one != rule)))


def reasons_of(game: str) -> Callable[..., Phrase]:
    """A function for a reason in a game's tasks, with its rule."""

    def because(key: str, rule: str, /, **params: object) -> Phrase:
        return Phrase(f"{game}_task.{key}", params, rule)

    return because


def player(seat: int) -> Phrase:
    """A player."""
    return Phrase("shelf_task.player", {"seat": seat})


def player_option(seat: int, right: bool, why: Phrase) -> Option:
    """A player as an option."""
    return Option(str(seat), player(seat), right, why)


def player_options(
    seats: Iterable[int], right: int | str, why: Callable[[str], Phrase], **others: Phrase
) -> tuple[Option, ...]:
    """The players as options, and others by name; one of them is right, `why` has the reasons."""
    labels = {**{str(seat): player(seat) for seat in seats}, **others}
    return tuple(
        Option(name, label, name == str(right), why(name)) for name, label in labels.items()
    )


def players_in_order(
    rng: Random,
    asked: Asked,
    seats: Sequence[int],
    why: Phrase,
    table: PlacesTable[Any] | None = None,
) -> Order:
    """The task to put players in order; `why` is the reason for all of it."""
    return Order(
        **asked,
        table=table,
        options=tuple(player_option(seat, True, why) for seat in seats),
        shown=tuple(disordered(rng, map(str, seats))),
    )


def picked(
    rng: Random, positions: Iterable[T], wanted: Callable[[T], bool], often: float
) -> T | None:
    """A position that is as wanted: each `often` taken, else the last; None if there is none."""
    last = None
    for position in positions:
        if wanted(position):
            last = position
            if rng.random() < often:
                break
    return last


@dataclass(frozen=True, slots=True)
class PlacesTable(ABC, Generic[P]):
    """A position on the table of a task.

    Where `marks` says so its places are marked; `pointed` are pointed out from the start. A game
    says in a subclass how the position looks, and its words.
    """

    name: ClassVar[str]
    """The key of the board's name."""

    position: P
    marks: bool = False
    pointed: tuple[Any, ...] = ()

    @staticmethod
    @abstractmethod
    def told_at(position: P, place: Any, language: str, /) -> str:
        """A place and what is there in words."""

    @staticmethod
    @abstractmethod
    def written(position: P, /) -> str:
        """A position as text."""

    @abstractmethod
    def picture(self, theme: Theme, marks: Marks[Any], language: str = "en") -> TablePicture[Any]:
        """The picture of the position with marks, in the reader's language."""

    def told(self, place: Any, reader: Reader) -> str:
        """A place and what is there in words."""
        return self.told_at(self.position, place, reader.language)

    @property
    def notation(self) -> str:
        """The position as text."""
        return self.written(self.position)

    def text(self, reader: Reader) -> str:
        """All of it as text."""
        return self.notation

    def settled(self, reader: Reader) -> tuple[str, ...]:
        """Facts beside the board, line by line."""
        return ()

    def may_mark(self, place: Any) -> bool:
        """Whether a place can be marked."""
        return True

    def scene(self, reader: Reader, theme: Theme) -> Scene:
        """All of it as a picture."""
        shown = self.picture(theme, Marks(hinted=self.pointed), reader.language).scene()
        description = "\n".join(self.settled(reader)) or self.text(reader)
        return replace(shown, title=reader.text(self.name), description=description)

    @property
    def link(self) -> str:
        """Nothing: the explorer has another game's board."""
        return ""

    def seat(self) -> PlacesSeat:
        """A seat at the table, with nothing marked."""
        return PlacesSeat(self)


_NOWHERE: Cursor[Any] = Cursor(None)
"""The cursor before it has been used: the table says where it is."""


@dataclass(frozen=True, slots=True)
class PlacesSeat(BoardSeat):
    """A learner at a table: a touch marks a place, or takes the mark off."""

    table: PlacesTable[Any]
    marked: tuple[Any, ...] = ()
    cursor: Cursor[Any] = _NOWHERE
    notice: Notice | None = None

    def _boxes(self) -> dict[Any, Box]:
        return self.table.picture(DARK, Marks()).boxes()

    @property
    def here(self) -> Any:
        """The place of the cursor: at first the first that is pointed out, or of the board."""
        boxes = self._boxes()
        wanted = (self.cursor.place, *self.table.pointed)
        return next((place for place in wanted if place in boxes), next(iter(boxes)))

    def board(
        self,
        reader: Reader,
        theme: Theme,
        *,
        hinted: Collection[Hashable] = (),
        wrong: Collection[Hashable] = (),
        done: bool = False,
    ) -> BoardView:
        """The table with what is marked, pointed out, hinted and wrong."""
        boxes = self._boxes()
        mistaken = tuple(place for place in boxes if place in wrong)
        hints = {*self.table.pointed, *hinted}
        marks: Marks[Any] = Marks(
            chosen=tuple(place for place in self.marked if place not in mistaken),
            hinted=tuple(place for place in boxes if place in hints),
            wrong=mistaken,
            focus=self.here if self.cursor.keyboard else None,
        )
        return BoardView(
            self.table.picture(theme, marks, reader.language),
            text=self.table.text(reader),
            label=self.table.told(self.here, reader),
            help=reader.text(f"shelf_task.{'mark' if self.table.marks else 'look'}"),
            names={str(place): self.table.told(place, reader) for place in boxes},
        )

    def released(self, place: Any | None) -> Self:
        """Mark a place, or take its mark off."""
        if place is None or not self.table.marks or not self.table.may_mark(place):
            return self
        marked = tuple(one for one in self.marked if one != place)
        if len(marked) == len(self.marked):
            marked = (*marked, place)
        return replace(self, marked=marked, cursor=replace(self.cursor, place=place))

    def keyed(self, key: str, *, done: bool = False) -> Self:
        """Arrows move the cursor, Enter marks."""
        if key in ENTER:
            return (
                self if done else replace(self.released(self.here), cursor=Cursor(self.here, True))
            )
        return replace(self, cursor=Cursor(self.here).walk(key, self._boxes()))

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
        return replace(self, marked=()) if name == "back" else self

    def with_marked(self, places: Collection[Any]) -> Self:
        """The seat with these places marked."""
        return replace(self, marked=tuple(places))

    def at_rest(self) -> Self:
        """The same seat: nothing is ever in hand."""
        return self

    def cleared(self) -> Self:
        """The seat without marks."""
        return replace(self, marked=())
