"""Thefts and trades on the way through a resolution of Kingdom of Solomon (S18, S19).

Together they change the cubes that a seat has gathered. There are few such changes, whatever was
gathered; they are sorted by what they gain at some prices.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.box import MASTER_TRADER, THIEF, TRADER
from ksm_widgets.companions.kingdom.goods import GOLD, GOODS, Cubes, added, less, one, total

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.position import Position

Trades = frozenset[str]
"""The actions by which cubes are stolen and traded."""


class Step(NamedTuple):
    """A theft or trade: the kind given, if any, the cubes got, whether they come from the stock."""

    give: int | None
    got: Cubes
    bought: bool = True


class Change(NamedTuple):
    """A change of cubes: its gain at some prices, the cubes, those stolen, the ways to it."""

    gain: float
    net: Cubes
    stolen: Cubes
    ways: tuple[tuple[Step, ...], ...]


@dataclass(slots=True)
class Swaps:
    """The thefts and trades of a seat that can have so many cubes of each kind from the stock."""

    position: Position
    seat: int
    caps: Cubes
    _nets: dict[Trades, dict[tuple[Cubes, Cubes], list[tuple[Step, ...]]]] = field(
        default_factory=dict
    )
    _listed: dict[tuple[Trades, tuple[float, ...]], list[Change]] = field(default_factory=dict)

    def listed(self, trades: Trades, prices: tuple[float, ...]) -> list[Change]:
        """Every change that some actions can make, the greatest gain first."""
        key = trades, prices
        if key not in self._listed:
            if trades not in self._nets:
                self._nets[trades] = self._found(trades)
            self._listed[key] = sorted(
                (
                    Change(_gain(net, prices), net, stolen, tuple(ways))
                    for (net, stolen), ways in self._nets[trades].items()
                ),
                key=lambda change: change.gain,
                reverse=True,
            )
        return self._listed[key]

    def _found(self, trades: Trades) -> dict[tuple[Cubes, Cubes], list[tuple[Step, ...]]]:
        found: dict[tuple[Cubes, Cubes], list[tuple[Step, ...]]] = {}
        steps = [self._steps(name) for name in sorted(trades)]
        for way in product(*steps):
            kept = tuple(step for step in way if step is not None)
            got = total(step.got for step in kept)
            given = total(one(step.give) for step in kept if step.give is not None)
            stolen = total(step.got for step in kept if not step.bought)
            found.setdefault((less(got, given), stolen), []).append(kept)
        return found

    def _steps(self, name: str) -> list[Step | None]:
        kinds = range(len(GOODS))
        if name == THIEF:
            seats = enumerate(self.position.goods, start=1)
            others = total(held for other, held in seats if other != self.seat)
            stolen = [Step(None, one(kind), bought=False) for kind in kinds if others[kind]]
            return [*stolen] or [None]
        if name == TRADER:
            pairs = ((give, get) for give in kinds for get in kinds if give != get)
            return [None, *(Step(give, one(get)) for give, get in pairs)]
        assert name == MASTER_TRADER
        count = self.position.box.master_trader
        return [
            None,
            *(
                Step(give, total(map(one, got)))
                for give in kinds
                for got in combinations_with_replacement(
                    [kind for kind in kinds if kind not in (give, GOLD)], count
                )
            ),
        ]

    def possible(self, held: Cubes, gathered: Cubes, ways: tuple[tuple[Step, ...], ...]) -> bool:
        """Whether there is an order of one of these ways in which each step can be done.

        What the stock lacked can be had after all, if a cube of the kind was given before.
        """
        own = self.position.goods[self.seat - 1]
        surplus = less(gathered, held)
        spilt = tuple(many if have else 0 for many, have in zip(surplus, own, strict=True))
        return any(self._goes(held, spilt, steps) for way in ways for steps in permutations(way))

    def _goes(self, held: Cubes, spilt: Cubes, steps: tuple[Step, ...]) -> bool:
        stock = less(self.caps, held)
        for give, got, bought in steps:
            if give is not None:
                if not held[give]:
                    return False
                if spilt[give]:
                    spilt = less(spilt, one(give))
                else:
                    held, stock = less(held, one(give)), added(stock, one(give))
            if bought:
                if any(count > there for count, there in zip(got, stock, strict=True) if count):
                    return False
                stock = less(stock, got)
            held = added(held, got)
        return True


def _gain(net: Cubes, prices: tuple[float, ...]) -> float:
    """The most that a change gains: nothing is lost with a cube that the stock lacked."""
    return sum(count * price for count, price in zip(net, prices, strict=True))
