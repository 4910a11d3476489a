"""Ceilings: worths for single tiles whose sum is never below the worth of a whole dig.

With fixed values that is each tile's own worth. With stakes only the whole dig has a worth (sets,
bonuses), so the sum is too high, and an overcount says by how much once tiles are chosen.

If one delta completes a set and the mine is full of them, each counts 10 and every dig of several
looks splendid. So a search that takes long is repeated **level by level**, one for each combination
of levels, such as "one set and the second bonus for curses". There a level counts once, digs below
it don't count, and the tiles that reach it count about as much as others that might be dug instead;
so neither too few nor too many of them look good. The best of all levels is the best.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, product
from operator import add, mul
from typing import TYPE_CHECKING

from ksm_widgets.rules.stakes import Stakes
from ksm_widgets.rules.tiles import Group, Power, Tile
from ksm_widgets.solver.problem import alone, unseen_worth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ksm_widgets.solver.problem import Problem


@dataclass(frozen=True, slots=True)
class Ceiling:
    """Worths for single tiles whose sum is never below the worth of a dig, and the overcounts.

    `single` is the most that each kind counts, before a curse's cost, and None if it is never dug;
    `base` is the change that every dig makes: the objects spent for it. `parts` say how much the
    sum overcounts tiles that are worth something only together. Only digs with all `needs` are
    meant.
    """

    single: Mapping[Tile, int | None]
    base: int = 0
    parts: tuple[Overcount, ...] = ()
    needs: tuple[Need, ...] = ()

    @property
    def most_above(self) -> int:
        """The largest overcount, with a minus sign."""
        return sum(part.most_above for part in self.parts)

    def of(self, tile: Tile) -> int | None:
        """The most that a tile counts by itself."""
        return self.single[tile]

    def most(self, problem: Problem, counts: Mapping[Tile, int], chosen: Tile | None = None) -> int:
        """The worth that no dig of the problem exceeds, curses paid and moves aside.

        `counts` are the numbers of tiles in its mine; one may be `chosen` already.
        """
        free = Power.AMULET in problem.powers
        extra = {tile: need.extra for need in self.needs for tile in need.kinds}
        each = {
            tile: worth - extra.get(tile, 0) - (0 if free else 1000 * tile.curse)
            for tile in counts
            if (worth := self.of(tile)) is not None
        }
        worths = sorted(((worth, counts[tile]) for tile, worth in each.items()), reverse=True)
        most = self.base + sum(need.extra * need.number for need in self.needs)
        opened = problem.shape.size - sum(need.number for need in self.needs if need.extra)
        if chosen is not None and chosen not in extra:
            most += each[chosen]
            opened -= 1
        for worth, count in worths:
            most += worth * max(0, min(opened, count))
            opened -= count
        return most


@dataclass(frozen=True, slots=True)
class Need:
    """At least so many tiles of some kinds; each further one counts less by `extra`.

    For curses it is so many points instead, and `least` is the least that these count.
    """

    kinds: frozenset[Tile]
    number: int
    extra: int = 0
    least: int = 0

    @property
    def tiles(self) -> int:
        """The least number of tiles that takes."""
        points = max(tile.curse for tile in self.kinds)
        return -(-self.number // points) if points else self.number


@dataclass(frozen=True, eq=False)
class Overcount:
    """The overcount of kinds of tiles that are worth something only together, say parchments.

    A handful of them has a code: the numbers of each kind are the digits of a number to the base of
    the dig's quarries, of which there are `size`, plus one. For each code of one that may be dug,
    `above` has its number of tiles, and the amount by which the sum of their single worths exceeds
    their worth; in thousandths, with a minus sign, so at most 0.
    """

    digits: Mapping[Tile, int]
    size: int
    above: Mapping[int, tuple[int, int]]

    @cached_property
    def most_above(self) -> int:
        """The largest overcount."""
        return min(above for _, above in self.above.values())

    @property
    def codes(self) -> int:
        """The number of codes, those of handfuls too large or too rare included."""
        return int((self.size + 1) ** len({*self.digits.values()}))


def ceiling_of(problem: Problem, counts: Mapping[Tile, int] | None = None) -> Ceiling:
    """The ceiling of a problem; with fixed values, the worth of each tile.

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
    """The change by the objects spent for a dig, and the worths of tiles outside all parts."""
    assert problem.stakes is not None
    base = problem.stakes.worth((), len(problem.powers)).total
    single: dict[Tile, int | None] = {tile: 1000 * tile.treasure for tile in Tile if tile.treasure}
    single[Tile.UNSEEN] = None if problem.unseen is None else unseen_worth(problem).total
    return base, single


