"""The 144 tiles of the box, kind by kind, and the powers of magic objects (R2, R16-R24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from tomllib import TOMLDecodeError, loads
from types import MappingProxyType

from ksm_widgets.rules.arguments import expect, one_of, reason_of
from ksm_widgets.rules.errors import TileCountsError


class Group(Enum):
    """A group of tiles: the colour of their background (R2)."""

    TREASURE = "treasure"
    CURSE = "curse"
    PARCHMENT = "parchment"
    MAGIC = "magic"
    UNSEEN = "unseen"


_GROUP_AND_POINTS: dict[str, tuple[Group, int]] = {
    **{str(value): (Group.TREASURE, value) for value in range(1, 6)},
    **{letter: (Group.CURSE, value) for value, letter in enumerate("xyz", start=1)},
    **dict.fromkeys("abcd", (Group.PARCHMENT, 0)),
    **dict.fromkeys("MCSA", (Group.MAGIC, 0)),
    "?": (Group.UNSEEN, 0),
}


class Tile(Enum):
    """A kind of tile; its value is its letter in a board text.

    >>> import ksm_widgets as ksm
    >>> ksm.Tile("y"), ksm.Tile.SCORPION.group, ksm.Tile.SCORPION.points
    (Tile('y'), <Group.CURSE: 'curse'>, 2)
    >>> print(*ksm.Position.near("5x,4")["a1"])
    5 x
    """

    TREASURE_1 = "1"
    TREASURE_2 = "2"
    TREASURE_3 = "3"
    TREASURE_4 = "4"
    TREASURE_5 = "5"
    MASK = "x"
    SCORPION = "y"
    MUMMY = "z"
    ALPHA = "a"
    BETA = "b"
    GAMMA = "c"
    DELTA = "d"
    MIRROR = "M"
    CARPET = "C"
    SEAL = "S"
    AMULET = "A"
    UNSEEN = "?"

    group: Group
    points: int

    def __init__(self, letter: str) -> None:
        self.group, self.points = _GROUP_AND_POINTS[letter]
        self._treasure = self.points if self.group is Group.TREASURE else 0
        self._curse = self.points if self.group is Group.CURSE else 0

    @property
    def letter(self) -> str:
        """The tile's letter in a board text."""
        return str(self.value)

    @property
    def treasure(self) -> int:
        """Coins this tile pays when dug: 1 to 5 for a treasure, else 0 (R16)."""
        return self._treasure

    @property
    def curse(self) -> int:
        """Coins this tile costs when dug: 1 to 3 for a curse, else 0 (R17)."""
        return self._curse

    def __str__(self) -> str:
        return self.letter

    # Each kind is one object, and boards look tiles up a lot: Enum's own hash is much slower.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Tile({self.value!r})"


PARCHMENTS = tuple(tile for tile in Tile if tile.group is Group.PARCHMENT)
"""The four parchments, which make a set (R18)."""
KEPT = tuple(tile for tile in Tile if tile.group not in (Group.TREASURE, Group.UNSEEN))
"""The tiles that a player keeps besides money."""
KEPT_LETTERS = frozenset(tile.letter for tile in KEPT)
"""Their letters."""

GROUP_COUNTS: Mapping[Group, int] = MappingProxyType(
    {Group.TREASURE: 55, Group.CURSE: 34, Group.PARCHMENT: 38, Group.MAGIC: 17}
)
"""How many tiles of each group are in the box (R2, documented)."""
TILES_IN_BOX = sum(GROUP_COUNTS.values())

_MAX_TEXT = 10_000


def load_tile_counts(path: Path) -> Mapping[Tile, int]:
    """Read how many tiles of each kind the box holds from a TOML file (R2).

    The file has a table ``[tiles]`` with one line per letter (``1 = 11``). Every kind must be
    there, and each group must add up to what the box holds.

    Raises TileCountsError with the file, and the letter if one is wrong.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_MAX_TEXT + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise TileCountsError(
            "tile_counts.unreadable", file=str(path), reason=reason_of(error)
        ) from error
    if len(text) > _MAX_TEXT:
        raise TileCountsError("tile_counts.long", file=str(path), most=_MAX_TEXT)
    return _tile_counts(text, str(path))


@cache
def tile_counts() -> Mapping[Tile, int]:
    """The number of tiles of each kind in the box; the split inside a group is assumed (R2)."""
    source = files("ksm_widgets.rules") / "data" / "tiles.toml"
    return _tile_counts(source.read_text(encoding="utf-8"), "tiles.toml")


def _tile_counts(text: str, name: str) -> Mapping[Tile, int]:
    try:
        table = loads(text).get("tiles")
    except TOMLDecodeError as error:
        raise TileCountsError("tile_counts.not_toml", file=name, reason=str(error)) from error
    if not isinstance(table, dict):
        raise TileCountsError("tile_counts.no_table", file=name)
    kinds = {tile.letter: tile for tile in Tile if tile is not Tile.UNSEEN}
    for letter, count in table.items():
        if letter not in kinds:
            raise TileCountsError("tile_counts.unknown", file=name, letter=letter)
        if type(count) is not int or not 0 <= count <= TILES_IN_BOX:
            raise TileCountsError(
                "tile_counts.count", file=name, letter=letter, found=count, most=TILES_IN_BOX
            )
    for letter in kinds:
        if letter not in table:
            raise TileCountsError("tile_counts.missing", file=name, letter=letter)
    counts: dict[Tile, int] = {tile: table[letter] for letter, tile in kinds.items()}
    for group, expected in GROUP_COUNTS.items():
        found = sum(count for tile, count in counts.items() if tile.group is group)
        if found != expected:
            raise TileCountsError(
                "tile_counts.group", file=name, group=group.value, found=found, expected=expected
            )
    return MappingProxyType(counts)


class Power(Enum):
    """The power of a magic object, on the turn it is spent (R19).

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
        """The power of a magic object; raises KeyError for any other tile."""
        return cls[tile.name]

    def __repr__(self) -> str:
        return f"Power({self.value!r})"


ALL_POWER_SETS: tuple[frozenset[Power], ...] = tuple(
    frozenset(chosen) for count in range(5) for chosen in combinations(Power, count)
)
"""The sixteen sets of powers a turn may use; a second of the same kind adds nothing (R20)."""


def power_sets(powers: frozenset[Power]) -> list[frozenset[Power]]:
    """All sets of these powers, the smallest first."""
    return [chosen for chosen in ALL_POWER_SETS if chosen <= powers]


def powers_of(given: str | Power | Iterable[str | Power]) -> frozenset[Power]:
    """Powers, one or several, given as themselves or by name; raises ArgumentError for others."""
    expect("powers", given, str, Power, Iterable)
    many = [given] if isinstance(given, (str, Power)) else given
    return frozenset(one_of("powers", one, Power) for one in many)
