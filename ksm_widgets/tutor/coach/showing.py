"""How an answer and its plan show themselves, and what stands for a picture where there is none."""

from __future__ import annotations

from dataclasses import replace

from ksm_widgets.draw.board import board_scene
from ksm_widgets.draw.display import BOARD_PIXELS, svg
from ksm_widgets.draw.ground import BOARD_WIDTH
from ksm_widgets.draw.marks import Marks
from ksm_widgets.draw.shapes import Scene
from ksm_widgets.draw.themes import DARK
from ksm_widgets.draw.together import beside, captioned
from ksm_widgets.draw.vector import paint_svg
from ksm_widgets.rules.position import Position
from ksm_widgets.solver.answer import Answer, Plan

__all__ = ["answer_scene", "plain", "plan_scene", "svg"]


def plan_scene(plan: Plan, words: str | None = None) -> Scene:
    """A plan as the mine with its moves as numbered arrows, and beside it the mine to be dug.

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
    """An answer as its plan, or as the mine where there is none; below it what the answer says."""
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


def plain(thing: object) -> str:
    """The text that stands for a picture."""
    match thing:
        case Position():
            return f"{thing}\n{thing.text}"
        case Scene():
            return thing.title
        case Answer() | Plan():
            return str(thing)
        case _:
            return repr(thing)
