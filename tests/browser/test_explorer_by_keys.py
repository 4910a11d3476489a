"""The explorer by keyboard alone: everything can be reached, everything done, and nothing traps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from tests.mines import CURSED, FAR

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from benchmarks.browsing.servers import Server

MOST = 150
"""More stops than the page has."""
# Where the focus is: a number for each control inside, None outside. Nodes are kept, not made anew.
WHERE = """() => {
    const inside = document.querySelector('.ksm-explorer');
    const node = document.activeElement;
    if (!inside.contains(node)) return null;
    window.stops ??= [];
    if (!window.stops.includes(node)) window.stops.push(node);
    return window.stops.indexOf(node);
}"""
# Controls that can be seen, but for those in a group that has been reached by another of it.
NEVER_REACHED = """() => [...document.querySelectorAll(
    '.ksm-explorer :is(button, input, select, textarea, summary, canvas)')]
    .filter(node => node.checkVisibility() && !window.stops.includes(node))
    .filter(node => !window.stops.some(stop => stop.closest('[data-roving]')?.contains(node)))
    .map(node => node.outerHTML)"""
HOLDS_FOCUS = """node => node === document.activeElement ||
    Boolean(node.closest('[data-roving]')?.contains(document.activeElement))"""


def walk(page: Page, key: str) -> list[int]:
    """Press Tab until the focus has gone in and out again; where it stopped.

    Without a window around it Chromium may go from one end to the other at once.
    """
    stops: list[int] = []
    for _ in range(MOST):
        page.keyboard.press(key)
        stop = page.evaluate(WHERE)
        if stops and stop in (None, stops[0]):
            return stops
        if stop is not None:
            assert stop not in stops, "the focus goes in a circle"
            stops.append(stop)
    raise AssertionError("the focus never left")


def reach(explorer: OnPage, control: Locator) -> None:
    """Go to a control by Tab, and by arrows inside its group."""
    keyboard = explorer.page.keyboard
    for _ in range(MOST):
        if control.evaluate(HOLDS_FOCUS):
            break
        keyboard.press("Tab")
    for _ in range(MOST):
        if control.evaluate("node => node === document.activeElement"):
            return
        keyboard.press("ArrowRight")
    raise AssertionError("it cannot be reached")


@pytest.mark.slow
def test_tab_walks_through_everything_and_out_at_both_ends(page: Page, app: Server) -> None:
    explorer = OnPage.served(page, app, f"board={CURSED}&card=1")
    explorer.button("Solve").click()
    expect(explorer.root.locator(".ksm-walk .ksm-step")).to_have_count(3)
    for summary in explorer.root.locator("summary").all():
        if not summary.evaluate("node => node.parentElement.open"):
            summary.click()
    page.evaluate("document.activeElement.blur()")
    page.locator("body").click(position={"x": 1, "y": 1})

    there = walk(page, "Tab")
    assert page.evaluate(NEVER_REACHED) == []
    back = walk(page, "Shift+Tab")
    assert set(back) == set(there)


@pytest.mark.slow
def test_set_up_play_solve_step_and_save(page: Page, app: Server) -> None:
    explorer = OnPage.served(page, app, f"board={FAR}-,-,-,-,-,-/1,1,1,1,1,1&card=2")
    press = page.keyboard.press

    def do(name: str) -> None:
        reach(explorer, explorer.button(name))
        press("Enter")

    do("Clear the mine")
    reach(explorer, explorer.canvas)
    for key in ("5", "Enter", "ArrowRight", "4", "Enter", "ArrowRight", "3", "Enter", "z", "Enter"):
        press(key)
    expect(explorer.board_text).to_have_value(CURSED)
    reach(explorer, explorer.root.get_by_label("Card", exact=True))
    press("Home")
    expect(explorer.notice).to_contain_text("Card 1")

    do("Play")
    reach(explorer, explorer.canvas)
    for key in ("m", "Enter", "ArrowRight", "Enter"):
        press(key)
    expect(explorer.notice).to_contain_text("The mummy on c1 moves to d1")
    for key in ("g", "ArrowLeft", "ArrowLeft", "Enter"):
        press(key)
    expect(explorer.notice).to_contain_text("The dig on a1, b1, c1 takes")
    do("Compare with the best")
    expect(explorer.notice).to_contain_text("no plan nets more")

    do("Undo")
    do("Undo")
    do("Solve")
    expect(explorer.root.locator(".ksm-walk .ksm-step")).not_to_have_count(0)
    do("Next")
    reach(explorer, explorer.canvas)
    press("PageDown")
    expect(explorer.notice).to_contain_text("The dig on")
    reach(explorer, explorer.root.locator("summary", has_text="Save"))
    press("Enter")
    with page.expect_download() as download:
        do("Position and plan (text)")
    assert download.value.suggested_filename == "mine.txt"
