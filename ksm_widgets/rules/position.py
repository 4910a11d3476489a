"""A position of the mine: what lies on each of the 36 quarries, and what becomes of it (R1-R15)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.rules.arguments import expect, one_of, read
from ksm_widgets.rules.errors import BoardTextError, FaultyPosition, KsmError, PositionFault
from ksm_widgets.rules.quarries import COLUMNS, FULL_HEIGHT, QUARRIES, ROWS, SIDE, Quarry
from ksm_widgets.rules.setup import dug_over, filled
from ksm_widgets.rules.stages import Stage
from ksm_widgets.rules.tiles import GROUP_COUNTS, Group, Tile, tile_counts
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Position", "Stack"]

_MAX_TEXT = 2000
_TILES = {tile.letter: tile for tile in Tile}
_LETTERS = " ".join(_TILES)

Stack = tuple[Tile, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """What lies in the mine: 36 stacks of tiles, each from the bottom up, in the order of QUARRIES.

    A position is a value: lifting, laying and digging make a new one. `print` shows the board as
    people read it; `text` is the board in one line, which `parse` reads.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("4,-,y/13x5,a2")
    >>> print(mine)
    6  -     -   -  -  -  -
    5  -     -   -  -  -  -
    4  -     -   -  -  -  -
    3  -     -   -  -  -  -
    2  4     -   y  -  -  -
    1  13x5  a2  -  -  -  -
       a     b   c  d  e  f
    >>> mine.height("a1"), mine.top("b1"), mine.with_stack("b1", "3z").top(ksm.Quarry.parse("b1"))
    (4, Tile('2'), Tile('z'))
    >>> ksm.Position.parse(mine.text) == mine
    True
    """

    stacks: tuple[Stack, ...] = ((),) * len(QUARRIES)

    def __post_init__(self) -> None:
        expect("stacks", self.stacks, tuple)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a board in one line, the exact inverse of `text`.

        Raises BoardTextError, which names the row, the quarry and what was expected.
        """
        expect("text", text, str)
        if len(text) > _MAX_TEXT:
            raise BoardTextError("board.long", found=len(text), most=_MAX_TEXT)
        rows = text.strip().split("/")
        if len(rows) != SIDE:
            raise BoardTextError("board.rows", found=len(rows))
        stacks: list[Stack] = [()] * len(QUARRIES)
        for away, row_text in enumerate(rows):
            row = SIDE - 1 - away
            fields = row_text.split(",")
            if len(fields) != SIDE:
                raise BoardTextError("board.columns", row=ROWS[row], found=len(fields))
            for column, field in enumerate(fields):
                quarry = Quarry(row, column)
                stacks[quarry.index] = _stack(field, quarry)
        return cls(tuple(stacks))

    @classmethod
    def near(cls, text: str) -> Position:
        """A mine that is empty but for the rows given: the last is row 1, at the entrance.

        Written as for `parse`; quarries missing at the right are empty too. Raises BoardTextError.

        >>> import ksm_widgets as ksm
        >>> ksm.Position.near("5,4,3z").text
        '-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/5,4,3z,-,-,-'
        """
        expect("text", text, str)
        given = [row.split(",") for row in text.strip().split("/")]
        rows = [["-"] * SIDE] * (SIDE - len(given)) + given
        return cls.parse("/".join(",".join(row + ["-"] * (SIDE - len(row))) for row in rows))

    @classmethod
    def set_up(cls, rng: Random, counts: Mapping[Tile, int] | None = None) -> Position:
        """A mine just filled, by chance; `counts` is the box, by default the project's own (R3)."""
        expect("rng", rng, Random)
        return cls(filled(rng, counts))

    @classmethod
    def random(cls, seed: int, stage: Stage | str = Stage.MIDDLE) -> Position:
        """A mine as it may look early, midway or late in a game; the same for the same seed.

        It is set up and then dug by players of modest skill. `stage` is a Stage or its value.

        >>> import ksm_widgets as ksm
        >>> print(ksm.Position.random(seed=1, stage="late"))
        6  M54   3C24  5     c3  Sa    ax4a
        5  1dz   a     zbyy  -   x3aA  yxC
        4  -     -     1     -   241   2xCz
        3  -     -     -     xz  bc    z
        2  21zb  ddc1  -     5   y     13b
        1  dx    b     zd    z   1y    xbMx
           a     b     c     d   e     f
        """
        expect("seed", seed, int)
        chosen = one_of("stage", stage, Stage)
        rng = Random(f"{chosen.value} {seed}")
        return dug_over(rng, cls.set_up(rng), chosen)

    def height(self, quarry: Quarry | str) -> int:
        """How many tiles lie on a quarry; its topmost tile is on that level (R9)."""
        if not isinstance(quarry, Quarry):
            quarry = read("quarry", quarry, Quarry)
        return len(self.stacks[quarry.index])

    def stack(self, quarry: Quarry | str) -> Stack:
        """The tiles of a quarry from the bottom up."""
        if not isinstance(quarry, Quarry):
            quarry = read("quarry", quarry, Quarry)
        return self.stacks[quarry.index]

    def top(self, quarry: Quarry | str) -> Tile | None:
        """The topmost tile of a quarry, or None if it is empty."""
        stack = self.stack(quarry)
        return stack[-1] if stack else None

    def with_stack(self, quarry: Quarry | str, stack: Iterable[Tile] | str) -> Position:
        """The same position with other tiles on one quarry; no rule is asked."""
        if not isinstance(quarry, Quarry):
            quarry = read("quarry", quarry, Quarry)
        stacks = list(self.stacks)
        stacks[quarry.index] = _stack(stack, quarry) if isinstance(stack, str) else tuple(stack)
        return Position(tuple(stacks))

    def lifted(self, quarries: Iterable[Quarry | str]) -> Position:
        """The position without the topmost tile of each of the quarries; no rule is asked."""
        stacks = list(self.stacks)
        for given in [quarries] if isinstance(quarries, str) else quarries:
            quarry = given if isinstance(given, Quarry) else read("quarry", given, Quarry)
            stacks[quarry.index] = stacks[quarry.index][:-1]
        return Position(tuple(stacks))

    def counts(self) -> Counter[Tile]:
        """How many tiles of each kind lie in the mine."""
        return Counter(tile for stack in self.stacks for tile in stack)

    def faults(self, *, box: bool = True) -> tuple[PositionFault, ...]:
        """Everything wrong with the position at once; empty for a sound one.

        A stack over four tiles, and, unless `box` is False, more tiles of a group than the box
        holds (R2, R3). Unseen tiles count towards no limit.
        """
        faults = [
            PositionFault(
                "fault.high",
                "R3",
                [quarry],
                quarry=quarry,
                found=self.height(quarry),
                most=FULL_HEIGHT,
            )
            for quarry in QUARRIES
            if self.height(quarry) > FULL_HEIGHT
        ]
        if box:
            groups: Counter[Group] = Counter()
            for tile, count in self.counts().items():
                groups[tile.group] += count
            faults += [
                PositionFault(
                    "fault.group",
                    "R2",
                    group=Term(f"group.{group.value}"),
                    found=groups[group],
                    most=most,
                )
                for group, most in GROUP_COUNTS.items()
                if groups[group] > most
            ]
        return tuple(faults)

    def warnings(self, counts: Mapping[Tile, int] | None = None) -> tuple[KsmError, ...]:
        """Kinds of which more tiles lie here than the assumed split of the box has (R2)."""
        box = tile_counts() if counts is None else counts
        found = self.counts()
        return tuple(
            KsmError(
                "fault.kind", tile=Term(f"tile.{tile.letter}"), found=found[tile], most=box[tile]
            )
            for tile in box
            if found[tile] > box[tile]
        )

    def check(self, *, box: bool = True) -> None:
        """Raise FaultyPosition with every fault, if there is any."""
        faults = self.faults(box=box)
        if faults:
            raise FaultyPosition(faults)

    @property
    def text(self) -> str:
        """The board in one line, which `parse` reads: the far row first, joined by `/`."""
        return "/".join(",".join(row) for row in reversed(self._rows()))

    def _rows(self) -> list[list[str]]:
        """The letters of each quarry, row by row from the entrance; `-` if it is empty."""
        fields = ["".join(tile.letter for tile in stack) or "-" for stack in self.stacks]
        return [fields[start : start + SIDE] for start in range(0, len(fields), SIDE)]

    def __str__(self) -> str:
        """The board as people read it: six aligned rows, the far one first, with coordinates."""
        rows = self._rows()
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [*zip(reversed(ROWS), reversed(rows), strict=True), (" ", list(COLUMNS))]
        return "\n".join(
            f"{name}  {'  '.join(map(str.ljust, fields, wide))}".rstrip() for name, fields in lines
        )

    def __repr__(self) -> str:
        return f"Position.parse({self.text!r})"


def _stack(field: str, quarry: Quarry) -> Stack:
    if field == "-":
        return ()
    if not field:
        raise BoardTextError(
            "board.nothing",
            quarry=quarry,
            row=ROWS[quarry.row],
            column=COLUMNS[quarry.column],
            letters=_LETTERS,
        )
    for letter in field:
        if letter not in _TILES:
            raise BoardTextError(
                "board.letter",
                quarry=quarry,
                row=ROWS[quarry.row],
                column=COLUMNS[quarry.column],
                found=letter,
                letters=_LETTERS,
            )
    return tuple(_TILES[letter] for letter in field)
