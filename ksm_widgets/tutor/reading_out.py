"""What lies on a quarry, as it is read out to who cannot see the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.phrases import a_tile

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Stack
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.tutor.reader import Reader

__all__ = ["read_out"]


def read_out(
    quarry: Quarry, stack: Stack, reader: Reader, *, brief: bool = False, deep: bool = True
) -> str:
    """A quarry's topmost tile and its level (R9), and what is known of those below, from the top.

    `brief` does without articles; with `deep` False nothing is said of what lies below.
    """
    if not stack:
        return reader.text("read_out.empty", quarry=quarry)
    named = reader.edition.tile_term if brief else a_tile
    told = reader.text("read_out.tile", quarry=quarry, tile=named(stack[-1]), level=len(stack))
    below = [named(tile) for tile in reversed(stack[:-1]) if tile is not Tile.UNSEEN]
    if below and deep:
        more = reader.text("read_out.below_brief" if brief else "read_out.below", tiles=below)
        return f"{told}; {more}"
    return told
