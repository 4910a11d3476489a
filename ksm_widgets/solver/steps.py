"""A plan step by step: what is moved or dug, how the mine lies then, and what is paid by then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver.answer import Plan

__all__ = ["Step", "steps_of"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a plan: a move, or with `move` None the dig, and the mine before and after it.

    `cost` is what the step costs by itself, `paid` all that the turn has cost by then, in coins.
    """

    before: Position
    after: Position
    cost: int
    paid: int
    move: Move | None = None
    dig: Placement = ()
    taken: tuple[Tile, ...] = ()


def steps_of(plan: Plan) -> tuple[Step, ...]:
    """Every step of a plan, the dig last; empty for a plan that does nothing.

    >>> from ksm_widgets.rules import Position, Shape
    >>> from ksm_widgets.solver import Problem, solve
    >>> mine = Position.parse("-,-,-,-,-,-/" * 5 + "5,4,3z,-,-,-")
    >>> problem = Problem(mine, Shape.parse("###"))
    >>> for step in steps_of(solve(problem).plan):
    ...     print("move" if step.move else "dig", step.cost, step.paid)
    move 1 1
    dig 0 1
    """
    mines, account = plan.positions, plan.played.account
    steps = [
        Step(mines[made], mines[made + 1], 1, made + 1, move)
        for made, move in enumerate(plan.turn.moves)
    ]
    if plan.dig is not None:
        *_, before, after = mines
        steps.append(
            Step(before, after, account.curses, account.due, dig=plan.dig, taken=plan.taken)
        )
    return tuple(steps)