@dataclass(frozen=True, slots=True, eq=False)
class Handfuls:
    """The worth of each handful of one part's tiles that a dig may take, by its numbers.

    `kinds` are told apart, and `counts` is how many of each there are.
    """

    kinds: tuple[tuple[Tile, ...], ...]
    counts: tuple[int, ...]
    worth: Mapping[tuple[int, ...], int]

    def by_tile(self, worths: Sequence[int]) -> dict[Tile, int]:
        """Turn a worth for each kind into one for each tile."""
        pairs = zip(self.kinds, worths, strict=True)
        return {tile: worth for kind, worth in pairs for tile in kind}


def total(worths: Sequence[int], numbers: Sequence[int]) -> int:
    """The sum for so many of each kind, if each counts by itself."""
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
"""Tiles that are worth something only together; all magic objects are one kind in this."""


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
    """The worth of so many tiles of each kind of a part, for each part."""
    symbols, points, objects = stakes.collected
    objects -= spent
    bonus = stakes.of_bonus
    sets, curses, magic = stakes.of_sets(symbols), bonus("curses", points), bonus("magic", objects)
    return (
        lambda numbers: stakes.of_sets(tuple(map(add, symbols, numbers))) - sets,
        lambda numbers: bonus("curses", points + sum(map(mul, numbers, (1, 2, 3)))) - curses,
        lambda numbers: bonus("magic", objects + numbers[0]) - magic,
    )


@lru_cache(maxsize=192)
def _closest(handfuls: Handfuls, size: int) -> tuple[tuple[int, ...], Overcount]:
    """A worth for each kind, in sum never below that of a handful, each as low as the rest allow.

    It begins with the best share of a tile of the kind in any handful; then one kind after another
    is lowered, the most numerous first.
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
    return tuple(slopes), overcount_of(handfuls, worth, slopes, size)


def overcount_of(
    handfuls: Handfuls, worth: Mapping[tuple[int, ...], int], slopes: Sequence[int], size: int
) -> Overcount:
    """The overcount of a part's single worths if its handfuls have this worth."""
    tens = [(size + 1) ** place for place in range(len(handfuls.kinds))]
    above = {
        total(tens, numbers): (sum(numbers), gain - total(slopes, numbers))
        for numbers, gain in worth.items()
    }
    return Overcount(handfuls.by_tile(tens), size, above)


@lru_cache(maxsize=192)
def changes_by_one(part: Overcount) -> Mapping[Tile, tuple[int, int]]:
    """For each kind of a part, the least and the most by which one more changes the overcount."""
    found = {}
    for tile, ten in part.digits.items():
        changes = []
        for code, (number, above) in part.above.items():
            more = part.above.get(code + ten)
            # With a digit too many the code is that of another handful, a smaller one.
            if more is not None and more[0] == number + 1:
                changes.append(more[1] - above)
        found[tile] = min(changes, default=0), max(changes, default=0)
    return found


_NEVER = -(10**12)
"""Thousandths off the worth of a dig that misses its level: too much to be kept."""


def levels_told_apart(problem: Problem) -> int:
    """The most levels of one part of a dig: 0 if nothing is at stake or tiles are wanted."""
    if problem.stakes is None or problem.wanted:
        return 0
    return max(len(set(handfuls.worth.values())) for handfuls in handfuls_of(problem))


