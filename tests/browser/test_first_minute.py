"""The first minute in JupyterLab: home says where to go, and what is opened runs by itself."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE, LabPage, watch_console
from benchmarks.browsing.servers import NOTEBOOKS, TOKEN, lab_server
from tests.browser.lessons import OnTask

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

SAVE_ALL = "() => window.jupyterapp.commands.execute('docmanager:save-all')"
SHUT_DOWN = "() => window.jupyterapp.serviceManager.sessions.shutdownAll()"
SAVED = "() => !document.querySelector('.jp-mod-dirty')"


@pytest.fixture
def begun(page: Page, chromium: str, tmp_path: Path) -> Iterator[LabPage]:
    """`ksm lab` as a reader starts it, at the address that it opens."""
    assert chromium
    errors = watch_console(page)
    with lab_server(None, tmp_path) as server:
        page.goto(f"{server.url}/?token={TOKEN}", timeout=PATIENCE)
        page.wait_for_function("() => window.jupyterapp", timeout=PATIENCE)
        yield LabPage(page, server, errors)


def test_from_home_to_a_lesson_that_runs_by_itself_and_to_the_explorer(begun: LabPage) -> None:
    page = begun.page
    before = _checkout()
    home = page.locator(".jp-MarkdownViewer")
    expect(home.get_by_role("heading", level=1)).to_contain_text("King Solomon's Mines · König")
    for name in ("Course", "Kurs", "Explorer", "Rules", "Regeln"):
        expect(home.get_by_role("link", name=name, exact=True).first).to_be_visible()
    home.get_by_role("link", name="Kurs", exact=True).click()
    on_task = OnTask(page.locator(".ksm-lesson").first)
    on_task.ready()
    on_task.check()
    expect(on_task.said).to_be_visible()

    page.locator(".jp-Notebook").get_by_role("link", name="Explorer", exact=True).last.click()
    explorer = OnPage(page)
    explorer.ready()
    explorer.button("Clear the mine").click()
    expect(explorer.notice).to_contain_text("The mine is empty")

    # What was run is saved in the reader's copies, and nowhere else.
    page.evaluate(SAVE_ALL)
    page.wait_for_function(SAVED, timeout=PATIENCE)
    saved = (begun.server.folder / "explorer.ipynb").read_bytes()
    assert saved != (NOTEBOOKS / "explorer.ipynb").read_bytes()
    assert _checkout() == before
    assert begun.console_errors == []
    page.evaluate(SHUT_DOWN)  # Lab complains of a debugger that it is still waking up.


def test_a_page_loaded_again_has_its_boards_whether_or_not_they_were_saved(begun: LabPage) -> None:
    """Lab saves by itself only now and then; the kernel goes on, and the file knows of no board."""
    page = begun.page
    page.on("dialog", lambda dialog: dialog.accept())  # "Leave? Changes may not be saved."
    page.locator(".jp-MarkdownViewer").get_by_role("link", name="Explorer", exact=True).last.click()
    explorer = OnPage(page)
    explorer.ready()
    page.reload()
    explorer.ready()

    # What was saved is left alone: its kernel goes on with the board as it was.
    explorer.button("Clear the mine").click()
    expect(explorer.notice).to_contain_text("The mine is empty")
    page.evaluate(SAVE_ALL)
    page.wait_for_function(SAVED, timeout=PATIENCE)
    page.reload()
    explorer.ready()
    expect(explorer.board_text).to_have_value("/".join(["-,-,-,-,-,-"] * 6))
    assert begun.console_errors == []
    page.evaluate(SHUT_DOWN)  # Lab complains of a debugger that it is still waking up.


def test_a_strangers_notebook_is_not_run(begun: LabPage) -> None:
    """Whatever it says of itself: only what is the project's own is, or what a reader has run."""
    text = (NOTEBOOKS / "explorer.ipynb").read_text(encoding="utf-8")
    stranger = begun.server.folder / "stranger.ipynb"
    stranger.write_text(text.replace("Explorer()", "Explorer('-')"), encoding="utf-8")
    shutil.copyfile(NOTEBOOKS / "explorer.ipynb", begun.server.folder / "known.ipynb")
    begun.open("stranger.ipynb")
    cells = begun.page.locator(".jp-Notebook .jp-CodeCell")
    expect(cells).to_have_count(1)
    begun.open("known.ipynb")
    OnPage(begun.page).ready()
    begun.page.evaluate("() => window.jupyterapp.commands.execute('application:close-all')")
    begun.open("stranger.ipynb")
    expect(cells).to_have_count(1)
    expect(begun.page.locator(".ksm-explorer")).to_have_count(0)
    begun.page.evaluate(SHUT_DOWN)


def _checkout() -> str:
    """What git says of the project's own notebooks."""
    command = ["git", "status", "--porcelain", "--", "."]
    return subprocess.run(command, cwd=NOTEBOOKS, capture_output=True, text=True, check=True).stdout
