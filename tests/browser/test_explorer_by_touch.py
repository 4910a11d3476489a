"""The explorer under a finger, on a tablet with twice the pixels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import watch_console
from tests.mines import CURSED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from benchmarks.browsing.servers import Server


@pytest.fixture
def tablet(browser: Browser, app: Server) -> Iterator[OnPage]:
    context = browser.new_context(
        viewport={"width": 820, "height": 1180},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )
    page = context.new_page()
    errors = watch_console(page)
    yield OnPage.served(page, app, f"board={CURSED}&card=1")
    assert errors == []
    context.close()


def drag(explorer: OnPage, source: str, target: str) -> None:
    """Lay a finger on a quarry, draw it to another in a few steps, and lift it."""
    explorer.canvas.scroll_into_view_if_needed()
    box = explorer.canvas.bounding_box()
    assert box is not None
    (x, y), (to_x, to_y) = (
        (box["x"] + place["x"], box["y"] + place["y"])
        for place in (explorer.place(source), explorer.place(target))
    )
    session = explorer.page.context.new_cdp_session(explorer.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    touch("touchStart", (x, y))
    for part in (0.3, 0.6, 1.0):
        touch("touchMove", (x + part * (to_x - x), y + part * (to_y - y)))
    touch("touchEnd")


@pytest.mark.slow
def test_a_finger_sets_up_plays_and_digs(tablet: OnPage) -> None:
    def tap(quarry: str) -> None:
        tablet.canvas.tap(position=tablet.place(quarry))

    # Place, and drag what was placed.
    tablet.button("treasure of 5 (key 5)").tap()
    tap("e2")
    expect(tablet.notice).to_contain_text("on e2, level 1")
    drag(tablet, "e2", "f2")
    expect(tablet.board_text).to_have_value(re.compile("-,-,-,-,-,5/5,4,3z,-,-,-$"))
    tablet.button("Undo").tap()
    tablet.button("Undo").tap()
    expect(tablet.board_text).to_have_value(CURSED)

    # Pick up, put down where it may go, be told where it may not; then dig.
    tablet.button("Play").tap()
    tap("c1")
    expect(tablet.notice).to_contain_text("is in your hand")
    tap("d1")
    expect(tablet.notice).to_contain_text("The mummy on c1 steps down to d1")
    drag(tablet, "b1", "b3")
    expect(tablet.notice).to_contain_text("touch")
    tablet.button("Dig").tap()
    tap("b1")
    expect(tablet.notice).to_contain_text("The dig on a1, b1, c1 takes")


@pytest.mark.slow
def test_the_board_is_sharp_on_a_fine_screen(tablet: OnPage) -> None:
    for width in (480, 820, 1100, 1600):
        tablet.page.set_viewport_size({"width": width, "height": 1180})
        tablet.page.wait_for_function("width => innerWidth === width", arg=width)
        pixels = tablet.canvas.evaluate(
            "canvas => canvas.width / canvas.getBoundingClientRect().width / devicePixelRatio"
        )
        assert pixels >= 1, width
