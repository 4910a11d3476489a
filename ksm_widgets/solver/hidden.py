"""Hidden tiles: which they are, what they can be, and what is known of plans around them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.solver.luck import choices_of
from ksm_widgets.solver.problem import unseen_worth
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.solver.turn_parts import slots_dug

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem, Unseen


@dataclass(slots=True, eq=False)
class Peek:
    """A hidden tile after some moves, and the most that plans net for each kind of it.

    Amounts are in thousandths, the moves made already paid: `blind` is for plans that don't dig the
    tile, `digs` for those that do.
    """

    slot: Slot
    position: Position
    moves: tuple[Move, ...]
    blind: dict[Tile, int]
    digs: dict[Tile, int]
    left: set[Tile]
    """The kinds for which the latter is only known roughly, and may be more than the former."""
    turns: dict[Tile, Turn] = field(default_factory=dict)
    """The best turn for each kind, if it digs the tile and is known."""
    apart: frozenset[Move] = frozenset()
    """The moves made that share no quarry with a later one."""
    looked: bool = False
    """Whether the look at the tile has been named."""

    @property
    def uncovered(self) -> bool:
        """Whether the tile is on top, and can be looked at."""
        return self.position.height(self.slot.quarry) == self.slot.level

    def most(self, tile: Tile) -> int:
        """The most for a kind."""
        return max(self.blind[tile], self.digs[tile])


@dataclass(frozen=True, slots=True)
class Way:
    """A look that is worth trying: the moves to it, the mine then, and the quarry looked at.

    `most` bounds what follows each tile that may show, and `turns` are good ones for some.
    """

    position: Position
    moves: tuple[Move, ...]
    quarry: Quarry
    most: Mapping[Tile, Fraction]
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The most that some plans net, or `floor` if that is more; the best one, if it is known."""

    most: int
    floor: int
    position: Position
    plan: Plan | None

    def digs(self, slot: Slot) -> bool:
        """Whether the best plan digs a tile."""
        return self.plan is not None and slot in slots_dug(self.position, self.plan.turn)


@dataclass(frozen=True, slots=True)
class End:
    """The tiles left after one more was drawn, and the mean that a `?` counts then."""

    unseen: Unseen | None
    mean: int


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of tile, as far as it is known wherever one is, in thousandths.

    By choice of objects, `means` are those of a `?` when one of this kind was drawn, and `adds` is
    the most that it adds to a dig; that is at most `gain` more than a `?`. `drift` is the most by
    which the means exceed those with which blind plans are bounded, in a dig, and `lucky` is the
    luck of the other looks.
    """

    gain: int
    means: tuple[int, ...]
    adds: tuple[int, ...]
    drift: int
    lucky: int


def ends_of(problem: Problem) -> list[list[End]]:
    """The worst and the best count of a `?` after a draw, by choice of objects.

    If no tile can be spared, that is what it counts before.
    """
    unseen = problem.unseen or ()
    ends = []
    for one in choices_of(problem):
        drawn = [*drawn_from(problem).values()]
        if sum(number for _, number in unseen) <= problem.position.counts()[Tile.UNSEEN]:
            drawn = [unseen]
        each = [End(left, unseen_worth(replace(one, unseen=left)).total) for left in drawn]
        each.sort(key=lambda end: end.mean)
        ends.append((each[-1], each[0]))
    return [list(end) for end in zip(*ends, strict=True)]


def drawn_from(problem: Problem) -> dict[Tile, Unseen]:
    """The tiles left after one of each kind was drawn."""
    unseen = problem.unseen or ()
    return {
        tile: tuple((kind, number - (kind is tile)) for kind, number in unseen)
        for tile, _ in unseen
    }


def alike(problem: Problem) -> dict[Tile, Tile]:
    """For each kind that a hidden tile can be the first one that is worth the same."""
    first: dict[object, Tile] = {}
    found = {}
    for tile, _ in problem.unseen or ():
        key: object = tile
        if problem.stakes is None:
            key = tile.treasure, tile.curse, problem.values.of(tile)
        elif tile.group is Group.MAGIC:
            key = tile.group
        found[tile] = first.setdefault(key, tile)
    return found


def weights(problem: Problem, first: Mapping[Tile, Tile]) -> dict[Tile, int]:
    """How many there are of each kind that a hidden tile can be, those alike together."""
    weight: dict[Tile, int] = {}
    for tile, number in problem.unseen or ():
        weight[first[tile]] = weight.get(first[tile], 0) + number
    return weight


def still_apart(moves: frozenset[Move], move: Move) -> frozenset[Move]:
    """The moves that share no quarry with a later one, after one more was made."""
    return frozenset(one for one in moves if not _share(one, move)) | {move}


def _share(one: Move, other: Move) -> bool:
    """Whether two moves share a quarry, so that their order matters."""
    return not {one.source, one.target}.isdisjoint((other.source, other.target))


def made_first(moves: tuple[Move, ...], move: Move) -> tuple[Move, ...] | None:
    """The moves left after one of them was made first, None if it can't be."""
    if move not in moves:
        return None
    at = moves.index(move)
    if any(_share(one, move) for one in moves[:at]):
        return None
    return moves[:at] + moves[at + 1 :]


def hidden_slots(problem: Problem) -> Iterator[Slot]:
    """The slots of the tiles that nobody has seen."""
    for quarry in QUARRIES:
        for level, tile in enumerate(problem.position.stack(quarry), start=1):
            if tile is Tile.UNSEEN:
                yield Slot(quarry, level)


def with_shown(position: Position, slot: Slot, tile: Tile) -> Position:
    """The mine with a hidden tile shown."""
    stack = position.stack(slot.quarry)
    return position.with_stack(slot.quarry, (*stack[: slot.level - 1], tile, *stack[slot.level :]))
