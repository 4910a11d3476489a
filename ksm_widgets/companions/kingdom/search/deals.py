"""The trades that pawns make in Kingdom of Solomon, and the cubes they need (S18, S19)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import GOLD, GOODS, Cubes, less, one, total
from ksm_widgets.companions.kingdom.places import Action, CardAction
from ksm_widgets.companions.kingdom.search.packing import BITS, Packed, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Iterable

Trades = frozenset[Action | CardAction]
"""The actions by which cubes are stolen and traded."""
TRADERS: Trades = frozenset({Action.TRADER, CardAction.TRADER})
"""Those by which cubes are traded."""
Supply = Packed
"""Cubes held, packed, with those in the stock packed above them (`supply`)."""


class Deal(NamedTuple):
    """A trade: the kind given, and the cubes got for it."""

    give: int
    got: Cubes


class Change(NamedTuple):
    """A change of cubes by trades: the deals of each way to make it.

    `given` are the most cubes of each kind that one of the ways gives.
    """

    cubes: Packed
    ways: list[tuple[Deal, ...]]
    given: Packed


@dataclass(slots=True)
class Deals:
    """The changes that traders can make; the Master Trader gets so many cubes for one."""

    master_trader: int
    _changes: dict[Trades, list[Change]] = field(default_factory=dict)
    _enough: dict[Trades, Supply] = field(default_factory=dict)
    _required: dict[tuple[Trades, Packed, Packed], tuple[Supply, ...]] = field(default_factory=dict)

    def of(self, trader: Action | CardAction) -> list[Deal]:
        """Every trade of a trader."""
        kinds = range(len(GOODS))
        if trader is Action.TRADER:
            return [Deal(give, one(get)) for give in kinds for get in kinds if give != get]
        assert trader is CardAction.TRADER
        return [
            Deal(give, total(map(one, got)))
            for give in kinds
            for got in combinations_with_replacement(
                [kind for kind in kinds if kind not in (give, GOLD)], self.master_trader
            )
        ]

    def changes(self, traders: Trades) -> list[Change]:
        """Every change that some traders can make, each of them once or not at all."""
        if traders not in self._changes:
            found: dict[Cubes, list[tuple[Deal, ...]]] = {}
            for way in product(*([None, *self.of(trader)] for trader in traders)):
                deals = tuple(deal for deal in way if deal is not None)
                given = total(one(deal.give) for deal in deals)
                net = less(total(deal.got for deal in deals), given)
                found.setdefault(net, []).append(deals)
            self._changes[traders] = [
                Change(pack(net), ways, _most_given(ways)) for net, ways in found.items()
            ]
        return self._changes[traders]

    def required(self, traders: Trades, change: Change, spilt: Packed = 0) -> tuple[Supply, ...]:
        """The supplies of which one is needed for a change.

        The stock lacked the cubes `spilt`; for each cube given before one of its kind can be had.
        """
        key = traders, change.cubes, spilt
        found = self._required.get(key)
        if found is None:
            orders = [order for way in change.ways for order in permutations(way)]
            needs = {_needed(order, unpack(spilt)) for order in orders}
            found = self._required[key] = tuple(
                pack(need)
                for need in needs
                if not any(other != need and all(map(int.__le__, other, need)) for other in needs)
            )
        return found

    def enough(self, traders: Trades) -> Supply:
        """So many cubes held and in the stock that every change can be made."""
        if traders not in self._enough:
            first = (self.required(traders, change)[0] for change in self.changes(traders))
            most = map(max, *map(_numbers, first), (0,) * (2 * len(GOODS)))
            self._enough[traders] = pack(tuple(most))
        return self._enough[traders]


def supply(held: Packed, stock: Packed) -> Supply:
    """Cubes held and in the stock as one number."""
    return held | stock << BITS * len(GOODS)


def _numbers(need: Supply) -> Cubes:
    """The cubes held, then those in the stock, kind by kind."""
    return (*unpack(need), *unpack(need >> BITS * len(GOODS)))


def _most_given(ways: list[tuple[Deal, ...]]) -> Packed:
    """The most cubes of each kind that one of some ways gives."""
    several = [[deal.give for deal in way] for way in ways]
    return pack(tuple(max(way.count(kind) for way in several) for kind in range(len(GOODS))))


def _needed(deals: Iterable[Deal], spilt: Cubes) -> Cubes:
    """The cubes held, then those in the stock, that some deals in this order need."""
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
