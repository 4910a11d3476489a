"""Positions being set up by touch, whatever the game: what is changed can be undone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeAlias

from ksm_widgets.companions.position import AnyPlace, PositionT
from ksm_widgets.rules.errors import FaultyPosition
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ksm_widgets.rules.errors import RuleError

_MOST_UNDONE = 200
"""Changes that can be undone; older ones are forgotten."""
ERASE = "erase"
"""The tool that takes things away, which every game has."""
Used: TypeAlias = PositionT | Notice | None
"""The position after a tool was used on a place; a notice why it has no use there, or None if what
is always said of the tool is enough."""


@dataclass(frozen=True, slots=True)
class ShelfDraft(ABC, Generic[PositionT]):
    """A position being set up, with what can be undone.

    A position is whole if as many cards are left as there must be. One that is whole stays so: the
    cards left make up for what a change puts on the table or takes away. One that isn't is left
    alone until it is filled up. In a game without such cards neither happens.

    A game says in a subclass how positions are read, written and checked, what its tools do, and
    which `tool` is in hand at first.
    """

    examples: ClassVar[Mapping[str, str]]
    """Positions to begin with, by name."""
    tools: ClassVar[Collection[str]]
    """The tools by name."""

    position: PositionT
    past: tuple[PositionT, ...] = ()
    future: tuple[PositionT, ...] = ()
    tool: str = ""

    # What a game must say.

    @staticmethod
    @abstractmethod
    def written(position: PositionT, /) -> str:
        """A position as text."""

    @staticmethod
    @abstractmethod
    def parsed(text: str, /) -> PositionT:
        """Read a position that may break rules; raises FaultyPosition if it is unreadable."""

    @staticmethod
    @abstractmethod
    def checked(position: PositionT, /) -> tuple[RuleError, ...]:
        """All faults of a position."""

    @abstractmethod
    def used(self, place: AnyPlace) -> Used[PositionT]:
        """The position after the tool in hand was used on a place."""

    @abstractmethod
    def useless(self, place: AnyPlace) -> Notice:
        """The notice that the tool in hand has no use on a place."""

    @staticmethod
    @abstractmethod
    def blank(players: int, /) -> PositionT:
        """A table before anything is on it, as seat 1 sees it."""

    @staticmethod
    @abstractmethod
    def for_players(position: PositionT, players: int, /) -> PositionT:
        """A position for another number of players, of whom the one who asks is one."""

    @staticmethod
    @abstractmethod
    def asked_by(position: PositionT, seat: int, /) -> PositionT:
        """A position as another seat asks about it."""

    # What a game may say.

    @property
    def begun(self) -> tuple[AnyPlace, ...]:
        """The places touched so far for a tool that needs several."""
        return ()

    @staticmethod
    def filled_up(position: PositionT, /) -> PositionT:
        """The position made whole, if that is possible."""
        return position

    @staticmethod
    def balanced(before: PositionT, after: PositionT, /) -> PositionT:
        """The position after a change, kept whole if the one before was."""
        return after

    def touched(self, place: AnyPlace) -> tuple[Self, Notice | None]:
        """The draft after a touch of a place, and a notice on it.

        If the tool has no use there, the draft is unchanged and the notice says why.
        """
        after = self.used(place)
        if after is None:
            after = self.useless(place)
        return (self, after) if isinstance(after, Notice) else (self.with_balanced(after), None)

    # What all games share.

    @classmethod
    def of_example(cls, name: str) -> Self:
        """A draft that begins with an example."""
        return cls(cls.parsed(cls.examples[name]))

    @classmethod
    def to_begin(cls, name: str, players: int) -> Self:
        """A draft that begins with an example, or blank if that doesn't fit the user's own box.

        `players` are those of the blank one.
        """
        with suppress(FaultyPosition):
            draft = cls.of_example(name)
            if not draft.faults:
                return draft
        return cls(cls.blank(players))

    @property
    def faults(self) -> tuple[RuleError, ...]:
        """All faults of the position."""
        return self.checked(self.position)

    @property
    def text(self) -> str:
        """The position as text."""
        return self.written(self.position)

    def read(self, text: str) -> Self:
        """Take over a position as text; raises FaultyPosition if it cannot be read."""
        return self.with_position(self.parsed(text))

    def changed(self, **changes: Any) -> Self:
        """The draft with another position, tool or thing to put down; no place is touched yet."""
        return replace(self, **changes)

    def with_players(self, players: int) -> Self:
        """The draft with another number of players; if the one who asks goes, the last one asks."""
        position = self.position
        if position.me is not None and position.me > players:
            position = self.asked_by(position, players)
        return self.with_balanced(self.for_players(position, players))

    def with_me(self, seat: int) -> Self:
        """The draft of the position as another seat asks about it."""
        return self.with_balanced(self.asked_by(self.position, seat))

    def with_balanced(self, position: PositionT) -> Self:
        """The draft after a change of the position, which stays whole; it can be undone."""
        return self.with_position(self.balanced(self.position, position))

    def with_position(self, position: PositionT) -> Self:
        """The draft with exactly this position; it can be undone."""
        if position == self.position:
            return self
        past = (*self.past, self.position)[-_MOST_UNDONE:]
        return self.changed(position=position, past=past, future=())

    def undo(self) -> Self:
        """The draft before its last change."""
        if not self.past:
            return self
        future = (*self.future, self.position)
        return self.changed(position=self.past[-1], past=self.past[:-1], future=future)

    def redo(self) -> Self:
        """The draft with the change that was undone last."""
        if not self.future:
            return self
        past = (*self.past, self.position)
        return self.changed(position=self.future[-1], past=past, future=self.future[:-1])
