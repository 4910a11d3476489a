"""Shapes of digging cards: reading, turning and placing them on the mine (R5, R7, R21, R23)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from ksm_widgets.pictures import Pictured
from ksm_widgets.rules.arguments import expect
from ksm_widgets.rules.errors import ShapeTextError
from ksm_widgets.rules.quarries import QUARRIES, SIDE, Quarry
from ksm_widgets.rules.tiles import Power

MAX_SIZE = 6
"""No card digs more than six quarries (R5)."""

Placement = tuple[Quarry, ...]
"""The quarries a shape covers somewhere on the mine, in the order of QUARRIES."""


@dataclass(frozen=True, slots=True)
class Shape(Pictured):
    """The shape of a card, with its arrow pointing to the entrance (R5, R7).

    `cells` are (row, column) pairs, row 0 the nearest to the entrance, trimmed and sorted.

    >>> import ksm_widgets as ksm
    >>> ksm.Shape.parse("##./.##").turned()
    Shape.parse('.#/##/#.')
    """

    cells: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        expect("cells", self.cells, tuple)
        if not 1 <= len(set(self.cells)) <= MAX_SIZE:
            raise ShapeTextError("shape.size", found=len(set(self.cells)), most=MAX_SIZE)
        low_row = min(row for row, _ in self.cells)
        low_column = min(column for _, column in self.cells)
        trimmed = sorted({(row - low_row, column - low_column) for row, column in self.cells})
        object.__setattr__(self, "cells", tuple(trimmed))
        if self.rows > SIDE or self.columns > SIDE:
            raise ShapeTextError("shape.box", rows=self.rows, columns=self.columns, most=SIDE)

    @classmethod
    def parse(cls, text: str) -> Shape:
        """Read a shape: rows joined by `/`, far row first, `#` a quarry and `.` none.

        Raises ShapeTextError for other letters, rows of unequal length, fewer than one or more
        than six quarries, or a shape larger than the mine.
        """
        expect("text", text, str)
        if len(text) > 1000:
            raise ShapeTextError("shape.long", found=len(text))
        rows = text.split("/")
        for number, row in enumerate(rows, start=1):
            for letter in row:
                if letter not in "#.":
                    raise ShapeTextError("shape.letter", row=number, found=letter)
            if len(row) != len(rows[0]):
                raise ShapeTextError(
                    "shape.ragged", row=number, found=len(row), expected=len(rows[0])
                )
        return cls(
            tuple(
                (len(rows) - 1 - away, column)
                for away, row in enumerate(rows)
                for column, letter in enumerate(row)
                if letter == "#"
            )
        )

    @property
    def size(self) -> int:
        """The number of quarries the shape digs, 1 to 6."""
        return len(self.cells)

    @property
    def rows(self) -> int:
        """The number of rows of the shape."""
        return 1 + max(row for row, _ in self.cells)

    @property
    def columns(self) -> int:
        """The number of columns of the shape."""
        return 1 + max(column for _, column in self.cells)

    @property
    def connected(self) -> bool:
        """Whether its quarries are connected, corners included (R23)."""
        reached = [self.cells[0]]
        for row, column in reached:
            reached += [
                cell
                for cell in self.cells
                if cell not in reached and max(abs(cell[0] - row), abs(cell[1] - column)) == 1
            ]
        return len(reached) == self.size

    def turned(self, quarters: int = 1) -> Shape:
        """The shape after so many quarter turns clockwise, as the mirror allows (R21)."""
        cells = self.cells
        for _ in range(quarters % 4):
            cells = tuple((-column, row) for row, column in cells)
        return Shape(cells)

    def flipped(self) -> Shape:
        """The mirror image of the shape, which no rule allows (R7)."""
        return Shape(tuple((row, -column) for row, column in self.cells))

    def __str__(self) -> str:
        lines = [["."] * self.columns for _ in range(self.rows)]
        for row, column in self.cells:
            lines[self.rows - 1 - row][column] = "#"
        return "/".join("".join(line) for line in lines)

    def __repr__(self) -> str:
        return f"Shape.parse({str(self)!r})"


@lru_cache(maxsize=2048)
def covering(shape: Shape, quarry: Quarry) -> tuple[Placement, ...]:
    """Every placement of the shape as it is held that covers a quarry: its middle one there first.

    Where none covers it, the nearest one. Each placement is the first for some quarry.

    >>> [" ".join(map(str, each)) for each in covering(Shape.parse("##"), Quarry.parse("b1"))]
    ['a1 b1', 'b1 c1']
    """
    middle = shape.rows // 2, shape.columns // 2
    row, column = min(shape.cells, key=lambda cell: (_apart(cell, middle), cell))
    wanted = quarry.row - row, quarry.column - column
    rows, columns = range(SIDE - shape.rows + 1), range(SIDE - shape.columns + 1)
    nearest = sorted(product(rows, columns), key=lambda offset: _apart(offset, wanted))
    found = [
        tuple(QUARRIES[(r + down) * SIDE + c + right] for r, c in shape.cells)
        for down, right in nearest
    ]
    return tuple(each for each in found if quarry in each) or (found[0],)


def around(shape: Shape, quarry: Quarry) -> Placement:
    """The shape with its middle one on a quarry, pushed inside the mine where it would stick out.

    It still covers the quarry then, unless no placement does.

    >>> [str(quarry) for quarry in around(Shape.parse("##"), Quarry.parse("a1"))]
    ['a1', 'b1']
    """
    return covering(shape, quarry)[0]


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    """The squared distance of two cells."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def placements(shape: Shape, powers: frozenset[Power] = frozenset()) -> tuple[Placement, ...]:
    """Every set of quarries the card's shape can cover, whatever is there, without repeats.

    As held (R7); turned any way with the mirror (R21); with the seal also every connected set of
    as many quarries (R23). Sorted in the quarries' order.
    """
    return _placements(shape, Power.MIRROR in powers, Power.SEAL in powers)


