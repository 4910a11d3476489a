"""The gains of a dig besides treasures: sets of parchments, bonuses, tiles dug unseen.

There are no sentences here, but all that sentences need: how many sets, which place among the
collections, which parchments make no difference. The amounts add up to the worth of the dig,
treasures aside.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.scoring import curse_points, magic_objects, parchment_sets, place
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.rules.values import in_coins
from ksm_widgets.solver.problem import unseen_worth

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules.scoring import Place
    from ksm_widgets.rules.stakes import Stakes
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem


_LITTLE = 500
"""Thousandths of a coin that count as hardly anything for a parchment."""
_SET_WORTH = 8000
"""A parchment of this worth, in thousandths, completes a set."""


class Purpose(Enum):
    """The purpose of keeping tiles (R28, R29)."""

    SETS = "sets"
    CURSES = "curses"
    MAGIC = "magic"
    UNSEEN = "unseen"
    """Tiles that are dug unseen, and count their average."""


@dataclass(frozen=True, slots=True)
class Gain:
    """The change that a dig makes for one purpose, in coins; negative if objects spent cost more.

    `size` is how many sets are completed, how large the collection is after the dig, or how many
    tiles are dug unseen. `place` is the place of the collection on the last dig of the game; before
    that nobody knows it, and the amount is an expectation.
    """

    purpose: Purpose
    amount: Decimal
    size: int
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Idle:
    """Parchments of a kind that a dig takes although they bring little or nothing.

    They are the last `count` of `held` parchments of the kind after the dig. `amount` is how much
    less the dig would be worth without them, in coins.
    """

    tile: Tile
    count: int
    held: int
    amount: Decimal


def gains_of(problem: Problem, taken: Iterable[Tile]) -> tuple[Gain, ...]:
    """The gains of a dig of these tiles besides treasures, by purpose; no dig, no gain.

    Curses' costs are not included, except those of tiles dug unseen. Empty if the problem does not
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
    last = stakes.settled
    theirs = stakes.others or ()
    found = [Gain(Purpose.SETS, in_coins(worth.sets), sets_completed(stakes, tiles))]
    for purpose, change, size, sizes in (
        (Purpose.CURSES, worth.curses, points, [other.curses for other in theirs]),
        (Purpose.MAGIC, worth.magic, objects, [other.magic for other in theirs]),
    ):
        found.append(Gain(purpose, in_coins(change), size, place(size, sizes) if last else None))
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
    """The number of sets of parchments that a dig of these tiles completes (R18)."""
    return parchment_sets((*stakes.holding, *taken)) - parchment_sets(stakes.holding)


def completes_set(problem: Problem, plan: Plan) -> bool:
    """Whether a dig completes a set of parchments, as far as tiles are worth that."""
    if problem.stakes is not None:
        return sets_completed(problem.stakes, plan.taken) > 0
    symbols = {tile for tile in plan.taken if tile.group is Group.PARCHMENT}
    return any((problem.values.of(symbol) or 0) >= _SET_WORTH for symbol in symbols)


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
            found.append(Idle(tile, count, held, in_coins(lost)))
    return tuple(sorted(found, key=lambda idle: idle.tile.letter))
