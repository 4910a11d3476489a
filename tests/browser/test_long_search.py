"""A search that takes long: told, stopped, and in nobody's way meanwhile."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from tests.mines import ENDLESS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server


@pytest.mark.slow
def test_progress_is_told_the_page_answers_and_stop_stops(page: Page, app: Server) -> None:
    explorer = OnPage.served(page, app, ENDLESS)
    explorer.button("Solve").click()
    progress = explorer.root.locator(".ksm-progress")
    expect(progress).to_have_text(
        re.compile(r"(Best so far: .+, at most|At most) .+ possible. Boards checked: [\d,.]+\.")
    )
    first = progress.inner_text()
    expect(progress).not_to_have_text(first)  # It goes on telling.

    explorer.root.get_by_label("Language").select_option("de")
    expect(explorer.button("Lösen")).to_be_visible()
    explorer.root.get_by_label("Sprache").select_option("en")
    explorer.button("treasure of 5 (key 5)").click()
    expect(explorer.button("treasure of 5 (key 5)")).to_have_attribute("aria-pressed", "true")
    expect(explorer.button("Stop")).to_be_visible()

    explorer.button("Stop").click()
    expect(progress).to_have_count(0)
    expect(explorer.notice).to_contain_text("stopped early")
