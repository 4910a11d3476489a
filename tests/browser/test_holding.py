"""What a player holds, entered with a finger on a telephone, and kept from turn to turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import watch_console
from tests.mines import FAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator

    from benchmarks.browsing.servers import Server

MINE = f"{FAR}-,-,-,-,-,-/4,4,3,x,d,-"
"""Card 1 takes three treasures, or for who lacks a δ that and what lies beside it."""
FINGER = 44
"""The least size of what a finger is to hit, in the page's pixels."""


@pytest.fixture
def phone(browser: Browser, app: Server) -> Iterator[OnPage]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    errors = watch_console(page)
    yield OnPage.served(page, app, f"board={MINE}&card=1")
    assert errors == []
    context.close()


def held(explorer: OnPage) -> Locator:
    """The tiles that lie behind the screen."""
    return explorer.root.locator(".ksm-screen .ksm-tile")


@pytest.mark.slow
def test_holdings_are_entered_by_touch_reckoned_with_and_grow(phone: OnPage) -> None:
    phone.button("Solve").tap()
    expect(phone.notice).to_contain_text("net 11, moves: 0")
    phone.button("By what I hold").tap()
    for letter in "αβγ":
        phone.button(f"I hold: parchment {letter}").tap()
        expect(phone.notice).to_contain_text(f"A parchment {letter} is now behind your screen")
    phone.button("I hold: Solomon's seal").tap()
    expect(held(phone)).to_have_count(4)
    phone.button("Put back: Solomon's seal, 1 held").tap()
    expect(held(phone)).to_have_count(3)
    phone.button("Last dig").tap()
    phone.button("2").tap()
    more, entered = (
        phone.button("Player 2: curse points: one more"),
        phone.root.locator(".ksm-stepper output").first,
    )
    more.tap()
    expect(entered).to_have_text("1")
    # The second click of a double click counts, too.
    more.dispatch_event("click", {"detail": 2})
    expect(entered).to_have_text("2")
    phone.button("Player 2: curse points: one less").tap()
    expect(entered).to_have_text("1")
    phone.button("Set every “?” to 0").tap()
    sizes = phone.root.locator(".ksm-part-holding button").evaluate_all(
        "buttons => buttons.flatMap(b => [b.offsetWidth, b.offsetHeight])"
    )
    assert min(sizes) >= FINGER
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # The same mine and card: now the δ completes a set, and the mask ties for the bonus.
    phone.button("Solve").tap()
    expect(phone.notice).to_contain_text("net 30, moves: 0")
    phone.button("Last").tap()
    gains = phone.root.locator(".ksm-gains")
    expect(gains).to_contain_text("Completes a set: 10.")
    expect(gains).to_contain_text("Tied for the most curse points (1): 18.")
    phone.button("Take over from here").tap()
    phone.button("Continue from this position").tap()
    expect(phone.notice).to_contain_text("Now also behind your screen: a mask and a parchment δ.")
    expect(held(phone)).to_have_count(5)
    expect(phone.root.locator("#ksm-money, [name=money]")).to_have_value("12")
    phone.button("Undo").tap()
    expect(held(phone)).to_have_count(3)
    phone.button("Redo").tap()
    phone.button("Set up").tap()
    link = phone.root.locator("input[name=link]")
    expect(link).to_have_value(re.compile(r"&holding=xabcd&others=1:0$"))
