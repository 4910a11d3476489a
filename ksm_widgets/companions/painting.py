"""How words and numbers are painted on a table, whatever the game, and colours of pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.picture import ground
from ksm_widgets.draw.shapes import Rect, Text
from ksm_widgets.draw.signs import word
from ksm_widgets.draw.themes import Face
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from ksm_widgets.companions.picture import Rectangle
    from ksm_widgets.draw import Theme
    from ksm_widgets.draw.shapes import Item, Placed

PLAIN, BOLD = 0.6, 0.72
"""The widths of a letter, for its height."""
PEN = 15.0
"""The pen of most numbers."""
BLUE = Face("#2f62a8", "#7fb0ea", "#15325c", "#ffffff")
VIOLET = Face("#6d4aa3", "#b193e2", "#392062", "#ffffff")
"""Colours of a race or a player that several games have."""


def question_mark(colour: str) -> tuple[Placed, ...]:
    """The question mark in the middle of a card that is unseen."""
    return word("?", 50, 30, 42, colour, 14)


@dataclass(frozen=True, slots=True)
class WordPainter:
    """The colours of a table, and words in a language."""

    theme: Theme
    language: str

    def said(self, key: str, **params: object) -> str:
        """A sentence of the catalogue."""
        return sentence(key, self.language, **params)

    def ground(self, box: Rectangle) -> Rect:
        """The ground of a place."""
        return ground(box, self.theme)

    def bold(self, text: str, x: float, y: float, size: float, wide: float | None = None) -> Text:
        """Words in bold, smaller where they would be wider than they may be."""
        if wide is not None:
            size = min(size, wide / (BOLD * len(text)))
        return Text(x, y, text, size, self.theme.ink, bold=True)

    def soft(self, text: str, x: float, y: float, size: float, anchor: str = "start") -> Text:
        """Words in a softer colour."""
        return Text(x, y, text, size, self.theme.soft_ink, anchor)

    def number(self, number: int, x: float, y: float, size: float, pen: float = PEN) -> list[Item]:
        """A number around x."""
        return [*word(str(number), x, y, size, self.theme.ink, pen)]