@lru_cache(maxsize=256)
def _placements(shape: Shape, mirror: bool, seal: bool) -> tuple[Placement, ...]:
    if seal and shape.connected:
        return connected_sets(shape.size)
    found: set[Placement] = set()
    for turned in {shape.turned(quarters) for quarters in (range(4) if mirror else range(1))}:
        for row in range(SIDE - turned.rows + 1):
            for column in range(SIDE - turned.columns + 1):
                found.add(tuple(QUARRIES[(r + row) * SIDE + c + column] for r, c in turned.cells))
    if seal:
        found.update(connected_sets(shape.size))
    return tuple(sorted(found))


@cache
def connected_sets(size: int) -> tuple[Placement, ...]:
    """Every connected set of `size` quarries, corners included (R23).

    There are 36, 110, 420, 1747, 7484 and 31992 of them for 1 to 6 quarries.
    """
    if not 1 <= size <= MAX_SIZE:
        raise ShapeTextError("shape.size", found=size, most=MAX_SIZE)
    # A set is an int with a bit for each quarry: much faster than sets of quarries.
    beside = [sum(1 << other.index for other in quarry.neighbours) for quarry in QUARRIES]
    grown = {1 << quarry.index for quarry in QUARRIES}
    for _ in range(size - 1):
        larger: set[int] = set()
        for quarries in grown:
            rim = 0
            for index in _bits(quarries):
                rim |= beside[index]
            larger.update(quarries | 1 << index for index in _bits(rim & ~quarries))
        grown = larger
    ordered = sorted(tuple(_bits(quarries)) for quarries in grown)
    return tuple(tuple(QUARRIES[index] for index in indices) for indices in ordered)


def _bits(number: int) -> list[int]:
    """The bits that are set in a number, lowest first."""
    bits = []
    while number:
        low = number & -number
        bits.append(low.bit_length() - 1)
        number ^= low
    return bits
