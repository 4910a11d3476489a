"""The explorer in JupyterLab, as a player uses it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from tests.mines import CURSED

if TYPE_CHECKING:
    from benchmarks.browsing.pages import LabPage


COUNT_GLIDES = """() => {
    window.glides = 0;
    const count = records => {
        for (const { addedNodes } of records) {
            for (const node of addedNodes) {
                if (node.classList?.contains('ksm-glide')) window.glides += 1;
            }
        }
    };
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.fixture
def explorer(in_lab: OnPage) -> OnPage:
    return in_lab


@pytest.mark.slow
def test_set_up_by_mouse_solve_and_take_over(explorer: OnPage) -> None:
    explorer.button("Clear the mine").click()
    for tile, quarry in (
        ("treasure of 5 (key 5)", "a1"),
        ("treasure of 4 (key 4)", "b1"),
        ("treasure of 3 (key 3)", "e5"),
        ("mummy (key z)", "c1"),
    ):
        explorer.button(tile).click()
        explorer.click(quarry)
        expect(explorer.notice).to_contain_text(f"on {quarry}, level 1")
    explorer.drag("e5", "c1")
    expect(explorer.board_text).to_have_value(re.compile("/5,4,z3,-,-,-$"))
    explorer.button("Undo").click()
    explorer.button("Remove").click()
    explorer.click("c1")
    explorer.drag("e5", "c1")
    explorer.button("mummy (key z)").click()
    explorer.click("c1")
    expect(explorer.board_text).to_have_value(CURSED)

    explorer.choose_card(1)
    explorer.button("Solve").click()
    steps = explorer.root.locator(".ksm-walk .ksm-step")
    expect(steps).to_have_count(3)
    expect(steps.nth(1)).to_contain_text("to pay 1")
    explorer.page.evaluate(COUNT_GLIDES)
    explorer.button("Next").click()
    expect(explorer.notice).to_contain_text("The mummy on c1 moves to")
    explorer.page.wait_for_function("() => window.glides > 0")
    expect(explorer.root.locator(".ksm-glide")).to_have_count(0)
    # Who wants no motion gets none.
    explorer.page.emulate_media(reduced_motion="reduce")
    seen = explorer.page.evaluate("() => window.glides")
    explorer.button("Back").click()
    expect(explorer.notice).to_contain_text("Start of the turn")
    explorer.button("Next").click()
    expect(explorer.notice).to_contain_text("The mummy on c1 moves to")
    assert explorer.page.evaluate("() => window.glides") == seen
    expect(steps.nth(1)).to_have_attribute("aria-current", "step")
    explorer.button("Take over from here").click()
    expect(explorer.notice).to_contain_text("You continue from here")
    explorer.button("Dig").click()
    explorer.click("b1")
    expect(explorer.notice).to_contain_text("The dig on a1, b1, c1 takes")
    explorer.button("Compare with the best").click()
    expect(explorer.notice).to_contain_text("no plan nets more")


@pytest.mark.slow
def test_paste_an_illegal_move_and_hints(explorer: OnPage) -> None:
    explorer.paste(CURSED)
    explorer.choose_card(1)
    explorer.button("Play").click()
    explorer.drag("b1", "c1")
    expect(explorer.notice).to_contain_text("Never uphill")
    expect(explorer.notice).to_contain_text("R13")
    explorer.button("Hint").click()
    expect(explorer.notice).to_contain_text("a curse lies on a quarry that you dig")
    explorer.button("Another hint").click()
    expect(explorer.notice).to_contain_text("Look near the entrance, on the left")
    explorer.button("Another hint").click()
    expect(explorer.notice).to_contain_text("The dig takes")
    explorer.button("Another hint").click()
    expect(explorer.notice).to_contain_text("Next: the mummy on c1")
    explorer.button("Another hint").click()
    expect(explorer.notice).to_contain_text("Make 1 move, then dig a1, b1, c1.")

    # A move of one's own that costs a coin: what is asked then is about the board as it stands.
    explorer.drag("a1", "a2")
    explorer.button("Compare with the best").click()
    expect(explorer.notice).to_contain_text("2 less than the 11")
    expect(explorer.notice).to_contain_text("with move 1: the treasure of 5 on a1")
    explorer.button("Best by number of moves").click()
    expect(explorer.notice).to_contain_text(
        "the whole turn nets 9; moves in all: 3, already made: 1"
    )
    # A point of the chart by keyboard: its plan lies on the board.
    points = explorer.root.locator(".ksm-point")
    points.last.focus()
    explorer.page.keyboard.press("ArrowLeft")
    explorer.page.keyboard.press("Enter")
    expect(points.nth(-2)).to_have_attribute("aria-pressed", "true")
    points.first.click()
    expect(points.first).to_have_attribute("aria-pressed", "true")
    explorer.button("from the start of the turn").click()
    explorer.button("Solve").click()
    expect(explorer.notice).to_contain_text("net 11, moves: 1")


@pytest.mark.slow
def test_by_keyboard_alone(explorer: OnPage) -> None:
    keyboard = explorer.page.keyboard
    explorer.button("Clear the mine").focus()
    keyboard.press("Enter")
    expect(explorer.notice).to_contain_text("The mine is empty")
    explorer.canvas.focus()
    for name in ("ArrowUp", "ArrowRight", "5", "Enter", "ArrowRight", "z", " "):
        keyboard.press("Space" if name == " " else name)
    expect(explorer.board_text).to_have_value(re.compile("-,5,z,-,-,-/-,-,-,-,-,-$"))
    live = explorer.root.locator(".ksm-live")
    expect(live).to_contain_text("A mummy on c2, level 1.")
    keyboard.press("Delete")
    expect(live).to_contain_text("The mummy was removed from c2.")
    keyboard.press("Control+z")
    expect(explorer.board_text).to_have_value(re.compile("-,5,z,-,-,-/-,-,-,-,-,-$"))

    # Tab leaves the board; no key of the board's reaches the notebook around it.
    keyboard.press("Tab")
    expect(explorer.canvas).not_to_be_focused()
    keyboard.press("Shift+Tab")
    expect(explorer.canvas).to_be_focused()
    keyboard.press("x")
    keyboard.press("d")
    keyboard.press("d")
    expect(explorer.page.locator(".jp-CodeCell")).to_have_count(1)


@pytest.mark.slow
def test_the_language_is_switched_while_running(explorer: OnPage) -> None:
    explorer.root.get_by_label("Language").select_option("de")
    expect(explorer.button("Aufbauen")).to_be_visible()
    expect(explorer.button("magisches Beil (Taste C)")).to_be_visible()
    explorer.root.get_by_label("Sprache").select_option("en")
    expect(explorer.button("Set up")).to_be_visible()


def test_a_reloaded_page_shows_the_board_again(
    explorer: OnPage, lab_page: LabPage, notebook: str
) -> None:
    explorer.paste(CURSED)
    lab_page.reload(notebook)
    explorer.ready()
    expect(explorer.board_text).to_have_value(CURSED)
    explorer.click("f6")
    expect(explorer.notice).to_contain_text("on f6, level 1")
