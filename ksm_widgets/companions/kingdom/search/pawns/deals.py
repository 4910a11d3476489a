"""The deals of pawns with traders in Kingdom of Solomon, and the cubes they need (S18, S19)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.goods import GOLD, GOODS, NONE, Cubes, less, one_cube, total
from ksm_widgets.companions.kingdom.places import Action, CardAction
from ksm_widgets.companions.kingdom.search.pawns.packing import (
    Packed,
    Supply,
    lots_of,
    pack,
    supply,
    unpack,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

Dealers = frozenset[Action | CardAction]
"""Actions that change cubes for others: traders, and the Thief, who gives nothing."""
TRADERS: Dealers = frozenset({Action.TRADER, CardAction.TRADER})
"""Those who give cubes for one."""
_Counts = tuple[int, ...]
"""A supply that isn't packed: the cubes held of each kind, then those in the stock."""


class Deal(NamedTuple):
    """A deal with a trader (`acts.Swap`): the kind given, and the cubes got for it."""

    give: int
    got: Cubes


class Change(NamedTuple):
    """A change of cubes by traders: the deals of each way to make it.

    One of `needs` must be there for it. `given` are the most cubes of each kind that a way gives.
    """

    cubes: Packed
    ways: list[tuple[Deal, ...]]
    needs: tuple[Supply, ...]
    given: Packed


def deals_of(trader: Action | CardAction, count: int) -> list[Deal]:
    """Every deal with a trader; the Master Trader gets `count` cubes for one."""
    kinds = range(len(GOODS))
    if trader is Action.TRADER:
        return [Deal(give, one_cube(get)) for give in kinds for get in kinds if give != get]
    assert trader is CardAction.TRADER
    return [
        Deal(give, total(map(one_cube, got)))
        for give in kinds
        for got in combinations_with_replacement(
            [kind for kind in kinds if kind not in (give, GOLD)], count
        )
    ]


@lru_cache(maxsize=16)
def changes_by(traders: Dealers, count: int) -> list[Change]:
    """Every change that some traders can make, each of whom makes one deal or none."""
    found: dict[Cubes, list[tuple[Deal, ...]]] = {}
    for way in product(*([None, *deals_of(trader, count)] for trader in traders)):
        deals = tuple(deal for deal in way if deal is not None)
        given = total(one_cube(deal.give) for deal in deals)
        net = less(total(deal.got for deal in deals), given)
        found.setdefault(net, []).append(deals)
    return [
        Change(pack(net), ways, _required(ways, NONE), _most_given(ways))
        for net, ways in found.items()
    ]


@lru_cache(maxsize=16)
def enough_for(traders: Dealers, count: int) -> Supply:
    """So many cubes held and in the stock that every change can be made."""
    needs = (change.needs[0] for change in changes_by(traders, count))
    return _packed(tuple(map(max, *map(_counts, needs), (0,) * (2 * len(GOODS)))))


def required(change: Change, spilt: Packed) -> tuple[Supply, ...]:
    """The supplies of which one must be there for a change.

    The stock lacked the cubes `spilt`; for each cube given before one of its kind can be had.
    """
    return _required(change.ways, unpack(spilt))


def _counts(need: Supply) -> _Counts:
    held, stock = lots_of(need)
    return (*unpack(held), *unpack(stock))


def _packed(counts: _Counts) -> Supply:
    """The same as one number."""
    kinds = len(GOODS)
    return supply(pack(counts[:kinds]), pack(counts[kinds:]))


def _most_given(ways: list[tuple[Deal, ...]]) -> Packed:
    """The most cubes of each kind that one of some ways gives."""
    given = [[deal.give for deal in way] for way in ways]
    return pack(tuple(max(way.count(kind) for way in given) for kind in range(len(GOODS))))


def _required(ways: Iterable[tuple[Deal, ...]], spilt: Cubes) -> tuple[Supply, ...]:
    """The supplies of which one must be there for one of these ways, in any order of its deals."""
    needs = {_needed(order, spilt) for way in ways for order in permutations(way)}
    return tuple(
        _packed(need)
        for need in needs
        if not any(other != need and all(map(int.__le__, other, need)) for other in needs)
    )


def _needed(deals: Iterable[Deal], spilt: Cubes) -> _Counts:
    """The cubes that some deals in this order need."""
    count, lacking = len(GOODS), [*spilt]
    there, need = [0] * 2 * count, [0] * 2 * count
    for give, got in deals:
        if lacking[give]:
            lacking[give] -= 1
        else:
            there[give] -= 1
            need[give] = max(need[give], -there[give])
            there[count + give] += 1
        for kind, number in enumerate(got):
            there[kind] += number
            there[count + kind] -= number
            need[count + kind] = max(need[count + kind], -there[count + kind])
    return tuple(need)
