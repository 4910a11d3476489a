"""A class: the teacher gives a pack, phones join and solve, and the register shows it all."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import watch_console
from benchmarks.browsing.servers import app_server
from ksm_widgets.puzzles import Pack
from ksm_widgets.puzzles.pack import shipped_pack, write_pack
from tests.puzzles import samples

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

PACK = Pack((samples.puzzle("dig"), samples.puzzle("payable")), "Monday")
OTHER = Pack((samples.puzzle("card"), *shipped_pack().puzzles[:11]), "Tuesday")
RIGHT = PACK.puzzles[1].right[0]


def key(home: Path, path: str) -> str:
    """The key in the address that the server has printed."""
    log = (home / "server.log").read_text(encoding="utf-8")
    found = re.search(rf"{path}\?key=(\S+)", log)
    assert found is not None
    return found[1]


class Phone:
    """A pupil's phone."""

    def __init__(self, browser: Browser) -> None:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB"
        )
        self.page: Page = context.new_page()
        self.errors = watch_console(self.page)
        self.board = self.page.locator("canvas.ksm-canvas")

    def join(self, name: str) -> None:
        expect(self.page.get_by_role("heading", name="What is a turn?")).to_be_visible()
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Start", exact=True).click()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def touch(self, quarry: str) -> None:
        """A quarry of the entrance row, by its place on the picture."""
        self.board.scroll_into_view_if_needed()
        area = self.board.bounding_box()
        assert area is not None
        across = 0.13 + 0.148 * "abcdef".index(quarry[0])
        self.page.touchscreen.tap(
            area["x"] + across * area["width"], area["y"] + 0.82 * area["height"]
        )

    def says(self, text: str) -> None:
        expect(self.page.locator(".ksm-desk")).to_contain_text(text)


