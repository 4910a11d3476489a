"""From a coach's mistake to the explorer, a variation, a puzzle of it, and back to the coach."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE
from tests.browser.tables import OnTable
from tests.browser.test_coach import spendthrift

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server


STEPS = 30
"""Steps of an answer, at the most."""


@pytest.mark.slow
def test_a_mistake_is_varied_in_the_explorer_made_a_puzzle_of_and_waits_meanwhile(
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

    # A puzzle is made of the variation, and leads to the explorer again.
    explorer.fold("Share")
    with page.context.expect_page() as made:
        explorer.root.get_by_text("Make a puzzle of this position").click()
    puzzles = made.value
    puzzles.locator("[data-act=take]").click(timeout=2 * PATIENCE)
    expect(puzzles.locator(".ksm-part-asked")).to_contain_text("Money: 3")
    way = puzzles.locator("a[href*='explorer.ipynb?']")
    over = puzzles.locator("summary", has_text="In the explorer")
    asks = puzzles.locator(".ksm-giving:not([open]) > summary")
    for _ in range(STEPS):
        if over.count() == 0:
            # After the last step the button is off, perhaps before the rest of the page has come.
            with suppress(PlaywrightTimeout):
                if asks.count():
                    asks.click(timeout=2_000)
                puzzles.locator("[data-act=step]").click(timeout=2_000)
    over.click()
    with page.context.expect_page() as again:
        way.click()
    returned = OnPage(again.value)
    returned.ready()
    expect(returned.board_text).to_have_value(mine)
    for tab in (again, made, opened):
        tab.value.close()
    expect(table.told).to_contain_text("Better:")
    expect(table.does("coach-shown", "lay")).to_have_attribute("aria-pressed", "true")
    assert console_errors == []
