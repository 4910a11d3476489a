"""Money: what players hold, paying, and turns that cannot be paid (R25, R26).

A player pays with coins as far as they go, and the rest with the treasures that exceed it least,
so that the change is smallest. Payments go to the bank beside the mine, and change comes from
there: coins first, then treasures that fit. Coins that the bank lacks are supplied and counted, so
that nothing is ever lost or gained by paying.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import shuffled
from ksm_widgets.rules.edition_rules import Sharing
from ksm_widgets.rules.errors import GameError, Unaffordable
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.rules.values import USUAL_VALUES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from ksm_widgets.rules.edition_rules import Edition


_ORDER = {tile: place for place, tile in enumerate(Tile)}


def _sorted(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=_ORDER.__getitem__))


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's coins, and tiles in the order of Tile, behind the screen (R33)."""

    coins: int = 0
    tiles: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", _sorted(self.tiles))

    @property
    def treasures(self) -> int:
        """The value of the treasures held, in coins (R16)."""
        return sum(tile.treasure for tile in self.tiles)

    @property
    def money(self) -> int:
        """Coins and treasures together, which pay for a turn (R25)."""
        return self.coins + self.treasures

    def with_tiles(self, tiles: Iterable[Tile]) -> Holding:
        """The same holding with more tiles."""
        return Holding(self.coins, (*self.tiles, *tiles))

    def without(self, tiles: Iterable[Tile]) -> Holding:
        """The same holding without these tiles, which must be in it."""
        return Holding(self.coins, _less(self.tiles, tiles))


@dataclass(frozen=True, slots=True)
class Bank:
    """The bank beside the mine: coins and treasures that were paid and serve as change (R25).

    `supplied` counts the coins that the bank lacked for change and that came from outside the box.
    """

    coins: int = 0
    tiles: tuple[Tile, ...] = ()
    supplied: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", _sorted(self.tiles))


def paid(holding: Holding, due: int, bank: Bank) -> tuple[Holding, Bank]:
    """The holding and the bank after `due` coins have been paid.

    Raises Unaffordable if the holding does not have enough money.
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
    """Give change: the bank's coins, then its largest treasures that fit, then new coins."""
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
    """The treasures with the smallest sum that reaches the amount; of those the fewest."""
    reached: dict[int, tuple[Tile, ...]] = {0: ()}
    for tile in tiles:
        if tile.group is Group.TREASURE:
            for total, chosen in list(reached.items()):
                more = total + tile.treasure
                if more not in reached or len(reached[more]) > len(chosen) + 1:
                    reached[more] = (*chosen, tile)
    return reached[min(total for total in reached if total >= amount)]


def _less(tiles: Iterable[Tile], gone: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles without some of them; raises ValueError if one of those is not there."""
    left = Counter(tiles)
    left.subtract(Counter(gone))
    if min(left.values(), default=0) < 0:
        raise ValueError("a tile was given away that was not there")
    return tuple(left.elements())


@dataclass(frozen=True, slots=True)
class Settlement:
    """The settlement of a turn that could not be paid (R26).

    `added` are earlier tiles that the offender had to add; `shares` the tiles each opponent got,
    the next player first; `spare` those that were discarded.
    """

    added: tuple[Tile, ...]
    shares: tuple[tuple[Tile, ...], ...]
    spare: tuple[Tile, ...]


def tiles_to_add(dug: int, opponents: int, held: int) -> int:
    """Count the earlier tiles the offender adds: those missing, or all held if they are fewer."""
    return min(max(0, opponents - dug), held)


def settled(
    rng: Random,
    edition: Edition,
    dug: Sequence[Tile],
    opponents: int,
    held: Sequence[Tile],
    chosen: Sequence[Tile] | None = None,
) -> Settlement:
    """Share out the tiles just dug among the opponents, as in the edition (R26).

    `held` are the offender's tiles from earlier turns. If tiles are missing, those `chosen` are
    added, by default the cheapest, if the edition lets the offender choose; otherwise they are
    drawn at random. If there are still too few, it is random which opponents get one.

    Raises GameError if the chosen tiles are not held, are not as many as are missing, or if the
    edition gives no choice.
    """
    lacking = tiles_to_add(len(dug), opponents, len(held))
    if chosen is not None:
        if not edition.offender_chooses:
            raise GameError("game.no_choice", "R26")
        _check_added(edition, chosen, lacking, held)
        added = tuple(chosen)
    elif edition.offender_chooses:
        added = tuple(sorted(held, key=lambda tile: USUAL_VALUES.of(tile) or 0)[:lacking])
    else:
        added = tuple(shuffled(rng, held)[:lacking])
    mixed = shuffled(rng, (*dug, *added))
    each = max(1, len(mixed) // opponents) if edition.shares is Sharing.EVENLY else 1
    shares: list[tuple[Tile, ...]] = [()] * opponents
    for turn, opponent in enumerate(shuffled(rng, range(opponents))):
        shares[opponent] = tuple(mixed[turn * each : (turn + 1) * each])
    return Settlement(added, tuple(shares), tuple(mixed[opponents * each :]))


def as_shared(
    edition: Edition,
    dug: Sequence[Tile],
    held: Sequence[Tile],
    added: Sequence[Tile],
    shares: Sequence[Sequence[Tile]],
    opponents: int,
) -> Settlement:
    """The settlement as people made it on a real board; tiles that nobody got are spare.

    Raises GameError if tiles were added that could not be, if shares have tiles that were not
    there, or if there are not as many shares as opponents.
    """
    lacking = tiles_to_add(len(dug), opponents, len(held))
    _check_added(edition, added, lacking, held)
    there = Counter((*dug, *added))
    given = Counter(tile for share in shares for tile in share)
    if len(shares) != opponents:
        raise GameError("game.shares", "R26", found=len(shares), expected=opponents)
    for tile in given - there:
        raise GameError("game.not_shared", "R26", tile=edition.tile_term(tile))
    spare = tuple((there - given).elements())
    return Settlement(tuple(added), tuple(map(tuple, shares)), spare)


def _check_added(
    edition: Edition, chosen: Sequence[Tile], lacking: int, held: Sequence[Tile]
) -> None:
    if len(chosen) != lacking:
        raise GameError("game.wrong_choice", "R26", found=len(chosen), expected=lacking)
    for tile in Counter(chosen) - Counter(held):
        raise GameError("game.choice_not_held", "R26", tile=edition.tile_term(tile))
