"""Positions, cards, shapes, plans and answers show as pictures in notebooks."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ksm_widgets.draw import DARK, Marks, Rect, Scene, Text, board_scene, svg
from ksm_widgets.draw.shapes import beside, captioned
from ksm_widgets.rules import Position, Shape, cards
from ksm_widgets.solver import solve
from ksm_widgets.telling.pictures import answer_scene, plan_scene

SHOWN = [Position(), cards()[0], Shape.parse("##./.##"), board_scene(Position())]


@pytest.mark.parametrize("thing", SHOWN, ids=lambda thing: type(thing).__name__)
def test_svg_takes_each_kind(thing: object) -> None:
    assert svg(thing).startswith("<svg")


def test_it_shows_in_a_notebook_as_picture_and_text() -> None:
    """In a real shell, with nothing but the import of the package."""
    pytest.importorskip("IPython")
    code = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import ksm_widgets as ksm
assert "ksm_widgets.draw" not in sys.modules
from ksm_widgets.draw import board_scene

def shown(thing):
    data, _ = shell.display_formatter.format(thing)
    assert data["image/svg+xml"].startswith("<svg"), type(thing)
    assert len(data["text/plain"]) < 2000, type(thing)
    return data

mine = ksm.Position.near("5,4,3z")
for thing in (ksm.Shape.parse("#"), ksm.card(1), board_scene(mine)):
    shown(thing)
assert "6  -  -  -" in shown(mine)["text/plain"]
assert ksm.Position.parse(shown(mine)["text/plain"]) == mine
answer = ksm.solve(mine, "###")
for thing in (answer, answer.plan):
    assert shown(thing)["text/plain"] == str(thing)
    assert shown(thing)["image/svg+xml"] != shown(mine)["image/svg+xml"]
impossible = ksm.solve(mine, "###", wanted="c1:1", max_moves=0)
assert shown(impossible)["text/plain"] == str(impossible)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_picture_of_a_plan_shows_its_moves_and_then_what_is_dug() -> None:
    mine = Position.near("5,4,3z")
    plan = solve(mine, "###").plan
    assert plan is not None
    start = board_scene(mine, Marks(path=plan.turn.moves), open_view=True)
    # The mummy lies on c1 before the move; what is framed there is the treasure below it.
    ready = board_scene(plan.positions[1], Marks(dig=plan.dig or ()), open_view=True)
    both, scene = beside(start, ready).items, plan_scene(plan)
    assert repr(scene.items[: len(both)]) == repr(both)  # Sprites are equal only to themselves.
    assert scene.width == beside(start, ready).width
    assert told(scene) == str(plan).splitlines()
    assert scene.description == str(plan)


def test_a_plan_without_moves_needs_one_mine() -> None:
    nothing = solve(Position.near("z,z"), "##").plan
    assert nothing is not None
    mine = board_scene(nothing.positions[0], open_view=True)
    assert plan_scene(nothing).items[: len(mine.items)] == mine.items
    assert plan_scene(nothing).width == mine.width


@pytest.mark.parametrize("wanted", [(), "c1:1"])
def test_the_picture_of_an_answer_says_what_the_answer_says(wanted: str) -> None:
    """Where there is no plan at all, too."""
    answer = solve(Position.near("5,4,3z"), "###", wanted=wanted, max_moves=0)
    assert (answer.plan is None) is bool(wanted)
    assert "".join(told(answer_scene(answer))).replace(" ", "") == "".join(str(answer).split())


def test_long_lines_of_a_caption_are_broken() -> None:
    scene = captioned(Scene(300, 100, ()), "a word " * 40 + "\nlast", DARK)
    lines = [item for item in scene.items if isinstance(item, Text)]
    assert len(lines) > 3
    assert all(len(line.text) <= 30 for line in lines)
    assert [line.bold for line in lines] == [True] * (len(lines) - 1) + [False]
    assert scene.height > lines[-1].y


def told(scene: Scene) -> list[str]:
    """The lines below a picture."""
    below = max(item.y for item in scene.items if isinstance(item, Rect))
    return [item.text for item in scene.items if isinstance(item, Text) and item.y > below]
