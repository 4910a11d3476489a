"""What a dig brings to a player who holds something already, besides money: sets and bonuses.

Without a word, but with all that words need: how many sets, which place among the collections,
which parchments make no difference. Amounts together are the worth of the dig, treasures apart.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.scoring import curse_points, magic_objects, parchment_sets, place
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.solver.unseen import unseen_worth

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules.scoring import Place
    from ksm_widgets.rules.stakes import Stakes
    from ksm_widgets.solver.problem import Problem

__all__ = ["Gain", "Idle", "Purpose", "gains_of", "idle_parchments", "sets_completed"]

_LITTLE = 500
"""Thousandths of a coin that a parchment may bring and is still said to bring hardly anything."""


class Purpose(Enum):
    """What tiles are kept for (R28, R29)."""

    SETS = "sets"
    CURSES = "curses"
    MAGIC = "magic"
    UNSEEN = "unseen"
    """Tiles that are dug unseen, and count what they bring on average."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What a dig changes for one purpose, in coins; objects spent may make it less than nothing.

    `size` is how many sets are completed, how large the collection is after the dig, or how many
    tiles are dug unseen. `place` is what the collection comes to on the last dig of the game;
    before that nobody knows, and the amount is an expectation.
    """

    purpose: Purpose
    amount: Decimal
    size: int
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Idle:
    """Parchments of a kind that a dig takes and that bring hardly anything or nothing.

    The last `count` of them; with them `held` of the kind are held. `amount` is what the dig would
    be worth less without them, in coins.
    """

    tile: Tile
    count: int
    held: int
    amount: Decimal


def gains_of(problem: Problem, taken: Iterable[Tile]) -> tuple[Gain, ...]:
    """What a dig of these tiles brings besides treasures, by purpose; no dig brings nothing.

    Curses' costs are not in it, but for those of tiles dug unseen. Empty if the problem does not
    say what the player holds.

    >>> from ksm_widgets.rules import Position, Tile
    >>> from ksm_widgets.solver import Problem
    >>> problem = Problem.of(Position(), 1, holding="abcy", others=["xyM", "z"])
    >>> for gain in gains_of(problem, [Tile.DELTA, Tile.MUMMY, Tile.TREASURE_2]):
    ...     print(gain.purpose.value, gain.amount, gain.size, gain.place and gain.place.value)
    sets 10 1 None
    curses 24 5 first
    """
    stakes, tiles = problem.stakes, tuple(taken)
    if stakes is None or not tiles:
        return ()
    spent, kept = len(problem.powers), (*stakes.holding, *tiles)
    worth = stakes.worth(tiles, spent)
    points, objects = curse_points(kept), magic_objects(kept) - spent
    last = stakes.others is not None
    theirs = stakes.others or ()
    found = [Gain(Purpose.SETS, _coins(worth.sets), sets_completed(stakes, tiles))]
    for purpose, change, size, sizes in (
        (Purpose.CURSES, worth.curses, points, [other.curses for other in theirs]),
        (Purpose.MAGIC, worth.magic, objects, [other.magic for other in theirs]),
    ):
        found.append(Gain(purpose, _coins(change), size, place(size, sizes) if last else None))
    unseen = tiles.count(Tile.UNSEEN)
    found.append(Gain(Purpose.UNSEEN, unseen * unseen_worth(problem).coins, unseen))
    touched = {
        Purpose.SETS: worth.sets,
        Purpose.CURSES: curse_points(tiles),
        Purpose.MAGIC: magic_objects(tiles) + spent,
        Purpose.UNSEEN: unseen,
    }
    return tuple(gain for gain in found if touched[gain.purpose])


def sets_completed(stakes: Stakes, taken: Iterable[Tile]) -> int:
    """How many sets of parchments a dig of these tiles completes (R18)."""
    return parchment_sets((*stakes.holding, *taken)) - parchment_sets(stakes.holding)


def idle_parchments(stakes: Stakes, taken: Iterable[Tile]) -> tuple[Idle, ...]:
    """The parchments among these tiles without which the dig would be worth hardly less.

    >>> from ksm_widgets.rules import Stakes, Tile
    >>> idle_parchments(Stakes.of("aaaabc", others=["x"]), [Tile.ALPHA, Tile.DELTA])
    (Idle(tile=Tile('a'), count=1, held=5, amount=Decimal('0')),)
    """
    tiles = tuple(taken)
    dug = Counter(tile for tile in tiles if tile.group is Group.PARCHMENT)
    whole = stakes.worth(tiles).sets
    found = []
    for tile, number in dug.items():
        rest, lost, count = list(tiles), 0, 0
        for fewer in range(1, number + 1):
            rest.remove(tile)
            less = whole - stakes.worth(rest).sets
            if less >= _LITTLE:
                break
            lost, count = less, fewer
        if count:
            held = stakes.holding.count(tile) + number
            found.append(Idle(tile, count, held, _coins(lost)))
    return tuple(sorted(found, key=lambda idle: idle.tile.letter))


def _coins(thousandths: int) -> Decimal:
    return Decimal(thousandths) / 1000
