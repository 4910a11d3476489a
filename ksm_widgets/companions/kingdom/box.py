"""The box of Kingdom of Solomon, from three data files: map, building cards, numbers (S1-S6)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

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
from ksm_widgets.companions.kingdom.fortune import ANY, points_card, sorted_card
from ksm_widgets.companions.kingdom.goods import GOODS, MOST_GOODS, Cubes, read_cubes
from ksm_widgets.companions.kingdom.places import Bonus, CardAction, LandName, Owners, read_spot
from ksm_widgets.companions.own_files import DataFiles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
_PLAYERS = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
MOST_COPIES = 2
"""The most places that a Master Artisan copies."""
LEVELS = 4
"""Places for cubes of each kind on the market."""
_BONUSES = {2: (Bonus.ALTAR,), 3: (Bonus.ARK, Bonus.ALTAR), 4: (*Bonus,)}


class Land(NamedTuple):
    """A resource place: the goods of a pawn there, whether it has a site, its neighbours (S6)."""

    goods: Cubes
    site: bool
    neighbours: tuple[LandName, ...]


class Building(NamedTuple):
    """A building card: with `builds` a building is put on the map (S27).

    `action` is what a pawn on it brings or does.
    """

    name: str
    cost: Cubes
    points: int
    builds: bool
    action: Cubes | CardAction


class Step(NamedTuple):
    """A step of the temple: its cost, `free` cubes of any kind besides, its points (S29)."""

    cost: Cubes
    free: int
    points: int


@dataclass(frozen=True, slots=True)
class Box:
    """A box; `sources` has how we know each line.

    For 2, 3 and 4 players `fewer` has the cubes of each kind that stay in the box, `pawns` those of
    each player. There are `roads` roads. Of building cards `display` lie open, and `hand_limit`
    fortune cards are kept at the end of a round. `altar`, `ark` and so on are what these places
    bring; `favour_points` and `cube_points` count at the end.

    >>> box = the_box()
    >>> len(box.lands), len(box.buildings), len(box.steps), box.fortune.total()
    (16, 20, 10, 32)
    >>> box.sources["place Bashan, goods"].value, box.sources["temple.step_1"].value
    ('known', 'assumed')
    """

    lands: Mapping[LandName, Land] = field(hash=False)
    buildings: Mapping[int, Building] = field(hash=False)
    prices: tuple[tuple[int, ...], ...]
    steps: tuple[Step, ...]
    fortune: Counter[str] = field(hash=False)
    cubes: Cubes
    fewer: tuple[int, ...]
    pawns: tuple[int, ...]
    roads: int
    road_cost: Cubes
    most_buildings: int
    display: int
    start_score: int
    hand_limit: int
    altar: int
    ark: int
    minister: int
    master_artisan: int
    master_trader: int
    tax: int
    pass_is_final: bool
    favour_points: int
    cube_points: int
    sources: Mapping[str, Source] = field(hash=False, compare=False, repr=False)
    _map_numbers: dict[LandName, int] = field(init=False, hash=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        numbers = {place: number for number, place in enumerate(self.lands)}
        object.__setattr__(self, "_map_numbers", numbers)

    @classmethod
    def parse(cls, places: str, buildings: str, numbers: str) -> Box:
        """Read a box from text; raises BoxError, or FaultyPosition with all wrong lines."""
        values, sources, faults = read_lines(numbers, _LINES)
        lands, land_sources, land_faults = _read_lands(places)
        cards, card_sources, card_faults = _read_buildings(buildings)
        faults += [*land_faults, *card_faults]
        if not faults:
            faults = [*_against_each_other(values, lands, cards)]
        raise_faults(faults)
        plain = {name: values[line] for line, (name, _) in _SIZES.items()}
        return cls(
            **plain,
            lands=MappingProxyType(lands),
            buildings=MappingProxyType(cards),
            prices=tuple(_numbers(values[f"market.{good}"]) for good in GOODS),
            steps=tuple(_step(values[f"temple.step_{number}"]) for number in range(1, _STEPS + 1)),
            fortune=_fortune(values),
            cubes=_cubes(values["box.cubes"]),
            fewer=(values["box.fewer_2"], values["box.fewer_3"], 0),
            pawns=tuple(values[f"box.pawns_{players}"] for players in _PLAYERS),
            road_cost=read_cubes(values["box.road"]),
            pass_is_final=values["market.pass"] == "final",
            sources=MappingProxyType({**sources, **land_sources, **card_sources}),
        )

    def cubes_of(self, players: int) -> Cubes:
        """All cubes in a game of this many players (S1)."""
        fewer = self.fewer[players - FEWEST_PLAYERS]
        return tuple(count - fewer for count in self.cubes)

    def pawns_of(self, players: int) -> int:
        """The number of pawns of each player in a game of this many (S3)."""
        return self.pawns[players - FEWEST_PLAYERS]

    def bonuses(self, players: int) -> tuple[Bonus, ...]:
        """The bonus places in a game of this many players (S4)."""
        return _BONUSES[players]

    @property
    def sites(self) -> tuple[LandName, ...]:
        """The resource places that have a site."""
        return tuple(name for name, land in self.lands.items() if land.site)

    def in_map_order(self, places: Iterable[LandName]) -> tuple[LandName, ...]:
        """Resource places in the order of the map; any that it doesn't have come last."""
        return tuple(sorted(places, key=self._map_number))

    def sorted_sites(self, sites: Iterable[tuple[LandName, int]]) -> Owners:
        """Resource places with their seats, in the order of the map, as `in_map_order`."""
        return tuple(sorted(sites, key=lambda pair: self._map_number(pair[0])))

    def _map_number(self, place: LandName) -> int:
        return self._map_numbers.get(place, len(self.lands))


