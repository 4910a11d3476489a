"""When the program behind a page has ended: one sentence says so, and how it goes on."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE
from benchmarks.browsing.servers import app_server
from ksm_widgets.puzzles import Pack
from ksm_widgets.rules import Quarry
from ksm_widgets.solving.links import link_of_puzzle
from tests.browser.lessons import OnTask
from tests.mines import CURSED
from tests.puzzles import samples

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from benchmarks.browsing.pages import LabPage
    from benchmarks.browsing.servers import Server

KILL = """async () => {
    const { baseUrl, kernelId } = JSON.parse(
        document.getElementById('jupyter-config-data').textContent);
    const said = await fetch(`${baseUrl}voila/api/shutdown/${kernelId}`, { method: 'POST' });
    if (said.status !== 204) throw new Error(said.status);
}"""
PROVEN = re.compile("Proven: nothing beats it")


def solved(explorer: OnPage) -> None:
    """Have a plan on the page that is said to be proven."""
    explorer.choose_card(1)
    explorer.button("Solve").click()
    expect(explorer.root.locator(".ksm-walk .ksm-step")).to_have_count(3)
    expect(explorer.root.get_by_text(PROVEN).first).to_be_visible()


def told(explorer: OnPage) -> Locator:
    """What is said when nobody answers."""
    return explorer.root.get_by_role("alert").filter(has_text="nothing here responds")


def nothing_is_claimed(explorer: OnPage) -> None:
    """The board may still be looked at; nothing can be done, and nothing is said to be proven."""
    expect(told(explorer)).to_have_count(1)
    for claim in explorer.root.get_by_text(PROVEN).all():
        expect(claim).to_be_hidden()
    expect(explorer.canvas).to_be_visible()
    assert explorer.root.locator(".ksm-sheet").evaluate("sheet => sheet.inert")


@pytest.mark.slow
def test_a_kernel_that_has_died_in_the_app(page: Page, app: Server) -> None:
    explorer = OnPage.served(page, app, f"board={CURSED}&card=1")
    solved(explorer)
    explorer.button("Next").click()
    explorer.button("Take over from here").click()
    expect(explorer.root).to_contain_text("1 move made.")
    page.evaluate(KILL)
    explorer.click("f6")  # Whoever does something is told at once.
    expect(told(explorer)).to_contain_text("coming back")
    expect(explorer.notice).to_contain_text("your position is as you left it", timeout=PATIENCE)
    expect(explorer.root.get_by_role("alert")).to_have_count(0)
    # Position, moves and plan.
    assert CURSED in page.url
    expect(explorer.root).to_contain_text("1 move made.")
    expect(explorer.root.locator(".ksm-plans, .ksm-part-plans").first).to_contain_text("net 11")
    # Lost again so soon it may be by what was brought back: it waits for its reader.
    page.evaluate(KILL)
    explorer.click("f6")
    expect(told(explorer)).to_contain_text("Reload the page")
    nothing_is_claimed(explorer)
    page.wait_for_timeout(4000)
    expect(told(explorer)).to_have_count(1)
    page.get_by_role("button", name="Reload").click()
    explorer.ready()
    assert CURSED in page.url
    expect(explorer.root.get_by_role("alert")).to_have_count(0)


@pytest.mark.slow
def test_a_puzzle_comes_back_by_itself_with_its_moves(page: Page, app: Server) -> None:
    page.goto(f"{app.url}/puzzles.ipynb?{link_of_puzzle(samples.puzzle('dig'), Pack(()))}")
    task = OnTask(page.locator(".ksm-puzzles .ksm-task"))
    task.ready()
    for quarry in Quarry.parse("c1"), Quarry.parse("d1"):
        task.click(quarry)
    expect(task.root).to_contain_text("c1→d1")
    page.evaluate(KILL)
    page.mouse.click(5, 300)
    expect(page.get_by_role("alert").first).to_contain_text("coming back")
    expect(page.locator(".ksm-puzzles")).to_contain_text(
        "your position is as you left it", timeout=PATIENCE
    )
    expect(page.locator(".ksm-puzzles")).to_contain_text("c1→d1")


@pytest.mark.slow
def test_a_table_of_the_shelf_comes_back_as_it_was_set_up(page: Page, app: Server) -> None:
    page.goto(f"{app.url}/shelf.ipynb?game=kings", timeout=PATIENCE)
    text = page.locator("textarea[name=position]")
    before = text.input_value(timeout=PATIENCE)
    page.get_by_role("button", name="Empty the table").click()
    expect(text).not_to_have_value(before)
    left = text.input_value()
    page.evaluate(KILL)
    page.mouse.click(5, 300)
    expect(page.get_by_role("alert").first).to_contain_text("coming back")
    expect(page.get_by_text("your position is as you left it").first).to_be_visible(
        timeout=PATIENCE
    )
    expect(text).to_have_value(left)
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.slow
def test_it_is_said_without_touching_anything(page: Page, app: Server) -> None:
    """In a lesson too, and in its language."""
    page.goto(f"{app.url}/de/03-card.ipynb")
    OnTask(page.locator(".ksm-lesson").first).ready()
    page.evaluate(KILL)
    expect(page.get_by_role("alert").first).to_contain_text("Die Seite ist gleich wieder da")
    expect(page.get_by_role("alert")).to_have_count(0, timeout=PATIENCE)


@pytest.mark.slow
def test_an_app_that_was_ended_and_started_again(page: Page, chromium: str, tmp_path: Path) -> None:
    assert chromium
    with app_server(tmp_path) as server:
        explorer = OnPage.served(page, server, f"board={CURSED}&card=1")
        solved(explorer)
    explorer.click("f6")
    expect(told(explorer)).to_contain_text("start it again (ksm app)")
    nothing_is_claimed(explorer)
    with app_server(tmp_path, port=int(server.url.rpartition(":")[2])):
        # By itself, once a server answers again.
        expect(told(explorer)).to_have_count(0, timeout=PATIENCE)
        explorer.ready()
        expect(explorer.root.locator(".ksm-walk .ksm-step")).to_have_count(3, timeout=PATIENCE)
        expect(explorer.root.get_by_text(PROVEN).first).to_be_visible()


@pytest.mark.slow
def test_an_app_that_only_paused_goes_on(page: Page, chromium: str, tmp_path: Path) -> None:
    """A server that is out of reach for a while, as with a network that comes and goes."""
    assert chromium
    with app_server(tmp_path) as server:
        explorer = OnPage.served(page, server, f"board={CURSED}&card=1")
        solved(explorer)
        server.process.send_signal(signal.SIGSTOP)
        try:
            explorer.click("f6")
            expect(told(explorer)).to_have_count(1)
        finally:
            server.process.send_signal(signal.SIGCONT)
        expect(told(explorer)).to_have_count(0)
        expect(explorer.root.get_by_text(PROVEN).first).to_be_visible()


@pytest.fixture
def proven(opened_in_lab: OnPage) -> OnPage:
    """The explorer in JupyterLab, with a plan."""
    opened_in_lab.paste(CURSED)
    solved(opened_in_lab)
    return opened_in_lab


@pytest.mark.slow
def test_a_kernel_that_is_restarted_in_lab(proven: OnPage, lab_page: LabPage) -> None:
    lab_page.restart()
    expect(told(proven)).to_contain_text("Run the notebook again")
    nothing_is_claimed(proven)

    lab_page.run_all()
    proven.ready()
    expect(proven.notice).to_contain_text("your position is as you left it")
    expect(told(proven)).to_have_count(0)
    proven.button("Set up").click()
    expect(proven.board_text).to_have_value(CURSED)
    # Run once more by the same kernel it begins as it always does.
    lab_page.run_all()
    expect(proven.board_text).not_to_have_value(CURSED, timeout=PATIENCE)
    lab_page.shut_down()


@pytest.mark.slow
def test_a_kernel_that_dies_in_lab(proven: OnPage, lab_page: LabPage) -> None:
    lab_page.die()
    expect(told(proven)).to_contain_text("Run the notebook again")
    nothing_is_claimed(proven)
    lab_page.shut_down()
