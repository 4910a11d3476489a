"""Thefts and trades on the way through a resolution of Kingdom of Solomon (S18, S19).

Together they change the cubes that a seat has gathered. There are few such changes, whatever was
gathered; they are sorted by what they gain at some prices.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement, permutations, product
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import (
    GOLD,
    GOODS,
    Cubes,
    added,
    less,
    one,
    total,
)
from ksm_widgets.companions.kingdom.places import Action, CardAction
from ksm_widgets.companions.kingdom.search.sums import (
    BITS,
    GOODS_OF,
    State,
    greatest,
    packed,
    smaller,
    unpacked,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.kingdom.position import Position

Trades = frozenset[Action | CardAction]
"""The actions by which cubes are stolen and traded."""
_TRADES: Trades = frozenset({Action.TRADER, CardAction.TRADER})
_STOCK = BITS * len(GOODS)


_GUARD = packed((128,) * 2 * len(GOODS))
"""A bit above each number of cubes held and in the stock, which is lost where they don't do."""

_MOST_GIVEN = packed((2,) * len(GOODS))
"""The most cubes of a kind that are given."""


class Deal(NamedTuple):
    """A trade: the kind given, and the cubes got for it."""

    give: int
    got: Cubes


class Change(NamedTuple):
    """A change of cubes as a number, the ways to it, and the most of each kind that one gives."""

    state: State
    ways: list[tuple[Deal, ...]]
    given: State


@dataclass(slots=True)
class Swaps:
    """The thefts and trades of a seat that can have so many cubes of each kind from the stock."""

    position: Position
    seat: int
    caps: Cubes
    _reached: dict[tuple[object, ...], tuple[State, ...]] = field(default_factory=dict)
    _enough: dict[Trades, State] = field(default_factory=dict)
    _listed: dict[Trades, list[Change]] = field(default_factory=dict)
    _needs: dict[tuple[Trades, State, State], tuple[int, ...]] = field(default_factory=dict)
    _gains: dict[tuple[Trades, tuple[float, ...]], float] = field(default_factory=dict)
    _caps: State = field(init=False)
    _stolen: list[int] = field(init=False)
    """The kinds of cubes that others have."""

    def __post_init__(self) -> None:
        self._caps = packed(self.caps)
        seats = enumerate(self.position.goods, start=1)
        others = total(held for other, held in seats if other != self.seat)
        self._stolen = [kind for kind, count in enumerate(others) if count]

    def gain(self, trades: Trades, prices: tuple[float, ...]) -> float:
        """The most that some actions gain at these prices."""
        key = trades, prices
        if key not in self._gains:
            gain = 0.0
            if Action.THIEF in trades:
                gain = max([prices[kind] for kind in self._stolen], default=0.0)
            for action in _TRADES & trades:
                gain += max(
                    0.0,
                    *(
                        sum(map(mul, got, prices)) - prices[give]
                        for give, got in self._deals(action)
                    ),
                )
            self._gains[key] = gain
        return self._gains[key]

    def _changes(self, trades: Trades) -> list[Change]:
        """Every change that some trades can make."""
        if trades not in self._listed:
            found: dict[Cubes, list[tuple[Deal, ...]]] = {}
            for way in product(*([None, *self._deals(action)] for action in trades)):
                deals = tuple(deal for deal in way if deal is not None)
                given = total(one(deal.give) for deal in deals)
                net = less(total(deal.got for deal in deals), given)
                found.setdefault(net, []).append(deals)
            self._listed[trades] = [
                Change(packed(net), ways, _given(ways)) for net, ways in found.items()
            ]
        return self._listed[trades]

    def _deals(self, action: Action | CardAction) -> list[Deal]:
        kinds = range(len(GOODS))
        if action is Action.TRADER:
            pairs = ((give, get) for give in kinds for get in kinds if give != get)
            return [Deal(give, one(get)) for give, get in pairs]
        assert action is CardAction.TRADER
        count = self.position.box.master_trader
        return [
            Deal(give, total(map(one, got)))
            for give in kinds
            for got in combinations_with_replacement(
                [kind for kind in kinds if kind not in (give, GOLD)], count
            )
        ]

    def reached(
        self, gathered: State, taxed: Cubes, trades: Trades
    ) -> tuple[State, tuple[State, ...]]:
        """All that thefts and trades make of goods and taxes, but for what is less.

        That is what there is before, and the changes of it. Taxes come from others, first of all.
        """
        held, surplus = smaller(gathered, self._caps), 0
        if held != gathered:
            surplus = gathered - held
        whole = held + packed(taxed)
        if not trades:
            return whole, (0,)
        return whole, self._made(trades, whole, self._caps - held, surplus, taxed)

    def _made(
        self, trades: Trades, whole: State, stock: State, surplus: State, taxed: Cubes
    ) -> tuple[State, ...]:
        """The changes of all there is, the same wherever enough is held and in the stock.

        What the stock lacked can be had after all, if a cube of the kind was given before.
        """
        deals = trades & _TRADES
        enough = self._enough_of(deals)
        rich = _side_by_side(smaller(whole, enough & GOODS_OF), smaller(stock, enough >> _STOCK))
        key = trades, taxed, rich, smaller(surplus, _MOST_GIVEN)
        found = self._reached.get(key)
        if found is None:
            if deals != trades and self._stolen:  # A theft needs nothing, so it may come first.
                ends = set()
                for kind in self._stolen:
                    more = 1 << BITS * kind
                    made = self._made(deals, whole + more, stock, surplus, taxed)
                    ends.update([whole + more + change for change in made])
            else:
                changes = self._changes(deals)
                if rich != enough:
                    changes = self._possible(deals, whole, stock, surplus, taxed)
                ends = {smaller(whole + surplus + one.state, whole + stock) for one in changes}
            found = self._reached[key] = tuple(sorted([end - whole for end in greatest(ends)]))
        return found

    def _enough_of(self, trades: Trades) -> State:
        """So many cubes held and in the stock that every change can be made."""
        if trades not in self._enough:
            needs = (self._required(trades, change, 0)[0] for change in self._changes(trades))
            self._enough[trades] = packed(tuple(map(max, *map(_numbers, needs), (0,) * 10)))
        return self._enough[trades]

    def _possible(
        self, trades: Trades, whole: State, stock: State, surplus: State, taxed: Cubes
    ) -> list[Change]:
        """The changes for which there is an order of one of their ways in which all can be done."""
        state, found = _side_by_side(whole, stock) | _GUARD, []
        own = added(self.position.goods[self.seat - 1], taxed)
        pairs = zip(unpacked(surplus), own, strict=True)
        spilt = packed(tuple(count if have else 0 for count, have in pairs))
        for change in self._changes(trades):
            needs = self._required(trades, change, 0)
            if spilt:
                needs += self._required(trades, change, smaller(spilt, change.given))
            if any(state - need & _GUARD == _GUARD for need in needs):
                found.append(change)
        return found

    def _required(self, trades: Trades, change: Change, spilt: State) -> tuple[int, ...]:
        """The cubes that must be held and in the stock, one of these, if so many were spilt."""
        key = trades, change.state, spilt
        found = self._needs.get(key)
        if found is None:
            found = self._needs[key] = _required(change.ways, unpacked(spilt))
        return found


