"""Scenes as data: every tile, every mark, hit areas, and what a picture must not betray."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from math import hypot
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ksm_widgets
from ksm_widgets import draw
from ksm_widgets.draw import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    Circle,
    Marks,
    Placed,
    Rect,
    Scene,
    board_scene,
    card_scene,
    paint_svg,
)
from ksm_widgets.draw.ground import CELL, corner, face_top, pile, slot
from ksm_widgets.draw.shapes import Path as Drawn
from ksm_widgets.draw.themes import DARK
from ksm_widgets.rules import QUARRIES, Card, Move, Position, Quarry, Tile, cards
from tests.draw.scenes import MARKS, MINE, SCENES, dark
from tests.strategies import positions


def hit(scene: Scene, x: float, y: float) -> object:
    """What lies at a point of a picture; None if nothing does."""
    found = [
        area.target
        for area in scene.hits
        if area.x <= x < area.x + area.width and area.y <= y < area.y + area.height
    ]
    return found[-1] if found else None


@pytest.mark.parametrize("name", MARKS)
def test_every_mark_draws_something_of_its_own(name: str) -> None:
    pictures = {other: paint_svg(board_scene(MINE, MARKS[other])) for other in MARKS}
    plain = paint_svg(board_scene(MINE))
    assert pictures[name] != plain
    assert [other for other in MARKS if pictures[other] == pictures[name]] == [name]


def test_every_field_of_marks_is_tried() -> None:
    fields = {name.split()[0] for name in MARKS} | {"ghost_ok", "first_step"}
    assert fields == set(Marks.__dataclass_fields__)


def test_every_tile_has_a_picture_of_its_own_in_both_views() -> None:
    for open_view in (False, True):
        piles = [pile((tile,), open_view, False, DARK, "en") for tile in Tile]
        assert len({repr(_flat(sprite)) for sprite in piles}) == len(Tile)


def _flat(sprite: object) -> object:
    return [
        _flat(item.sprite) if hasattr(item, "sprite") else item
        for item in getattr(sprite, "shapes", ())
    ]


def test_the_edition_picks_the_picture_of_the_carpet() -> None:
    assert paint_svg(dark("axe")) != paint_svg(dark("tile C"))
    assert "magic axe" in paint_svg(dark("axe"))


@pytest.mark.long
@given(positions(), st.sampled_from(QUARRIES), st.sampled_from(Tile))
def test_the_covered_view_betrays_no_covered_tile(
    position: Position, quarry: Quarry, other: Tile
) -> None:
    stack = position.stack(quarry)
    if len(stack) < 2:
        return
    changed = position.with_stack(quarry, (other, *stack[1:]))
    assert paint_svg(board_scene(position)) == paint_svg(board_scene(changed))
    if other is not stack[0]:
        seen = [paint_svg(board_scene(mine, open_view=True)) for mine in (position, changed)]
        assert seen[0] != seen[1]


@given(st.sampled_from(QUARRIES), st.integers(0, int(CELL) - 1), st.integers(0, int(CELL) - 1))
def test_each_point_of_a_cell_hits_its_quarry(quarry: Quarry, right: int, down: int) -> None:
    x, y = corner(quarry)
    assert hit(board_scene(Position()), x + right, y + down) == quarry


def test_a_point_beside_the_quarries_hits_nothing() -> None:
    scene = board_scene(MINE)
    for x, y in ((1, 1), (BOARD_WIDTH - 1, 40), (BOARD_WIDTH / 2, BOARD_HEIGHT - 5), (-5, -5)):
        assert hit(scene, x, y) is None


def test_the_entrance_is_at_the_bottom_and_column_a_at_the_left() -> None:
    near, far = corner(Quarry.parse("a1")), corner(Quarry.parse("f6"))
    assert near[0] < far[0]
    assert near[1] > far[1]


@pytest.mark.parametrize("open_view", [False, True])
@pytest.mark.parametrize("height", range(1, 12))
def test_no_stack_leaves_its_cell(height: int, open_view: bool) -> None:
    assert face_top(height, open_view) >= 0
    for level in range(1, height + 1):
        x, y, scale = slot(level, height)
        assert x >= 0
        assert x + 24 * scale <= CELL
        assert y + 24 * scale <= CELL


def test_the_marks_of_a_bare_tile_hide_nothing_that_its_face_shows() -> None:
    """The price of a curse stands in the face's corner."""
    price = (57.5, 46.5, 11)  # Its seal's middle and radius.
    plain = board_scene(MINE).items
    (marks,) = (item for item in dark("mark bare").items if item not in plain)
    assert isinstance(marks, Placed)
    strokes = [shape for shape in marks.sprite.shapes if isinstance(shape, draw.Path)]
    assert strokes
    for stroke in strokes:
        for line in stroke.d.split("M")[1:]:
            points = [tuple(map(float, point.split())) for point in line.split("L")]
            for (x0, y0), (x1, y1) in pairwise(points):
                # The strokes run along the face's edges, so their nearest point is this.
                near_x = min(max(price[0], min(x0, x1)), max(x0, x1))
                near_y = min(max(price[1], min(y0, y1)), max(y0, y1))
                away = hypot(near_x - price[0], near_y - price[1])
                assert away >= price[2] + stroke.stroke_width / 2


