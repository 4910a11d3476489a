"""The powers of the four magic objects (R19-R24)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from itertools import combinations

from ksm_widgets.rules.arguments import expect, one_of
from ksm_widgets.rules.tiles import Tile

__all__ = ["ALL_POWER_SETS", "Power", "powers_of"]


class Power(Enum):
    """What a magic object lets its owner do on the turn it is spent.

    >>> import ksm_widgets as ksm
    >>> ksm.Power("carpet").tile, ksm.Power.of(ksm.Tile.SEAL)
    (Tile('C'), Power('seal'))
    """

    MIRROR = "mirror"
    """Turn the card any way (R21)."""
    CARPET = "carpet"
    """Dig tiles on different levels; the German edition's magic axe (R22)."""
    SEAL = "seal"
    """Dig any connected set of as many quarries (R23)."""
    AMULET = "amulet"
    """Pay nothing for curses dug this turn (R24)."""

    @property
    def tile(self) -> Tile:
        """The magic object with this power."""
        return Tile[self.name]

    @classmethod
    def of(cls, tile: Tile) -> Power:
        """The power of a magic object; KeyError for any other tile."""
        return cls[tile.name]

    def __repr__(self) -> str:
        return f"Power({self.value!r})"


ALL_POWER_SETS: tuple[frozenset[Power], ...] = tuple(
    frozenset(chosen) for count in range(5) for chosen in combinations(Power, count)
)
"""The sixteen sets of powers a turn may be played with; a second of a kind adds nothing (R20)."""


def powers_of(given: str | Power | Iterable[str | Power]) -> frozenset[Power]:
    """Powers told by themselves or by their names, one or several; ArgumentError for others."""
    if not isinstance(given, (str, Power)):
        expect("powers", given, str, Power, Iterable)
    many = [given] if isinstance(given, (str, Power)) else given
    return frozenset(one_of("powers", one, Power) for one in many)
