"""The mine: what is on its quarries, and the moves and digs allowed there (R1-R15, R21-R23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.pictures import Pictured
from ksm_widgets.rules.arguments import expect, one_of, read
from ksm_widgets.rules.board_text import (
    board_line,
    board_table,
    read_board,
    read_near_rows,
    read_stack,
)
from ksm_widgets.rules.chance import any_seed, between, shuffled
from ksm_widgets.rules.deck import CardLike, Placement, Shape, placements, shape_of
from ksm_widgets.rules.dug_over import dug_over
from ksm_widgets.rules.errors import (
    DigError,
    EmptyQuarry,
    FaultyPosition,
    KsmError,
    MoveError,
    NothingToMove,
    NotNeighbours,
    NotOneLevel,
    PositionFault,
    StackTooHigh,
    Uphill,
    WrongShape,
)
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, Move, Quarry, Variant
from ksm_widgets.rules.tiles import GROUP_COUNTS, Group, Power, Tile, powers_of, tile_counts
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.rules.quarries import Stack

    Powers = str | Power | Iterable[str | Power]


class Stage(Enum):
    """The stage of a game, by the digs made so far; a whole game has at most 25.

    >>> import ksm_widgets as ksm
    >>> {stage.value: stage.digs for stage in ksm.Stage}
    {'early': (3, 5), 'middle': (9, 13), 'late': (17, 21)}
    """

    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"

    @property
    def digs(self) -> tuple[int, int]:
        """The fewest and the most digs of this stage."""
        return {Stage.EARLY: (3, 5), Stage.MIDDLE: (9, 13), Stage.LATE: (17, 21)}[self]


@dataclass(frozen=True, slots=True, repr=False)
class Position(Pictured):
    """A position of the mine: 36 stacks of tiles, each from the bottom up, in QUARRIES' order.

    A position is a value: moves and digs make a new one. `print` shows the board as a table,
    `text` is the board in one line; `parse` reads both.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("4,-,y/13x5,a2")
    >>> print(mine)
    6  -     -   -  -  -  -
    5  -     -   -  -  -  -
    4  -     -   -  -  -  -
    3  -     -   -  -  -  -
    2  4     -   y  -  -  -
    1  13x5  a2  -  -  -  -
       a     b   c  d  e  f
    >>> mine["b1"], mine.height("a1"), mine.top("b1"), mine.with_stack("b1", "3z").top("b1")
    ((Tile('a'), Tile('2')), 4, Tile('2'), Tile('z'))
    >>> mine.legal_moves()[0], mine.legal_digs("#/#")
    (Move.parse('a1-b1'), ())
    >>> ksm.Position.parse(mine.text) == ksm.Position.parse(str(mine)) == mine
    True
    """

    stacks: tuple[Stack, ...] = ((),) * len(QUARRIES)

    def __post_init__(self) -> None:
        expect("stacks", self.stacks, tuple)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a board, written in one line like `text` or printed as a table like `str`.

        Raises BoardTextError, which names the row, the quarry and what was expected.
        """
        expect("text", text, str)
        return cls(read_board(text))

    @classmethod
    def near(cls, text: str) -> Position:
        """A mine that is empty but for the rows given: the last is row 1, at the entrance.

        Written in one line as for `parse`; quarries missing at the right are empty too. Raises
        BoardTextError.

        >>> import ksm_widgets as ksm
        >>> ksm.Position.near("5,4,3z").text
        '-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/5,4,3z,-,-,-'
        """
        expect("text", text, str)
        return cls(read_near_rows(text))

    @classmethod
    def set_up(cls, rng: Random, counts: Mapping[Tile, int] | None = None) -> Position:
        """A full mine at the start of a game; `counts` is the box, by default ours (R2, R3).

        Three tiles of the larger group are on each quarry, and one of the smaller group on top.
        Which 36 tiles have the other back is not documented, so it is any 36 (R3, assumed): one
        shuffle of the whole box does it all.
        """
        expect("rng", rng, Random)
        box = tile_counts() if counts is None else counts
        tiles = shuffled(rng, (tile for tile in Tile for _ in range(box.get(tile, 0))))
        tops, larger = tiles[: len(QUARRIES)], tiles[len(QUARRIES) :]
        below_top = FULL_HEIGHT - 1
        return cls(
            tuple(
                (*larger[index * below_top : (index + 1) * below_top], top)
                for index, top in enumerate(tops)
            )
        )

    @classmethod
    def random(cls, seed: int | None = None, stage: Stage | str = Stage.MIDDLE) -> Position:
        """A mine as it may look early, midway or late in a game, as players of modest skill dig.

        The same seed always gives the same mine; without one, every call gives another. `stage` is
        a Stage or its value.

        >>> import ksm_widgets as ksm
        >>> print(ksm.Position.random(seed=1, stage="late"))
        6  M54   3C24  5     c3  Sa    ax4a
        5  1dz   a     zbyy  -   x3aA  yxC
        4  -     -     1     -   241   2xCz
        3  -     -     -     xz  bc    z
        2  21zb  ddc1  -     5   y     13b
        1  dx    b     zd    z   1y    xbMx
           a     b     c     d   e     f
        """
        if seed is None:
            seed = any_seed()
        expect("seed", seed, int)
        chosen_stage = one_of("stage", stage, Stage)
        rng = Random(f"{chosen_stage.value} {seed}")
        full = cls.set_up(rng).stacks
        fewest, most = chosen_stage.digs
        return cls(dug_over(rng, full, between(rng, fewest, most)))

    def __getitem__(self, quarry: Quarry | str) -> Stack:
        return self.stack(quarry)

    def stack(self, quarry: Quarry | str) -> Stack:
        """The tiles of a quarry from the bottom up, as `position[quarry]` too."""
        return self.stacks[_quarry(quarry).index]

    def height(self, quarry: Quarry | str) -> int:
        """The number of tiles on a quarry; its topmost tile is on that level (R9)."""
        return len(self.stacks[_quarry(quarry).index])

    def top(self, quarry: Quarry | str) -> Tile | None:
        """The topmost tile of a quarry, or None if it is empty."""
        stack = self.stack(quarry)
        return stack[-1] if stack else None

    def with_stack(self, quarry: Quarry | str, stack: Iterable[Tile] | str) -> Position:
        """The same position with other tiles on one quarry; no rule is checked."""
        place, stacks = _quarry(quarry), list(self.stacks)
        stacks[place.index] = read_stack(stack, place) if isinstance(stack, str) else tuple(stack)
        return Position(tuple(stacks))

    def lifted(self, quarries: Iterable[Quarry | str]) -> Position:
        """The position without the topmost tile of each of the quarries; no rule is checked."""
        stacks = list(self.stacks)
        for quarry in [quarries] if isinstance(quarries, str) else quarries:
            index = _quarry(quarry).index
            stacks[index] = stacks[index][:-1]
        return Position(tuple(stacks))

    def legal_moves(self, variant: Variant | str = Variant.STANDARD) -> tuple[Move, ...]:
        """Every move that may be made now; the same as `legal_moves(position)`."""
        return legal_moves(self, variant)

    def legal_digs(self, shape: CardLike, powers: Powers = frozenset()) -> tuple[Placement, ...]:
        """Every dig the card allows without a move; the same as `legal_digs(position, …)`."""
        return legal_digs(self, shape, powers)

    def counts(self) -> Counter[Tile]:
        """The number of tiles of each kind in the mine."""
        return Counter(chain.from_iterable(self.stacks))

    def faults(self, *, box: bool = True) -> tuple[PositionFault, ...]:
        """All faults of the position; empty for a sound one.

        That is a stack over four tiles and, unless `box` is False, more tiles of a group than the
        box holds (R2, R3). Unseen tiles count towards no limit.
        """
        faults = [
            PositionFault(
                "fault.high", "R3", [quarry], quarry=quarry, found=len(stack), most=FULL_HEIGHT
            )
            for quarry, stack in zip(QUARRIES, self.stacks, strict=True)
            if len(stack) > FULL_HEIGHT
        ]
        if box:
            groups: Counter[Group] = Counter()
            for tile, count in self.counts().items():
                groups[tile.group] += count
            for group, most in GROUP_COUNTS.items():
                if groups[group] > most:
                    name = Term(f"group.{group.value}")
                    params = {"group": name, "found": groups[group], "most": most}
                    faults.append(PositionFault("fault.group", "R2", **params))
        return tuple(faults)

    def warnings(self, counts: Mapping[Tile, int] | None = None) -> tuple[KsmError, ...]:
        """A warning for each kind with more tiles here than the box is assumed to have."""
        box = tile_counts() if counts is None else counts
        found = self.counts()
        return tuple(
            KsmError(
                "fault.kind", tile=Term(f"tile.{tile.letter}"), found=found[tile], most=box[tile]
            )
            for tile in box
            if found[tile] > box[tile]
        )

    def check(self, *, box: bool = True) -> None:
        """Raise FaultyPosition with every fault, if there is any."""
        faults = self.faults(box=box)
        if faults:
            raise FaultyPosition(faults)

    @property
    def text(self) -> str:
        """The board in one line, which `parse` reads: the far row first, joined by `/`."""
        return board_line(self.stacks)

    @property
    def holds_unseen(self) -> bool:
        """Whether any tile is unknown (R33)."""
        return any(Tile.UNSEEN in stack for stack in self.stacks)

    def __str__(self) -> str:
        return board_table(self.stacks)

    def __repr__(self) -> str:
        return f"Position.parse({self.text!r})"


