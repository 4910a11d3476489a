"""The 36 quarries of the mine, their neighbours, and moves (R1, R12-R15)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache

from ksm_widgets.rules.arguments import expect
from ksm_widgets.rules.errors import MoveTextError, QuarryTextError
from ksm_widgets.rules.tiles import Tile

SIDE = 6
"""The mine is six quarries wide and six deep (R1)."""
FULL_HEIGHT = 4
"""Every quarry starts four tiles high, and none may be higher (R3, R15)."""
COLUMNS = "abcdef"
ROWS = "123456"


@dataclass(frozen=True, slots=True, order=True, init=False, repr=False)
class Quarry:
    """A quarry of the mine: column 0-5 from the left, row 0-5 going away from the entrance (R1).

    >>> import ksm_widgets as ksm
    >>> ksm.Quarry("c3"), ksm.Quarry("c3").row, ksm.QUARRIES[14]
    (Quarry('c3'), 2, Quarry('c3'))
    >>> print(*ksm.Quarry("a1").neighbours)
    b1 a2 b2
    """

    row: int
    column: int

    def __init__(self, text: str) -> None:
        """Read a quarry from its name, `a1` (near left) to `f6` (far right).

        Raises QuarryTextError for anything else.
        """
        expect("text", text, str)
        if len(text) != 2 or text[0] not in COLUMNS or text[1] not in ROWS:
            raise QuarryTextError("quarry.name", found=text[:20])
        object.__setattr__(self, "row", ROWS.index(text[1]))
        object.__setattr__(self, "column", COLUMNS.index(text[0]))

    @classmethod
    def parse(cls, text: str) -> Quarry:
        """Read a quarry from its name, as `Quarry` does: the one in QUARRIES."""
        return QUARRIES[cls(text).index]

    @property
    def index(self) -> int:
        """Its index in QUARRIES: row by row from the entrance, column a first."""
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
        return f"Quarry({str(self)!r})"


QUARRIES: tuple[Quarry, ...] = tuple(Quarry(column + row) for row in ROWS for column in COLUMNS)
"""All 36, row by row from the entrance, column a first."""


@cache
def _neighbours(quarry: Quarry) -> tuple[Quarry, ...]:
    return tuple(other for other in QUARRIES if quarry.distance(other) == 1)


class Variant(Enum):
    """The rule for moving tiles.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("1,23")
    >>> [len(mine.legal_moves(variant)) for variant in ksm.Variant]
    [7, 8]
    """

    STANDARD = "standard"
    """Never uphill (R13)."""
    BEGINNER = "beginner"
    """Uphill allowed, but no stack over four tiles (R15)."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One step of a topmost tile to another quarry; it costs one coin (R12, R14).

    >>> import ksm_widgets as ksm
    >>> move = ksm.Move.parse("c3-d4")
    >>> move.source, str(move)
    (Quarry('c3'), 'c3-d4')
    """

    source: Quarry
    target: Quarry

    def __post_init__(self) -> None:
        if type(self.source) is not Quarry or type(self.target) is not Quarry:
            expect("source", self.source, Quarry)
            expect("target", self.target, Quarry)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move like `c3-d4`; raises MoveTextError for anything else."""
        expect("text", text, str)
        source, dash, target = text.partition("-")
        try:
            if dash:
                return cls(Quarry.parse(source), Quarry.parse(target))
        except QuarryTextError:
            pass
        raise MoveTextError("move.text", found=text[:20])

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


Stack = tuple[Tile, ...]
"""The tiles of a quarry from the bottom up."""
