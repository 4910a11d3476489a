"""Digging cards as small things of the same world: number, shape, arrow to the entrance (R5-R7)."""

from __future__ import annotations

from functools import cache

from ksm_widgets.draw.shapes import Drawn, HitArea, Path, Placed, Rect, Scene, Sprite
from ksm_widgets.draw.signs import word
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.rules.deck import Card, Shape
from ksm_widgets.words import sentence

_WIDTH, _HEIGHT = 132.0, 176.0
_SMALL_WIDTH, _SMALL_HEIGHT = 100.0, 132.0


def card_scene(
    card: Card | Shape,
    *,
    quarters: int = 0,
    theme: Theme = DARK,
    language: str = "en",
) -> Scene:
    """A digging card as it is held, 148 by 192, or a bare shape without a number.

    `quarters` turns it clockwise, as the mirror allows (R21): the arrow turns along and shows
    that it no longer points to the entrance.
    """
    number, shape = _parts(card)
    shadow = Rect(6, 9, _WIDTH + 4, _HEIGHT + 5, 15, "#000000", opacity=0.3)
    return Scene(
        _WIDTH + 16,
        _HEIGHT + 16,
        (shadow, Placed(_card(number, shape, quarters % 4, theme), 8, 8)),
        (HitArea(8, 8, _WIDTH, _HEIGHT, _name(number)),),
        _title(number, language),
        _words(shape.turned(quarters)),
    )


def small_card_scene(card: Card, *, theme: Theme = DARK, language: str = "en") -> Scene:
    """A digging card among others, 106 by 138: its number and its shape as large as can be."""
    shadow = Rect(3, 5, _SMALL_WIDTH + 2, _SMALL_HEIGHT + 1, 11, "#000000", opacity=0.25)
    return Scene(
        _SMALL_WIDTH + 6,
        _SMALL_HEIGHT + 6,
        (shadow, Placed(_small_card(card.number, card.shape, theme), 3, 3)),
        (HitArea(3, 3, _SMALL_WIDTH, _SMALL_HEIGHT, _name(card.number)),),
        _title(card.number, language),
        _words(card.shape),
    )


def _parts(card: Card | Shape) -> tuple[int | None, Shape]:
    return (card.number, card.shape) if isinstance(card, Card) else (None, card)


def _name(number: int | None) -> str:
    return "card" if number is None else f"card:{number}"


def _title(number: int | None, language: str) -> str:
    if number is None:
        return sentence("draw.shape", language)
    return sentence("draw.card", language, number=number)


def _words(shape: Shape) -> str:
    return str(shape).replace("/", "\n")


@cache
def _card(number: int | None, shape: Shape, quarters: int, theme: Theme) -> Sprite:
    shapes: list[Drawn | Placed] = [
        Rect(0, 0, _WIDTH, _HEIGHT, 13, fill=theme.card_rim),
        Rect(1.5, 1.5, _WIDTH - 3, _HEIGHT - 3, 12, fill=theme.card),
        Rect(16, 42, 100, 100, 9, fill=theme.card_field, stroke=theme.card_rim, stroke_width=1.2),
        *(
            Rect(_WIDTH / 2 - wide, 163 + 4.4 * step, 2 * wide, 2.8, 1.4, fill=theme.card_rim)
            for step, wide in enumerate((10, 15))
        ),
        *_cells(shape.turned(quarters), _WIDTH / 2, 92, 92, 29, theme),
        *_arrow(_WIDTH / 2, 92, quarters, theme),
    ]
    if number is not None:
        shapes += [
            Rect(10, 9, 40, 28, 8, fill=theme.card_ink),
            *word(str(number), 30, 13, 20, theme.card, 17),
        ]
    return Sprite(tuple(shapes))


@cache
def _small_card(number: int, shape: Shape, theme: Theme) -> Sprite:
    wide, high = _SMALL_WIDTH, _SMALL_HEIGHT
    return Sprite(
        (
            Rect(0, 0, wide, high, 10, fill=theme.card_rim),
            Rect(1.5, 1.5, wide - 3, high - 3, 9, fill=theme.card),
            Rect(5, 38, wide - 10, wide - 12, 7, theme.card_field, theme.card_rim, 1.2),
            Rect(5, 5, 46, 30, 7, fill=theme.card_ink),
            *word(str(number), 28, 8.5, 23, theme.card, 18),
            # The arrow to the entrance, beside the number: there is no room for it below (R7).
            Path("M76 8 L84 8 L84 19 L92 19 L80 32 L68 19 L76 19 Z", fill=theme.card_ink),
            *_cells(shape, wide / 2, 82, 82, 26, theme),
        )
    )


def _cells(
    shape: Shape, x: float, y: float, room: float, most: float, theme: Theme
) -> list[Drawn | Placed]:
    """The shape's quarries around (x, y), in a square of `room`, each at most `most` wide."""
    step = min(most, room / max(shape.rows, shape.columns))
    left, low = x - step * shape.columns / 2, y + step * shape.rows / 2
    gap = step * 0.07
    cells: list[Drawn | Placed] = []
    for row, column in shape.cells:
        cell_x, cell_y = left + column * step + gap, low - (row + 1) * step + gap
        side = step - 2 * gap
        cells += [
            Rect(cell_x, cell_y, side, side, step * 0.18, fill=theme.treasure.edge),
            Rect(cell_x, cell_y, side, side * 0.86, step * 0.18, fill=theme.treasure.face),
            Rect(
                cell_x + side * 0.13,
                cell_y + side * 0.11,
                side * 0.74,
                side * 0.62,
                step * 0.1,
                stroke=theme.treasure.rim,
                stroke_width=step * 0.06,
            ),
        ]
    return cells


def _arrow(x: float, y: float, quarters: int, theme: Theme) -> list[Drawn]:
    """The arrow that must point to the entrance; a turned card's arrow points elsewhere."""
    down_x, down_y = ((0, 1), (-1, 0), (0, -1), (1, 0))[quarters]
    start = 52.5 if down_y else 50.5
    tip = start + (17 if down_y else 14)

    def at(along: float, across: float) -> str:
        return (
            f"{x + down_x * along + down_y * across:.1f} {y + down_y * along + down_x * across:.1f}"
        )

    head = (
        f"M{at(start, -4)} L{at(start + 6, -4)} L{at(start + 6, -12)} L{at(tip, 0)} "
        f"L{at(start + 6, 12)} L{at(start + 6, 4)} L{at(start, 4)} Z"
    )
    return [Path(head, fill=theme.card_ink)]
