"""Positions, cards and shapes show as pictures where there is an IPython shell."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ksm_widgets.draw import board_scene, svg
from ksm_widgets.rules import Position, Shape, cards

SHOWN = [Position(), cards()[0], Shape.parse("##./.##"), board_scene(Position())]


@pytest.mark.parametrize("thing", SHOWN, ids=lambda thing: type(thing).__name__)
def test_svg_takes_each_kind(thing: object) -> None:
    assert svg(thing).startswith("<svg")


def test_a_position_shows_in_a_notebook_as_picture_and_text() -> None:
    """In a real shell, registered by nothing but the import of the package."""
    pytest.importorskip("IPython")
    code = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import ksm_widgets
from ksm_widgets.rules import Position, Shape, cards
from ksm_widgets.draw import board_scene
for thing in (Position(), Shape.parse("#"), cards()[0], board_scene(Position())):
    data, _ = shell.display_formatter.format(thing)
    assert data["image/svg+xml"].startswith("<svg"), type(thing)
    assert len(data["text/plain"]) < 2000, type(thing)
data, _ = shell.display_formatter.format(Position())
assert "6  -  -  -" in data["text/plain"]
assert Position().text in data["text/plain"]
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
