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

from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.stakes import Stakes, Worth
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.solver.unseen import unseen_worth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ksm_widgets.solver.problem import Problem

__all__ = [
    "Ceiling",
    "Handfuls",
    "Need",
    "Part",
    "alone",
    "beside_parts",
    "ceiling_of",
    "handfuls_of",
    "may_dig_unseen",
    "part_of",
    "total",
    "worth_of",
]


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
    say what the sum takes too much, for tiles that are worth something only together. Only digs
    with all `needs` are meant.
    """

    single: Mapping[Tile, int | None]
    base: int = 0
    parts: tuple[Part, ...] = ()
    needs: tuple[Need, ...] = ()

    @property
    def most_above(self) -> int:
        """What the sum takes too much at most, with a minus sign."""
        return sum(min(part.above[0]) for part in self.parts)

    def of(self, tile: Tile) -> int | None:
        """What a tile counts at most by itself."""
        return self.single[tile]

    def most(self, problem: Problem, counts: Mapping[Tile, int]) -> int:
        """No dig of the problem is worth more, its curses' cost paid and moves aside.

        `counts` are the numbers of tiles in its mine.
        """
        free = Power.AMULET in problem.powers
        extra = {tile: need.extra for need in self.needs for tile in need.kinds}
        worths = sorted(
            (
                (worth - extra.get(tile, 0) - (0 if free else 1000 * tile.curse), count)
                for tile, count in counts.items()
                if (worth := self.of(tile)) is not None
            ),
            reverse=True,
        )
        most = self.base + sum(need.extra * need.number for need in self.needs)
        opened = problem.shape.size - sum(need.number for need in self.needs if need.extra)
        for worth, count in worths:
            most += worth * max(0, min(opened, count))
            opened -= count
        return most


@dataclass(frozen=True, slots=True)
class Need:
    """So many tiles of some kinds at least; each that is more counts so much less, if anything.

    For curses it is so many points instead, and `least` is what they count at least.
    """

    kinds: frozenset[Tile]
    number: int
    extra: int = 0
    least: int = 0

    @property
    def tiles(self) -> int:
        """How many tiles that takes at least."""
        points = max(tile.curse for tile in self.kinds)
        return -(-self.number // points) if points else self.number


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Kinds of tiles that are worth something only together, say the parchments.

    A handful of them has a code: the numbers of each kind as the digits of a number, one more
    than the dig's quarries being ten. `above[open][code]` is how much the sum of their single
    worths exceeds their worth at least, whatever as many more quarries as are open add; in
    thousandths, with a minus sign, so at most 0. Codes of more tiles than a dig takes mean nothing.
    """

    digits: Mapping[Tile, int]
    above: tuple[tuple[int, ...], ...]


def ceiling_of(problem: Problem, counts: Mapping[Tile, int] | None = None) -> Ceiling:
    """The ceiling of a problem; with fixed values it is what each tile counts.

    `counts` are the tiles that may be dug, by default those of its mine.
    """
    if problem.stakes is None:
        worth = alone(problem)
        return Ceiling({tile: worth(tile) for tile in Tile})
    base, single = beside_parts(problem)
    parts = []
    for handfuls in handfuls_of(problem, counts):
        slopes, part = _closest(handfuls, problem.shape.size)
        single |= handfuls.by_tile(slopes)
        parts.append(part)
    return Ceiling(single, base, tuple(parts))


def beside_parts(problem: Problem) -> tuple[int, dict[Tile, int | None]]:
    """What every dig changes, by the objects spent for it; and what tiles of no part count."""
    assert problem.stakes is not None
    base = problem.stakes.worth((), len(problem.powers)).total
    single: dict[Tile, int | None] = {tile: 1000 * tile.treasure for tile in Tile if tile.treasure}
    single[Tile.UNSEEN] = None if problem.unseen is None else unseen_worth(problem).total
    return base, single


