"""The 36 quarries of the mine and which of them are neighbours (R1, R12)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ksm_widgets.rules.arguments import expect
from ksm_widgets.rules.errors import QuarryTextError

__all__ = ["COLUMNS", "FULL_HEIGHT", "QUARRIES", "ROWS", "SIDE", "Quarry"]

SIDE = 6
"""The mine is six quarries wide and six deep (R1)."""
FULL_HEIGHT = 4
"""Every quarry starts four tiles high, and none may be higher (R3, R15)."""
COLUMNS = "abcdef"
ROWS = "123456"


@dataclass(frozen=True, slots=True, order=True)
class Quarry:
    """A quarry of the mine: column 0-5 from the left, row 0-5 going away from the entrance (R1).

    >>> import ksm_widgets as ksm
    >>> ksm.Quarry.parse("c3")
    Quarry.parse('c3')
    >>> print(*ksm.Quarry.parse("a1").neighbours)
    b1 a2 b2
    >>> ksm.QUARRIES[14]
    Quarry.parse('c3')
    """

    row: int
    column: int

    def __post_init__(self) -> None:
        if not (0 <= self.column < SIDE and 0 <= self.row < SIDE):
            raise QuarryTextError("quarry.outside", column=self.column, row=self.row)

    @classmethod
    def parse(cls, text: str) -> Quarry:
        """Read a quarry from its name, ``a1`` (near left) to ``f6`` (far right).

        Raises QuarryTextError for anything else.
        """
        expect("text", text, str)
        if len(text) != 2 or text[0] not in COLUMNS or text[1] not in ROWS:
            raise QuarryTextError("quarry.name", found=text[:20])
        return QUARRIES[ROWS.index(text[1]) * SIDE + COLUMNS.index(text[0])]

    @property
    def index(self) -> int:
        """Its place in QUARRIES: row by row from the entrance, column a first."""
        return self.row * SIDE + self.column

    @property
    def neighbours(self) -> tuple[Quarry, ...]:
        """The three, five or eight quarries that touch this one, corners included (R12)."""
        return _neighbours(self)

    def distance(self, other: Quarry) -> int:
        """The fewest steps a tile needs from here to there (R12)."""
        return max(abs(self.column - other.column), abs(self.row - other.row))

    def __str__(self) -> str:
        return COLUMNS[self.column] + ROWS[self.row]

    def __repr__(self) -> str:
        return f"Quarry.parse({str(self)!r})"


QUARRIES: tuple[Quarry, ...] = tuple(
    Quarry(row, column) for row in range(SIDE) for column in range(SIDE)
)
"""All 36, row by row from the entrance, column a first."""


@cache
def _neighbours(quarry: Quarry) -> tuple[Quarry, ...]:
    return tuple(other for other in QUARRIES if quarry.distance(other) == 1)
