"""The small pictures of plans: a board before and after, and how many moves lie between.

A picture is a line of facts and two boards side by side, as the page on the solver shows them:

    level 1 · counted 1 · needs 1
    1  Ao  B  →  A  Bo
       a   b     a  b

Left lies the mine, right what the plan makes of it. A capital letter is a chosen tile, `o` any
other one; where a chosen tile lies topmost on the right is its quarry. The quarries not shown are
empty, or four tiles high if it says `full around`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ksm_widgets.rules import QUARRIES, Position, Quarry, Tile
from ksm_widgets.solver import Problem
from tests.solver.laid_out import NEVER, problem_for
from tests.solver.naive import Board

__all__ = ["ON_THE_PAGE", "PICTURES", "Picture"]

FOLDER = Path(__file__).parent / "pictures"
ON_THE_PAGE = sorted(FOLDER.glob("*.txt"))
PICTURES = ON_THE_PAGE + sorted((FOLDER / "further").glob("*.txt"))
ARROW = "→"
_FACTS = {"counted", "rooms", "needs"}
_WORDS = {"any level", "beginner", "full around"}


@dataclass(frozen=True)
class Picture:
    """What a picture tells."""

    before: Board
    after: Board
    level: int
    """The level of the dig, 0 for any (carpet)."""
    beginner: bool
    counted: float
    """What `moves_left` says."""
    rooms: float
    """What the closer bound says; the same if the picture does not tell."""
    needs: float
    """The fewest moves that do it."""

    @classmethod
    def read(cls, text: str) -> Picture:
        """Read a picture; anything in it that is not understood is an error."""
        facts, *rows = text.rstrip("\n").split("\n")
        numbers = {"level": 0.0}
        words = set()
        for fact in facts.split(" · "):
            name, _, number = fact.rpartition(" ")
            if fact in _WORDS:
                words.add(fact)
            else:
                assert name in _FACTS | {"level"}, fact
                numbers[name] = NEVER if number == "never" else int(number)
        assert ("any level" in words) == (numbers["level"] == 0), facts
        around = "oooo" if "full around" in words else ""
        columns = re.findall("[a-f]", rows[-1].split("  ", 1)[1])
        boards = [[around] * len(QUARRIES) for _ in range(2)]
        for row in rows[:-1]:
            name, *fields = row.replace(ARROW, " ").split()
            assert len(fields) == len(columns), row
            for place, (column, field) in enumerate(zip(columns, fields, strict=True)):
                stack = "" if field == "-" else field
                boards[place >= len(columns) // 2][Quarry.parse(column + name).index] = stack
        before, after = map(tuple, boards)
        assert sorted("".join(before)) == sorted("".join(after)), "a tile is lost"
        return cls(
            before,
            after,
            int(numbers["level"]),
            "beginner" in words,
            numbers["counted"],
            numbers.get("rooms", numbers["counted"]),
            numbers["needs"],
        )

    @property
    def wish(self) -> dict[str, int]:
        """For each chosen tile its quarry."""
        return {
            stack[-1]: index
            for index, stack in enumerate(self.after)
            if stack and stack[-1].isupper()
        }

    @property
    def placement(self) -> tuple[Quarry, ...]:
        """The quarries of the dig, in their order."""
        return tuple(QUARRIES[index] for index in sorted(self.wish.values()))

    @property
    def letters(self) -> str:
        """The chosen tiles in the order of their quarries."""
        return "".join(self.after[quarry.index][-1] for quarry in self.placement)

    def slot(self, letter: str) -> tuple[Quarry, int]:
        """Where a chosen tile lies at first."""
        index = next(i for i, stack in enumerate(self.before) if letter in stack)
        return QUARRIES[index], self.before[index].index(letter) + 1

    @property
    def problem(self) -> Problem:
        """The picture's mine, all tiles alike, with a card that fits the placement."""
        return problem_for(
            Position(tuple((Tile("1"),) * len(stack) for stack in self.before)),
            self.placement,
            carpet=self.level == 0,
            uphill=self.beginner,
        )
