"""What the explorer lives through in JupyterLab: other explorers, other views, restarts, errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import uuid4

import nbformat.v4 as notebooks
import pytest
from nbformat import write
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from tests.mines import CURSED, FAR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Download, WebSocket

    from benchmarks.browsing.pages import LabPage

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
BEGIN = "from ksm_widgets.widgets import Explorer"
FIVE_AT_F6 = re.compile("^-,-,-,-,-,5/")
IDS = """() => [...document.querySelectorAll('.ksm-explorer [id]')]
    .filter(node => !node.closest('svg')).map(node => node.id)"""
LABELS = """() => [...document.querySelectorAll('.ksm-explorer label[for]')].map(label =>
    label.control?.closest('.ksm-explorer') === label.closest('.ksm-explorer'))"""
SAME_PICTURE = """() => {
    const [one, other] = [...document.querySelectorAll('.ksm-explorer canvas')].map(
        canvas => canvas.toDataURL());
    return one === other;
}"""
KEPT_TEXT = """() => window.panelUnderTest.content.model.cells.get(0).outputs.get(0)
    .toJSON().data['text/plain'].toString()"""

pytestmark = pytest.mark.slow


@pytest.fixture
def opened(lab_page: LabPage) -> Iterator[Callable[..., str]]:
    """Open and run a notebook of these cells; its name."""

    def open_(*cells: str) -> str:
        name = f"surviving-{uuid4().hex}.ipynb"
        book = notebooks.new_notebook(
            cells=[notebooks.new_code_cell(cell) for cell in cells], metadata=KERNEL
        )
        write(book, lab_page.server.folder / name)
        # Tall enough for several: a notebook takes out of the page what is far out of sight.
        lab_page.page.set_viewport_size({"width": 1400, "height": 4500})
        lab_page.open(name)
        lab_page.run_all()
        return name

    yield open_
    lab_page.shut_down()


def test_two_views_of_one_and_another_beside_them(
    opened: Callable[..., str], lab_page: LabPage
) -> None:
    opened(f"{BEGIN}\none = Explorer('board={CURSED}&card=1')\none", "one", f"Explorer('{FAR}-/-')")
    page = lab_page.page
    first, second, other = (OnPage(page, number) for number in range(3))
    for explorer in (first, second):
        explorer.ready()
    downloads: list[Download] = []

    def downloaded(download: Download) -> None:
        downloads.append(download)

    page.on("download", downloaded)

    # What is done in one view shows in both, as the same picture, and nowhere else.
    first.button("treasure of 5 (key 5)").click()
    first.click("f6")
    expect(second.board_text).to_have_value(FIVE_AT_F6)
    second.click("e6")
    expect(first.board_text).to_have_value(re.compile("^-,-,-,-,5,5/"))
    page.wait_for_function(SAME_PICTURE)
    expect(other.notice).to_contain_text("Row 2 must have six quarries")
    expect(other.board_text).not_to_have_value(FIVE_AT_F6)

    # Each label means its own field, each fold is its own, and what is saved is saved once.
    ids = page.evaluate(IDS)
    assert len(ids) == len(set(ids)) > 0
    assert all(page.evaluate(LABELS))
    second.fold("Save")
    second.button("Position and plan (text)").click()
    second.root.get_by_label("Language").select_option("de")
    expect(first.button("Aufbauen")).to_be_visible()
    expect(other.button("Set up")).to_be_visible()
    second.root.get_by_label("Sprache").select_option("en")  # It is remembered.
    expect(first.button("Set up")).to_be_visible()
    assert len(downloads) == 1

    # The focus stays in the view that was used.
    second.root.locator('[data-act=enter][data-value="anew"]').click()
    expect(second.canvas).to_be_focused()
    assert lab_page.console_errors == []


def test_a_restarted_kernel_and_a_notebook_opened_again(
    opened: Callable[..., str], lab_page: LabPage
) -> None:
    name = opened(f"{BEGIN}\nExplorer('board={CURSED}&card=1')")
    explorer = OnPage(lab_page.page)
    explorer.ready()
    picture = lab_page.page.locator(".jp-RenderedSVG img")
    expect(picture).to_have_count(1)
    expect(picture).to_be_hidden()

    lab_page.restart()
    lab_page.run_all()
    explorer.ready()
    before = picture.get_attribute("src")
    explorer.click("f6")
    expect(explorer.notice).to_contain_text("on f6, level 1")
    # What the notebook keeps is the board as it was left, once it has lain still.
    expect(picture).not_to_have_attribute("src", str(before))
    assert lab_page.console_errors == []

    lab_page.shut_down()
    lab_page.open(name)
    expect(picture).to_be_visible()
    assert "\n-,-,-,-,-,1/" in lab_page.page.evaluate(KEPT_TEXT)
    lab_page.console_errors.clear()
    lab_page.run_all()
    explorer.ready()
    expect(picture).to_be_hidden()
    # Lab itself complains, sooner or later, that the widget of before is gone.
    assert [one for one in lab_page.console_errors if "widget model not found" not in one] == []


BREAKING = """
from ksm_widgets.explorer import playing
from ksm_widgets.page import board
from ksm_widgets.widgets import Explorer

