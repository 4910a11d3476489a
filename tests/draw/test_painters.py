"""The painters: SVG that is safe and whole, a canvas asked for little, text that is aligned."""

from __future__ import annotations

from array import array
from typing import get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.draw import (
    DARK,
    THEMES,
    Circle,
    Path,
    Placed,
    Rect,
    Scene,
    Sprite,
    Text,
    Theme,
    board_scene,
    paint_canvas,
    paint_svg,
)
from ksm_widgets.draw.canvas import filled, stroked
from ksm_widgets.draw.shapes import Item
from tests.draw.canvases import Recorded, plain
from tests.draw.scenes import MINE, SCENES, dark

SVG = "{http://www.w3.org/2000/svg}"
ONE_OF_EACH: tuple[Item, ...] = (
    Rect(1, 2, 30, 20, 5, fill="#010203", stroke="#040506", stroke_width=2, dash=(3, 2)),
    Circle(50, 50, 10, fill="#070809"),
    Path("M0 0 L10 0 C10 5 5 10 0 10 Q5 5 0 0 Z", stroke="#0a0b0c"),
    Text(5, 90, "word", 12, "#0d0e0f"),
    Placed(Sprite((Circle(0, 0, 3, fill="#101112"),)), 70, 70, 2),
)


@pytest.mark.parametrize("theme", THEMES.values(), ids=str)
@pytest.mark.parametrize("name", SCENES)
def test_svg_is_xml_with_a_title_and_nothing_from_elsewhere(name: str, theme: Theme) -> None:
    text = paint_svg(SCENES[name](theme))
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title")
    defined = {group.get("id") for group in root.iter(f"{SVG}g")} - {None}
    used = {use.get("href", "").removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used <= defined
    assert text.count("http") == 1


@given(st.text())
def test_svg_escapes_what_comes_from_outside(words: str) -> None:
    hostile = words + "</title><script>alert(1)</script>\"'&"
    scene = Scene(10, 10, (Text(0, 0, hostile, 5, "#000000"),), title=hostile, description=hostile)
    root = ElementTree.fromstring(paint_svg(scene))
    assert {child.tag for child in root.iter()} == {
        f"{SVG}{tag}" for tag in ("svg", "title", "desc", "defs", "text")
    }
    assert root.findtext(f"{SVG}text") == root.findtext(f"{SVG}desc")
    told = root.findtext(f"{SVG}text") or ""
    assert len(told) == len(hostile)
    assert all(one in (other, "\ufffd") for one, other in zip(told, hostile, strict=True))


def test_svg_takes_the_width_asked_for_and_keeps_its_proportions() -> None:
    root = ElementTree.fromstring(paint_svg(Scene(200, 100, ()), 480))
    assert (root.get("width"), root.get("height")) == ("480", "240")


def test_two_pictures_share_names_only_for_the_same_drawing() -> None:
    groups: dict[str, str] = {}
    for name in SCENES:
        for group in ElementTree.fromstring(paint_svg(dark(name))).iter(f"{SVG}g"):
            drawing = "".join(ElementTree.tostring(child, "unicode") for child in group)
            assert groups.setdefault(str(group.get("id")), drawing) == drawing


def test_the_painters_know_every_kind_of_item() -> None:
    assert {type(item) for item in ONE_OF_EACH} == set(get_args(Item))
    canvas = Recorded()
    for item in ONE_OF_EACH:
        scene = Scene(100, 100, (item,))
        assert paint_svg(scene) != paint_svg(Scene(100, 100, ()))
        before = len(canvas.commands)
        paint_canvas(scene, canvas, 1, plain)
        assert len(canvas.commands) == before + 2


@pytest.mark.parametrize("name", SCENES)
def test_a_canvas_gets_plain_numbers_and_few_commands(name: str) -> None:
    canvas, scene = Recorded(), dark(name)
    paint_canvas(scene, canvas, 2.0, plain)
    words = sum(isinstance(item, Text) for item in scene.items)
    assert len(canvas.commands) <= 2 + 2 * words
    assert canvas.polygons
    for command, arguments in canvas.commands:
        for argument in arguments:
            assert isinstance(argument, (array, float, int)), command
            if isinstance(argument, array):
                assert all(number == number for number in argument)


def test_a_board_is_one_command_for_all_its_polygons() -> None:
    canvas = Recorded()
    paint_canvas(dark("open board"), canvas, 2.0, plain)
    assert [name for name, _ in canvas.commands] == ["clear_rect", "polygons"]
    points, colours, alphas, counts = canvas.commands[1][1]
    assert len(points) == 2 * sum(counts)
    assert len(colours) == 3 * len(counts)
    assert len(alphas) == len(counts)
    assert min(counts) >= 3
    assert all(0 < alpha <= 1 for alpha in alphas)


@pytest.mark.parametrize("name", ["covered board", "open board", "mark path", "account"])
def test_a_canvas_keeps_to_the_picture_and_scales(name: str) -> None:
    scene = dark(name)
    for scale in (1.0, 2.0):
        canvas = Recorded()
        paint_canvas(scene, canvas, scale, plain)
        assert canvas.commands[0] == (
            "clear_rect",
            (0, 0, scene.width * scale, scene.height * scale),
        )
        points = [point for polygon, _, _ in canvas.polygons for point in polygon]
        assert max(x for x, _ in points) <= scene.width * scale + 1
        assert min(x for x, _ in points) >= -1
        assert max(x for x, _ in points) >= 0.97 * scene.width * scale


def test_painting_again_asks_for_the_same() -> None:
    first, second = Recorded(), Recorded()
    for canvas in (first, second):
        paint_canvas(board_scene(MINE), canvas, 2.0, plain)
    assert first.commands == second.commands


def test_a_sprite_lies_where_it_is_placed() -> None:
    canvas = Recorded()
    inner = Sprite((Rect(0, 0, 10, 5, fill="#0000ff", opacity=0.5),))
    outer = Placed(Sprite((Placed(inner, 1, 2, 2),)), 10, 20, 3)
    paint_canvas(Scene(100, 100, (outer,)), canvas, 2, plain)
    [(points, colour, alpha)] = canvas.polygons
    assert points == [(26, 52), (146, 52), (146, 112), (26, 112)]
    assert (colour, alpha) == ((0, 0, 255), 0.5)


def _area(points: list[tuple[float, float]]) -> float:
    return 0.5 * abs(
        sum(
            x0 * y1 - x1 * y0
            for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True)
        )
    )