def ceilings_apart(problem: Problem) -> list[Ceiling]:
    """One ceiling for each combination of levels that a dig can reach.

    The worth of a dig is the most that any of them says.
    """
    parts = handfuls_of(problem)
    counts = problem.position.counts()
    size = problem.shape.size
    # Dearer, and digs of nothing else look best; cheaper, and those without any do.
    usual = 1000 * max((tile.treasure for tile in counts), default=0)
    pays = Power.AMULET not in problem.powers
    levels = [_levels(handfuls, size, usual, pays=pays) for handfuls in parts]
    base, single = beside_parts(problem)
    ceilings = []
    for chosen in product(*levels):
        if sum(level.fewest for level in chosen) <= size:
            worths = dict(single)
            for level in chosen:
                worths |= level.single
            gains = sum(level.gain for level in chosen)
            overcounts = tuple(level.part for level in chosen)
            needs = tuple(need for level in chosen for need in level.needs)
            ceilings.append(Ceiling(worths, base + gains, overcounts, needs))
    return ceilings


@dataclass(frozen=True, slots=True)
class _Level:
    """A worth that some handful of a part has: the handfuls that reach it, and how they count.

    It takes at least `fewest` tiles; `gain` counts in addition to the `single` worths.
    """

    fewest: int
    gain: int
    part: Overcount
    single: dict[Tile, int]
    needs: tuple[Need, ...]


@lru_cache(maxsize=256)
def _levels(handfuls: Handfuls, size: int, usual: int, *, pays: bool) -> list[_Level]:
    """The levels of a part, the lowest worth first."""
    levels = []
    for value in sorted(set(handfuls.worth.values())):
        reached = [numbers for numbers, worth in handfuls.worth.items() if worth >= value]
        slopes = _prices(handfuls, reached, usual, pays=pays)
        least = min(total(slopes, numbers) for numbers in reached)
        # Counted besides: what the level brings, less what its tiles count at least.
        within = dict.fromkeys(handfuls.worth, _NEVER) | dict.fromkeys(reached, least)
        single = handfuls.by_tile(slopes)
        part = overcount_of(handfuls, within, slopes, size)
        fewest = min(map(sum, reached))
        needs = _needs(handfuls, reached, slopes, least)
        levels.append(_Level(fewest, value - least, part, single, needs))
    return levels


def _needs(
    handfuls: Handfuls, reached: list[tuple[int, ...]], slopes: list[int], least: int
) -> tuple[Need, ...]:
    """The tiles that every handful has that reaches a level: so many of a kind, or curse points."""
    if handfuls.kinds[0][0].curse:
        points = [kind[0].curse for kind in handfuls.kinds]
        number = min(total(points, numbers) for numbers in reached)
        return (Need(frozenset(chain(*handfuls.kinds)), number, least=least),) if number else ()
    numbers = [min(column) for column in zip(*reached, strict=True)]
    # If these suffice, one more counts nothing.
    suffice = total(slopes, numbers) == least
    return tuple(
        Need(frozenset(kind), number, slope if suffice else 0)
        for kind, number, slope in zip(handfuls.kinds, numbers, slopes, strict=True)
        if number
    )


def _prices(
    handfuls: Handfuls, reached: list[tuple[int, ...]], usual: int, *, pays: bool
) -> list[int]:
    """The score of one tile of each kind, its cost included, if it is of use."""
    if (0,) * len(handfuls.kinds) in reached:
        return [0] * len(handfuls.kinds)
    points = [kind[0].curse for kind in handfuls.kinds]
    if not any(points):
        return [
            usual if any(numbers[k] for numbers in _smallest(reached)) else 0
            for k in range(len(handfuls.kinds))
        ]
    # Curses by their points, but no more than are needed.
    needed = min(total(points, numbers) for numbers in reached)
    largest = min(needed, max(point for k, point in enumerate(points) if handfuls.counts[k]))
    each = usual // largest + (1000 if pays else 0)
    return [each * min(point, largest) for point in points]


def _smallest(reached: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    fewest = min(map(sum, reached))
    return [numbers for numbers in reached if sum(numbers) == fewest]
