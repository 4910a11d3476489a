"""The box of Kings under Mountains, from two data files: cards, numbers of the rules (K1-K5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.data_file import (
    SOURCE,
    YES_NO,
    BoxError,
    Column,
    Source,
    is_one_of,
    is_whole,
    raise_faults,
    read_lines,
    read_rows,
)
from ksm_widgets.companions.kings.cards import (
    MOST_DEFENCE,
    MOST_SIZE,
    MOST_VALUE,
    RACES,
    STRONGEST,
    Card,
    Mine,
    Race,
    Unit,
)
from ksm_widgets.companions.own_files import DataFiles

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

MOST_HAND = 9
"""The most cards in a hand, in any box."""


FEWEST_PLAYERS, MOST_PLAYERS = 2, len(RACES)


class Returned(StrEnum):
    """Where captured units go on the piles of the Camp (K11)."""

    TOP = "top"
    BOTTOM = "bottom"


class Tie(StrEnum):
    """How a tie for most points is broken: by more finished mines, or not at all (K21)."""

    FINISHED = "finished"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its cards, and the numbers of the rules; `sources` has how we know each line.

    `units` and `mines` have how many cards have each of them on a side.

    >>> box = the_box()
    >>> len(box.cards), str(box.cards[0].unit), box.sources["card 1, mine"].value
    (80, 'D0', 'assumed')
    """

    cards: tuple[Card[Unit, Mine], ...]
    hand: int
    centre: int
    camp: int
    start_seat: int
    returned: Returned
    tie: Tie
    units: Mapping[Unit, int] = field(hash=False, compare=False, repr=False)
    mines: Mapping[Mine, int] = field(hash=False, compare=False, repr=False)
    sources: Mapping[str, Source] = field(hash=False, compare=False, repr=False)

    @classmethod
    def parse(cls, cards: str, numbers: str) -> Box:
        """Read a box from text; raises BoxError, or FaultyPosition with all wrong lines."""
        values, sources, faults = read_lines(numbers, _LINES)
        found, card_sources, card_faults = _read_cards(cards)
        faults += card_faults
        if not faults:
            faults = _against_each_other(values, len(found))
        raise_faults(faults)
        return cls(
            tuple(found),
            hand=values["set_up.hand"],
            centre=values["set_up.centre"],
            camp=values["set_up.camp"],
            start_seat=values["set_up.start_seat"],
            returned=Returned(values["play.returned"]),
            tie=Tie(values["play.tie"]),
            units=MappingProxyType(Counter(unit for unit, _ in found)),
            mines=MappingProxyType(Counter(mine for _, mine in found)),
            sources=MappingProxyType({**sources, **card_sources}),
        )


FILES = DataFiles(Box.parse, __package__, ("kings.csv", "kings.toml"))
the_box = FILES.box
"""The box: of the user's own data files, or the one that comes with the project."""


_LINES: dict[str, Callable[[Any], bool]] = {
    "cards": is_whole(1, 200),
    "set_up.hand": is_whole(1, MOST_HAND),
    "set_up.centre": is_whole(1, 9),
    "set_up.camp": is_whole(0, 9),
    "set_up.start_seat": is_whole(1, FEWEST_PLAYERS),
    "play.returned": is_one_of(Returned),
    "play.tie": is_one_of(Tie),
}
"""Every line of the file of numbers, with the check of its value."""
_VALUE = Column("[1-9]?[0-9]", f"0-{MOST_VALUE}")
_COLUMNS = {
    "card": Column("[1-9][0-9]{0,2}", "1-999"),
    "race": Column(f"[{''.join(RACES)}]", "".join(RACES)),
    "strength": Column(f"[0-{STRONGEST}]", f"0-{STRONGEST}"),
    "unit_source": SOURCE,
    "defence": Column(f"[1-{MOST_DEFENCE}]", f"1-{MOST_DEFENCE}"),
    "size": Column(f"[1-{MOST_SIZE}]", f"1-{MOST_SIZE}"),
    "overseer": YES_NO,
    "value": _VALUE,
    "penalty": _VALUE,
    "mine_source": SOURCE,
}
"""Every column of the file of cards, with what may be in it."""


def _read_cards(
    text: str,
) -> tuple[list[Card[Unit, Mine]], dict[str, Source], list[BoxError]]:
    """The cards of a CSV file, their sources, and all faults."""
    rows, sources, faults = read_rows(text, _COLUMNS)
    cards: list[Card[Unit, Mine]] = []
    for number, row in enumerate(rows, start=1):
        if not faults and row["card"] != str(number):
            faults.append(BoxError("kings_box.line", line=f"card {number}", found=row["card"]))
        overseer = row["overseer"] == "yes"
        numbers = (int(row[name]) for name in ("value", "penalty"))
        mine = Mine(int(row["defence"]), int(row["size"]), overseer, *numbers)
        cards.append(Card(Unit(Race(row["race"]), int(row["strength"])), mine))
    return cards, sources, faults


def _against_each_other(values: Mapping[str, Any], cards: int) -> list[BoxError]:
    """The faults of lines that are right one by one, but not together."""
    if cards != values["cards"]:
        return [BoxError("kings_box.count", found=cards, expected=values["cards"])]
    dealt = MOST_PLAYERS * values["set_up.hand"] + values["set_up.centre"] + values["set_up.camp"]
    if cards <= dealt:
        return [BoxError("kings_box.few", found=cards, least=dealt + 1)]
    return []