def _quarry(given: Quarry | str) -> Quarry:
    return given if isinstance(given, Quarry) else read("quarry", given, Quarry)


def move_fault(
    position: Position, move: Move, variant: Variant = Variant.STANDARD
) -> MoveError | None:
    """The reason why a move is not allowed, or None if it is (R12, R13, R15)."""
    source, target = move.source, move.target
    both = (source, target)
    level, new_level = position.height(source), position.height(target) + 1
    if level == 0:
        return NothingToMove("illegal.nothing_to_move", "R12", [source], source=source)
    if source.distance(target) != 1:
        return NotNeighbours("illegal.not_neighbours", "R12", both, source=source, target=target)
    if new_level <= _highest(level, variant):
        return None
    if variant is Variant.BEGINNER:
        return StackTooHigh(
            "illegal.stack_too_high", "R15", both, source=source, target=target, most=FULL_HEIGHT
        )
    levels = {"level": level, "new_level": new_level}
    return Uphill("illegal.uphill", "R13", both, source=source, target=target, **levels)


def _highest(level: int, variant: Variant) -> int:
    """The highest level that a tile from this one may come to (R13, R15)."""
    return FULL_HEIGHT if variant is Variant.BEGINNER else level


def moved(
    position: Position,
    move: Move | str | Iterable[Move | str],
    variant: Variant | str = Variant.STANDARD,
) -> Position:
    """The position after a move, or several in turn; raises MoveError at the first illegal one.

    Moves and the variant may be given as text.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("1z")
    >>> ksm.moved(mine, "a1-b1") == ksm.Position.near("1,z")
    True
    """
    if not isinstance(variant, Variant):
        variant = one_of("variant", variant, Variant)
    expect("move", move, Move, str, Iterable)
    for given in [move] if isinstance(move, (Move, str)) else move:
        step = given if isinstance(given, Move) else read("move", given, Move)
        fault = move_fault(position, step, variant)
        if fault is not None:
            raise fault
        source, target = position.stack(step.source), position.stack(step.target)
        lifted = position.lifted([step.source])
        position = lifted.with_stack(step.target, (*target, source[-1]))
    return position


