"""Memory of the kernel that many problems share: laid out once, or passed on to the next."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ksm_widgets.rules.deck import Shape, placements
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES
from ksm_widgets.rules.tiles import Power
from ksm_widgets.solver.kernel import layout as at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver.ceilings import Overcount
    from ksm_widgets.solver.engine import Engine
    from ksm_widgets.solver.kernel.layout import Ints


_BOARDS = 1 << 15


class SeenBoards:
    """The table of boards seen, passed on from problem to problem; rounds mark old entries.

    With it goes the memory of the last problem, to be overwritten by the next.
    """

    def __init__(self, engine: Engine) -> None:
        self.round = 0
        self.table = engine.zeros(_BOARDS * at.SEEN)
        self.memory = engine.zeros(0)


_IDLE: dict[bool, list[SeenBoards]] = {}


def seen_boards(engine: Engine) -> SeenBoards:
    """Take a table of boards seen that nobody uses."""
    try:
        return _IDLE.setdefault(engine.compiled, []).pop()
    except IndexError:
        return SeenBoards(engine)


def give_back(engine: Engine, seen: SeenBoards) -> None:
    """Make a table of boards seen available for the next problem."""
    _IDLE.setdefault(engine.compiled, []).append(seen)


@cache
def _geometry(engine: Engine) -> Ints:
    """An empty memory with the geometry of the mine in it."""
    m = [0] * at.MEMORY
    for quarry in QUARRIES:
        index = quarry.index
        for other in QUARRIES:
            m[at.DISTANCE + index * at.QUARRIES + other.index] = quarry.distance(other)
        near = sorted(QUARRIES, key=quarry.distance)
        row = at.BY_DISTANCE + index * at.QUARRIES
        m[row : row + at.QUARRIES] = [other.index for other in near]
        beside = [other.index for other in quarry.neighbours]
        row = at.NEIGHBOUR + index * at.MOST_NEIGHBOURS
        m[row : row + at.MOST_NEIGHBOURS] = beside + [-1] * (at.MOST_NEIGHBOURS - len(beside))
    size = at.ROWS * at.QUARRIES
    m[at.LIST_SIZE : at.LIST_SIZE + size] = [-1] * size
    size *= at.TWO_MOST * at.QUARRIES
    m[at.FROM_OUTSIDE : at.FROM_OUTSIDE + size] = [at.UNKNOWN] * size
    return engine.ints(m)


@dataclass(frozen=True, slots=True)
class Mine:
    """A mine as the kernel reads it: its tiles one after the other, and where each of them is."""

    tiles: list[Tile]
    heights: list[int]
    on: list[int]
    """The tile in each slot, -1 for none."""
    rows: Ints
    """The mine in the kernel's memory, from `MINE_HEIGHT` on."""
    steps: tuple[int, int]
    """The number of legal moves in it, by the standard and by the beginners' rule."""
    counts: Mapping[Tile, int]
    """How many there are of each kind of tile."""


@lru_cache(maxsize=8)
def mine_of(engine: Engine, position: Position) -> Mine:
    """Lay out a mine, once for all searches in it."""
    tiles: list[Tile] = []
    quarries: list[int] = []
    levels: list[int] = []
    on = [-1] * at.SLOTS
    for quarry, stack in enumerate(position.stacks):
        first, height = at.slot(quarry, 1), len(stack)
        on[first : first + height] = range(len(tiles), len(tiles) + height)
        tiles += stack
        quarries += [quarry] * height
        levels += range(1, height + 1)
    heights = [len(stack) for stack in position.stacks]
    # These rows are one behind the other: written together, they are written once.
    none = [0] * (at.SLOTS - len(tiles))
    rows = engine.ints([*heights, *on, *quarries, *none, *levels])
    down = up = 0
    for height, near in zip(heights, _beside(), strict=True):
        if height:
            for other in near:
                down += heights[other] < height
                up += heights[other] < FULL_HEIGHT
    return Mine(tiles, heights, on, rows, (down, up), Counter(tiles))


def laid_out(engine: Engine, mine: Mine, tables: list[Ints], room: Ints) -> Ints:
    """A memory with a mine, and tables behind it; in this room, if that is enough."""
    m = engine.joined(room, [_geometry(engine), *tables])
    m[at.MINE_HEIGHT : at.MINE_HEIGHT + len(mine.rows)] = mine.rows
    return m


@cache
def _beside() -> tuple[tuple[int, ...], ...]:
    """The neighbours of each quarry, as the kernel counts quarries."""
    return tuple(tuple(other.index for other in quarry.neighbours) for quarry in QUARRIES)


def flat_places(engine: Engine, shape: Shape, powers: frozenset[Power]) -> Ints:
    """The placements as the kernel reads them, with room for its notes on them."""
    if Power.SEAL in powers and shape.connected:
        # Only the size matters then: all such shapes share one long list.
        shape = Shape(tuple((0, column) for column in range(shape.size)))
        return _flat_places(engine, shape, frozenset({Power.SEAL}))
    return _flat_places(engine, shape, powers & {Power.MIRROR, Power.SEAL})


@lru_cache(maxsize=256)
def _flat_places(engine: Engine, shape: Shape, powers: frozenset[Power]) -> Ints:
    places = placements(shape, powers)
    flat = [quarry.index for placement in places for quarry in placement]
    return engine.ints(flat + [0] * (6 * len(places)))


@lru_cache(maxsize=128)
def overcount_table(engine: Engine, part: Overcount, scale: int) -> Ints:
    """The overcounts of a part as the kernel reads them, in units of score."""
    table = engine.zeros((part.size + 1) * part.codes)
    numbers, above = zip(*part.above.values(), strict=True)
    engine.lay_overcounts(
        engine.ints([*part.above]),
        engine.ints([*numbers]),
        engine.ints([one * scale for one in above]),
        engine.ints(sorted({*part.digits.values()})),
        part.size,
        table,
    )
    return table
