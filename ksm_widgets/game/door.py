"""The door of whole games on the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.draw import DARK, card_scene
from ksm_widgets.draw.shapes import beside
from ksm_widgets.rules.deck import card
from ksm_widgets.telling.doors import Door

if TYPE_CHECKING:
    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.phrases import Reader


def _picture(reader: Reader) -> Scene:
    return beside(
        *(card_scene(card(number), theme=DARK, language=reader.language) for number in (3, 20))
    )


PLAY = Door("play", "play.ipynb", _picture, wide=True)
