"""What the tiles of a dig are worth in a problem, one by one or together, in thousandths.

With fixed values each tile counts by itself. With stakes only the whole dig has a worth, and the
search needs a **ceiling**: a worth for each tile alone, such that the sum is never below that of
the whole, and how far it is above once tiles are chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import add, mul
from typing import TYPE_CHECKING

from ksm_widgets.rules.stakes import Stakes, Worth
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.solver.unseen import unseen_worth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ksm_widgets.solver.problem import Problem

__all__ = ["Ceiling", "Part", "alone", "ceiling_of", "may_dig_unseen", "worth_of"]


def worth_of(problem: Problem, taken: Iterable[Tile]) -> Worth:
    """What a dig of these tiles changes for who has something at stake; no tiles are no dig."""
    assert problem.stakes is not None
    tiles = tuple(taken)
    if not tiles:
        return Worth()
    worth = problem.stakes.worth(tiles, len(problem.powers))
    return worth + unseen_worth(problem).times(tiles.count(Tile.UNSEEN))


def may_dig_unseen(problem: Problem) -> bool:
    """Whether it is said what an unseen tile counts; else it is never dug."""
    return problem.unseen is not None or problem.values.unseen is not None


def alone(problem: Problem) -> Callable[[Tile], int | None]:
    """What single tiles count under fixed values, before a curse's cost; None if never dug."""
    assert problem.stakes is None
    if problem.unseen is None:
        return problem.values.of
    mean = unseen_worth(problem).total
    return lambda tile: mean if tile is Tile.UNSEEN else problem.values.of(tile)


@dataclass(frozen=True, slots=True)
class Ceiling:
    """Worths for single tiles whose sum is never below what a dig is worth, and by how much above.

    `single` is what each kind counts at most, before a curse's cost, and None if it is never
    dug; `base` is what a dig changes besides, whatever it takes: the objects spent for it. `parts`
    say what the sum takes too much, for tiles that are worth something only together.
    """

    single: Mapping[Tile, int | None]
    base: int = 0
    parts: tuple[Part, ...] = ()

    @property
    def most_above(self) -> int:
        """What the sum takes too much at most, with a minus sign."""
        return sum(min(part.above[0]) for part in self.parts)

    def of(self, tile: Tile) -> int | None:
        """What a tile counts at most by itself."""
        return self.single[tile]


@dataclass(frozen=True, slots=True)
class Part:
    """Kinds of tiles that are worth something only together, say the parchments.

    A handful of them has a code: the numbers of each kind as the digits of a number, one more
    than the dig's quarries being ten. `above[open][code]` is how much the sum of their single
    worths exceeds their worth at least, whatever as many more quarries as are open add; in
    thousandths, with a minus sign, so at most 0. Codes of more tiles than a dig takes mean nothing.
    """

    digits: Mapping[Tile, int]
    above: tuple[tuple[int, ...], ...]


def ceiling_of(problem: Problem) -> Ceiling:
    """The ceiling of a problem; with fixed values it is what each tile counts."""
    if problem.stakes is None:
        worth = alone(problem)
        return Ceiling({tile: worth(tile) for tile in Tile})
    counts = problem.position.counts()
    size = problem.shape.size
    most = tuple(
        tuple(min(size, sum(counts[tile] for tile in kind)) for kind in kinds) for kinds in _PARTS
    )
    base, single, parts = _ceiling(problem.stakes, len(problem.powers), size, most)
    unseen = None if problem.unseen is None else unseen_worth(problem).total
    return Ceiling({**single, Tile.UNSEEN: unseen}, base, parts)


_PARTS: tuple[tuple[tuple[Tile, ...], ...], ...] = (
    tuple((tile,) for tile in Tile if tile.group is Group.PARCHMENT),
    tuple((tile,) for tile in Tile if tile.group is Group.CURSE),
    (tuple(tile for tile in Tile if tile.group is Group.MAGIC),),
)
"""What is worth something only together; all magic objects are of one kind in this."""


@lru_cache(maxsize=64)
def _ceiling(
    stakes: Stakes, spent: int, size: int, most: tuple[tuple[int, ...], ...]
) -> tuple[int, dict[Tile, int], tuple[Part, ...]]:
    """Base, single worths and parts, with so many tiles of each kind in the mine at most."""
    base = stakes.worth((), spent).total
    single = {tile: 1000 * tile.treasure for tile in Tile if tile.group is Group.TREASURE}
    parts = []
    for kinds, counts, change in zip(_PARTS, most, _changes(stakes, spent), strict=True):
        worth = {
            numbers: change(numbers)
            for numbers in product(*(range(count + 1) for count in counts))
            if sum(numbers) <= size
        }
        slopes = _slopes(worth, counts)
        tens = [(size + 1) ** place for place in range(len(kinds))]
        for kind, slope in zip(kinds, slopes, strict=True):
            single |= dict.fromkeys(kind, slope)
        digits = {tile: ten for kind, ten in zip(kinds, tens, strict=True) for tile in kind}
        parts.append(Part(digits, _above(worth, slopes, tens, size)))
    return base, single, tuple(parts)


def _changes(stakes: Stakes, spent: int) -> tuple[Callable[[tuple[int, ...]], int], ...]:
    """What so many tiles of each kind of a part change, for each part."""
    symbols, points, objects = stakes.collected
    sets, curses = stakes.of_sets(symbols), stakes.of_curses(points)
    magic = stakes.of_magic(objects - spent)
    return (
        lambda numbers: stakes.of_sets(tuple(map(add, symbols, numbers))) - sets,
        lambda numbers: stakes.of_curses(points + sum(map(mul, numbers, (1, 2, 3)))) - curses,
        lambda numbers: stakes.of_magic(objects - spent + numbers[0]) - magic,
    )


def _slopes(worth: Mapping[tuple[int, ...], int], counts: tuple[int, ...]) -> list[int]:
    """A worth for each kind, in sum never below that of a handful, each as low as the rest allow.

    Begun with the best share that a tile of the kind can have in a handful; then one kind after
    the other is lowered, those first of which there are many to choose from.
    """
    slopes = [
        max(
            (-(-total // sum(numbers)) for numbers, total in worth.items() if numbers[k]), default=0
        )
        for k in range(len(counts))
    ]
    for k in sorted(range(len(counts)), key=lambda kind: -counts[kind]):
        if counts[k]:
            slopes[k] = max(
                -(-(total - _sum(slopes, numbers) + slopes[k] * numbers[k]) // numbers[k])
                for numbers, total in worth.items()
                if numbers[k]
            )
    return slopes


def _sum(worths: list[int], numbers: tuple[int, ...]) -> int:
    return sum(map(mul, worths, numbers))


def _above(
    worth: Mapping[tuple[int, ...], int], slopes: list[int], tens: list[int], size: int
) -> tuple[tuple[int, ...], ...]:
    """For each number of open quarries and each code what the sum takes too much at least."""
    # For each code how many tiles it is of, and by how much the worth differs from the sum.
    now = {
        _sum(tens, numbers): (sum(numbers), total - _sum(slopes, numbers))
        for numbers, total in worth.items()
    }
    rows = []
    for opened in range(size + 1):
        row = [0] * (size + 1) ** len(tens)
        for code, (_, total) in now.items():
            row[code] = total
        rows.append(tuple(row))
        now = {
            code: (number, max([total, *(now[code + ten][1] for ten in tens if code + ten in now)]))
            for code, (number, total) in now.items()
            if number + opened < size
        }
    return tuple(rows)