def test_each_level_raises_the_face_visibly() -> None:
    """At 480 pixels of width each level is at least six pixels above the one below."""
    tops = [face_top(height, False) * 480 / BOARD_WIDTH for height in range(1, 5)]
    assert all(low - high >= 6 for low, high in pairwise(tops))


@pytest.mark.parametrize(
    ("name", "targets"),
    [
        ("card", ["card:15"]),
        ("tray", ["coins", "tile:z", "tile:b"]),
        ("frontier", ["frontier:0", "frontier:1", "frontier:2", "frontier:3"]),
        ("tile 5", ["tile:5"]),
    ],
)
def test_what_can_be_pointed_at(name: str, targets: list[str]) -> None:
    scene = dark(name)
    middles = [(a.x + a.width / 2, a.y + a.height / 2) for a in scene.hits]
    assert [hit(scene, x, y) for x, y in middles] == targets
    assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in middles)


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_has_words(name: str) -> None:
    assert dark(name).title


def test_every_picture_and_every_mark_is_shown_somewhere() -> None:
    """What only tests would ever draw is not kept."""
    room = Path(draw.__file__).parent
    outside = [
        path.read_text(encoding="utf-8")
        for path in Path(ksm_widgets.__file__).parent.rglob("*.py")
        if room not in path.parents
    ]
    names = [f"{name}(" for name in draw.__all__ if name.endswith("_scene")]
    names += [f"{name}=" for name in Marks.__dataclass_fields__]
    assert [name for name in names if not any(name in text for text in outside)] == []


@pytest.mark.parametrize("card", cards(), ids=lambda card: f"card {card.number}")
def test_a_card_is_drawn_as_it_is_held(card: Card) -> None:
    """Its quarries lie as the shape does after so many quarters (R21), and the arrow goes along."""
    turns = [card_scene(card, quarters=quarters) for quarters in range(4)]
    for quarters, scene in enumerate(turns):
        held = card_scene(card.shape.turned(quarters))
        assert _cells(scene) == _cells(held)
        assert scene.description == held.description
    assert len({paint_svg(scene) for scene in turns}) == 4


def _cells(scene: Scene) -> list[Rect]:
    """The quarries drawn on a card."""
    sprites = [item.sprite for item in scene.items if isinstance(item, Placed)]
    return [
        shape
        for sprite in sprites
        for shape in sprite.shapes
        if isinstance(shape, Rect) and shape.fill == DARK.treasure.face
    ]


@pytest.mark.parametrize("target", ["c4", "d3", "d4"])
def test_an_arrow_leaves_the_glyphs_free_and_what_it_crosses_shows_through(target: str) -> None:
    move = Move(Quarry.parse("c3"), Quarry.parse(target))
    plain, drawn = (board_scene(Position(), Marks(path=path)) for path in ((), (move,)))
    new = [item for item in drawn.items if item not in plain.items]
    ground, *arrow = (item for item in new if isinstance(item, Drawn))
    assert ground.opacity < 1
    shaft = next(path for path in arrow if path.fill is None)
    x, y = map(float, shaft.d[1:].split(" L")[0].split())
    left, top = corner(move.source)
    assert hypot(x - (left + 66), y - (top + 56)) > 22


def numbers(path: tuple[Move, ...]) -> list[Circle]:
    """The discs with the numbers of moves."""
    scene = board_scene(Position(), Marks(path=path))
    return [item for item in scene.items if isinstance(item, Circle)][-2 * len(path) :: 2]


def test_the_numbers_of_arrows_that_cross_lie_apart() -> None:
    for path in permutations(map(Move.parse, ("b2-c3", "c2-b3", "c3-b2")), 2):
        one, other = numbers(path)
        assert hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius


@pytest.mark.parametrize("moves", [2, 3, 4])
@pytest.mark.parametrize("target", ["c4", "d3", "d4", "b4"])
def test_arrows_to_and_fro_lie_side_by_side_and_their_numbers_apart(
    moves: int, target: str
) -> None:
    there = Move(Quarry.parse("c3"), Quarry.parse(target))
    path = tuple(Move(there.target, there.source) if n % 2 else there for n in range(moves))
    discs = numbers(path)
    for one, other in combinations(discs, 2):
        assert hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius
    # A head is 22 wide: it touches no shaft beside it.
    (x0, y0), (x1, y1) = (corner(quarry) for quarry in (there.source, there.target))
    across = sorted(
        ((disc.y - y0) * (x1 - x0) - (disc.x - x0) * (y1 - y0)) / hypot(x1 - x0, y1 - y0)
        for disc in discs
    )
    assert all(right - left > 22 for left, right in pairwise(across))
