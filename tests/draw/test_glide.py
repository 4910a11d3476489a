"""A glide is the one move between two pictures, and nothing else is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.draw import CELL, glide_between
from ksm_widgets.rules import QUARRIES, Position, Tile, legal_moves, moved
from ksm_widgets.rules.given import covered, only_tops_seen, uncovered_by
from tests import strategies


@given(strategies.positions(), st.data(), st.booleans())
def test_each_legal_move_glides_there_and_back(
    position: Position, data: st.DataObject, open_view: bool
) -> None:
    moves = legal_moves(position)
    if not moves:
        return
    move = data.draw(st.sampled_from(moves))
    after = moved(position, move)
    way = glide_between(position, after, open_view=open_view)
    back = glide_between(after, position, open_view=open_view)
    assert way is not None
    assert back is not None
    assert way.tile is position.top(move.source)
    assert (way.source, way.target) == (back.target, back.source)
    across = move.target.column - move.source.column
    assert way.target[0] - way.source[0] == across * CELL
    assert way.cell[0] < way.target[0] < way.cell[0] + CELL


def test_a_tile_that_comes_to_light_on_the_way_does_not_matter() -> None:
    mine = Position.near("15x,4")
    (move,) = (move for move in legal_moves(mine) if str(move) == "a1-b1")
    after = moved(mine, move)
    seen = uncovered_by(only_tops_seen(mine), [mine, after])
    way = glide_between(covered(mine), covered(after, seen), open_view=False)
    assert way is not None
    assert way.tile is Tile.MASK


def test_more_or_less_than_a_move_does_not_glide() -> None:
    mine = Position.near("1,2,3")
    a1, b1, c1, d1 = QUARRIES[:4]
    assert glide_between(mine, mine, open_view=True) is None
    for other in (
        mine.lifted([a1]),
        mine.lifted([a1, b1]),
        mine.with_stack(a1, (Tile.MASK,)),
        mine.lifted([a1]).with_stack(d1, (Tile.MASK,)),
        mine.lifted([a1]).with_stack(d1, (Tile.TREASURE_1, Tile.TREASURE_1)),
        mine.lifted([a1, b1]).with_stack(d1, (Tile.TREASURE_1,)),
        mine.lifted([a1]).with_stack(d1, (Tile.TREASURE_1,)).with_stack(c1, (Tile.MASK,)),
    ):
        assert glide_between(mine, other, open_view=True) is None
    tall = mine.with_stack(a1, (Tile.TREASURE_1, Tile.TREASURE_2))
    both_gone = tall.with_stack(a1, ()).with_stack(d1, (Tile.TREASURE_2,))
    assert glide_between(tall, both_gone, open_view=True) is None
