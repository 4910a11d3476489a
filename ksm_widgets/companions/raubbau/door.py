"""The door of Raubbau on the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau import pieces
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.links import NAME
from ksm_widgets.companions.raubbau.position import Tunnel
from ksm_widgets.draw import DARK
from ksm_widgets.draw.shapes import Placed, Scene
from ksm_widgets.telling.doors import Door

if TYPE_CHECKING:
    from ksm_widgets.telling.phrases import Reader

_WARM_UP = f"""
from ksm_widgets.widgets import shelf_game as _game
_game("{NAME}").close()
del _game
"""


def _picture(reader: Reader) -> Scene:
    """A tunnel that leads to a gem, and a card that nobody knows."""
    shown = (
        pieces.tunnel(Tunnel("nes"), DARK),
        pieces.treasure("r", Face.GEM),
        pieces.treasure("g", Face.DRAGON),
        pieces.treasure("v", Face.UNSEEN),
    )
    items = tuple(
        Placed(sprite, 2 + 104 * (at % 2), 2 + 104 * (at // 2)) for at, sprite in enumerate(shown)
    )
    return Scene(208, 208, items)


DOOR = Door(NAME, f"{NAME}.ipynb", _picture, wide=True, warm_up=_WARM_UP)
