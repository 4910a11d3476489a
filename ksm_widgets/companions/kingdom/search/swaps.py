"""Thefts and trades on the way through a resolution of Kingdom of Solomon (S18, S19).

Together they change the cubes that a seat has gathered. There are few such changes, whatever was
gathered; they are sorted by what they gain at some prices.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import (
    GOLD,
    GOODS,
    Cubes,
    added,
    least,
    less,
    one,
    total,
)
from ksm_widgets.companions.kingdom.places import Action, CardAction
from ksm_widgets.companions.kingdom.search.sums import BITS, State, packed, smaller, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.kingdom.position import Position

Trades = frozenset[Action | CardAction]
"""The actions by which cubes are stolen and traded."""
_TRADES = (Action.THIEF, Action.TRADER, CardAction.TRADER)


_GUARD = packed((128,) * 2 * len(GOODS))
"""A bit above each number of cubes held and in the stock, which is lost where they don't do."""

_BEYOND = 1 << 48
"""The factor by which a number for cubes is beyond another one."""


class Table(NamedTuple):
    """The cubes held and in the stock as a number, and those that the stock lacked."""

    state: int
    spilt: State


class Deal(NamedTuple):
    """A theft or trade: the kind given, if any, the cubes got, whether they come from the stock."""

    give: int | None
    got: Cubes
    bought: bool = True


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways to a change of cubes; `given` are the most of each kind that one of them gives."""

    several: list[tuple[Deal, ...]]
    given: State
    _known: dict[State, tuple[int, ...]] = field(default_factory=dict)

    def required(self, spilt: State) -> tuple[int, ...]:
        """The cubes that must be held and in the stock, one of these, if so many were spilt."""
        found = self._known.get(spilt)
        if found is None:
            found = self._known[spilt] = _required(self.several, unpacked(spilt))
        return found


class Change(NamedTuple):
    """A change of cubes: its gain at some prices, the change as a number, cubes stolen, the ways.

    `apart` is a number for the change that is another one if other cubes are stolen.
    """

    gain: float
    state: State
    stolen: State
    apart: int
    ways: Ways


@dataclass(slots=True)
class Swaps:
    """The thefts and trades of a seat that can have so many cubes of each kind from the stock."""

    position: Position
    seat: int
    caps: Cubes
    _nets: dict[Trades, dict[tuple[Cubes, State], Ways]] = field(default_factory=dict)
    _enough: dict[Trades, int] = field(default_factory=dict)
    _listed: dict[tuple[Trades, tuple[float, ...]], list[Change]] = field(default_factory=dict)

    def listed(self, trades: Trades, prices: tuple[float, ...]) -> list[Change]:
        """Every change that some actions can make, the greatest gain first."""
        key = trades, prices
        if key not in self._listed:
            if trades not in self._nets:
                self._nets[trades] = self._found(trades)
            found = []
            for (net, stolen), ways in self._nets[trades].items():
                state = packed(net)
                apart = state + stolen * _BEYOND
                found.append(Change(_gain(net, prices), state, stolen, apart, ways))
            self._listed[key] = sorted(found, key=lambda change: change.gain, reverse=True)
        return self._listed[key]

    def _found(self, trades: Trades) -> dict[tuple[Cubes, State], Ways]:
        found: dict[tuple[Cubes, State], list[tuple[Deal, ...]]] = {}
        several = [self._deals(action) for action in _TRADES if action in trades]
        for way in product(*several):
            kept = tuple(step for step in way if step is not None)
            got = total(step.got for step in kept)
            given = total(one(step.give) for step in kept if step.give is not None)
            stolen = packed(total(step.got for step in kept if not step.bought))
            found.setdefault((less(got, given), stolen), []).append(kept)
        return {change: Ways(ways, _given(ways)) for change, ways in found.items()}

    def _deals(self, action: Action | CardAction) -> list[Deal | None]:
        kinds = range(len(GOODS))
        if action is Action.THIEF:
            seats = enumerate(self.position.goods, start=1)
            others = total(held for other, held in seats if other != self.seat)
            stolen = [Deal(None, one(kind), bought=False) for kind in kinds if others[kind]]
            return [*stolen] or [None]
        if action is Action.TRADER:
            pairs = ((give, get) for give in kinds for get in kinds if give != get)
            return [None, *(Deal(give, one(get)) for give, get in pairs)]
        assert action is CardAction.TRADER
        count = self.position.box.master_trader
        return [
            None,
            *(
                Deal(give, total(map(one, got)))
                for give in kinds
                for got in combinations_with_replacement(
                    [kind for kind in kinds if kind not in (give, GOLD)], count
                )
            ),
        ]

    def table(self, gathered: Cubes, taxed: Cubes) -> Table:
        """The cubes before any change; those that are `taxed` come from others, first of all.

        What the stock lacked can be had after all, if a cube of the kind was given before.
        """
        own = added(self.position.goods[self.seat - 1], taxed)
        held = least(gathered, self.caps)
        surplus = less(gathered, held)
        spilt = tuple(many if have else 0 for many, have in zip(surplus, own, strict=True))
        state = packed((*added(held, taxed), *less(self.caps, held)))
        return Table(state | _GUARD, packed(spilt))

    def all_possible(self, table: Table, trades: Trades) -> bool:
        """Whether there are so many cubes that every change can be made, whatever it needs."""
        enough = self._enough.get(trades)
        if enough is None:
            ways = self._nets[trades].values()
            several = zip(*(_numbers(way.required(0)[0]) for way in ways), strict=True)
            enough = self._enough[trades] = packed(tuple(map(max, several)))
        return table.state - enough & _GUARD == _GUARD

    def possible(self, table: Table, change: Change) -> bool:
        """Whether there is an order of one of a change's ways in which each step can be done."""
        ways, state = change.ways, table.state
        for need in ways.required(0):
            if state - need & _GUARD == _GUARD:
                return True
        spilt = table.spilt and smaller(table.spilt, ways.given)
        return bool(spilt) and any(state - n & _GUARD == _GUARD for n in ways.required(spilt))


