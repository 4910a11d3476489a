"""JupyterLab starts as `ksm lab` starts it, and a notebook with a canvas runs in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import nbformat.v4 as notebooks
import pytest
from nbformat import write

if TYPE_CHECKING:
    from benchmarks.browsing.pages import LabPage

pytestmark = pytest.mark.slow

CANVAS = """
from ipycanvas import Canvas
canvas = Canvas(width=60, height=40)
def paint():
    canvas.fill_style = "#ff0000"
    canvas.fill_rect(0, 0, 60, 40)
canvas.on_client_ready(paint)
canvas
"""
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
RED = """() => {
    const canvas = document.querySelector('.jp-OutputArea-output canvas');
    if (!canvas) return false;
    const [red, green, blue, alpha] = canvas.getContext('2d').getImageData(30, 20, 1, 1).data;
    return red === 255 && green === 0 && blue === 0 && alpha === 255;
}"""


def test_a_canvas_is_painted_in_lab(lab_page: LabPage) -> None:
    notebook = notebooks.new_notebook(
        cells=[notebooks.new_code_cell(CANVAS.strip())], metadata=KERNEL
    )
    write(notebook, lab_page.server.folder / "canvas.ipynb")

    lab_page.open("canvas.ipynb")
    lab_page.run_all()
    lab_page.page.wait_for_function(RED)

    assert lab_page.console_errors == []
    lab_page.shut_down()


def test_lab_asks_nothing_at_the_start(lab_page: LabPage) -> None:
    """No question about news, no dialog: the notebook is there to be read."""
    write(notebooks.new_notebook(metadata=KERNEL), lab_page.server.folder / "empty.ipynb")

    lab_page.open("empty.ipynb")

    settings = lab_page.page.evaluate(
        "() => JSON.parse(document.getElementById('jupyter-config-data').textContent)"
    )
    assert "@jupyterlab/apputils-extension:announcements" in str(settings["disabledExtensions"])
    assert lab_page.page.locator("dialog.jp-Dialog, .jp-toast-button").count() == 0
    lab_page.shut_down()
