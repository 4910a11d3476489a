"""Pictures of answers and plans."""

from __future__ import annotations

from dataclasses import replace

from ksm_widgets.draw.board import Marks, board_scene
from ksm_widgets.draw.ground import BOARD_WIDTH
from ksm_widgets.draw.shapes import Scene, beside, captioned
from ksm_widgets.draw.themes import DARK
from ksm_widgets.draw.vector import BOARD_PIXELS, paint_svg, svg
from ksm_widgets.solver.answer import Answer, Plan

__all__ = ["answer_scene", "plan_scene", "svg"]


def plan_scene(plan: Plan, words: str | None = None) -> Scene:
    """A picture of a plan: the mine with numbered arrows for moves, and the mine to be dug.

    There are two mines only if there are moves: before them, another tile may lie where the dig
    will be. `words` stand below, by default the plan's own.
    """
    moves, dig = plan.turn.moves, plan.dig or ()
    ready = board_scene(plan.positions[len(moves)], Marks(dig=dig), open_view=True)
    scene = ready
    if moves:
        start = board_scene(plan.positions[0], Marks(path=moves), open_view=True)
        scene = replace(beside(start, ready), title=start.title)
    return captioned(scene, str(plan) if words is None else words, DARK)


def answer_scene(answer: Answer) -> Scene:
    """A picture of an answer's plan, or of the mine if it has none, with the answer in words."""
    if answer.plan is not None:
        return plan_scene(answer.plan, str(answer))
    mine = board_scene(answer.problem.position, open_view=True)
    return captioned(mine, str(answer), DARK)


@svg.register
def _(thing: Plan) -> str:
    return _painted(plan_scene(thing))


@svg.register
def _(thing: Answer) -> str:
    return _painted(answer_scene(thing))


def _painted(scene: Scene) -> str:
    return paint_svg(scene, BOARD_PIXELS * scene.width / BOARD_WIDTH)
