"""The explorer's door on the site."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.draw import DARK, card_scene
from ksm_widgets.draw.charts import frontier_scene
from ksm_widgets.draw.shapes import beside
from ksm_widgets.rules.deck import card
from ksm_widgets.telling.doors import Door

if TYPE_CHECKING:
    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.phrases import Reader

_NETS = tuple(map(Decimal, (3, 7, 11, 16)))
"""The nets of a plan that gains with every move."""
_WARM_UP = """
from ksm_widgets.widgets import Explorer as _explorer
_explorer().close()
del _explorer
"""


def _picture(reader: Reader) -> Scene:
    return beside(
        card_scene(card(15), theme=DARK, language=reader.language),
        frontier_scene(_NETS, chosen=3, theme=DARK, language=reader.language),
    )


EXPLORER = Door(
    "explorer", "explorer.ipynb", _picture, wide=True, leads_on="board", warm_up=_WARM_UP
)
