"""The door of the shelf on the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.shelf import pages
from ksm_widgets.draw.shapes import beside
from ksm_widgets.telling.doors import Door

if TYPE_CHECKING:
    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.phrases import Reader

_WARM_UP = """
from ksm_widgets.widgets import shelf_game as _game
_game().close()
del _game
"""


def _picture(reader: Reader) -> Scene:
    return beside(*(picture() for picture in pages().values()))


SHELF = Door("shelf", "shelf.ipynb", _picture, wide=True, warm_up=_WARM_UP)
