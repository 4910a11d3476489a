"""A glide is the one move between two pictures, and nothing else is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.draw import CELL, DARK, TILE_FACE, Marks, tile_scene
from ksm_widgets.draw.board import MinePicture
from ksm_widgets.draw.showing import Motion
from ksm_widgets.rules import QUARRIES, Position, Tile, legal_moves, moved
from ksm_widgets.rules.given import covered, only_tops_seen, uncovered_by
from tests import strategies


def motion(before: Position, after: Position, *, open_view: bool) -> Motion | None:
    """What moves if the board first shows one position and then another."""
    picture = MinePicture(
        before, Marks(), open_view=open_view, theme=DARK, edition="en", language="en"
    )
    return picture.motion_to(replace(picture, position=after))


@pytest.mark.long
@given(strategies.positions(), st.data(), st.booleans())
def test_each_legal_move_glides_there_and_back(
    position: Position, data: st.DataObject, open_view: bool
) -> None:
    moves = legal_moves(position)
    if not moves:
        return
    move = data.draw(st.sampled_from(moves))
    after = moved(position, move)
    way = motion(position, after, open_view=open_view)
    back = motion(after, position, open_view=open_view)
    assert way is not None
    assert back is not None
    tile = position.top(move.source)
    assert tile is not None
    assert way.piece == tile_scene(tile)
    assert (way.source, way.target) == (back.target, back.source)
    across = move.target.column - move.source.column
    assert way.target[0] - way.source[0] == across * CELL
    assert way.cell[0] < way.target[0] + TILE_FACE[0] < way.cell[0] + CELL


def test_a_tile_that_comes_to_light_on_the_way_does_not_matter() -> None:
    mine = Position.near("15x,4")
    (move,) = (move for move in legal_moves(mine) if str(move) == "a1-b1")
    after = moved(mine, move)
    seen = uncovered_by(only_tops_seen(mine), [mine, after])
    way = motion(covered(mine), covered(after, seen), open_view=False)
    assert way is not None
    assert way.piece == tile_scene(Tile.MASK)


def test_more_or_less_than_a_move_does_not_glide() -> None:
    mine = Position.near("1,2,3")
    a1, b1, c1, d1 = QUARRIES[:4]
    assert motion(mine, mine, open_view=True) is None
    for other in (
        mine.lifted([a1]),
        mine.lifted([a1, b1]),
        mine.with_stack(a1, (Tile.MASK,)),
        mine.lifted([a1]).with_stack(d1, (Tile.MASK,)),
        mine.lifted([a1]).with_stack(d1, (Tile.TREASURE_1, Tile.TREASURE_1)),
        mine.lifted([a1, b1]).with_stack(d1, (Tile.TREASURE_1,)),
        mine.lifted([a1]).with_stack(d1, (Tile.TREASURE_1,)).with_stack(c1, (Tile.MASK,)),
    ):
        assert motion(mine, other, open_view=True) is None
    tall = mine.with_stack(a1, (Tile.TREASURE_1, Tile.TREASURE_2))
    both_gone = tall.with_stack(a1, ()).with_stack(d1, (Tile.TREASURE_2,))
    assert motion(tall, both_gone, open_view=True) is None
