"""Positions, cards, shapes, plans and answers show as pictures where there is an IPython shell."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ksm_widgets.draw import Marks, board_scene, svg
from ksm_widgets.rules import Position, Shape, cards
from ksm_widgets.solver import solve
from ksm_widgets.tutor.coach.showing import plan_scene

SHOWN = [Position(), cards()[0], Shape.parse("##./.##"), board_scene(Position())]


@pytest.mark.parametrize("thing", SHOWN, ids=lambda thing: type(thing).__name__)
def test_svg_takes_each_kind(thing: object) -> None:
    assert svg(thing).startswith("<svg")


def test_it_shows_in_a_notebook_as_picture_and_text() -> None:
    """In a real shell, registered by nothing but the import of the package."""
    pytest.importorskip("IPython")
    code = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import ksm_widgets as ksm
assert not {name for name in sys.modules if name.startswith("ksm_widgets.")}
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
assert mine.text in shown(mine)["text/plain"]
answer = ksm.solve(mine, "###")
for thing in (answer, answer.plan):
    assert shown(thing)["text/plain"] == str(thing)
    assert shown(thing)["image/svg+xml"] != shown(mine)["image/svg+xml"]
impossible = ksm.solve(mine, "###", wanted="c1:1", max_moves=0)
assert shown(impossible)["text/plain"] == str(impossible)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_picture_of_a_plan_marks_its_moves_and_its_dig() -> None:
    mine = Position.near("5,4,3z")
    plan = solve(mine, "###").plan
    assert plan is not None
    marks = Marks(path=plan.turn.moves, dig=plan.dig or ())
    assert plan_scene(plan).items == board_scene(mine, marks, open_view=True).items
    assert plan_scene(plan).description == str(plan)
    nothing = solve(Position.near("z,z"), "##").plan
    assert nothing is not None
    assert plan_scene(nothing).items == board_scene(nothing.positions[0], open_view=True).items
