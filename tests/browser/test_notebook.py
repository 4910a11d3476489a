"""The explorer in Notebook 7."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE
from benchmarks.browsing.servers import NOTEBOOKS, TOKEN
from tests.mines import CURSED

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server


@pytest.mark.slow
def test_the_explorer_in_notebook_7(page: Page, lab: Server, console_errors: list[str]) -> None:
    """Lab's server serves it too; what is clicked is what a reader clicks."""
    shutil.copyfile(NOTEBOOKS / "explorer.ipynb", lab.folder / "notebook-7.ipynb")
    page.set_viewport_size({"width": 1400, "height": 1150})
    page.goto(f"{lab.url}/notebooks/notebook-7.ipynb?token={TOKEN}", timeout=PATIENCE)
    kernel = page.locator(".jp-Notebook-ExecutionIndicator")
    expect(kernel).to_have_attribute("data-status", "idle", timeout=PATIENCE)
    console_errors.clear()  # Notebook complains of its own settings, with an empty notebook too.
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    explorer = OnPage(page)
    explorer.ready()

    explorer.paste(CURSED)
    explorer.choose_card(1)
    explorer.button("Solve").click()
    expect(explorer.root.locator(".ksm-walk .ksm-step")).to_have_count(3)
    explorer.canvas.focus()
    page.keyboard.press("PageDown")
    expect(explorer.notice).to_contain_text("The mummy on c1 moves to")
    explorer.click("a1")
    expect(explorer.notice).to_contain_text("is in your hand")
    assert console_errors == []