def _side_by_side(held: State, stock: State) -> int:
    return held | stock << _STOCK


def _required(ways: Iterable[tuple[Deal, ...]], spilt: Cubes) -> tuple[int, ...]:
    """The cubes that must be held and in the stock for each order of each of these ways."""
    orders = [order for way in ways for order in permutations(way)]
    found = {_required_by(order, spilt) for order in orders}
    return tuple(
        packed(need)
        for need in found
        if not any(other != need and all(map(int.__le__, other, need)) for other in found)
    )


def _required_by(deals: Iterable[Deal], spilt: Cubes) -> Cubes:
    count, left = len(GOODS), [*spilt]
    there, need = [0] * 2 * count, [0] * 2 * count
    for give, got in deals:
        if left[give]:
            left[give] -= 1
        else:
            there[give] -= 1
            need[give] = max(need[give], -there[give])
            there[count + give] += 1
        for kind, number in enumerate(got):
            there[kind] += number
            there[count + kind] -= number
            need[count + kind] = max(need[count + kind], -there[count + kind])
    return tuple(need)


def _numbers(need: int) -> Cubes:
    """The cubes that must be held and in the stock, kind by kind."""
    return (*unpacked(need), *unpacked(need >> BITS * len(GOODS)))


def _given(ways: list[tuple[Deal, ...]]) -> State:
    """The most cubes of each kind that one of some ways gives."""
    several = [[deal.give for deal in way] for way in ways]
    return packed(tuple(max(way.count(kind) for way in several) for kind in range(len(GOODS))))
