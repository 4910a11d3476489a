"""Positions being set up by touch, whatever the game: what is changed can be undone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

from ksm_widgets.companions.position import AnyPlace, PositionT
from ksm_widgets.rules.errors import FaultyPosition
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ksm_widgets.rules.errors import RuleError

MOST_UNDONE = 200
"""Changes that can be undone; older ones are forgotten."""
ERASE = "erase"
"""The tool that takes things away, which every game has."""


@dataclass(frozen=True, slots=True)
class Drafted(ABC, Generic[PositionT]):
    """A position being set up, with what can be undone.

    A game says in a subclass how positions are read, written and checked, what its tools do, and
    which `tool` is in hand at first.
    """

    examples: ClassVar[Mapping[str, str]]
    """Positions to begin with, by name."""
    tools: ClassVar[Collection[str]]
    """The tools by name."""
    sizes: ClassVar[range]
    """The numbers of players."""

    position: PositionT
    past: tuple[PositionT, ...] = ()
    future: tuple[PositionT, ...] = ()
    tool: str = ""

    # What a game says.

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
    def used(self, place: AnyPlace) -> PositionT | Notice:
        """The position after the tool in hand was used on a place, or why it has no use there."""

    @staticmethod
    @abstractmethod
    def blank(players: int, /) -> PositionT:
        """A table before anything is on it, as seat 1 sees it."""

    @staticmethod
    @abstractmethod
    def with_players(position: PositionT, players: int, /) -> PositionT:
        """A position with another number of players."""

    @staticmethod
    @abstractmethod
    def with_me(position: PositionT, seat: int, /) -> PositionT:
        """A position as another seat asks about it."""

    @property
    def begun(self) -> tuple[AnyPlace, ...]:
        """The places touched so far for a tool that needs several."""
        return ()

    @staticmethod
    def filled_up(position: PositionT, /) -> PositionT:
        """The position with as many cards left as there must be, if any are."""
        return position

    @staticmethod
    def balanced(before: PositionT, after: PositionT, /) -> PositionT:
        """The position after a change, filled up if it was so before."""
        return after

    # What all games share.

    @classmethod
    def of_example(cls, name: str) -> Self:
        """A draft that begins with an example."""
        return cls(cls.parsed(cls.examples[name]))

    @classmethod
    def to_begin(cls, name: str) -> Self:
        """A draft that begins with an example, or blank if that doesn't fit the user's own box."""
        with suppress(FaultyPosition):
            draft = cls.of_example(name)
            if not draft.faults:
                return draft
        return cls(cls.blank(cls.sizes[0]))

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

    def with_tool(self, **changes: Any) -> Self:
        """The draft with another tool in hand, or one that puts down something else."""
        return replace(self, **changes)

    def touched(self, place: AnyPlace) -> Self:
        """The draft after a touch of a place; unchanged if the tool has no use there."""
        after = self.used(place)
        return self if isinstance(after, Notice) else self.with_balanced(after)

    def remark(self, place: AnyPlace) -> Notice | None:
        """The remark on a touch of a place: why the tool has no use there."""
        after = self.used(place)
        return after if isinstance(after, Notice) else None

    def with_balanced(self, position: PositionT) -> Self:
        """The draft with another position, `balanced` with the one before; it can be undone."""
        return self.with_position(self.balanced(self.position, position))

    def with_position(self, position: PositionT) -> Self:
        """The draft with exactly this position; it can be undone."""
        if position == self.position:
            return self
        past = (*self.past, self.position)[-MOST_UNDONE:]
        return replace(self, position=position, past=past, future=())

    def undo(self) -> Self:
        """The draft before its last change."""
        if not self.past:
            return self
        future = (*self.future, self.position)
        return replace(self, position=self.past[-1], past=self.past[:-1], future=future)

    def redo(self) -> Self:
        """The draft with the change that was undone last."""
        if not self.future:
            return self
        past = (*self.past, self.position)
        return replace(self, position=self.future[-1], past=past, future=self.future[:-1])
