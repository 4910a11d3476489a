"""The places of Raubbau: the fields of the mine, and what else is to be seen on the table.

A place is a field, or something beside the mine.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple, Self

from ksm_widgets.companions.raubbau.box import SIDES
from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.errors import TextError

_STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
OPPOSITE = dict(zip(SIDES, "swne", strict=True))
"""The side across from each side."""
_FIELD = re.compile(r"(?:([ns])([1-9][0-9]?))?(?:([ew])([1-9][0-9]?))?")


class Field(NamedTuple):
    """A field, by its steps south and east of the mine entry, so that a growing mine renames none.

    >>> Field.parse("n2w1"), str(Field(0, 3)), str(Field(0, 0)), Field(0, 0).next("n")
    (Field(south=-2, east=-1), 'e3', 'E', Field(south=-1, east=0))
    """

    south: int
    east: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a field, such as `n2w1`; the entry is `E`. Raises TextError."""
        if text == "E":
            return cls(0, 0)
        found = _FIELD.fullmatch(text)
        if not text or found is None:
            raise TextError("raubbau_text.field", found=beginning(text))
        south, east = int(found[2] or 0), int(found[4] or 0)
        return cls(-south if found[1] == "n" else south, -east if found[3] == "w" else east)

    def __str__(self) -> str:
        south = f"{'n' if self.south < 0 else 's'}{abs(self.south)}" if self.south else ""
        east = f"{'w' if self.east < 0 else 'e'}{abs(self.east)}" if self.east else ""
        return south + east or "E"

    def next(self, side: str) -> Field:
        """The neighbour on a side."""
        south, east = _STEPS[side]
        return Field(self.south + south, self.east + east)

    def row(self, way: str) -> tuple[Field, Field, Field]:
        """The field and its two neighbours at right angles to a way to it (B15)."""
        first, last = "ew" if way in "ns" else "ns"
        return self, self.next(first), self.next(last)


ENTRY = Field(0, 0)


class Area(StrEnum):
    """The places beside the mine; stacks and seats are numbered from 1."""

    STAIRS = "stairs"
    STACK = "stack"
    TUNNELS = "tunnels"
    GONE = "gone"
    SEAT = "seat"


class Beside(NamedTuple):
    """A place beside the mine: of a stack or a seat, with its number, or of what there is once.

    >>> str(Beside(Area.STACK, 2)), str(STAIRS)
    ('stack2', 'stairs')
    """

    area: Area
    number: int = 0

    def __str__(self) -> str:
        return f"{self.area}{self.number or ''}"


Place = Field | Beside
STAIRS, GONE, TUNNELS = map(Beside, (Area.STAIRS, Area.GONE, Area.TUNNELS))
"""The places of which the table has one each."""