FILES = DataFiles(
    Box.parse, __package__, ("kingdom_places.csv", "kingdom_buildings.csv", "kingdom.toml")
)
the_box = FILES.box
"""The box: of the user's own data files, or the one that comes with the project."""


# The file of numbers.

_STEPS = 10
"""Steps of the temple."""
_SIZES = {
    "box.roads": ("roads", 99),
    "box.buildings": ("most_buildings", 9),
    "box.display": ("display", 6),
    "box.start_score": ("start_score", 99),
    "box.hand": ("hand_limit", 9),
    "places.altar": ("altar", 9),
    "places.ark": ("ark", 4),
    "places.minister": ("minister", 9),
    "places.master_artisan": ("master_artisan", MOST_COPIES),
    "places.master_trader": ("master_trader", 3),
    "places.tax": ("tax", 20),
    "end.favour": ("favour_points", 99),
    "end.cube": ("cube_points", 9),
}
"""The lines with a number: the field of a box for it, and its greatest value."""
_STEP = rf"(?=[^ ])[{GOODS}]{{0,5}}[?]?[{GOODS}]{{0,5}} [1-9][0-9]?"
_GOODS = f"[{GOODS}]{{1,{MOST_GOODS}}}"
_CARD = f"(?:{_GOODS}|{ANY})"


