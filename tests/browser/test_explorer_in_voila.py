"""The explorer as a page without code: set up, solved, shared by its address."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE
from tests.mines import CURSED, FAR

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server


@pytest.fixture
def explorer(page: Page, app: Server, console_errors: list[str]) -> OnPage:
    page.set_viewport_size({"width": 1400, "height": 1150})
    page.goto(f"{app.url}/?board={CURSED}&card=1", timeout=PATIENCE)
    on_page = OnPage(page)
    on_page.ready()
    return on_page


@pytest.mark.slow
def test_a_link_opens_the_position_which_is_solved_and_played(
    explorer: OnPage, console_errors: list[str]
) -> None:
    expect(explorer.board_text).to_have_value(CURSED)
    explorer.button("Play").click()
    explorer.drag("b1", "c1")
    expect(explorer.notice).to_contain_text("Never uphill")
    explorer.button("Hint").click()
    expect(explorer.notice).to_contain_text("a curse lies on a quarry that you dig")
    explorer.button("Solve").click()
    expect(explorer.root.locator(".ksm-walk .ksm-step")).to_have_count(3)
    explorer.button("Last").click()
    expect(explorer.notice).to_contain_text("The dig on a1, b1, c1 takes")
    explorer.button("Back").click()
    explorer.click("a1")
    expect(explorer.notice).to_contain_text("is in your hand")
    assert console_errors == []


@pytest.mark.slow
def test_the_address_keeps_up_and_survives_a_reload(explorer: OnPage) -> None:
    explorer.button("treasure of 5 (key 5)").click()
    explorer.click("f6")
    expect(explorer.board_text).to_have_value(re.compile("^-,-,-,-,-,5/"))
    expect(explorer.page).to_have_url(re.compile(r"board=-,-,-,-,-,5/"))
    explorer.page.reload(timeout=PATIENCE)
    explorer.ready()
    expect(explorer.board_text).to_have_value(re.compile("^-,-,-,-,-,5/"))


@pytest.mark.slow
def test_the_board_is_copied_and_pasted(explorer: OnPage) -> None:
    """By Ctrl+C and Ctrl+V on the board, and by the field with its text."""
    explorer.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    explorer.canvas.focus()
    explorer.page.keyboard.press("Control+c")
    explorer.button("Clear the mine").click()
    expect(explorer.board_text).not_to_have_value(CURSED)
    explorer.canvas.focus()
    explorer.page.keyboard.press("Control+v")
    expect(explorer.board_text).to_have_value(CURSED)
    explorer.paste(f"{FAR}-,-,-,-,-,-/1,2,3,4,5,?")
    expect(explorer.board_text).to_have_value(f"{FAR}-,-,-,-,-,-/1,2,3,4,5,?")


@pytest.mark.slow
def test_keys_and_language(explorer: OnPage) -> None:
    explorer.canvas.focus()
    for name in ("ArrowUp", "z", "Enter"):
        explorer.page.keyboard.press(name)
    expect(explorer.root.locator(".ksm-live")).to_contain_text("A mummy on a2, level 1.")
    explorer.root.get_by_label("Language").select_option("de")
    expect(explorer.button("Lösen")).to_be_visible()
