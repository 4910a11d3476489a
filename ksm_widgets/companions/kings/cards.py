"""The cards of Kings under Mountains: units, mines, and what isn't known of them (K1, K2)."""

from __future__ import annotations

import re
from enum import Enum, StrEnum
from typing import Final, Generic, NamedTuple, TypeVar

STRONGEST = 9
"""The greatest strength of a unit; the weakest has 0."""
MOST_DEFENCE, MOST_SIZE, MOST_VALUE = 3, 9, 99
"""The largest numbers of a mine, in any box."""


class Race(StrEnum):
    """The races, by their letters in text (K1)."""

    DWARFS = "D"
    ORCS = "O"
    GOBLINS = "G"
    GIANTS = "T"

    __hash__ = str.__hash__  # Units are counted by the thousand.


RACES = (*Race,)
_UNIT = re.compile(rf"([{''.join(RACES)}])([0-{STRONGEST}])")
_MINE = re.compile(
    rf"([1-{MOST_DEFENCE}])\.([1-{MOST_SIZE}])\.([0-9]{{1,2}})(!?)(?:-([0-9]{{1,2}}))?"
)


class Unit(NamedTuple):
    """A unit: its race and its strength (K1).

    >>> str(Unit(Race.ORCS, 7))
    'O7'
    """

    race: Race
    strength: int

    @classmethod
    def parse(cls, text: str) -> Unit | None:
        """Read a unit, such as `O7`; None if it isn't one."""
        match = _UNIT.fullmatch(text)
        return None if match is None else cls(Race(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.race}{self.strength}"


class Unseen(Enum):
    """The mark for a unit or a mine that isn't known."""

    UNSEEN = "?"

    def __str__(self) -> str:
        return self.value


UNSEEN: Final = Unseen.UNSEEN


class Mine(NamedTuple):
    """A mine: defence and size are numbers of cards (K2).

    `value` is won by finishing it, `penalty` lost as long as it is captured and not finished.

    >>> str(Mine(2, 3, True, 5, 5)), str(Mine(1, 1, False, 1, 3))
    ('2.3.5!', '1.1.1-3')
    """

    defence: int
    size: int
    overseer: bool
    value: int
    penalty: int

    @classmethod
    def parse(cls, text: str) -> Mine | None:
        """Read a mine, such as `2.3.5!`; None if it isn't one."""
        match = _MINE.fullmatch(text)
        if match is None:
            return None
        defence, size, value, overseer, penalty = match.groups()
        return cls(int(defence), int(size), bool(overseer), int(value), int(penalty or value))

    @property
    def crew(self) -> int:
        """The number of units that finish it: its miners, and an overseer if it needs one."""
        return self.size + self.overseer

    def __str__(self) -> str:
        sign = "!" if self.overseer else ""
        penalty = "" if self.penalty == self.value else f"-{self.penalty}"
        return f"{self.defence}.{self.size}.{self.value}{sign}{penalty}"


UnitT_co = TypeVar("UnitT_co", bound="Unit | Unseen", covariant=True)
MineT_co = TypeVar("MineT_co", bound="Mine | Unseen", covariant=True)


class Card(NamedTuple, Generic[UnitT_co, MineT_co]):
    """A card: the unit on one side, the mine on the other."""

    unit: UnitT_co
    mine: MineT_co


AnyCard = Card[Unit | Unseen, Mine | Unseen]
