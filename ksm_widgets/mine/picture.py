"""How the mine looks on a page, and what the card covers under the pointer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ksm_widgets.draw.board import board_scene, glide_between
from ksm_widgets.draw.ground import CELL
from ksm_widgets.draw.showing import Motion
from ksm_widgets.draw.tiles import TILE_FACE, tile_scene
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.shapes import around

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.draw import Marks, Scene, Theme
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.shapes import Shape


@dataclass(frozen=True, slots=True)
class MinePicture:
    """How the mine looks: all that its picture is made of."""

    position: Position
    marks: Marks
    open_view: bool
    theme: Theme
    edition: str
    language: str

    def scene(self) -> Scene:
        """The picture, with the quarries as hit areas."""
        return board_scene(
            self.position,
            self.marks,
            open_view=self.open_view,
            theme=self.theme,
            edition=self.edition,
            language=self.language,
        )

    def motion_to(self, after: MinePicture) -> Motion | None:
        """The move of a tile, if nothing else is different in the picture after."""
        if replace(self, position=after.position, marks=after.marks) != after:
            return None
        glide = glide_between(self.position, after.position, open_view=self.open_view)
        if glide is None:
            return None
        piece = tile_scene(glide.tile, theme=self.theme, edition=self.edition)
        # A tile's scene has a margin round the face.
        left, top = TILE_FACE
        (from_x, from_y), (to_x, to_y) = glide.source, glide.target
        source, target = (from_x - left, from_y - top), (to_x - left, to_y - top)
        return Motion(piece, source, target, glide.cell, CELL)


@lru_cache(maxsize=64)
def held_card(shape: Shape) -> Mapping[str, Sequence[str]]:
    """The quarries that a card under the pointer covers, for each quarry it may be at."""
    return {str(quarry): [str(under) for under in around(shape, quarry)] for quarry in QUARRIES}