def _worded(pattern: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


_LINES: dict[str, Callable[[Any], bool]] = {
    "box.cubes": _worded(" ".join(f"{good}[1-9][0-9]?" for good in GOODS)),
    "box.fewer_3": is_whole(0, 9),
    "box.fewer_2": is_whole(0, 9),
    **{f"box.pawns_{players}": is_whole(1, 9) for players in _PLAYERS},
    "box.road": _worded(f"[{GOODS}]{{1,6}}"),
    **{line: is_whole(1, most) for line, (_, most) in _SIZES.items()},
    **{f"market.{good}": _worded(" ".join(["[1-9][0-9]?"] * LEVELS)) for good in GOODS},
    "market.pass": is_one_of(("final", "once")),
    **{f"temple.step_{number}": _worded(_STEP) for number in range(1, _STEPS + 1)},
    "fortune.single": is_whole(1, 9),
    "fortune.several": _worded(f"{_CARD}(?: {_CARD}){{0,19}}"),
    "fortune.points": _worded("[1-9](?: [1-9]){0,19}"),
}
"""Every line of the file of numbers, with the check of its value."""


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _step(text: str) -> Step:
    cost, points = text.split()
    return Step(read_cubes(cost), cost.count("?"), int(points))


def _cubes(text: str) -> Cubes:
    """The cubes of each kind, from words like `g10`."""
    return tuple(int(word[1:]) for word in text.split())


def _fortune(values: Mapping[str, Any]) -> Counter[str]:
    """The fortune cards, and how many there are of each."""
    singles = [good for good in GOODS for _ in range(values["fortune.single"])]
    several = map(sorted_card, values["fortune.several"].split())
    points = map(points_card, _numbers(values["fortune.points"]))
    return Counter([*singles, *several, *points])


# Map and cards.

_LAND_COLUMNS = {
    "place": Column("[A-Z][a-z]{1,11}", "Bashan"),
    "goods": Column(_GOODS, GOODS),
    "site": YES_NO,
    "neighbours": Column("[A-Z][a-z]+(?: [A-Z][a-z]+){0,7}", "Aram Tob"),
    "goods_source": SOURCE,
    "site_source": SOURCE,
}
_ACTIONS = {action.value: action for action in CardAction}
_CARD_COLUMNS = {
    "card": Column("[1-9][0-9]?", "1-99"),
    "name": Column("[A-Z][a-z]+(?: [A-Za-z]+){0,2}", "Guest house"),
    "cost": Column(f"[{GOODS}]{{1,9}}", GOODS),
    "points": Column("[1-9][0-9]?", "1-99"),
    "building": YES_NO,
    "action": Column(f"{_GOODS}|{'|'.join(_ACTIONS)}", "ww, trader"),
    "name_source": SOURCE,
    "rest_source": SOURCE,
}


def _read_lands(text: str) -> tuple[dict[LandName, Land], dict[str, Source], list[BoxError]]:
    """The resource places of a CSV file, their sources, and all faults."""
    rows, sources, faults = read_rows(text, _LAND_COLUMNS)
    lands: dict[LandName, Land] = {}
    for row in rows:
        name = row["place"]
        if name in lands:
            faults.append(BoxError("kingdom_box.twice", line=f"place {name}"))
        if read_spot(name) != name:
            faults.append(BoxError("kingdom_box.reserved", line=f"place {name}"))
        neighbours = tuple(row["neighbours"].split())
        lands[name] = Land(read_cubes(row["goods"]), row["site"] == "yes", neighbours)
    if faults:
        return lands, sources, faults
    for name, land in lands.items():
        for other in land.neighbours:
            if other == name or other not in lands or name not in lands[other].neighbours:
                faults.append(BoxError("kingdom_box.neighbour", line=f"place {name}", other=other))
    return lands, sources, faults


def _read_buildings(text: str) -> tuple[dict[int, Building], dict[str, Source], list[BoxError]]:
    """The building cards of a CSV file, their sources, and all faults."""
    rows, sources, faults = read_rows(text, _CARD_COLUMNS)
    cards: dict[int, Building] = {}
    for row in rows:
        number = int(row["card"])
        if number in cards:
            faults.append(BoxError("kingdom_box.twice", line=f"card {number}"))
        cards[number] = Building(
            row["name"],
            read_cubes(row["cost"]),
            int(row["points"]),
            row["building"] == "yes",
            _ACTIONS.get(row["action"], read_cubes(row["action"])),
        )
    return cards, sources, faults


def _against_each_other(
    values: Mapping[str, Any], lands: Mapping[LandName, Land], cards: Mapping[int, Building]
) -> Iterator[BoxError]:
    """The faults between lines that are right one by one."""
    fewest = min(_cubes(values["box.cubes"]))
    for line in ("box.fewer_3", "box.fewer_2"):
        if values[line] > fewest:
            yield BoxError("kingdom_box.fewer", line=line, found=values[line], most=fewest)
    if not any(land.site for land in lands.values()):
        yield BoxError("kingdom_box.sites")
    with_action: dict[CardAction, int] = {}
    for number, card in cards.items():
        if not isinstance(card.action, CardAction):
            continue
        first = with_action.setdefault(card.action, number)
        if first != number:  # The search for pawns counts with one of each.
            action = card.action.value
            yield BoxError("kingdom_box.action", line=f"card {number}", other=first, action=action)
