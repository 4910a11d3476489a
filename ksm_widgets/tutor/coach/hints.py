"""The ladder of hints: each rung tells a little more of the best plan."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from ksm_widgets.solver.ideas import ideas_of
from ksm_widgets.tutor.coach.ideas import idea_phrase
from ksm_widgets.tutor.coach.steps import step_phrases
from ksm_widgets.tutor.phrases import Phrase, a_tile

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem

__all__ = ["Rung", "hint", "hint_area", "hint_marks"]


class Rung(IntEnum):
    """How much is told."""

    NONE = 0
    IDEA = 1
    WHERE = 2
    TILES = 3
    MOVE = 4
    ALL = 5


def hint(problem: Problem, plan: Plan, rung: Rung, made: tuple[Move, ...] = ()) -> Phrase:
    """What a rung of the ladder tells of the plan.

    `made` are the moves the player has made already; the next move is told from there if they
    are the plan's own first moves, else from its beginning.
    """
    if rung is Rung.IDEA or plan.dig is None:
        return idea_phrase(ideas_of(problem, plan)[0])
    if rung is Rung.WHERE:
        rows = sum(quarry.row for quarry in plan.dig) / len(plan.dig)
        columns = sum(quarry.column for quarry in plan.dig) / len(plan.dig)
        away = "near" if rows < 2 else "far" if rows > 3 else "middle"
        side = "left" if columns < 2 else "right" if columns > 3 else "centre"
        return Phrase.of(f"hint.{away}_{side}")
    if rung is Rung.TILES:
        return Phrase.of("hint.tiles", tiles=[a_tile(tile) for tile in plan.taken])
    if rung is Rung.MOVE:
        steps = step_phrases(plan)
        done = len(made) if plan.turn.moves[: len(made)] == made else 0
        return Phrase.of("hint.move", step=steps[min(done, len(steps) - 1)])
    return Phrase.of("hint.all", moves=len(plan.turn.moves), quarries=list(plan.dig))


def hint_marks(plan: Plan, rung: Rung, made: tuple[Move, ...] = ()) -> tuple[Quarry, ...]:
    """The quarries to light up with a rung: the dig's from the tiles on, the next move's before."""
    if plan.dig is None or rung < Rung.TILES:
        return ()
    if rung is Rung.MOVE and plan.turn.moves:
        done = len(made) if plan.turn.moves[: len(made)] == made else 0
        if done < len(plan.turn.moves):
            move = plan.turn.moves[done]
            return (move.source, move.target)
    return plan.dig


def hint_area(plan: Plan) -> tuple[Quarry, ...]:
    """About where the dig lies: its quarries and all their neighbours."""
    dig = plan.dig or ()
    near = {other for quarry in dig for other in (quarry, *quarry.neighbours)}
    return tuple(sorted(near))
