"""The box of Raubbau, from a data file: cards, points, where two editions differ (B1-B5)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum
from string import ascii_lowercase
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.data_file import (
    BoxError,
    Source,
    is_one_of,
    is_whole,
    raise_faults,
    read_lines,
)
from ksm_widgets.companions.own_files import DataFiles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


class Face(Enum):
    """The front of a treasure card; its value is its letter in text (B3)."""

    GEM = "G"
    DRAGON = "D"
    CAVE_IN = "C"
    SULPHUR = "U"
    SALTPETER = "P"
    SPIDER = "S"
    UNSEEN = "?"

    # Each face is one object, and searches look faces up a lot: Enum's own hash is much slower.
    __hash__ = object.__hash__

    @property
    def key(self) -> str:
        """Its name in data files and in the keys of sentences."""
        return self.name.lower()


DANGERS = (Face.DRAGON, Face.CAVE_IN)
"""The faces that nobody ever has in front."""
MATERIALS = (Face.SULPHUR, Face.SALTPETER)
"""The faces of cards for a blast (B15)."""
KEPT = (*MATERIALS, Face.SPIDER)
"""The faces of cards that are kept for the next match (B45)."""


class Cost(Enum):
    """The two materials of a blast: one of each kind, or two of one kind (B15)."""

    EACH = "U P"
    SAME = "same"


FEWEST_PLAYERS, MOST_PLAYERS = 3, 5
SIDES = "nesw"
"""The sides of a field, clockwise; the ends of a tunnel are some of these letters, in order."""
KINDS = {"straight": "ns", "bend": "ne", "t": "nes", "cross": "nesw"}
"""A tunnel card of each kind, rotated one way."""
MOST_TUNNELS = 98
"""The most tunnels of a match: at their end in one line there is a field that has a name."""
MOST_STACKED = 99
"""The most cards in a stack."""
MOST_LAPS = 99
"""The most laps of planning in which plans may be changed; two more make the last plans binding."""
MOST_MATCHES = 9
LEAST_POINTS, MOST_POINTS = -9, 99
"""The points that somebody can have: at most nine of each of nine matches."""
NAMED_SETS = ("r", "g", "v")
"""The sets of the box that comes with the project, which have names."""


@dataclass(frozen=True, slots=True)
class Points:
    """The points after a match, as they are gained and lost, and the fewest one can have (B42).

    `most` and `tied` are for those who left with the most gems, alone or not, `most_last` instead
    of `most` in the last match; `inside` and `awakened` for those who didn't leave before a dragon
    woke.
    """

    most: int
    most_last: int
    tied: int
    inside: int
    awakened: int
    floor: int


@dataclass(frozen=True, slots=True)
class Box:
    """A box: what is in it, and the numbers of the rules; `sources` has how we know each line.

    `tunnels` has the number of cards of each kind, `faces` those of each face in each set.

    >>> box = the_box()
    >>> box.tunnels["t"], box.faces[Face.GEM], box.sources["tunnels.t"].value
    (12, 6, 'assumed')
    """

    entry: str
    tunnels: Mapping[str, int] = field(hash=False)
    faces: Mapping[Face, int] = field(hash=False)
    sets: tuple[str, ...]
    tunnels_per_player: int
    tunnels_extra: int
    drift_sets: int
    stacks: int
    first_seat: int
    points: Points
    matches: int
    end_at_points: int
    blast_cost: Cost
    laps: int
    sources: Mapping[str, Source] = field(compare=False, repr=False)

    @classmethod
    def parse(cls, text: str) -> Box:
        """Read a box from text; raises BoxError, or FaultyPosition with all wrong lines."""
        values, sources, faults = read_lines(text, _LINES)
        raise_faults(faults)
        tables: dict[str, dict[str, Any]] = {}
        for line, value in values.items():
            table, _, name = line.rpartition(".")
            tables.setdefault(table, {})[name] = value
        treasures, length = tables["treasures"], tables["length"]
        faces: dict[Face, int] = {
            face: treasures[face.key] for face in Face if face is not Face.UNSEEN
        }
        if not length["cave_ins"]:
            faces[Face.CAVE_IN] = 0
        box = cls(
            **tables[""],
            **tables["set_up"],
            tunnels=MappingProxyType(tables["tunnels"]),
            faces=MappingProxyType(faces),
            sets=tuple(treasures["sets"].split()),
            points=Points(**tables["points"]),
            matches=length["matches"],
            end_at_points=length["end_at_points"],
            blast_cost=Cost(length["blast_cost"]),
            laps=length["laps"],
            sources=MappingProxyType(sources),
        )
        raise_faults([*_against_each_other(box)])
        return box

    @property
    def treasures(self) -> int:
        """The number of treasure cards of all sets together."""
        return len(self.sets) * self.set_size

    @property
    def set_size(self) -> int:
        """The number of cards of one set."""
        return sum(self.faces.values())

    def tunnels_for(self, players: int) -> int:
        """The number of tunnel cards in a match, besides the entry (B4)."""
        return self.tunnels_per_player * players + self.tunnels_extra


FILES = DataFiles(Box.parse, __package__, ("raubbau.toml",))
the_box = FILES.box
"""The box: of the user's own data files, or the one that comes with the project."""


