"""Hints to a plan, in words and as quarries to highlight: each level tells more of it."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import moves_phrase, plan_idea, step_phrases, tiles_phrase

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem


_NEAR, _FAR = 1.5, 3.5
"""Rows or columns up to which, on average, a dig is near the edge; between them it is central."""


class HintLevel(IntEnum):
    """The level of a hint: how much it tells."""

    NONE = 0
    IDEA = 1
    WHERE = 2
    TILES = 3
    MOVE = 4
    ALL = 5


def hint(problem: Problem, plan: Plan, level: HintLevel, made: tuple[Move, ...] = ()) -> Phrase:
    """The hint of a level to a plan.

    `made` are the moves the player has made: if the plan begins with them, the next move is the one
    after them, otherwise its first.
    """
    if level is HintLevel.IDEA or plan.dig is None:
        return plan_idea(problem, plan)
    if level is HintLevel.WHERE:
        rows = sum(quarry.row for quarry in plan.dig) / len(plan.dig)
        columns = sum(quarry.column for quarry in plan.dig) / len(plan.dig)
        away = "near" if rows < _NEAR else "far" if rows > _FAR else "middle"
        side = "left" if columns < _NEAR else "right" if columns > _FAR else "centre"
        return Phrase.of(f"hint.{away}_{side}")
    if level is HintLevel.TILES:
        return Phrase.of("hint.tiles", tiles=tiles_phrase(plan.taken))
    if level is HintLevel.MOVE:
        steps = step_phrases(plan)
        done = _moves_made(plan, made)
        return Phrase.of("hint.move", step=steps[min(done, len(steps) - 1)])
    if not plan.turn.moves:
        return Phrase.of("hint.all_still", quarries=list(plan.dig))
    moves = moves_phrase(len(plan.turn.moves))
    return Phrase.of("hint.all", moves=moves, quarries=list(plan.dig))


def _moves_made(plan: Plan, made: tuple[Move, ...]) -> int:
    """How many moves of the plan have been made; none if it begins with others."""
    return len(made) if plan.turn.moves[: len(made)] == made else 0


def hint_marks(plan: Plan, level: HintLevel, made: tuple[Move, ...] = ()) -> tuple[Quarry, ...]:
    """The quarries to highlight with a hint: those of the dig, or of the next move."""
    if plan.dig is None or level < HintLevel.TILES:
        return ()
    if level is HintLevel.MOVE and plan.turn.moves:
        done = _moves_made(plan, made)
        if done < len(plan.turn.moves):
            move = plan.turn.moves[done]
            return (move.source, move.target)
    return plan.dig


def hint_area(plan: Plan) -> tuple[Quarry, ...]:
    """The neighbourhood of the dig: its quarries and all their neighbours."""
    dig = plan.dig or ()
    near = {other for quarry in dig for other in (quarry, *quarry.neighbours)}
    return tuple(sorted(near))