def targets(
    position: Position, source: Quarry, variant: Variant = Variant.STANDARD
) -> tuple[Quarry, ...]:
    """The quarries to which the topmost tile of a quarry may move; empty if there is none."""
    level = position.height(source)
    if level == 0:
        return ()
    highest = _highest(level, variant)
    return tuple(target for target in source.neighbours if position.height(target) < highest)


def legal_moves(position: Position, variant: Variant | str = Variant.STANDARD) -> tuple[Move, ...]:
    """Every move that may be made now, in the order of QUARRIES.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("12,3")
    >>> print(*ksm.legal_moves(mine))
    a1-b1 a1-a2 a1-b2 b1-c1 b1-a2 b1-b2 b1-c2
    """
    expect("position", position, Position)
    chosen_variant = one_of("variant", variant, Variant)
    return tuple(
        Move(source, target)
        for source in QUARRIES
        for target in targets(position, source, chosen_variant)
    )


def dig_fault(
    position: Position,
    quarries: Iterable[Quarry],
    shape: Shape,
    powers: frozenset[Power] = frozenset(),
) -> DigError | None:
    """The reason why these quarries cannot be dug with this card and these powers, or None.

    Checked in this order: the shape (R7, R8, R21, R23), empty quarries (R10), levels (R9, R22).
    """
    dig = tuple(sorted(set(quarries)))
    if len(dig) != shape.size:
        return WrongShape("illegal.dig_size", "R8", dig, found=len(dig), expected=shape.size)
    if not _fits(dig, shape, powers):
        if Power.SEAL in powers:
            return WrongShape("illegal.not_connected", "R23", dig)
        if Power.MIRROR in powers:
            return WrongShape("illegal.shape_turned", "R21", dig)
        if dig in placements(shape, powers | {Power.MIRROR}):
            return WrongShape("illegal.shape_only_turned", "R7", dig)
        if dig in placements(shape.flipped(), powers | {Power.MIRROR}):
            return WrongShape("illegal.shape_flipped", "R7", dig)
        return WrongShape("illegal.shape", "R7", dig)
    levels = {position.height(quarry) for quarry in dig}
    if _diggable(levels, powers):
        return None
    if 0 in levels:
        empty = [quarry for quarry in dig if position.height(quarry) == 0]
        return EmptyQuarry("illegal.empty_quarry", "R10", empty, empty=empty)
    *lower, last = sorted(levels)
    return NotOneLevel("illegal.not_one_level", "R9", dig, levels=lower, last=last)


