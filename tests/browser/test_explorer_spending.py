"""Magic objects ticked in the explorer: one press of Solve says which to spend, at any width."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import watch_console
from ksm_widgets.explorer.links import example

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from benchmarks.browsing.servers import Server


@pytest.fixture(
    params=[(390, 844), pytest.param((1280, 900), marks=pytest.mark.slow)], ids=["phone", "desktop"]
)
def explorer(request: pytest.FixtureRequest, browser: Browser, app: Server) -> Iterator[OnPage]:
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    errors = watch_console(page)
    yield OnPage.served(page, app, example("carpet").link)
    assert errors == []
    context.close()


def test_objects_are_ticked_and_solve_says_which_to_spend(explorer: OnPage) -> None:
    for name in ("carpet", "mirror"):
        explorer.root.get_by_role("checkbox", name=name).check()
    explorer.button("Solve").click()
    line = "Spend the carpet, keep the mirror: net 13."
    expect(explorer.notice).to_contain_text(line)
    expect(explorer.root.locator(".ksm-answer")).to_have_text(line)
    read_out = explorer.root.locator("[aria-live]").filter(has_text=line)
    expect(read_out.first).to_be_attached()
    choices = explorer.root.locator("details").filter(has_text="What each choice gains")
    choices.locator("summary").click()
    expect(choices.get_by_role("button")).to_have_count(4)
    explorer.button("Last").click()
    account = explorer.root.locator(".ksm-account")
    expect(account).to_contain_text("Spent: the carpet. Worth if kept: 2")
    choices.get_by_role("button", name="Spend nothing").click()
    expect(explorer.notice).to_contain_text("Keep the mirror and the carpet: net 12.")
    assert explorer.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
