"""The steps of a plan in words: what moves where, and what lies bare then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.tutor.phrases import Phrase, a_tile, the_tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Plan

__all__ = ["dig_phrase", "move_phrase", "step_phrases", "turn_phrases"]


def step_phrases(plan: Plan) -> tuple[Phrase, ...]:
    """Every step of a plan in words, the dig last."""
    return turn_phrases(plan.positions, plan.turn, plan.taken, plan.played.account.curses)


def turn_phrases(
    positions: Sequence[Position], turn: Turn, taken: tuple[Tile, ...], curses: int
) -> tuple[Phrase, ...]:
    """A turn in words, step by step: `positions` from its start on, and what curses cost."""
    told = [move_phrase(before, move) for before, move in zip(positions, turn.moves, strict=False)]
    if turn.dig is not None:
        told.append(dig_phrase(turn.dig, taken, curses))
    return tuple(told)


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


def dig_phrase(dig: Placement, taken: tuple[Tile, ...], cost: int) -> Phrase:
    """The dig in words: where, what it takes, what its curses cost; with the amulet nothing."""
    curses = sum(tile.curse for tile in taken)
    key = "step.dig" if not curses else "step.dig_curses" if cost else "step.dig_amulet"
    return Phrase.of(
        key,
        quarries=list(dig),
        tiles=[a_tile(tile) for tile in taken],
        treasures=sum(tile.treasure for tile in taken),
        curses=curses,
    )
