"""The places of Kings under Mountains: mines, cards, seats, the Camp and the piles."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.cards import Race


class Row(StrEnum):
    """The rows of the table whose places are numbered from 1."""

    CENTRE = "centre"
    OWN = "own"
    HAND = "hand"
    SEAT = "seat"


class Numbered(NamedTuple):
    """A place of a row: a mine, a card in hand or a seat's box.

    >>> str(Numbered(Row.OWN, 1))
    'own 1'
    """

    row: Row
    number: int

    def __str__(self) -> str:
        return f"{self.row} {self.number}"


class Room(NamedTuple):
    """The place for one more in a row, while a table is set up."""

    row: Row

    def __str__(self) -> str:
        return f"{self.row} new"


class Pile(NamedTuple):
    """The pile of a race in the Camp."""

    race: Race

    def __str__(self) -> str:
        return f"camp {self.race}"


class Single(Enum):
    """The places of which there is only one."""

    DECK = "deck"
    DISCARD = "discard"

    def __str__(self) -> str:
        return self.value


DECK: Final = Single.DECK
DISCARD: Final = Single.DISCARD
Place = Numbered | Room | Pile | Single
DrawPlace = Pile | Literal[Single.DECK]
"""A place to draw from (K16)."""
