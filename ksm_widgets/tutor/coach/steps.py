"""A plan told step by step: what moves where, and what lies bare then."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from ksm_widgets.rules.moves import Move
from ksm_widgets.rules.powers import Power
from ksm_widgets.tutor.phrases import Phrase, a_tile, the_tile

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver.answer import Plan

__all__ = ["Step", "dig_phrase", "move_phrase", "steps_of"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a plan: the position it leads to, what it costs up to here, and its words.

    `move` is None for the dig. `bared` are the quarries that show a tile or the floor anew.
    """

    position: Position
    phrase: Phrase
    paid: int
    move: Move | None = None
    dig: Placement = ()
    bared: tuple[Quarry, ...] = ()


def steps_of(plan: Plan) -> tuple[Step, ...]:
    """Every step of a plan, the dig last; empty for a plan that does nothing."""
    positions = plan.positions
    steps = [
        Step(after, move_phrase(before, move), paid, move, bared=(move.source,))
        for paid, (move, (before, after)) in enumerate(
            zip(plan.turn.moves, pairwise(positions), strict=False), start=1
        )
    ]
    if plan.dig is not None:
        amulet = Power.AMULET in plan.turn.powers
        steps.append(
            Step(
                positions[-1],
                dig_phrase(plan.dig, plan.taken, amulet),
                plan.played.account.due,
                dig=plan.dig,
                bared=plan.dig,
            )
        )
    return tuple(steps)


def move_phrase(before: Position, move: Move) -> Phrase:
    """A legal move in words: 'the mummy on c3 steps down to d4, level 2; ...'."""
    tile, level = before.stack(move.source)[-1], before.height(move.source)
    new_level = before.height(move.target) + 1
    way = "down" if new_level < level else "up" if new_level > level else "across"
    left = before.stack(move.source)[:-1]
    covers = before.top(move.target)
    told = Phrase.of(
        f"step.{way}",
        tile=the_tile(tile),
        source=move.source,
        target=move.target,
        level=new_level,
    )
    bared = (
        Phrase.of("step.bares", tile=a_tile(left[-1]), source=move.source)
        if left
        else Phrase.of("step.floor", source=move.source)
    )
    if covers is None:
        return Phrase.of("step.both", move=told, after=bared)
    hidden = Phrase.of("step.covers", tile=the_tile(covers), target=move.target)
    return Phrase.of("step.three", move=told, after=bared, then=hidden)


def dig_phrase(dig: Placement, taken: tuple[Tile, ...], amulet: bool) -> Phrase:
    """The dig in words: where, what it takes, what its curses cost."""
    curses = sum(tile.curse for tile in taken)
    key = "step.dig" if not curses else "step.dig_amulet" if amulet else "step.dig_curses"
    return Phrase.of(
        key,
        quarries=list(dig),
        tiles=[a_tile(tile) for tile in taken],
        treasures=sum(tile.treasure for tile in taken),
        curses=curses,
    )
