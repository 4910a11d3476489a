"""A position of any game on the shelf, the part that shared code reads; and a refused act."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from ksm_widgets.rules.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import Field
    from enum import Enum


class ActRefused(RuleError):
    """An act that a rule of the game forbids."""


class Replaceable:
    """The base of a game's dataclass, so that shared code may `replace` its fields.

    mypy lets it do so for a class with this attribute, which `@dataclass` gives the game's own.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


class TablePosition(Replaceable, ABC):
    """A position of any game, a frozen dataclass; each game has its own in `position.py`."""

    __slots__ = ()

    # What a game must say.

    if TYPE_CHECKING:  # `@dataclass` would take a property here for a field's default.

        @property
        def players(self) -> int:
            """The number of players."""

        @property
        def turn(self) -> int:
            """The seat whose turn it is."""

        @property
        def box(self) -> Any:
            """The numbers and cards of the game."""

        @property
        def phase(self) -> Enum:
            """The phase, `end` after the game; its value is in the keys of the page's sentences."""

        @property
        def me(self) -> int | None:
            """The seat that sees the position so; None for the whole table."""

    @abstractmethod
    def seen(self, seat: int) -> Self:
        """The position as a seat sees it; as seat 0, what everybody sees."""

    # What all games share.

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.phase.value == "end")

    @property
    def seats(self) -> range:
        """All seats, from 1 on."""
        return range(1, self.players + 1)

    @property
    def asker(self) -> int:
        """The seat that asks: the one that sees the table so, or else the one whose turn it is."""
        return self.me or self.turn

    @property
    def for_asker(self) -> Self:
        """The position as if it were the turn of the seat that asks."""
        return replace(self, turn=self.asker)

    def following(self, seat: int) -> int:
        """The next seat clockwise."""
        return seat % self.players + 1

    def winners(self, rank: Callable[[int], Any]) -> tuple[int, ...]:
        """The seats of the highest rank, several if they tie; nobody before the end."""
        if not self.is_over:
            return ()
        best = max(map(rank, self.seats))
        return tuple(seat for seat in self.seats if rank(seat) == best)


PositionT = TypeVar("PositionT", bound=TablePosition)
ActT = TypeVar("ActT")
"""An act of a game."""
PlaceT = TypeVar("PlaceT")
"""A place on the table of a game, a value that prints itself."""
AnyPlace = Any
"""A place of whatever game; it can be a key.

It is no type variable, because most frames would need one more; so mypy doesn't check places.
"""