def _fits(dig: Placement, shape: Shape, powers: frozenset[Power]) -> bool:
    """Whether the card's shape covers these quarries, whatever is on them (R7, R21, R23)."""
    if dig in _without_seal(shape, powers & {Power.MIRROR}):
        return True
    # With the seal there are too many placements to keep them for each shape.
    cells = tuple((quarry.row, quarry.column) for quarry in dig)
    return Power.SEAL in powers and Shape(cells).connected


@lru_cache(maxsize=256)
def _without_seal(shape: Shape, mirror: frozenset[Power]) -> frozenset[Placement]:
    return frozenset(placements(shape, mirror))


def _diggable(levels: set[int], powers: frozenset[Power]) -> bool:
    """Whether tiles on these levels, 0 for an empty quarry, may be dug together (R9, R10, R22)."""
    return 0 not in levels and (len(levels) == 1 or Power.CARPET in powers)


def legal_digs(
    position: Position, shape: CardLike, powers: Powers = frozenset()
) -> tuple[Placement, ...]:
    """Every dig the card allows as the mine is, without a move.

    `shape` is a shape, its text, a card or a card's number; powers may be given by name.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("5,4,3z/1,2,a")
    >>> for dig in ksm.legal_digs(mine, "###"):
    ...     print(*dig)
    a1 b1 c1
    >>> len(ksm.legal_digs(mine, ksm.Shape.parse("###"), "carpet"))
    2
    """
    expect("position", position, Position)
    held, spent = shape_of("shape", shape), powers_of(powers)
    # Most of hundreds of placements are no dig, and the reason does not matter here.
    heights = [len(stack) for stack in position.stacks]
    return tuple(
        placement
        for placement in placements(held, spent)
        if _diggable({heights[quarry.index] for quarry in placement}, spent)
    )


def takings(position: Position, quarries: Iterable[Quarry]) -> tuple[Tile, ...]:
    """The topmost tiles of the quarries, in that order; none of the quarries may be empty."""
    return tuple(position.stack(quarry)[-1] for quarry in quarries)


def dug(
    position: Position,
    quarries: Iterable[Quarry | str],
    shape: CardLike,
    powers: Powers = frozenset(),
) -> Position:
    """The position after a dig; raises DigError if the dig is not allowed.

    Quarries and powers may be given by name, the shape as for `legal_digs`.

    >>> import ksm_widgets as ksm
    >>> mine, shape = ksm.Position.near("5,4,3z"), ksm.Shape.parse("##")
    >>> ksm.dug(mine, ["a1", "b1"], "##") == ksm.Position.near("-,-,3z")
    True
    >>> ksm.dug(mine, ksm.QUARRIES[1:3], shape)
    Traceback (most recent call last):
    ksm_widgets.rules.errors.NotOneLevel: All tiles of a dig must be on one level; these are on ...
    """
    expect("position", position, Position)
    expect("quarries", quarries, Iterable)
    named = [quarries] if isinstance(quarries, str) else quarries
    dig = tuple(sorted({read("quarries", quarry, Quarry) for quarry in named}))
    fault = dig_fault(position, dig, shape_of("shape", shape), powers_of(powers))
    if fault is not None:
        raise fault
    return position.lifted(dig)
