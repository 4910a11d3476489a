"""The app as one site: from home to a lesson, a rule, the explorer and back; shared with a key."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.request import urlopen

import psutil
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE, watch_console
from benchmarks.browsing.servers import app_server
from tests.browser.lessons import OnTask
from tests.mines import CURSED

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from benchmarks.browsing.servers import Server

KERNELS = """async () => {
    const { baseUrl, kernelId } = JSON.parse(
        document.getElementById('jupyter-config-data').textContent);
    return [`${location.origin}${baseUrl}api/kernels/${kernelId}`];
}"""


def here(page: Page, path: str) -> None:
    """The page has come to an address below the site."""
    expect(page).to_have_url(re.compile(rf"^http://[^/]+/{re.escape(path)}([?#].*)?$"))


def test_from_home_to_a_lesson_a_rule_the_explorer_and_back(
    page: Page, app: Server, console_errors: list[str]
) -> None:
    page.goto(app.url)
    expect(page).to_have_title("King Solomon's Mines")
    page.locator("[data-door=course]").click()
    here(page, "en/00-start.ipynb")
    expect(page).to_have_title("0 · Start here · King Solomon's Mines", timeout=PATIENCE)
    on_task = OnTask(page.locator(".ksm-lesson").first)
    on_task.ready()
    # Of notebooks and their menus nothing is said where there are none.
    expect(page.get_by_text("Run All Cells")).to_have_count(0)
    on_task.check()
    expect(on_task.said).to_be_visible()

    page.get_by_role("link", name="R12", exact=True).click()
    rule = page.get_by_role("dialog")
    expect(rule).to_contain_text("R12: A move")
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    here(page, "en/00-start.ipynb")
    expect(on_task.said).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name="Rules").click()
    here(page, "en/rules.md")
    page.locator("#R12 a").click()
    expect(page.locator("#R12")).to_be_in_viewport()
    expect(page.locator("#R12 img")).to_be_visible()

    page.get_by_role("navigation").get_by_role("link", name="Explorer").click()
    here(page, "explorer.ipynb")
    OnPage(page).ready()
    page.get_by_role("navigation").get_by_role("link", name="Home").click()
    here(page, "")
    page.get_by_role("link", name="Moving tiles").click()
    here(page, "en/05-moving.ipynb")
    OnTask(page.locator(".ksm-lesson").first).ready()
    assert console_errors == []


# What Jupyter says in a board's place until it has come, as it stood there for a moment.
SEEN = """new MutationObserver(() => {
    for (const place of document.querySelectorAll('.jp-OutputArea-output'))
        if (place.textContent === 'Loading widget...')
            (window.seen ??= []).push(getComputedStyle(place).fontSize);
}).observe(document, { childList: true, subtree: true })"""


@pytest.mark.parametrize(
    "path", ["en/03-card.ipynb", pytest.param("play.ipynb", marks=pytest.mark.slow)]
)
def test_until_a_board_has_come_no_foreign_words_stand_there(
    page: Page, app: Server, path: str
) -> None:
    page.add_init_script(SEEN)
    page.goto(f"{app.url}/{path}")
    expect(page.locator(".ksm-lesson, .ksm-play").first).to_be_visible(timeout=PATIENCE)
    assert set(page.evaluate("window.seen")) == {"0px"}


@pytest.mark.slow
def test_language_and_colours_are_remembered(page: Page, app: Server) -> None:
    page.goto(app.url)
    page.get_by_role("link", name="Deutsch").click()
    expect(page).to_have_title("König Salomons Schatzkammer")
    here(page, "")
    assert "language" not in page.url
    page.locator("[data-door=explorer]").click()
    explorer = OnPage(page)
    explorer.ready()
    expect(explorer.button("Aufbauen")).to_be_visible()
    explorer.root.get_by_label("Farben").select_option("contrast")
    expect(page.locator("html")).to_have_attribute("data-look", "contrast")
    explorer.root.get_by_label("Sprache").select_option("en")
    expect(explorer.button("Set up")).to_be_visible()
    # So do the links at the top, at once.
    links = page.get_by_role("navigation")
    expect(links.get_by_role("link", name="Kurs")).to_have_count(0)
    course = links.get_by_role("link", name="Course", exact=True)
    expect(course).to_have_attribute("href", re.compile("/en/"))

    page.goto(app.url)
    expect(page).to_have_title("King Solomon's Mines")
    expect(page.locator("html")).to_have_attribute("data-look", "contrast")
    page.locator("[data-door=explorer]").click()
    explorer.ready()
    expect(explorer.button("Set up")).to_be_visible()
    expect(page.locator(".ksm-explorer.ksm-theme-contrast")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.slow)])
def test_the_systems_colours_are_followed_from_the_first_frame(
    page: Page, app: Server, scheme: str
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for path in ("", "en/rules.md", "explorer.ipynb"):
        # While the kernel still works the page is on the screen, and waits.
        page.goto(f"{app.url}/{path}", wait_until="commit")
        page.wait_for_selector(".ksm-nav")
        colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        assert colour == {"dark": "rgb(32, 22, 15)", "light": "rgb(245, 234, 214)"}[scheme], path
    OnPage(page).ready()
    expect(page.locator(f".ksm-explorer.ksm-theme-{scheme}")).to_have_count(1)


def test_an_old_link_still_opens_its_position(page: Page, app: Server) -> None:
    explorer = OnPage.served(page, app, f"board={CURSED}&card=1")
    here(page, "explorer.ipynb")
    expect(explorer.board_text).to_have_value(CURSED)


@pytest.mark.slow
def test_kernels_of_pages_that_were_left_are_gone(page: Page, app: Server) -> None:
    left = []
    for _ in range(5):
        page.goto(f"{app.url}/explorer.ipynb")
        OnPage(page).ready()
        left += page.evaluate(KERNELS)
    page.goto(app.url)
    for address in left:
        page.wait_for_function(
            "async address => (await fetch(address)).status === 404",
            arg=address,
            timeout=PATIENCE,
        )
    assert len(set(left)) == 5


@pytest.mark.slow
@pytest.mark.parametrize("path", ["", "en/rules.md", "de/05-moving.ipynb"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_serious_fault_of_accessibility(page: Page, app: Server, path: str, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(f"{app.url}/{path}")
    if path.endswith(".ipynb"):
        OnTask(page.locator(".ksm-lesson").first).ready()
    found = Axe().run(page).response["violations"]
    assert [
        f"{fault['id']}: {node['html']}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ] == []


@pytest.mark.parametrize(
    "path",
    [
        "../pyproject.toml",
        "en/nothing.ipynb",
        "voila/tree",
        "voila/render/x.ipynb",
        "voila/files/explorer.ipynb",
        "api/contents",
    ],
)
def test_nothing_else_is_served(page: Page, app: Server, path: str) -> None:
    said = page.request.get(f"{app.url}/{path}")
    assert said.status in (403, 404)


@pytest.fixture
def shared(chromium: str, tmp_path: Path) -> tuple[Path, list[str]]:
    assert chromium
    return tmp_path, ["--share"]


def _addresses(home: Path) -> list[str]:
    """What the server has printed: the addresses with their key."""
    return re.findall(r"http://\S+\?token=\S+", (home / "server.log").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_shared_with_a_key_and_refused_without(
    browser: Browser, shared: tuple[Path, list[str]]
) -> None:
    home, options = shared
    with app_server(home, *options) as server:
        own, other = _addresses(home)
        key = own.partition("=")[2]
        assert other.endswith(key)
        assert "localhost" not in other
        assert any(sign in (home / "server.log").read_text(encoding="utf-8") for sign in "█▀▄")

        stranger = browser.new_page()
        for path in (
            "",
            "explorer.ipynb",
            "en/rules.md",
            "?token=guessed",
            "explorer.ipynb?token=",
        ):
            stranger.goto(f"{server.url}/{path}")
            expect(stranger.get_by_role("heading")).to_have_text("This app needs its key")
            assert stranger.locator(".ksm-nav, .ksm-door, .ksm-explorer").count() == 0
        for path in (
            "api/kernels/0-0-0-0-0",
            "voila/api/shutdown/0-0-0-0-0",
            "voila/labextensions/x",
        ):
            assert stranger.request.get(f"{server.url}/{path}").status in (403, 404, 405)
        stranger.close()

        guest = browser.new_page()
        errors = watch_console(guest)
        guest.goto(f"{server.url}/explorer.ipynb?token={key}&board={CURSED}")
        explorer = OnPage(guest)
        explorer.ready()
        expect(explorer.board_text).to_have_value(CURSED)
        # The key is in no address that might be shown, kept or passed on.
        assert key not in guest.url
        assert key not in guest.content()
        explorer.button("Clear the mine").click()
        expect(explorer.board_text).not_to_have_value(CURSED)
        assert errors == []

    # The app is started again: who had the key once comes in without being asked.
    port = int(server.url.rpartition(":")[2])
    with app_server(home, *options, port=port):
        assert key in _addresses(home)[0]
        guest.goto(server.url)
        expect(guest.locator("[data-door=explorer]")).to_be_visible()
    guest.close()


@pytest.mark.slow
def test_guests_see_nothing_of_each_other(browser: Browser, shared: tuple[Path, list[str]]) -> None:
    """Nor of who started the app."""
    home, options = shared
    with app_server(home, *options) as server:
        key = _addresses(home)[0].partition("=")[2]
        first, second = (browser.new_context(locale="en-GB").new_page() for _ in range(2))
        for guest in (first, second):
            guest.goto(f"{server.url}/en/03-card.ipynb?token={key}")
            OnTask(guest.locator(".ksm-lesson").first).ready()
        task = first.locator(".ksm-lesson:has([type=number])").first
        task.get_by_role("spinbutton").fill("4")
        task.get_by_role("button", name="Check").click()
        expect(task.locator(".ksm-notice")).to_contain_text("That is right")
        for guest, reached in ((second, "0 / 12"), (first, "3 / 12")):
            guest.goto(f"{server.url}/en/00-start.ipynb")
            row = guest.locator(".ksm-overview tr", has_text="Reading a card")
            expect(row).to_contain_text(reached, timeout=PATIENCE)
            guest.goto(server.url)
            lesson = guest.get_by_role("link", name="3 Reading a card")
            expect(lesson.locator(".ksm-state")).to_have_text("begun" if guest is first else "")
            guest.context.close()
        data = home / ".local" / "share" / "ksm-widgets"
        assert len(list((data / "guests").iterdir())) == 2
        assert not (data / "progress.sqlite3").exists()


def test_without_sharing_only_this_computer_is_served(app: Server) -> None:
    """It listens on the loopback alone."""
    with urlopen(app.url, timeout=PATIENCE / 1000) as said:
        assert said.status == 200
    listening = _listening(int(app.url.rpartition(":")[2]))
    assert listening
    assert listening <= {"127.0.0.1", "::1"}


def _listening(port: int) -> set[str]:
    """The addresses of this computer on which something listens at a port."""
    return {
        connection.laddr.ip
        for connection in psutil.net_connections("tcp")
        if connection.status == psutil.CONN_LISTEN and connection.laddr.port == port
    }
