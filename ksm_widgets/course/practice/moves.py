"""Moves: neighbours, never uphill, their price, what they uncover, the variant (R12-R15)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ksm_widgets.course.kinds import Mark, PlayTurn, Shift
from ksm_widgets.course.material import card_of, filled, mine, to_count, uneven, until
from ksm_widgets.mine.table import MineTable
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import placements
from ksm_widgets.rules.position import (
    Position,
    dig_fault,
    legal_digs,
    legal_moves,
    move_fault,
    moved,
    targets,
)
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, Move, Quarry, Variant
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.turns import Turn
from ksm_widgets.rules.values import Values
from ksm_widgets.solver import solve
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.solver.turn_parts import slots_dug
from ksm_widgets.tasks.task import AnyTask, worded
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import move_told, tile_term

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ksm_widgets.rules.edition_rules import Edition
    from ksm_widgets.solver.answer import Plan


MONEY = 10
"""The coins of a player in tasks about a turn."""

UPHILL = Position.parse(
    "1,2,x2,3,a,4/b,1d,3x,2,1,y/2,41,2,-,3,c1/1,13y,b4a,3yx1,2,4/3,y,1z2a,5x,x,2/2,x,1b,b,3,1"
)
"""Made for the rulebooks' picture of a tile and its neighbours: level, lower, empty, higher."""


def any_move(rng: Random, edition: Edition) -> AnyTask:
    """Move a given tile anywhere: the first move of the course (R12)."""

    def draw() -> tuple[Position, Quarry] | None:
        position, source = mine(rng), chosen(rng, QUARRIES)
        return (position, source) if len(targets(position, source)) >= 4 else None

    position, source = until(draw)

    def missing(turn: Turn, after: Position) -> Phrase | None:
        if turn.moves[0].source == source:
            return None
        return Phrase("lesson_start.move_other", {"quarry": source}, "R12", (source,))

    return Shift(
        **worded("lesson_start.move", quarry=source),
        rules=("R12",),
        table=MineTable(position, marked=(source,)),
        missing=missing,
        way=Turn((Move(source, targets(position, source)[0]),)),
    )


