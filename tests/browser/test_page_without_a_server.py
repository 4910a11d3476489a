"""The page without a server, built as `make site` builds it, on loopback with all else blocked.

NumPy and Pillow are stand-ins here (`--alone`): no registry has them for a browser. They play the
real ones, too, where the page fetches those from Pyodide's makers; all else is the page as it is.
"""

from __future__ import annotations

import filecmp
import json
import os
import re
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE, watch_console
from benchmarks.browsing.servers import plain_files
from ksm_widgets.lite.packages import REMOTE
from tests.browser.test_coach import spendthrift
from tests.browser.test_slow_to_begin import SLOW
from tests.mines import ENDLESS
from tests.solver.asked import LONG as LONG_SEARCH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playwright.sync_api import Browser, Dialog, FrameLocator, Page, Route

    from ksm_widgets.solver import Problem

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]
LITE = PROJECT / "ksm_widgets" / "lite"
LONG = 2 * PATIENCE


def built(folder: Path, *args: str) -> Path:
    """The page, built into a folder by the command that `make site` runs."""
    around = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    around["KSM_VENV"] = ".venv-site"
    subprocess.run([".ci/setup", "lite"], cwd=PROJECT, env=around, check=True)
    python = PROJECT / ".venv-site" / "bin" / "python"
    command = [str(python), "-m", "ksm_widgets", "site", *args, str(folder)]
    subprocess.run(command, cwd=PROJECT, env=around, check=True)
    return folder


