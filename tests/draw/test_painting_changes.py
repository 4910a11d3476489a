"""Of a picture that changes only the changed part is painted, and the whole is then the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksm_widgets.draw import CELL, Marks, Scene, Text, board_scene, paint_canvas
from ksm_widgets.draw.ground import corner
from ksm_widgets.rules import QUARRIES, Position, Quarry, Tile
from tests.draw.canvases import Recorded, plain
from tests.strategies import positions

SCALE = 2.0
C3 = Quarry.parse("c3")
Place = tuple[float, float, float, float]


def painted(scene: Scene, before: Scene | None = None) -> Recorded:
    canvas = Recorded()
    paint_canvas(scene, canvas, SCALE, plain, before=before)
    return canvas


def places(canvas: Recorded) -> list[Place]:
    """The rectangles in which is painted: left, upper, right and lower edge."""
    found = []
    for name, arguments in canvas.commands:
        if name == "rect":
            x, y, width, height = arguments
            found.append((x, y, x + width, y + height))
    return found


def reaches(points: list[tuple[float, float]], place: Place) -> bool:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top, right, low = place
    return min(xs) - 1 < right and left < max(xs) + 1 and min(ys) - 1 < low and top < max(ys) + 1


def test_a_tile_that_is_placed_is_painted_in_its_cell_alone() -> None:
    before = board_scene(Position.near("5,4,3z"), open_view=True)
    after = board_scene(Position.near("5,4,3z").with_stack(C3, (Tile.MUMMY,)), open_view=True)
    canvas = painted(after, before)
    names = [name for name, _ in canvas.commands]
    assert names[0] == "save"
    assert names[-1] == "restore"
    assert names.index("clip") < names.index("clear_rect") < names.index("polygons")
    x, y = corner(C3)
    for left, top, right, low in places(canvas):
        assert left >= SCALE * x - 8
        assert top >= SCALE * y - 8
        assert right <= SCALE * (x + CELL) + 8
        assert low <= SCALE * (y + CELL) + 8
    assert len(canvas.polygons) < len(painted(after).polygons) / 5


@pytest.mark.long
@settings(max_examples=20)
@given(positions(), positions(), st.sampled_from(QUARRIES), st.sampled_from(QUARRIES))
def test_whatever_reaches_into_what_changed_is_painted_in_the_same_order(
    one: Position, other: Position, quarry: Quarry, pointed: Quarry
) -> None:
    """What lies outside need not be: there both pictures are the same."""
    before = board_scene(one, Marks(focus=quarry), open_view=True)
    mixed = one.with_stack(quarry, other.stack(quarry))
    after = board_scene(mixed, Marks(focus=pointed), open_view=True)
    canvas, whole = painted(after, before), painted(after)
    changed = places(canvas)
    if changed:
        assert canvas.polygons == [
            polygon for polygon in whole.polygons if any(reaches(polygon[0], at) for at in changed)
        ]
        outside = [
            [polygon for polygon in all_ if not any(reaches(polygon[0], at) for at in changed)]
            for all_ in (painted(before).polygons, whole.polygons)
        ]
        assert outside[0] == outside[1]


def test_a_picture_that_is_the_same_is_left_alone() -> None:
    scene = board_scene(Position.near("5,4"))
    assert painted(scene, board_scene(Position.near("5,4"))).commands == []


def test_a_picture_that_is_quite_another_is_painted_whole() -> None:
    one, other = board_scene(Position()), board_scene(Position.random(1), open_view=True)
    assert places(painted(other, one)) == []
    assert painted(other, one).polygons == painted(other).polygons
    smaller = replace(one, width=one.width / 2)
    assert painted(one, smaller).polygons == painted(one).polygons


def test_where_words_change_all_is_painted() -> None:
    plain_ = board_scene(Position.near("5"))
    worded = replace(plain_, items=(*plain_.items, Text(9, 9, "mine", 12, "#000000")))
    for scene, before in ((worded, plain_), (plain_, worded)):
        assert places(painted(scene, before)) == []
        assert painted(scene, before).polygons == painted(scene).polygons
