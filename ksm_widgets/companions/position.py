"""The type of a position of any game on the shelf: the part that shared code reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from dataclasses import Field
    from enum import Enum
    from typing import Any, ClassVar


class TablePosition(Protocol):
    """A position of any game, a frozen dataclass; each game has its own in `position.py`."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def seats(self) -> Sequence[int]:
        """The seats, from 1 on."""

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""

    @property
    def phase(self) -> Enum:
        """The phase; its value is in the keys of the page's sentences."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def me(self) -> int | None:
        """The seat that sees the position so; None for the whole table."""

    def seen(self, seat: int) -> Self:
        """The position as a seat sees it; as seat 0, what everybody sees."""


P = TypeVar("P", bound=TablePosition)
