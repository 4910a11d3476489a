"""Draw the pictures of the documentation: `python docs/drawing.py` writes `docs/pictures/*.svg`.

They are files rather than made during the build, so that a code-hosting site shows them too.
"""

from __future__ import annotations

from pathlib import Path

import ksm_widgets as ksm
from ksm_widgets.coach.telling import Spot
from ksm_widgets.companions.shelf import pages
from ksm_widgets.draw import LIGHT, Marks, board_scene, card_scene, paint_svg
from ksm_widgets.draw.charts import curve_scene
from ksm_widgets.draw.shapes import beside
from ksm_widgets.telling.pictures import plan_scene

PICTURES = Path(__file__).parent / "pictures"
_SCALE = 0.6
# The coach's review of a game of five; reviewing it again would take a minute.
_GAME = (
    (1, 14.3, 14.3, False),
    (1, 14.8, 14.8, False),
    (2, 13.3, 14.2, False),
    (2, 21.6, 22.2, False),
    (2, 25.4, 22.3, True),
    (2, 24.2, 23.6, False),
    (2, 24.1, 24.1, False),
    (3, 26.6, 26.6, False),
    (3, 27.2, 27.2, False),
    (3, 26.5, 25.7, False),
    (3, 23.9, 23.1, False),
    (3, 25.4, 23.6, True),
    (4, 27.4, 25.6, True),
    (4, 27.9, 25.4, True),
    (5, 28.5, 28.5, False),
    (5, 34.8, 33.9, True),
    (5, 34.9, 34.9, False),
    (5, 32.5, 32.2, False),
)
"""For each choice: its round, points ahead with the best and with the one made, and whether it was
a mistake."""
_END = 30.0


def pictures() -> dict[str, str]:
    """All pictures as SVG, by file name."""
    first = ksm.Position.near("5,4,3z")
    plan = ksm.solve(first, 1, money=10).plan
    assert plan is not None
    scenes = {
        "first-mine": beside(board_scene(first, Marks(), open_view=True), card_scene(ksm.card(1))),
        "first-plan": plan_scene(plan),
        "games": beside(card_scene(ksm.card(15)), *(few() for few in pages().values())),
    }
    drawn = {name: paint_svg(scene, _SCALE * scene.width) for name, scene in scenes.items()}
    for name, language in (("curve", "en"), ("kurve", "de")):
        drawn[name] = paint_svg(curve_scene(_spots(), len(_GAME), theme=LIGHT, language=language))
    return {f"{name}.svg": svg + "\n" for name, svg in drawn.items()}


def _spots() -> list[Spot]:
    """The curve of a game, and its end."""
    spots = [Spot(at, *choice) for at, choice in enumerate(_GAME)]
    return [*spots, Spot(None, _GAME[-1][0], _END, _END, flawed=False)]


if __name__ == "__main__":
    for name, drawn in pictures().items():
        (PICTURES / name).write_text(drawn, encoding="utf-8")