@dataclass(frozen=True, slots=True, eq=False)
class Handfuls:
    """What each handful of the tiles of one part changes that a dig may take, by its numbers.

    `kinds` are told apart, and `counts` says how many of each can be had.
    """

    kinds: tuple[tuple[Tile, ...], ...]
    counts: tuple[int, ...]
    worth: Mapping[tuple[int, ...], int]

    def by_tile(self, worths: Sequence[int]) -> dict[Tile, int]:
        """A worth for each kind as one for each tile."""
        pairs = zip(self.kinds, worths, strict=True)
        return {tile: worth for kind, worth in pairs for tile in kind}


def total(worths: Sequence[int], numbers: Sequence[int]) -> int:
    """What so many of each kind count together, if each counts by itself."""
    return sum(map(mul, worths, numbers))


def handfuls_of(problem: Problem, counts: Mapping[Tile, int] | None = None) -> tuple[Handfuls, ...]:
    """The handfuls of each part that can be dug in a problem with stakes.

    `counts` are the tiles that may be dug, by default those of its mine.
    """
    assert problem.stakes is not None
    if counts is None:
        counts = problem.position.counts()
    size = problem.shape.size
    most = tuple(
        tuple(min(size, sum(counts[tile] for tile in kind)) for kind in kinds) for kinds in _PARTS
    )
    return _handfuls(problem.stakes, len(problem.powers), size, most)


_PARTS: tuple[tuple[tuple[Tile, ...], ...], ...] = (
    tuple((tile,) for tile in Tile if tile.group is Group.PARCHMENT),
    tuple((tile,) for tile in Tile if tile.group is Group.CURSE),
    (tuple(tile for tile in Tile if tile.group is Group.MAGIC),),
)
"""What is worth something only together; all magic objects are of one kind in this."""


@lru_cache(maxsize=64)
def _handfuls(
    stakes: Stakes, spent: int, size: int, most: tuple[tuple[int, ...], ...]
) -> tuple[Handfuls, ...]:
    found = []
    for kinds, counts, change in zip(_PARTS, most, _changes(stakes, spent), strict=True):
        every = product(*(range(count + 1) for count in counts))
        worth = {numbers: change(numbers) for numbers in every if sum(numbers) <= size}
        found.append(Handfuls(kinds, counts, worth))
    return tuple(found)


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


@lru_cache(maxsize=192)
def _closest(handfuls: Handfuls, size: int) -> tuple[tuple[int, ...], Part]:
    """A worth for each kind, in sum never below that of a handful, each as low as the rest allow.

    Begun with the best share that a tile of the kind can have in a handful; then one kind after
    the other is lowered, those first of which there are many to choose from.
    """
    worth, counts = handfuls.worth, handfuls.counts
    shares = {numbers: -(-gain // sum(numbers)) for numbers, gain in worth.items() if any(numbers)}
    slopes = [
        max((share for numbers, share in shares.items() if numbers[k]), default=0)
        for k in range(len(counts))
    ]
    for k in sorted(range(len(counts)), key=lambda kind: -counts[kind]):
        if counts[k]:
            slopes[k] = max(
                -(-(gain - total(slopes, numbers) + slopes[k] * numbers[k]) // numbers[k])
                for numbers, gain in worth.items()
                if numbers[k]
            )
    return tuple(slopes), part_of(handfuls, worth, slopes, size)


def part_of(
    handfuls: Handfuls, worth: Mapping[tuple[int, ...], int], slopes: Sequence[int], size: int
) -> Part:
    """How much the single worths of a part are too much, if these are what its handfuls bring."""
    tens = [(size + 1) ** place for place in range(len(handfuls.kinds))]
    # For each code how many tiles it is of, and by how much what it brings differs from the sum.
    now = {
        total(tens, numbers): (sum(numbers), gain - total(slopes, numbers))
        for numbers, gain in worth.items()
    }
    rows = []
    for opened in range(size + 1):
        row = [0] * (size + 1) ** len(tens)
        for code, (_, above) in now.items():
            row[code] = above
        rows.append(tuple(row))
        now = {
            code: (number, max([above, *(now[code + ten][1] for ten in tens if code + ten in now)]))
            for code, (number, above) in now.items()
            if number + opened < size
        }
    return Part(handfuls.by_tile(tens), tuple(rows))