def _required(ways: Iterable[tuple[Deal, ...]], spilt: Cubes) -> tuple[int, ...]:
    """The cubes that must be held and in the stock for each order of each of these ways.

    A theft needs nothing, so it may always come first.
    """
    found: set[Cubes] = set()
    for way in ways:
        stolen = tuple(step for step in way if not step.bought)
        bought = [step for step in way if step.bought]
        found.update(_required_by((*stolen, *steps), spilt) for steps in permutations(bought))
    return tuple(
        packed(need)
        for need in found
        if not any(other != need and all(map(int.__le__, other, need)) for other in found)
    )


def _required_by(steps: tuple[Deal, ...], spilt: Cubes) -> Cubes:
    count, left = len(GOODS), [*spilt]
    there, need = [0] * 2 * count, [0] * 2 * count
    for give, got, bought in steps:
        if give is not None:
            if left[give]:
                left[give] -= 1
            else:
                there[give] -= 1
                need[give] = max(need[give], -there[give])
                there[count + give] += 1
        for kind, number in enumerate(got):
            there[kind] += number
            if bought:
                there[count + kind] -= number
                need[count + kind] = max(need[count + kind], -there[count + kind])
    return tuple(need)


def _numbers(need: int) -> Cubes:
    """The cubes that must be held and in the stock, kind by kind."""
    return (*unpacked(need), *unpacked(need >> BITS * len(GOODS)))


def _given(ways: list[tuple[Deal, ...]]) -> State:
    """The most cubes of each kind that one of some ways gives."""
    several = [[step.give for step in way] for way in ways]
    return packed(tuple(max(way.count(kind) for way in several) for kind in range(len(GOODS))))


def _gain(net: Cubes, prices: tuple[float, ...]) -> float:
    """The most that a change gains: nothing is lost with a cube that the stock lacked."""
    return sum(count * price for count, price in zip(net, prices, strict=True))
