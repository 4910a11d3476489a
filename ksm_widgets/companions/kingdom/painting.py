"""How things of Kingdom of Solomon are painted wherever they lie: cubes, pawns, effects."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import pieces
from ksm_widgets.companions.kingdom.naming import effect_label
from ksm_widgets.companions.painting import PEN, WordPainter
from ksm_widgets.companions.picture import SPRITE, side_by_side
from ksm_widgets.draw.shapes import Placed
from ksm_widgets.draw.signs import word

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.places import Effect, Place
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.draw.shapes import Item, Sprite

_LEGIBLE = 0.8
"""The part of a cube that must be in sight."""
_COUNT = 0.66
"""The height of the number beside a cube, for the cube's size."""


def piece(sprite: Sprite, x: float, y: float, size: float) -> Placed:
    """A piece of this size with its corner at (x, y)."""
    return Placed(sprite, x, y, size / SPRITE)


@dataclass(frozen=True, slots=True)
class Painter(WordPainter):
    """A position to paint, with its colours, and words in a language."""

    position: Position

    def effect(self, effect: Effect) -> str:
        """An effect in few words."""
        told = effect_label(self.position.box, effect)
        return self.said(told.key, **told.params)

    def pawn(self, spot: Place, x: float, y: float, size: float) -> list[Item]:
        """The pawn on a spot, if there is one."""
        pawn = self.position.pawn_at(spot)
        if pawn is None or pawn.seat not in pieces.SEATS:
            return []
        return [piece(pieces.pawn(pawn.seat, pawn.size), x, y, size)]

    def cubes(self, letters: str, x: float, y: float, size: float, wide: float) -> list[Item]:
        """Cubes side by side; too many to be told apart are one of each good, with its number."""
        counts = Counter(letters.strip("-"))
        if (counts.total() - 1) * _LEGIBLE * size <= wide - size:
            return side_by_side([*map(pieces.cube, counts.elements())], x, y, size, wide)
        high = _COUNT * size
        told = {good: str(count) if count > 1 else "" for good, count in counts.items()}
        natural = {good: size + 6 + 0.8 * high * len(number) for good, number in told.items()}
        scale = min(1.0, wide / sum(natural.values()))
        items: list[Item] = []
        for good, number in told.items():
            items.append(piece(pieces.cube(good), x, y, scale * size))
            top, left = y + scale * (size - high) / 2, x + scale * (size + 4)
            items += word(number, left, top, scale * high, self.theme.ink, PEN, "start")
            x += scale * natural[good]
        return items
