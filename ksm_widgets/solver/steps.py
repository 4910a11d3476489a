"""A plan step by step: what is moved or dug, how the mine lies then, and what is due by then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.solver.answer import Plan

__all__ = ["Step", "steps_of"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a plan: a move, or the dig that ends it, with the mine before and after.

    `due` is what the plan costs up to and with this step, in coins.
    """

    before: Position
    after: Position
    due: int
    move: Move | None = None
    dig: Placement | None = None


def steps_of(plan: Plan) -> tuple[Step, ...]:
    """Every step of a plan, the dig last; empty for a plan that does nothing.

    >>> from ksm_widgets.rules import Position, Shape
    >>> from ksm_widgets.solver import Problem, solve
    >>> mine = Position.parse("-,-,-,-,-,-/" * 5 + "5,4,3z,-,-,-")
    >>> problem = Problem(mine, Shape.parse("###"))
    >>> for step in steps_of(solve(problem).plan):
    ...     print("dig" if step.move is None else "move", step.due)
    move 1
    dig 1
    """
    mines = plan.positions
    steps = [
        Step(mines[made], mines[made + 1], made + 1, move)
        for made, move in enumerate(plan.turn.moves)
    ]
    if plan.dig is not None:
        *_, before, after = mines
        steps.append(Step(before, after, plan.played.account.due, dig=plan.dig))
    return tuple(steps)