def test_outlines_have_the_area_they_should() -> None:
    [disc] = filled(Circle(3, 4, 10, fill="#000000"), 10)
    assert _area(disc) == pytest.approx(314.16, rel=0.01)
    [rounded] = filled(Rect(0, 0, 40, 20, 5, fill="#000000"), 10)
    assert _area(rounded) == pytest.approx(800 - (4 - 3.14159) * 25, rel=0.01)
    [line] = stroked(Path("M0 0 L30 0", stroke="#000000", stroke_width=4), 20)
    assert _area(line) == pytest.approx(120 + 12.566, rel=0.01)
    [ring] = stroked(Circle(0, 0, 10, stroke="#000000", stroke_width=2), 20)
    assert _area(ring) == pytest.approx(3.14159 * (121 - 81), rel=0.02)
    dashes = stroked(Path("M0 0 L30 0", stroke="#000000", stroke_width=0.01, dash=(5, 5)), 20)
    assert len(dashes) == 3
    [dot] = stroked(Path("M5 5 L5 5", stroke="#000000", stroke_width=4), 20)
    assert _area(dot) == pytest.approx(12.566, rel=0.02)


def test_a_theme_paints_every_colour_it_has() -> None:
    """No colour of a theme is there for nothing."""
    shown = "".join(paint_svg(SCENES[name](DARK)) for name in SCENES)
    for name in DARK.__dataclass_fields__:
        value = getattr(DARK, name)
        if isinstance(value, str) and value.startswith("#"):
            assert value in shown, name