@pytest.mark.slow
def test_a_class_from_the_link_to_the_table(
    browser: Browser, chromium: str, tmp_path: Path
) -> None:
    assert chromium
    write_pack(PACK, tmp_path / "pack.jsonl")
    options = ["--share", "--pack", str(tmp_path / "pack.jsonl"), "--WarmKernels.spare=0"]
    with app_server(tmp_path, *options) as server:
        link = f"{server.url}/class?key={key(tmp_path, 'class')}"
        log = (tmp_path / "server.log").read_text(encoding="utf-8")
        assert log.count("scan the code") == 1
        assert "//localhost" not in log.partition("For the teacher only")[2]
        anna, other = Phone(browser), Phone(browser)
        anna.page.goto(link)
        anna.join("Anna")
        anna.says("Solved: 0 of 2")
        assert "key" not in anna.page.url

        other.page.goto(link)
        other.join(" anna ")
        expect(other.page.get_by_role("alert")).to_contain_text("is taken")
        other.join("Anna =B")
        other.says("Anna =B")

        # One solves the first puzzle by touch, the other one answers wrong.
        for step in ("c1", "d1"):
            anna.touch(step)
        anna.says("c1→d1")
        anna.press("Dig")
        anna.touch("b1")
        anna.press("Check")
        anna.says("The answer explained")
        other.press("Puzzle 2")
        other.press("No, I can't" if RIGHT == "yes" else "Yes, I can pay for it")
        other.press("Check")
        other.says("Add up again")

        # The teacher sees it as it happens; a pupil does not.
        other.page.goto(f"{server.url}/class/teacher")
        expect(other.page.get_by_role("heading")).to_have_text("This page is for the teacher")
        teacher = browser.new_page()
        errors = watch_console(teacher)
        teacher.goto(f"{server.url}/class/teacher?key={key(tmp_path, 'class/teacher')}")
        expect(teacher.get_by_role("heading", name="Monday")).to_be_visible()
        rows = teacher.locator(".ksm-register tbody tr")
        expect(rows.filter(has_text="Anna =B")).to_contain_text("Puzzle 2: one wrong try.")
        expect(rows.first).to_contain_text("Puzzle 1: solved on the first try.")
        anna.press("Next puzzle")
        expect(rows.first).to_contain_text("Puzzle 2: not tried. Working on it.")
        late = Phone(browser)
        late.page.goto(link)
        late.join("Z" + "X" * 29)
        expect(rows).to_have_count(3)
        late.says("Solved: 0 of 2")
        assert late.page.evaluate("document.documentElement.scrollWidth") <= 390

        # A phone that was away goes on where it was.
        anna.page.reload()
        anna.says("Solved: 1 of 2")
        expect(anna.page.get_by_role("button", name="Puzzle 2")).to_have_attribute(
            "aria-pressed", "true"
        )
        port = int(server.url.rpartition(":")[2])

    # The phone says that it is alone, and then tells the new server where it was.
    anna.press("Yes, I can pay for it" if RIGHT == "yes" else "No, I can't")
    anna.says("No connection")
    with app_server(tmp_path, *options, port=port):
        expect(anna.page.locator(".ksm-desk-away")).to_be_hidden()
        anna.press("Check")
        anna.says("All puzzles solved")
        expect(rows.first).to_contain_text("2/2")
        with teacher.expect_download() as saved:
            teacher.get_by_role("link", name="Save results").click()
        table = list(csv.reader(io.StringIO(saved.value.path().read_text(encoding="utf-8-sig"))))
        assert [row[0] for row in table] == ["pupil", "Anna", "Anna =B", "Z" + "X" * 29]
        assert [row[7:9] for row in table[1:]] == [["3", "3"], ["–", "0"], ["–", "–"]]

        # On a tablet by the link that the teacher's page has; the pupils' code stays on both.
        teacher.get_by_text("On another device", exact=True).click()
        mine = teacher.locator("#mine a").get_attribute("href")
        assert mine is not None
        assert f":{port}/class/teacher?key=" in mine
        tablet = browser.new_page()
        tablet.goto(re.sub("//[^/]+", f"//127.0.0.1:{port}", mine))
        expect(tablet.get_by_role("heading", name="Monday")).to_be_visible()
        expect(tablet.locator("#invite svg")).to_be_visible()
        expect(tablet.locator("#mine svg")).to_be_hidden()
        # There it begins small, for the pupils are in; it can be large again.
        code = tablet.locator("#invite svg").bounding_box()
        assert code is not None
        assert code["width"] < 200
        tablet.get_by_role("button", name="Large code").click()
        code = tablet.locator("#invite svg").bounding_box()
        assert code is not None
        assert code["width"] > 300

        # By a pupil's own link a phone that is somebody else becomes that pupil only if asked to.
        teacher.get_by_role("button", name="Show a code for Anna to").click()
        back = teacher.locator("#back a").first.get_attribute("href")
        assert back is not None
        back = re.sub("//[^/]+", f"//127.0.0.1:{port}", back)
        teacher.get_by_role("link", name="Done").click()
        for choice, name in (("Stay", "ZX"), ("Continue as", "Anna")):
            late.page.goto(back)
            expect(late.page.get_by_role("heading")).to_contain_text("You are ZX")
            assert "key" not in late.page.url
            assert late.page.evaluate("document.documentElement.scrollWidth") <= 390
            late.page.get_by_text(choice, exact=False).last.click()
            expect(late.page.locator(".ksm-desk-name")).to_contain_text(name)

        # Another pack in the middle: who is there changes to it, without a tap.
        write_pack(OTHER, tmp_path / "other.jsonl")
        teacher.get_by_label("Another pack", exact=True).set_input_files(tmp_path / "other.jsonl")
        teacher.once("dialog", lambda dialog: dialog.accept())
        teacher.get_by_role("button", name="Give it to the class").click()
        expect(teacher.get_by_role("heading", name="Tuesday")).to_be_visible()
        expect(tablet.get_by_role("heading", name="Tuesday")).to_be_visible()
        expect(tablet).to_have_title(re.compile("Tuesday"))
        anna.says("There is a new assignment now.")
        anna.says("Solved: 0 of 12")
        numbers = anna.page.locator(".ksm-desk-puzzles button")
        edges = numbers.evaluate_all("them => them.map((one) => one.getBoundingClientRect().right)")
        assert max(edges) <= 390 - 12
        # On a tablet the table fits, with the longest first names.
        tablet.set_viewport_size({"width": 820, "height": 1180})
        late.page.goto(link)
        expect(tablet.locator(".ksm-register tbody tr")).to_have_count(3)
        box = tablet.locator(".ksm-register-box")
        assert box.evaluate("box => box.scrollWidth <= box.clientWidth")

        # Whoever is removed is told so.
        teacher.once("dialog", lambda dialog: dialog.accept())
        teacher.get_by_role("button", name="Remove Anna =B").click()
        other.page.goto(f"http://127.0.0.1:{port}/class")
        expect(other.page.get_by_role("alert")).to_contain_text("not in this class any more")

        teacher.get_by_text("Invite the class", exact=True).click()
        teacher.reload()
        expect(teacher.locator("#invite svg")).to_be_hidden()
        teacher.once("dialog", lambda dialog: dialog.accept())
        teacher.get_by_role("button", name="Delete everything").click()
        expect(teacher.get_by_label("Pack", exact=True)).to_be_visible()
        expect(tablet.get_by_label("Pack", exact=True)).to_be_visible()
        expect(anna.page.get_by_role("heading")).to_have_text("There is no assignment right now")
        assert not (tmp_path / ".local" / "share" / "ksm-widgets" / "class").exists()

        # From the page: a pack of one's own.
        teacher.get_by_label("Pack", exact=True).set_input_files(tmp_path / "pack.jsonl")
        teacher.get_by_role("button", name="Give it to the class").click()
        expect(teacher.locator("#invite svg")).to_be_visible()
        expect(tablet.locator("#invite svg")).to_be_visible()
        anna.page.reload()
        expect(anna.page.get_by_label("Your name")).to_be_visible()
        # The code stays for those who come next.
        anna.join("Anna")
        expect(rows).to_have_count(1)
        expect(teacher.locator("#invite svg")).to_be_visible()
    assert [line for line in errors if "Failed to" not in line] == []
