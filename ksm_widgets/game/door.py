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

SAVED, COACHED = "game", "coach"
"""The parts of an address that shows a saved game: when it began, and whether with the coach."""


def saved_game(begun: int, *, coached: bool = False) -> str:
    """The query string of an address that shows the saved game that began then.

    >>> saved_game(1764), saved_game(1764, coached=True)
    ('game=1764', 'game=1764&coach')
    """
    return f"{SAVED}={begun}" + (f"&{COACHED}" if coached else "")
