"""How an answer and its plan show themselves, and what stands for a picture where there is none."""

from __future__ import annotations

from dataclasses import replace

from ksm_widgets.draw.board import board_scene
from ksm_widgets.draw.display import BOARD_PIXELS, svg
from ksm_widgets.draw.marks import Marks
from ksm_widgets.draw.shapes import Scene
from ksm_widgets.draw.vector import paint_svg
from ksm_widgets.rules.position import Position
from ksm_widgets.solver.answer import Answer, Plan

__all__ = ["plain", "plan_scene", "svg"]


def plan_scene(plan: Plan) -> Scene:
    """The mine as it lies, with the plan's moves as numbered arrows and its dig ringed."""
    marks = Marks(path=plan.turn.moves, dig=plan.dig or ())
    scene = board_scene(plan.positions[0], marks, open_view=True)
    return replace(scene, description=str(plan))


@svg.register
def _(thing: Plan) -> str:
    return paint_svg(plan_scene(thing), BOARD_PIXELS)


@svg.register
def _(thing: Answer) -> str:
    return svg(thing.problem.position if thing.plan is None else thing.plan)


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
