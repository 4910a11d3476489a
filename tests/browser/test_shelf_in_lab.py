"""The games of the shelf in JupyterLab: each opens by its own notebook, and so do their lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE

if TYPE_CHECKING:
    from benchmarks.browsing.pages import LabPage

pytestmark = pytest.mark.slow


def test_a_game_and_its_lesson_open_by_their_names(lab_page: LabPage) -> None:
    page = lab_page.page
    lab_page.open("kings.ipynb")
    lab_page.run_all()
    expect(page.get_by_role("heading", name="Kings under Mountains")).to_be_visible()
    expect(page.locator(".ksm-board canvas")).to_be_visible(timeout=PATIENCE)
    lab_page.shut_down()
    lab_page.open("en/kings-playing.ipynb")
    lab_page.run_all()
    task = page.locator(".ksm-lesson").filter(has_text="sit down to play").last
    task.get_by_role("spinbutton").first.fill("80")
    task.get_by_role("spinbutton").last.fill("20")
    task.get_by_role("button", name="Check").click()
    expect(task.locator(".ksm-notice")).to_contain_text("Those are all the cards.")
    page.get_by_role("link", name="K4").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("K4: Setting up", timeout=PATIENCE)
    page.keyboard.press("Escape")
    assert lab_page.console_errors == []
    lab_page.shut_down()