def _is_entry(value: Any) -> bool:
    return (
        isinstance(value, str)
        and value != ""
        and value == "".join(side for side in SIDES if side in value)
    )


_SET_NAMES = frozenset(ascii_lowercase) - frozenset(SIDES)
"""The letters that may name a set: those of the sides are the ends of tunnels."""


def _are_sets(value: Any) -> bool:
    names = value.split() if isinstance(value, str) else []
    return 1 <= len(names) == len(set(names)) and _SET_NAMES.issuperset(names)


_LINES: dict[str, Callable[[Any], bool]] = {
    "entry": _is_entry,
    **{f"tunnels.{kind}": is_whole(0, 99) for kind in KINDS},
    **{f"treasures.{face.key}": is_whole(0, 99) for face in Face if face is not Face.UNSEEN},
    "treasures.sets": _are_sets,
    "set_up.tunnels_per_player": is_whole(0, 99),
    "set_up.tunnels_extra": is_whole(0, 99),
    "set_up.drift_sets": is_whole(0, 9),
    "set_up.stacks": is_whole(1, 9),
    "set_up.first_seat": is_whole(1, 3),
    **{f"points.{part.name}": is_whole(-9, 9) for part in fields(Points)},
    "points.floor": is_whole(-9, 0),
    "length.matches": is_whole(1, MOST_MATCHES),
    "length.end_at_points": is_whole(0, 99),
    "length.blast_cost": is_one_of(cost.value for cost in Cost),
    "length.cave_ins": lambda value: isinstance(value, bool),
    "length.laps": is_whole(1, MOST_LAPS),
    "length.draw_order": is_one_of(["token"]),  # The rules know no other.
}
"""Every line of a box file, with the check of its value."""


def _against_each_other(box: Box) -> Iterator[BoxError]:
    """The faults between lines that are right one by one."""
    tunnels, wanted = sum(box.tunnels.values()), box.tunnels_for(MOST_PLAYERS)
    if tunnels < wanted:
        yield BoxError("raubbau_box.tunnels", line="tunnels", found=tunnels, least=wanted)
    if wanted > MOST_TUNNELS:
        line = "set_up.tunnels_per_player"
        yield BoxError("raubbau_box.match", line=line, found=wanted, most=MOST_TUNNELS)
    highest = -(-box.treasures // box.stacks)
    if highest > MOST_STACKED:
        line = "set_up.stacks"
        yield BoxError("raubbau_box.stacks", line=line, found=highest, most=MOST_STACKED)
