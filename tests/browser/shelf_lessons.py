"""A task with a board in a lesson of the shelf, answered on a phone: wrongly, then rightly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.companions.marking import Marks
from ksm_widgets.companions.shelf import curricula
from ksm_widgets.draw import DARK
from tests.mistakes import wrong_answer

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from benchmarks.browsing.servers import Server


def wrong_and_right(page: Page, app: Server, game: str, lesson: str, task: str) -> None:
    """Open a lesson, answer its task by touch, look the rule up, and look for faults."""
    page.goto(f"{app.url}/en/{game}-{lesson}.ipynb", timeout=PATIENCE)
    taught = curricula()[game]
    asked: Any = taught.exercises[f"{game}.{lesson}.{task}"].task(0, taught.terms(""))
    root = page.locator(".ksm-lesson").filter(has_text=asked.question.say("en")).last
    onward = page.locator(".ksm-steps-bar").get_by_role("button", name="Next")
    expect(onward).to_be_visible(timeout=PATIENCE)
    for _ in range(40):
        if root.is_visible():
            break
        onward.tap()
    expect(root.locator("canvas.ksm-canvas")).to_be_visible(timeout=PATIENCE)

    said = root.locator(".ksm-notice")
    mark(root, asked, wrong_answer(asked))
    root.get_by_role("button", name="Check", exact=True).tap()
    told = asked.check(wrong_answer(asked))
    expect(said).to_contain_text(told.remarks[0].say("en"))
    rule = root.locator("details").filter(has_text=f"{told.rule}: ")
    rule.locator("summary").tap()
    words = taught.rulebook.rules[told.rule].text.say("en")
    expect(rule.locator("p")).to_have_text(words)
    size = page.viewport_size
    assert size is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    found = Axe().run(page, context=".ksm-lesson").response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []

    root.get_by_role("button", name="Clear", exact=True).tap()
    mark(root, asked, asked.solution())
    root.get_by_role("button", name="Check", exact=True).tap()
    expect(said).to_contain_text("That is right.")


def rule_in_place(page: Page, rule: str) -> None:
    """Go back to the text that names a rule; its number opens it there."""
    link = page.get_by_role("link", name=rule, exact=True).locator("visible=true").first
    for _ in range(9):
        if link.is_visible():
            break
        page.locator(".ksm-steps-bar").get_by_role("button", name="Back").tap()
    link.tap()
    expect(page.get_by_role("dialog")).to_contain_text(f"{rule}: ", timeout=PATIENCE)


def mark(root: Locator, task: Any, places: Any) -> None:
    """Touch the places of a task's board."""
    scene = task.table.picture(DARK, Marks()).scene()
    canvas = root.locator("canvas.ksm-canvas")
    for place in places:
        area = next(area for area in scene.hits if area.target == place)
        box = canvas.bounding_box()
        assert box is not None
        scale = box["width"] / scene.width
        x, y = (area.x + area.width / 2) * scale, (area.y + area.height / 2) * scale
        canvas.evaluate("(it, y) => scrollBy(0, it.getBoundingClientRect().top + y - 300)", y)
        canvas.tap(position={"x": x, "y": y})