NUMBERS = ".ksm-lesson:has([type=number])"
"""A task of a lesson with a number to fill in."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("built") / "site", "--alone")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with plain_files(folder) as url:
        yield f"{url}/"


class Visitor:
    """A page of a browser that reaches this host only; `asked` is all that it asked for.

    `far` is what other hosts have, by its address.
    """

    def __init__(self, page: Page, address: str, far: Mapping[str, bytes] | None = None) -> None:
        self.page, self.address, self.far = page, address, far or {}
        self.errors = watch_console(page)
        self.asked: list[str] = []
        page.context.route("**/*", self._route)

    def _route(self, route: Route) -> None:
        self.asked.append(route.request.url)
        if route.request.url.startswith((self.address, "data:", "blob:")):
            route.continue_()
        elif route.request.url in self.far:
            allowed = {"Access-Control-Allow-Origin": "*"}
            route.fulfill(body=self.far[route.request.url], headers=allowed)
        else:
            route.abort()

    def go(self, place: str = "") -> None:
        """Follow a link to a place of the site, or load the page there for the first time."""
        if self.page.url.startswith(self.address):
            self.page.evaluate("place => { location.hash = place; }", f"#{place}")
        else:
            self.page.goto(f"{self.address}#{place}", timeout=LONG)

    def opened(self, place: str) -> FrameLocator:
        """Go to a notebook of the site and wait until its boards answer."""
        self.go(place)
        return self.live(place)

    def live(self, place: str) -> FrameLocator:
        """The frame with the boards, once they answer."""
        said = "place => document.documentElement.dataset.open === place"
        self.page.wait_for_function(said, arg=place.partition("?")[0], timeout=LONG)
        return self.page.frame_locator("#live")

    @property
    def elsewhere(self) -> list[str]:
        """What was asked of other hosts."""
        ours = (self.address, "data:", "blob:")
        return [url for url in self.asked if not url.startswith(ours)]


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[Visitor]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    visitor = Visitor(context.new_page(), address)
    yield visitor
    context.close()
    assert visitor.elsewhere == []


def place_of(problem: Problem) -> str:
    """Where the explorer shows a problem."""
    parts = {
        "board": problem.position.text,
        "card": "1",
        "shape": str(problem.shape).replace("\n", "/"),
        "powers": ",".join(sorted(power.value for power in problem.powers)),
        "money": str(problem.money),
        "parchment": "10",
    }
    return "explorer.ipynb?" + "&".join(f"{name}={quote(text)}" for name, text in parts.items())


def test_building_again_makes_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = built(tmp_path / "site", "--alone")
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    others = [path.relative_to(again).as_posix() for path in again.rglob("*") if path.is_file()]
    assert sorted(names) == sorted(others)
    _, differing, failing = filecmp.cmpfiles(folder, again, names, shallow=False)
    assert (differing, failing) == ([], [])


def test_no_browser_has_to_compile_python(folder: Path) -> None:
    python = folder / "live" / "static" / "pyodide"
    archives = [*python.glob("*.whl"), python / "python_stdlib.zip"]
    for path in archives:
        names = ZipFile(path).namelist()
        assert [name for name in names if name.endswith(".py")] == [], path.name


def test_numpy_and_pillow_come_from_pyodide_s_makers(
    folder: Path, browser: Browser, tmp_path: Path
) -> None:
    site = built(tmp_path / "site")
    inside = Path("live") / "static" / "pyodide"
    lock = site / inside / "pyodide-lock.json"
    locked = json.loads(lock.read_text(encoding="utf-8"))
    release = json.loads((LITE / "package.json").read_text())["dependencies"]["pyodide"]
    far = {}
    for name in REMOTE:
        entry = locked["packages"][name]
        assert re.fullmatch(
            rf"https://cdn\.jsdelivr\.net/pyodide/v{release}/full/{name}-[^/]+\.whl",
            entry["file_name"],
        )
        [stand_in] = (folder / inside).glob(f"{name}-0-*.whl")
        far[entry["file_name"]] = stand_in.read_bytes()
        entry["sha256"] = sha256(stand_in.read_bytes()).hexdigest()
    lock.write_text(json.dumps(locked), encoding="utf-8")
    with plain_files(site) as url, browser.new_context(locale="en-GB") as context:
        visitor = Visitor(context.new_page(), f"{url}/", {})
        visitor.go()
        expect(visitor.page.get_by_role("status")).to_contain_text(
            "could not be loaded", timeout=LONG
        )
        visitor.page.close()
        visitor = Visitor(context.new_page(), f"{url}/", far)
        live = visitor.opened("explorer.ipynb")
        expect(live.locator(".ksm-board canvas")).to_be_visible(timeout=LONG)
        assert sorted(visitor.elsewhere) == sorted(far)
        assert visitor.page.get_by_role("status").is_hidden()


def test_home_and_rules_are_read_while_python_is_on_its_way(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go()
    expect(page.get_by_role("heading", name="King Solomon's Mines")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("The boards are loading")
    page.get_by_role("link", name="Rules").first.click()
    expect(page.get_by_role("heading", name="The rules")).to_be_visible()
    visitor.go("R13")
    expect(page.locator("#R13 img")).to_have_js_property("complete", True)
    page.wait_for_function(
        "() => Math.abs(document.getElementById('R13').getBoundingClientRect().top"
        " - document.getElementById('read').getBoundingClientRect().top) < 40"
    )
    assert page.locator("#R13 img").evaluate("picture => picture.naturalWidth") > 0
    page.get_by_role("link", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Die Regeln")).to_be_visible()


def test_the_explorer_solves_and_can_be_stopped(visitor: Visitor) -> None:
    live = visitor.opened(place_of(LONG_SEARCH))
    expect(live.locator(".ksm-board canvas")).to_be_visible(timeout=LONG)
    live.get_by_role("button", name="Solve", exact=True).click()
    expect(live.locator(".ksm-answer")).to_contain_text("nothing beats it", timeout=LONG)
    # The address is one that can be shared: it has the position, and brings it back.
    assert "board=" in visitor.page.url

    live = visitor.opened(f"explorer.ipynb?{ENDLESS}")
    for what in ("Solve", "The 5 best digs", "Best by number of moves"):
        live.get_by_role("button", name=what, exact=True).click()
        expect(live.locator(".ksm-progress")).to_contain_text("Boards checked", timeout=LONG)
        # The page answers while it searches.
        live.get_by_label("Language").select_option("de")
        expect(live.get_by_role("button", name="Aufbauen")).to_be_visible()
        live.get_by_label("Sprache").select_option("en")
        live.get_by_role("button", name="Stop").click()
        expect(live.locator(".ksm-progress")).to_have_count(0)
        expect(live.locator(".ksm-notice").first).to_contain_text("stopped early")


def test_a_slow_device_hears_what_is_done_and_may_be_turned_round(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(SLOW)
    live = visitor.opened("explorer.ipynb")
    for width, height in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(live.locator(".ksm-page:visible")).to_have_js_property("offsetWidth", width)
    live.get_by_role("button", name="Clear the mine", exact=True).click()
    expect(live.locator(".ksm-notice").first).to_contain_text("The mine is empty")
    assert visitor.errors == []


def test_a_lesson_goes_on_in_the_same_python_and_is_remembered(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 844})
    visitor.go("en/03-card.ipynb")
    live = page.frame_locator("#live")
    # What is stored can be read, pictures too, before anything answers.
    expect(live.get_by_role("heading", name="Reading a card")).to_be_visible(timeout=LONG)
    picture = live.locator(".jp-RenderedSVG").locator("img, svg").first
    expect(picture).to_be_visible()
    assert picture.evaluate("it => it.getBoundingClientRect().right <= innerWidth")
    live = visitor.live("en/03-card.ipynb")
    task = live.locator(NUMBERS).first
    task.get_by_role("spinbutton").fill("9")
    task.get_by_role("button", name="Check").click()
    expect(task.locator(".ksm-notice")).to_contain_text("Count the squares")
    task.get_by_role("spinbutton").fill("4")
    task.get_by_role("button", name="Check").click()
    expect(task.locator(".ksm-notice")).to_contain_text("That is right")

    # A rule opens in place.
    live.get_by_role("link", name="R7").first.click()
    rule = live.get_by_role("dialog")
    expect(rule.get_by_role("heading")).to_have_text("R7: How a card is held", timeout=LONG)
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    live = visitor.opened("en/00-start.ipynb")
    overview = live.locator(".ksm-overview")
    expect(overview).to_contain_text("2 / 12", timeout=LONG)
    expect(live.get_by_text("kept in this browser")).to_be_visible()
    assert sum(url.endswith("pyodide.asm.wasm") for url in visitor.asked) == 1

    # Nobody is asked whether to leave: there is nothing to be lost.
    asked: list[str] = []

    def heard(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", heard)
    page.reload()
    assert asked == []
    live = visitor.live("en/00-start.ipynb")
    expect(live.locator(".ksm-overview")).to_contain_text("2 / 12", timeout=LONG)
    kept = json.loads(page.evaluate("localStorage.getItem('ksm-progress')"))
    assert [attempt[0] for attempt in kept["attempts"]] == ["card.size", "card.size"]
    visitor.go()
    expect(page.get_by_role("link", name="3 Reading a card")).to_contain_text("begun")
    expect(page.get_by_role("link", name="4 The dig")).not_to_contain_text("begun")


def test_a_lesson_can_be_read_in_one_language_and_then_in_the_other(visitor: Visitor) -> None:
    """Its files have the same name; once the second did not open, and no page did after it."""
    live = visitor.opened("de/03-card.ipynb")
    for name, path in (("English", "en/03-card.ipynb"), ("Deutsch", "de/03-card.ipynb")):
        visitor.page.get_by_role("link", name=name).click()
        live = visitor.live(path)
        task = live.locator(NUMBERS).first
        task.get_by_role("spinbutton").fill("4")
        task.get_by_role("button", name={"English": "Check", "Deutsch": "Prüfen"}[name]).click()
        expect(task.locator(".ksm-notice")).to_be_visible()


def test_the_games_of_the_shelf_and_their_lessons_open(visitor: Visitor) -> None:
    page = visitor.page
    live = visitor.opened("shelf.ipynb?game=kings")
    expect(live.get_by_role("heading", name="Kings under Mountains")).to_be_visible(timeout=LONG)
    live = visitor.opened("shelf.ipynb?game=raubbau")
    expect(live.get_by_role("heading", name="Raubbau")).to_be_visible(timeout=LONG)
    live.get_by_role("button", name="Ask", exact=True).click()
    expect(live.locator(".ksm-found")).to_contain_text("11/78", timeout=LONG)

    visitor.go()
    page.get_by_role("link", name="Raubbau: plan").click()
    live = visitor.live("en/raubbau-planning.ipynb")
    task = live.locator(".ksm-lesson").filter(has_text="A match for 3 players").last
    for field, number in enumerate(("27", "16", "9")):
        task.get_by_role("spinbutton").nth(field).fill(number)
    task.get_by_role("button", name="Check").click()
    expect(task.locator(".ksm-notice")).to_contain_text("in the box; only some")
    live.get_by_role("link", name="B4", exact=True).first.click()
    expect(live.get_by_role("dialog")).to_contain_text("B4: Setting up a match", timeout=LONG)
    page.keyboard.press("Escape")
    visitor.go("B4")
    expect(page.locator("#B4")).to_contain_text("Setting up a match")


def test_a_page_that_the_host_does_not_send_takes_no_other_with_it(visitor: Visitor) -> None:
    visitor.opened("explorer.ipynb")
    visitor.page.route("**/en/04-dig.ipynb*", lambda route: route.abort())
    visitor.go("en/04-dig.ipynb")
    expect(visitor.page.get_by_role("status")).to_contain_text("could not be loaded", timeout=LONG)
    live = visitor.opened("explorer.ipynb")
    expect(live.locator(".ksm-board canvas")).to_be_visible(timeout=LONG)


def test_a_puzzle_is_tried_and_kept(visitor: Visitor) -> None:
    live = visitor.opened("puzzles.ipynb?language=de")
    puzzle = live.locator(".ksm-puzzles")
    expect(puzzle.locator(".ksm-board canvas")).to_be_visible(timeout=LONG)
    puzzle.get_by_role("button", name="Gar nicht graben").click()
    puzzle.get_by_role("button", name="Prüfen").click()
    expect(puzzle.locator(".ksm-notice").first).to_be_visible()
    visitor.page.wait_for_function(
        "() => (localStorage.getItem('ksm-progress') ?? '').includes('puzzle.')"
    )


def test_the_coach_is_asked_while_he_weighs_and_can_be_stopped(visitor: Visitor) -> None:
    """Nothing is compiled here: he is slow, but the page answers meanwhile."""
    live = visitor.opened("play.ipynb")
    table = live.locator(".ksm-play")
    expect(table.locator("[data-act=begin]")).to_be_visible(timeout=LONG)
    table.locator("summary", has_text="Open a game record").click()
    table.locator("textarea[name=record]").fill(spendthrift())
    table.locator("button[data-act=import]").click()
    table.locator("[data-act=end-replay]").click()
    table.locator("[data-act=coach]").click()

    # The first finding can be touched while the others come.
    told = table.locator(".ksm-part-said .ksm-notice")
    table.locator(".ksm-curve .ksm-point").first.click(timeout=LONG)
    expect(told).to_contain_text("Round 1, card.")
    expect(table.locator(".ksm-weighing progress")).to_be_visible()
    table.locator("[data-act=coach-stop]").click()
    go_on = table.locator("[data-act=coach-on]")
    expect(table.locator(".ksm-weighing")).to_contain_text("Stopped")
    expect(table.locator(".ksm-weighing progress")).to_have_count(0)
    go_on.click()
    expect(table.locator(".ksm-weighing")).to_have_count(0, timeout=2 * LONG)

    # What cost something is told with its reasons, and asked again.
    table.locator(".ksm-curve .ksm-point[title*='cost']").last.click()
    expect(told).to_contain_text("Better:")
    expect(told).to_contain_text("later in the game")
    table.locator("[data-act=coach-try]").click()
    expect(told).to_contain_text("what do you do?")
    table.locator("[data-act=no-dig]").click()
    expect(told).to_contain_text(re.compile("Not quite|not the best yet"), timeout=LONG)
    table.locator("[data-act=coach-tell]").click()
    expect(told).to_contain_text("Better:")
    assert visitor.errors == []