def broken(*args, **kwargs):
    raise RuntimeError("<b>a lamp went out</b>")

whole = (playing.press, board.paint_canvas)
explorer = Explorer(solver=broken)
explorer
"""


def test_errors_in_callbacks_are_shown_and_the_board_goes_on(
    opened: Callable[..., str], lab_page: LabPage
) -> None:
    opened(BREAKING)
    explorer = OnPage(lab_page.page)
    explorer.ready()
    trouble = explorer.root.get_by_role("alert")

    # In a search, in a click's handler, and while the board is painted.
    explorer.button("Solve").click()
    expect(trouble).to_contain_text("<b>a lamp went out</b>")
    expect(explorer.button("Solve")).not_to_have_attribute("aria-disabled", "true")
    explorer.button("Clear the mine").click()
    expect(trouble).to_have_count(0)
    for broken in ("playing.press", "board.paint_canvas"):
        lab_page.execute(f"{broken} = broken")
        explorer.click("b2")
        expect(trouble).to_contain_text("nothing was lost")
        lab_page.execute("playing.press, board.paint_canvas = whole")
        explorer.click("b2")
        expect(trouble).to_have_count(0)
    expect(explorer.board_text).to_have_value(re.compile("-,111,-,-,-,-/"))
    assert lab_page.console_errors == []


SWEEP = """canvas => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    for (let step = 0; step < 300; step += 1) {
        const across = (step * 7) % 31 / 30, down = (step * 11) % 29 / 28;
        canvas.dispatchEvent(new PointerEvent("pointermove", {
            bubbles: true, pointerType: "mouse",
            clientX: left + width * across, clientY: top + height * down,
        }));
    }
}"""


def test_a_fast_mouse_is_followed_without_lagging_behind(
    opened: Callable[..., str], lab_page: LabPage
) -> None:
    """Of hundreds of moves at once one is on its way, and the last one is what counts."""
    sent: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)))

    lab_page.page.on("websocket", listen)
    opened(f"{BEGIN}\nexplorer = Explorer('board={CURSED}&card=1')\nexplorer")
    explorer = OnPage(lab_page.page)
    explorer.ready()
    explorer.button("Play").click()
    explorer.button("Dig").click()

    def moves() -> int:
        return sum('"point"' in frame for frame in sent)

    explorer.canvas.hover(position=explorer.place("d4"))
    expect(explorer.notice).to_contain_text("empty quarry")
    before = moves()
    explorer.canvas.evaluate(SWEEP)
    explorer.canvas.hover(position=explorer.place("b1"))
    expect(explorer.notice).to_contain_text("are on levels 1 and 2")
    assert 0 < moves() - before < 10
