"""Practice for moves: neighbours, never uphill, their price, the variant (R12-R15)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen
from ksm_widgets.rules.moves import Move, Variant, legal_moves, move_fault, moved, targets
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.turns import Turn
from ksm_widgets.tutor.course.drawing import uneven, until
from ksm_widgets.tutor.phrases import Phrase, move_told
from ksm_widgets.tutor.tasks.kinds import Mark, Numbers, Shift, asked_field
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, asked

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.rulebooks import Edition

__all__ = ["beginners_targets", "laid_bare", "price", "reach", "straight_way", "targets_of"]


def laid_bare(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Find the neighbours, and bring to light what lies one deep, or two (R12)."""
    if level == 1:
        quarry = chosen(rng, QUARRIES)
        return Mark(
            **asked("practice.neighbours", quarry=quarry),
            rules=("R12",),
            table=MineTable(uneven(rng), marked=(quarry,)),
            right_ones=frozenset(quarry.neighbours),
            why_not=lambda other: Phrase(
                "practice.neighbours_wrong", {"marked": other, "quarry": quarry}, "R12"
            ),
        )
    depth = level - 1

    def draw() -> tuple[Position, Quarry, tuple[Move, ...]] | None:
        position, quarry = uneven(rng, 1, 2, 3, 4), chosen(rng, QUARRIES)
        way: tuple[Move, ...] = ()
        for _ in range(depth):
            after = moved(position, way)
            found = targets(after, quarry)
            if not found or after.height(quarry) < 2:
                return None
            way = (*way, Move(quarry, chosen(rng, found)))
        return position, quarry, way

    position, quarry, way = until(draw)
    wanted = position.stack(quarry)[-1 - depth]
    height = position.height(quarry) - depth

    def missing(turn: Turn, after: Position) -> Phrase | None:
        if after.height(quarry) == height:
            return None
        return Phrase("practice.bare_not_yet", {"quarry": quarry}, "R12", (quarry,))

    return Shift(
        **asked("practice.bare", quarry=quarry, tile=edition.tile_term(wanted)),
        rules=("R12", "R13"),
        table=MineTable(position, marked=(quarry,), open=True),
        missing=missing,
        way=Turn(way),
    )


def targets_of(
    position: Position,
    source: Quarry,
    variant: Variant = Variant.STANDARD,
    words: str = "lesson_moving.targets",
    first: Move | None = None,
) -> AnyTask:
    """Mark where a topmost tile may go (R13, R15), be it on from where a `first` move left it."""
    after = position if first is None else moved(position, first, variant)
    stands = source if first is None else first.target

    def why(quarry: Quarry) -> Phrase:
        fault = move_fault(after, Move(stands, quarry), variant)
        assert fault is not None, "a right quarry was called wrong"
        return Phrase.why(fault)

    return Mark(
        **asked(words, quarry=source, target=stands),
        rules=("R15", "R12") if variant is Variant.BEGINNER else ("R13", "R12"),
        table=MineTable(position, variant=variant, marked=(source,)),
        right_ones=frozenset(targets(after, stands, variant)),
        why_not=why,
    )


def reach(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Where a tile may go, among more and more different heights, and on from there (R13)."""
    return _reach(rng, level, Variant.STANDARD)


def beginners_targets(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The same in the beginner variant (R15)."""
    return _reach(rng, level, Variant.BEGINNER)


def _reach(rng: Random, level: int, variant: Variant) -> AnyTask:
    beginner = variant is Variant.BEGINNER
    lie = ((2, 3, 4), (0, 1, 2, 3, 4), (1, 2, 3, 4))[level - 1]

    def draw() -> tuple[Position, Quarry, Move | None] | None:
        position, source = uneven(rng, *lie), chosen(rng, QUARRIES)
        reached = targets(position, source, variant)
        if not reached:
            return None
        first = Move(source, chosen(rng, reached)) if level == 3 else None
        stands = source if first is None else first.target
        after = position if first is None else moved(position, first, variant)
        found = len(targets(after, stands, variant))
        return (position, source, first) if 1 <= found < len(stands.neighbours) else None

    position, source, first = until(draw)
    name = "beginner" if beginner else "targets"
    words = f"practice.{name}_on" if first else f"lesson_moving.{name}"
    return targets_of(position, source, variant, words, first)


def price(rng: Random, edition: Edition, level: int) -> AnyTask:
    """What a row of moves costs, of one tile or of several (R14)."""
    count = 2 * level + below(rng, 2)
    position = after = uneven(rng, 1, 2, 2, 3, 4)
    way: list[Move] = []
    while len(way) < count:
        onward = [move for move in legal_moves(after) if way and move.source == way[-1].target]
        onward = [move for move in onward if move.target != way[-1].source]
        move = chosen(rng, onward if onward and below(rng, 2) else legal_moves(after))
        way.append(move)
        after = moved(after, move)
    tiles = len({move.source for move in way} - {move.target for move in way})
    return Numbers(
        **asked("lesson_moving.cost", moves=[move_told(move) for move in way]),
        rules=("R14",),
        table=MineTable(position, marked=tuple(sorted({move.source for move in way}))),
        fields=(
            asked_field("coins", "lesson_moving.cost_", count, "R14", {0: "free", tiles: "tiles"}),
        ),
    )


def straight_way(position: Position, source: Quarry, target: Quarry) -> tuple[Move, ...] | None:
    """The shortest way of a topmost tile to a quarry, if it needs no detour; else None."""
    ways: deque[tuple[Move, ...]] = deque([()])
    while ways:
        way = ways.popleft()
        here = way[-1].target if way else source
        if here == target:
            return way
        after = moved(position, way)
        ways.extend(
            (*way, Move(here, step))
            for step in targets(after, here)
            if step.distance(target) < here.distance(target)
        )
    return None
