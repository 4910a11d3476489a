"""Paying with coins and treasures, and getting change (R25).

A player pays with coins as far as they go and the rest with those treasures that come nearest
to it from above, so that the change is least. Whatever is paid lies beside the mine, in the bank,
and change comes from there: coins first, then treasures that fit. Coins that the bank lacks
are supplied, and counted, so that no worth is ever lost or won by paying.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import Unaffordable
from ksm_widgets.rules.tiles import Group, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Bank", "Holding", "paid"]

_ORDER = {tile: place for place, tile in enumerate(Tile)}


def _sorted(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=_ORDER.__getitem__))


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player keeps behind the screen: coins, and tiles in the order of Tile (R33)."""

    coins: int = 0
    tiles: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", _sorted(self.tiles))

    @property
    def treasures(self) -> int:
        """What the treasures held are worth, in coins (R16)."""
        return sum(tile.treasure for tile in self.tiles)

    @property
    def money(self) -> int:
        """Coins and treasures together: what a turn can be paid with (R25)."""
        return self.coins + self.treasures

    def with_tiles(self, tiles: Iterable[Tile]) -> Holding:
        """The same holding with more tiles."""
        return Holding(self.coins, (*self.tiles, *tiles))

    def without(self, tiles: Iterable[Tile]) -> Holding:
        """The same holding with these tiles gone; they must be in it."""
        return Holding(self.coins, _less(self.tiles, tiles))


@dataclass(frozen=True, slots=True)
class Bank:
    """What lies beside the mine: coins and treasures that were paid and serve as change (R25).

    `supplied` counts the coins that change lacked and that came from outside the box.
    """

    coins: int = 0
    tiles: tuple[Tile, ...] = ()
    supplied: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", _sorted(self.tiles))


def paid(holding: Holding, due: int, bank: Bank) -> tuple[Holding, Bank]:
    """Pay so many coins' worth: the holding and the bank afterwards.

    Raises Unaffordable if the holding's money does not suffice.
    """
    if holding.money < due:
        raise Unaffordable("illegal.too_poor", "R25", due=due, money=holding.money)
    coins = min(holding.coins, due)
    treasures = _nearest_from_above(holding.tiles, due - coins)
    change = sum(tile.treasure for tile in treasures) - (due - coins)
    bank = replace(bank, coins=bank.coins + coins, tiles=(*bank.tiles, *treasures))
    kept = replace(holding.without(treasures), coins=holding.coins - coins)
    return _changed(kept, change, bank)


def _changed(holding: Holding, change: int, bank: Bank) -> tuple[Holding, Bank]:
    """Give change: the bank's coins, then the largest of its treasures that fit, then new coins."""
    coins = min(change, bank.coins)
    lacking = change - coins
    treasures: list[Tile] = []
    for tile in reversed(bank.tiles):
        if tile.treasure <= lacking:
            treasures.append(tile)
            lacking -= tile.treasure
    return (
        Holding(holding.coins + coins + lacking, (*holding.tiles, *treasures)),
        Bank(bank.coins - coins, _less(bank.tiles, treasures), bank.supplied + lacking),
    )


def _nearest_from_above(tiles: Iterable[Tile], amount: int) -> tuple[Tile, ...]:
    """The treasures whose sum is least among those that reach the amount; of those the fewest."""
    reached: dict[int, tuple[Tile, ...]] = {0: ()}
    for tile in tiles:
        if tile.group is Group.TREASURE:
            for total, chosen in list(reached.items()):
                more = total + tile.treasure
                if more not in reached or len(reached[more]) > len(chosen) + 1:
                    reached[more] = (*chosen, tile)
    return reached[min(total for total in reached if total >= amount)]


def _less(tiles: Iterable[Tile], gone: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles without those that are gone; ValueError if one of them was not there."""
    left = Counter(tiles)
    left.subtract(Counter(gone))
    if min(left.values(), default=0) < 0:
        raise ValueError("a tile was given away that was not there")
    return tuple(left.elements())
