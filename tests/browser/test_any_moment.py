"""From a coach's mistake to the explorer, a variation there, and back to where the coach was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from tests.browser.tables import OnTable
from tests.browser.test_coach import spendthrift

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server


@pytest.mark.slow
def test_a_mistake_goes_to_the_explorer_is_varied_there_and_waits_meanwhile(
    page: Page, console_errors: list[str], app: Server
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    table = OnTable.opened(page, app)
    table.read_in(spendthrift())
    table.does("end-replay").click()
    table.does("coach").click()
    dot = table.root.locator(".ksm-curve .ksm-point[title*='cost']").last
    dot.click()
    expect(table.told).to_contain_text("Better:")
    table.does("coach-shown", "lay").click()
    expect(table.does("coach-shown", "lay")).to_have_attribute("aria-pressed", "true")
    mine = table.mine.text
    table.fold("In the explorer")
    with page.context.expect_page() as opened:
        table.root.get_by_text("Open in the explorer").click()
    explorer = OnPage(opened.value)
    explorer.ready()
    address = opened.value.url
    assert f"board={mine}" in address
    assert "holding=&" in address
    # What was known there is known here; then it is varied, and the link is that of the variation.
    expect(explorer.board_text).to_have_value(mine)
    money = explorer.root.locator("[name=money]")
    money.fill("3")
    money.press("Tab")
    opened.value.wait_for_url("**money=3**")
    opened.value.close()
    expect(table.told).to_contain_text("Better:")
    expect(table.does("coach-shown", "lay")).to_have_attribute("aria-pressed", "true")
    assert console_errors == []
