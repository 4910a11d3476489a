"""Digits, letters and signs as strokes, so that a board needs no font.

A glyph stands in a box 60 wide and 100 high and is drawn with one round pen.
"""

from __future__ import annotations

from functools import cache

from ksm_widgets.draw.shapes import Path, Placed, Sprite

__all__ = ["glyph", "word"]

_STROKES: dict[str, str] = {
    "0": "M30 8 C47 8 52 28 52 50 C52 72 47 92 30 92 C13 92 8 72 8 50 C8 28 13 8 30 8 Z",
    "1": "M12 28 L34 8 L34 92 M14 92 L52 92",
    "2": "M10 30 C10 16 19 8 31 8 C44 8 51 17 51 29 C51 46 36 56 9 92 L53 92",
    "3": "M10 18 C15 11 22 8 30 8 C42 8 49 16 49 28 C49 40 41 47 27 47 C43 47 52 55 52 69 "
    "C52 84 42 92 29 92 C19 92 11 88 7 79",
    "4": "M41 92 L41 8 L6 66 L55 66",
    "5": "M48 8 L16 8 L13 45 C18 40 24 38 30 38 C44 38 52 49 52 64 C52 81 42 92 28 92 "
    "C19 92 12 88 8 80",
    "6": "M47 15 C43 10 38 8 32 8 C14 8 8 34 8 60 C8 80 17 92 30 92 C44 92 52 82 52 68 "
    "C52 54 44 45 31 45 C19 45 10 53 8 64",
    "7": "M8 8 L52 8 L24 92",
    "8": "M30 46 C18 46 11 38 11 27 C11 15 19 8 30 8 C41 8 49 15 49 27 C49 38 42 46 30 46 "
    "C16 46 8 56 8 69 C8 83 17 92 30 92 C43 92 52 83 52 69 C52 56 44 46 30 46 Z",
    "9": "M13 85 C17 90 22 92 28 92 C46 92 52 66 52 40 C52 20 43 8 30 8 C16 8 8 18 8 32 "
    "C8 46 16 55 29 55 C41 55 50 47 52 36",
    "a": "M48 92 L48 40 M48 66 C48 82 39 92 28 92 C16 92 9 82 9 66 C9 50 16 40 28 40 "
    "C39 40 48 50 48 66",
    "b": "M10 8 L10 92 M10 66 C10 50 19 40 30 40 C43 40 50 50 50 66 C50 82 43 92 30 92 "
    "C19 92 10 82 10 66",
    "c": "M47 50 C43 43 37 40 30 40 C17 40 9 50 9 66 C9 82 17 92 30 92 C37 92 43 89 47 82",
    "d": "M50 8 L50 92 M50 66 C50 50 41 40 30 40 C17 40 10 50 10 66 C10 82 17 92 30 92 "
    "C41 92 50 82 50 66",
    "e": "M10 66 L50 66 C50 50 42 40 30 40 C17 40 9 50 9 66 C9 82 17 92 31 92 C39 92 45 89 49 83",
    "f": "M49 12 C45 9 41 8 37 8 C27 8 22 15 22 27 L22 92 M8 42 L44 42",
    "α": "M53 34 C49 66 41 90 25 90 C13 90 7 78 7 62 C7 46 13 34 25 34 C41 34 45 62 55 90",
    "β": "M11 112 L11 30 C11 16 19 6 30 6 C42 6 48 14 48 25 C48 37 40 44 26 44 C43 44 52 53 52 67 "
    "C52 82 43 91 30 91 C21 91 13 87 11 80",
    "γ": "M5 38 C17 32 21 46 31 74 M55 34 L31 74 C25 86 22 108 31 108 C40 108 37 88 31 74",
    "δ": "M47 16 C43 10 37 7 30 7 C21 7 16 13 16 20 C16 34 52 42 52 68 C52 83 43 92 30 92 "
    "C17 92 8 83 8 68 C8 52 18 44 32 44",
    "?": "M10 29 C10 15 18 8 30 8 C43 8 50 16 50 27 C50 44 30 44 30 64 M30 90 L30 91",
    "+": "M30 30 L30 76 M7 53 L53 53",
    "-": "M9 53 L51 53",
    "−": "M9 53 L51 53",
    ".": "M30 90 L30 91",
    ",": "M33 88 L25 104",
    "=": "M9 42 L51 42 M9 64 L51 64",
    "×": "M12 35 L48 71 M48 35 L12 71",
    "!": "M30 8 L30 62 M30 90 L30 91",
    "✓": "M6 56 L24 76 L54 30",
}


@cache
def glyph(sign: str, colour: str, pen: float = 16) -> Sprite:
    """A sign drawn with a pen so wide; KeyError for a sign that is not drawn."""
    return Sprite((Path(_STROKES[sign], stroke=colour, stroke_width=pen),))


def word(
    text: str,
    x: float,
    y: float,
    height: float,
    colour: str,
    pen: float = 16,
    anchor: str = "middle",
) -> tuple[Placed, ...]:
    """Signs side by side, `height` high, with y at the top and x at the `anchor`."""
    scale = height / 100
    step = 70 * scale
    wide = len(text) * step - 10 * scale
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return tuple(
        Placed(glyph(sign, colour, pen), left + i * step, y, scale) for i, sign in enumerate(text)
    )
