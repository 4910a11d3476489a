"""Positions being set up by touch, whatever the game: what is changed can be undone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

if TYPE_CHECKING:
    from ksm_widgets.telling.phrases import Notice

P = TypeVar("P")
MOST_UNDONE = 200


@dataclass(frozen=True, slots=True)
class Drafted(Generic[P]):
    """A position being set up, with what can be undone; a game adds the tool in hand."""

    position: P
    past: tuple[P, ...] = ()
    future: tuple[P, ...] = ()
    notice: Notice | None = None

    def telling(self, notice: Notice | None) -> Self:
        """The same with something to tell."""
        return replace(self, notice=notice)

    def with_tool(self, **changes: Any) -> Self:
        """The draft with another tool in hand, or one that puts down something else."""
        return replace(self, notice=None, **changes)

    def changed(self, position: P, notice: Notice | None = None) -> Self:
        """The draft with another position, which can be undone."""
        if position == self.position:
            return replace(self, notice=notice)
        past = (*self.past, self.position)[-MOST_UNDONE:]
        return replace(self, position=position, past=past, future=(), notice=notice)

    def undo(self) -> Self:
        """The draft before its last change."""
        if not self.past:
            return self
        future = (*self.future, self.position)
        return replace(
            self, position=self.past[-1], past=self.past[:-1], future=future, notice=None
        )

    def redo(self) -> Self:
        """The draft with the change that was undone last."""
        if not self.future:
            return self
        past = (*self.past, self.position)
        return replace(
            self, position=self.future[-1], past=past, future=self.future[:-1], notice=None
        )
