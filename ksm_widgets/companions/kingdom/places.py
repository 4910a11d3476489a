"""The places of Kingdom of Solomon: spots for pawns, and what else is to be seen on the table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Action(Enum):
    """An action place on the board, by its name (S18)."""

    PROPHET = "Prophet"
    TRADER = "Trader"
    ARTISAN = "Artisan"
    MINISTER = "Minister"
    THIEF = "Thief"

    def __str__(self) -> str:
        return self.value


class Bonus(Enum):
    """A bonus place, by its name (S16)."""

    TRIBUTE = "Tribute"
    ARK = "Ark"
    ALTAR = "Altar"

    def __str__(self) -> str:
        return self.value


class CardAction(Enum):
    """The action of a building card that doesn't give goods (S19)."""

    TRADER = "trader"
    ARTISAN = "artisan"
    TAX = "tax"


Effect = Action | Bonus | CardAction
"""An action for a pawn on a spot without goods of its own."""

LandName = str
"""A resource place, by its name in the file of the map (S6)."""
Owners = tuple[tuple[LandName, int], ...]
"""Resource places with the seats that have something there, in the order of the map."""


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A building card that a player owns, on which that player's pawn can stand (S9)."""

    number: int

    def __str__(self) -> str:
        return str(self.number)


Spot = LandName | Action | Bonus | OwnCard
"""A place for a pawn."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A building card on display."""

    number: int

    def __str__(self) -> str:
        return f"card {self.number}"


@dataclass(frozen=True, slots=True)
class Stall:
    """The market for a good."""

    good: str

    def __str__(self) -> str:
        return f"market {self.good}"


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """The board of a player."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}"


@dataclass(frozen=True, slots=True)
class Temple:
    """The temple."""

    def __str__(self) -> str:
        return "temple"


TEMPLE = Temple()
Place = Spot | Shown | Stall | SeatBoard | Temple
"""A place that can be touched on the table."""

_NAMED: dict[str, Action | Bonus] = {str(one): one for one in (*Action, *Bonus)}


def read_spot(text: str) -> Spot:
    """The spot of a name or card number; any name that isn't ours is that of a resource place.

    >>> read_spot("Altar"), read_spot("7"), read_spot("Bashan")
    (<Bonus.ALTAR: 'Altar'>, OwnCard(number=7), 'Bashan')
    """
    if re.fullmatch("[0-9]{1,2}", text):
        return OwnCard(int(text))
    return _NAMED.get(text, text)
