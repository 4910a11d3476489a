"""Draws the pictures of the pages: `python docs/drawing.py` writes `docs/pictures/*.svg` anew.

They are files, and not made while the pages are built, so that a code-hosting site shows them too.
"""

from __future__ import annotations

from pathlib import Path

import ksm_widgets as ksm
from ksm_widgets.draw import Marks, board_scene, card_scene, paint_svg
from ksm_widgets.draw.together import beside
from ksm_widgets.tutor.coach.showing import plan_scene

PICTURES = Path(__file__).parent / "pictures"
_SCALE = 0.6


def pictures() -> dict[str, str]:
    """Every picture by its name, as SVG."""
    first = ksm.Position.near("5,4,3z")
    plan = ksm.solve(first, 1, money=10).plan
    assert plan is not None
    scenes = {
        "first-mine": beside(board_scene(first, Marks(), open_view=True), card_scene(ksm.card(1))),
        "first-plan": plan_scene(plan),
    }
    return {f"{name}.svg": paint_svg(s, _SCALE * s.width) + "\n" for name, s in scenes.items()}


if __name__ == "__main__":
    for name, drawn in pictures().items():
        (PICTURES / name).write_text(drawn, encoding="utf-8")