def uncovering(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Find the neighbours, or uncover a tile that is one deep, or two (R12)."""
    if level == 1:
        quarry = chosen(rng, QUARRIES)
        return Mark(
            **worded("practice.neighbours", quarry=quarry),
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
    height = position.height(quarry) - depth

    def missing(turn: Turn, after: Position) -> Phrase | None:
        if after.height(quarry) == height:
            return None
        return Phrase("practice.bare_not_yet", {"quarry": quarry}, "R12", (quarry,))

    return Shift(
        **worded("practice.bare", quarry=quarry, tile=tile_term(position.stack(quarry)[~depth])),
        rules=("R12", "R13"),
        table=MineTable(position, marked=(quarry,), open=True),
        missing=missing,
        way=Turn(way),
    )


def five_uncovered(rng: Random, edition: Edition) -> AnyTask:
    """Uncover a treasure of 5 below the topmost tile of its stack (R12)."""

    def draw() -> tuple[Position, Move] | None:
        position = mine(rng)
        ways = [
            Move(quarry, reached[0])
            for quarry in QUARRIES
            if position.stack(quarry)[-2:-1] == (Tile.TREASURE_5,)
            and (reached := targets(position, quarry))
        ]
        return (position, ways[0]) if 1 <= len(ways) <= 3 else None

    position, move = until(draw)

    def missing(turn: Turn, after: Position) -> Phrase | None:
        lower = (q for q in QUARRIES if 0 < after.height(q) < position.height(q))
        if any(after.top(quarry) is Tile.TREASURE_5 for quarry in lower):
            return None
        last = turn.moves[-1].source
        return Phrase("lesson_moving.bare_other", {"quarry": last}, "R12", (last,))

    return Shift(
        **worded("lesson_moving.bare"),
        rules=("R12",),
        table=MineTable(position, open=True),
        missing=missing,
        way=Turn((move,)),
    )


def nowhere_at_first(rng: Random, edition: Edition) -> AnyTask:
    """The number of tiles that can move in a mine just filled: none lower than another (R13)."""
    words, table = "lesson_moving.fresh", MineTable(filled(rng))
    return to_count(words, "tiles", 0, ("R13",), {len(QUARRIES): "tops"}, table)


def beside_the_middle(rng: Random, edition: Edition) -> AnyTask:
    """The quarries to which the tile in the rulebooks' picture may go (R13)."""
    return _targets(UPHILL, Quarry.parse("c3"), words="lesson_moving.picture")


def reach(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The quarries to which a tile may go: among more and more heights, and on from there (R13)."""
    return _reach(rng, level, Variant.STANDARD)


def beginners_targets(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The quarries to which a tile may go in the beginner variant, and only in it (R15)."""
    return _reach(rng, level, Variant.BEGINNER)


def _reach(rng: Random, level: int, variant: Variant) -> AnyTask:
    heights = ((2, 3, 4), (0, 1, 2, 3, 4), (1, 2, 3, 4))[level - 1]

    def draw() -> tuple[Position, Quarry, Move | None] | None:
        position, source = uneven(rng, *heights), chosen(rng, QUARRIES)
        reached = targets(position, source, variant)
        if not reached:
            return None
        first = Move(source, chosen(rng, reached)) if level == 3 else None
        here = source if first is None else first.target
        after = position if first is None else moved(position, first, variant)
        found = len(targets(after, here, variant))
        least = 1 + (len(targets(after, here)) if variant is Variant.BEGINNER else 0)
        return (position, source, first) if least <= found < len(here.neighbours) else None

    position, source, first = until(draw)
    name = "targets" if variant is Variant.STANDARD else "beginner"
    words = f"practice.{name}_on" if first else f"lesson_moving.{name}"
    return _targets(position, source, variant, words, first)


def into(rng: Random, edition: Edition) -> AnyTask:
    """The neighbours from which a tile may come to a quarry (R13)."""

    def draw() -> tuple[Position, Quarry, frozenset[Quarry]] | None:
        position, target = uneven(rng, 0, 1, 2, 3, 4), chosen(rng, QUARRIES)
        near = target.neighbours
        found = frozenset(each for each in near if target in targets(position, each))
        return (position, target, found) if 1 <= len(found) < len(near) else None

    position, target, found = until(draw)

    def why(quarry: Quarry) -> Phrase:
        if not position.height(quarry):
            return Phrase("mine_feedback.is_empty", {"quarry": quarry}, "R13")
        fault = move_fault(position, Move(quarry, target))
        assert fault is not None, "a right quarry was called wrong"
        return Phrase.why(fault)

    return Mark(
        **worded("practice.into", quarry=target),
        rules=("R13", "R12"),
        table=MineTable(position, marked=(target,)),
        right_ones=found,
        why_not=why,
    )


def beginners_only(rng: Random, edition: Edition) -> AnyTask:
    """The quarries to which a tile may go in the beginner variant, but not otherwise (R15)."""

    def draw() -> tuple[Position, Quarry, frozenset[Quarry]] | None:
        position, source = uneven(rng, 0, 1, 2, 3, 4), chosen(rng, QUARRIES)
        usual = set(targets(position, source))
        found = frozenset(targets(position, source, Variant.BEGINNER)) - usual
        return (position, source, found) if found and usual else None

    position, source, found = until(draw)

    def why(quarry: Quarry) -> Phrase:
        fault = move_fault(position, Move(source, quarry), Variant.BEGINNER)
        if fault is not None:
            return Phrase.why(fault)
        return Phrase("practice.beginner_only_usual", {"quarry": quarry}, "R13")

    return _beginners("only", position, (source,), found, why)


def beginners_into(rng: Random, edition: Edition) -> AnyTask:
    """The neighbours from which a tile may come to a quarry in the beginner variant (R15)."""

    def draw() -> tuple[Position, Quarry, frozenset[Quarry]] | None:
        position, target = uneven(rng, 0, 0, 1, 2, 3, 4), chosen(rng, QUARRIES)
        near = target.neighbours
        found = frozenset(each for each in near if target in _with_beginners(position, each))
        return (position, target, found) if 1 <= len(found) < len(near) else None

    position, target, found = until(draw)

    def why(quarry: Quarry) -> Phrase:
        if not position.height(quarry):
            return Phrase("mine_feedback.is_empty", {"quarry": quarry}, "R15")
        fault = move_fault(position, Move(quarry, target), Variant.BEGINNER)
        assert fault is not None, "a right quarry was called wrong"
        return Phrase.why(fault)

    return _beginners("into", position, (target,), found, why)


def beginners_full(rng: Random, edition: Edition) -> AnyTask:
    """The quarries on which nobody may put a tile in the beginner variant (R15)."""
    position = uneven(rng, 1, 2, 3, 3, 4)
    found = frozenset(quarry for quarry in QUARRIES if position.height(quarry) == FULL_HEIGHT)

    def why(quarry: Quarry) -> Phrase:
        told = {"quarry": quarry, "height": position.height(quarry)}
        return Phrase("practice.beginner_full_room", told, "R15")

    return _beginners("full", position, (), found, why)


def _with_beginners(position: Position, source: Quarry) -> tuple[Quarry, ...]:
    return tuple(targets(position, source, Variant.BEGINNER))


def _beginners(
    name: str,
    position: Position,
    about: tuple[Quarry, ...],
    found: frozenset[Quarry],
    why: Callable[[Quarry], Phrase],
) -> AnyTask:
    """Quarries to mark in the beginner variant; the question names those it is `about`."""
    return Mark(
        **worded(f"practice.beginner_{name}", quarry=about[0] if about else ""),
        rules=("R15", "R12"),
        table=MineTable(position, variant=Variant.BEGINNER, marked=about),
        right_ones=found,
        why_not=why,
    )


def _targets(
    position: Position,
    source: Quarry,
    variant: Variant = Variant.STANDARD,
    words: str = "lesson_moving.targets",
    first: Move | None = None,
) -> AnyTask:
    """Mark where a topmost tile may go (R13, R15), or go on to after a `first` move."""
    after = position if first is None else moved(position, first, variant)
    here = source if first is None else first.target

    def why(quarry: Quarry) -> Phrase:
        fault = move_fault(after, Move(here, quarry), variant)
        assert fault is not None, "a right quarry was called wrong"
        return Phrase.why(fault)

    return Mark(
        **worded(words, quarry=source, target=here),
        rules=("R15", "R12") if variant is Variant.BEGINNER else ("R13", "R12"),
        table=MineTable(position, variant=variant, marked=(source,)),
        right_ones=frozenset(targets(after, here, variant)),
        why_not=why,
    )


def price(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The cost of a row of moves, of one tile or of several (R14)."""
    count = 2 * level + below(rng, 2)
    position = after = uneven(rng, 1, 2, 2, 3, 4)
    way: list[Move] = []
    while len(way) < count:
        onward = [move for move in legal_moves(after) if way and move.source == way[-1].target]
        onward = [move for move in onward if move.target != way[-1].source]
        move = chosen(rng, onward if onward and below(rng, 2) else legal_moves(after))
        way.append(move)
        after = moved(after, move)
    sources = {move.source for move in way}
    mistakes = {0: "free", len(sources - {move.target for move in way}): "tiles"}
    passed = sources | {move.target for move in way}
    table = MineTable(position, marked=tuple(sorted(passed)))
    told = [move_told(move) for move in way]
    words, worked = "lesson_moving.cost", f"{count} × 1"
    return to_count(words, "coins", count, ("R14",), mistakes, table, worked, moves=told)


def brought_there(rng: Random, edition: Edition) -> AnyTask:
    """Bring a tile to a quarry two or three steps away (R13, R14)."""

    def draw() -> tuple[Position, tuple[Move, ...]] | None:
        position, source, target = mine(rng), chosen(rng, QUARRIES), chosen(rng, QUARRIES)
        if not 2 <= source.distance(target) <= 3 or position.height(source) < 2:
            return None
        way = _straight_way(position, source, target)
        return (position, way) if way else None

    position, way = until(draw)
    source, target = way[0].source, way[-1].target
    carried = Slot(source, position.height(source))

    def missing(turn: Turn, after: Position) -> Phrase | None:
        if after.height(target) and carried in slots_dug(position, Turn(turn.moves, (target,))):
            return None
        params = {"source": source, "target": target}
        return Phrase("lesson_moving.bring_elsewhere", params, "R12", (target,))

    return Shift(
        **worded("lesson_moving.bring", source=source, target=target, count=len(way)),
        rules=("R13", "R14"),
        table=MineTable(position, marked=(source, target)),
        missing=missing,
        way=Turn(way),
    )


def within(rng: Random, edition: Edition) -> AnyTask:
    """The quarries to which a tile can be brought for two coins, but not for one (R14, R13)."""

    def draw() -> tuple[Position, Quarry, frozenset[Quarry]] | None:
        position, source = uneven(rng, 1, 2, 3, 4), chosen(rng, QUARRIES)
        near = targets(position, source)
        far = {
            target for step in near for target in targets(moved(position, Move(source, step)), step)
        }
        found = frozenset(far.difference(near, [source]))
        return (position, source, found) if 2 <= len(found) <= 7 else None

    position, source, found = until(draw)

    def why(quarry: Quarry) -> Phrase:
        near = quarry in targets(position, source)
        told = {"quarry": quarry, "source": source}
        return Phrase(f"practice.within_{'near' if near else 'far'}", told, "R14", (quarry,))

    return Mark(
        **worded("practice.within", quarry=source),
        rules=("R14", "R13"),
        table=MineTable(position, marked=(source,)),
        right_ones=found,
        why_not=why,
    )


def _straight_way(position: Position, source: Quarry, target: Quarry) -> tuple[Move, ...] | None:
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


def gap_filled(rng: Random, edition: Edition) -> AnyTask:
    """Fill the one empty quarry under a card on the floor (R10, R13)."""

    def draw() -> tuple[MineTable, Move] | None:
        position, drawn = uneven(rng, 0, 1, 1, 1, 2), card_of(rng, 3, 4)
        for place in shuffled(rng, placements(drawn.shape)):
            (lowest, *others) = sorted(place, key=position.height)
            found = [
                move
                for move in legal_moves(position)
                if move.target == lowest and move.source not in place
            ]
            on_floor = all(position.height(quarry) == 1 for quarry in others)
            if not position.height(lowest) and on_floor and found:
                return MineTable(position, drawn, marked=place), found[0]
        return None

    table, move = until(draw)

    def missing(turn: Turn, after: Position) -> Phrase | None:
        fault = dig_fault(after, table.marked, table.shape)
        return None if fault is None else Phrase.why(fault)

    return Shift(
        **worded("lesson_moving.fill"),
        rules=("R10", "R13"),
        table=table,
        missing=missing,
        way=Turn((move,)),
    )


def one_move_and_dig(rng: Random, edition: Edition) -> AnyTask:
    """Dig a tile that needs just one move: a step towards whole turns (R12, R13, R9)."""

    def draw() -> tuple[MineTable, Slot, Plan] | None:
        position, drawn = uneven(rng, 1, 2, 2, 3), card_of(rng, 3)
        if legal_digs(position, drawn.shape):
            return None
        quarry = chosen(rng, QUARRIES)
        slot = Slot(quarry, position.height(quarry))
        table = MineTable(position, drawn, money=MONEY, marked=(quarry,))
        plan = solve(table.problem(Values(), (slot,))).plan
        return (table, slot, plan) if plan is not None and len(plan.turn.moves) == 1 else None

    table, slot, plan = until(draw)
    assert plan.dig is not None, "the wanted tile is dug"
    return PlayTurn(
        question=Phrase("lesson_moving.one", {"quarry": slot.quarry}),
        hints=(
            Phrase("lesson_moving.one_hint1"),
            Phrase("lesson_moving.one_hint2", {"dig": list(plan.dig)}, places=plan.dig),
        ),
        rules=("R12", "R13", "R9"),
        table=table,
        wanted=(slot,),
    )
