"""Who sits at the table: people by their names, artificial players by their levels (R4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.players import mind
from ksm_widgets.rules.errors import KsmError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.players import Mind

__all__ = ["LONGEST_NAME", "Seat", "SeatError", "check_seats"]

LONGEST_NAME = 24
"""Characters of a name."""


class SeatError(KsmError):
    """Nobody can sit so: a name that is none, the same name twice, too few or too many."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits on a seat: a person, or an artificial player of some level.

    `level` is a name of `players.MINDS`, None for a person. Raises SeatError for a name that is
    empty, too long or has what cannot be printed in it, ArgumentError for a level nobody knows.

    >>> Seat("Anna").person, Seat("Berta", "steady").person
    (True, False)
    """

    name: str
    level: str | None = None

    def __post_init__(self) -> None:
        name = self.name
        if not name.strip() or name != name.strip() or not name.isprintable():
            raise SeatError("seat.name", found=name[:LONGEST_NAME])
        if len(name) > LONGEST_NAME:
            raise SeatError("seat.long", found=name[:LONGEST_NAME], most=LONGEST_NAME)
        if self.level is not None:
            mind(self.level)

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return self.level is None

    @property
    def mind(self) -> Mind:
        """How the artificial player here thinks; there must be one."""
        assert self.level is not None, "a person thinks for themselves"
        return mind(self.level)


def check_seats(seats: Sequence[Seat], players: int) -> None:
    """Raise SeatError unless so many sit there, all of them with names of their own."""
    if len(seats) != players:
        raise SeatError("seat.count", found=len(seats), expected=players)
    names = [seat.name.casefold() for seat in seats]
    for seat in seats:
        if names.count(seat.name.casefold()) > 1:
            raise SeatError("seat.twice", name=seat.name)
