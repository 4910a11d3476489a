"""Helpers for tests of the shelf: screens, touches, a task, the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.companions.marking import Marks
from ksm_widgets.companions.shelf import curricula
from ksm_widgets.draw import DARK
from ksm_widgets.telling.phrases import Reader
from tests.mistakes import wrong_answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from benchmarks.browsing.servers import Server
    from ksm_widgets.companions.match import AnyMatch

PHONE = 390
SIZES = {PHONE: 844, 820: 1180, 1280: 800}
"""Heights of screens by their widths: a phone's, a tablet's, a small computer's."""
widths = pytest.mark.parametrize("width", SIZES)
"""A test on each of these screens."""


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], request: pytest.FixtureRequest
) -> dict[str, Any]:
    """Those of a screen to touch: of the width that a test names, or else a phone's."""
    called = getattr(request.node, "callspec", None)
    width = PHONE if called is None else called.params.get("width", PHONE)
    return {
        **browser_context_args,
        "viewport": {"width": width, "height": SIZES[width]},
        "has_touch": True,
        "is_mobile": width == PHONE,
    }


def tap(page: Page, picture: Any, place: str, down: float = 1 / 2) -> None:
    """Tap a place of the board, so far down in it."""
    scene = picture.scene()
    area = next(area for area in scene.hits if str(area.target) == place)
    canvas = page.locator(".ksm-board canvas")
    box = canvas.bounding_box()
    assert box is not None
    scale = box["width"] / scene.width
    middle = (area.x + area.width / 2) * scale, (area.y + area.height * down) * scale
    # Neither under the head of the page nor under its foot.
    page.evaluate("y => window.scrollBy(0, y)", box["y"] + middle[1] - 300)
    canvas.tap(position={"x": middle[0], "y": middle[1]})


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    size = page.viewport_size
    assert size is not None
    wide: int = page.evaluate("document.documentElement.scrollWidth")
    return wide <= size["width"]


_LAST = 20
"""Lines of a record that are played in the browser."""
APART = 600
"""Milliseconds between two taps that are no double tap: its second one meets no other button."""


def played_to_its_end(
    page: Page,
    app: Server,
    game: str,
    match: AnyMatch,
    choose: Callable[[AnyMatch], Any] = lambda match: match.open_acts[0],
) -> None:
    """Open a match near its end; press on, what ends a turn first, until one has won.

    `choose` plays up to there: it must be able to end a game.
    """
    while match.actor is not None:
        match = match.after(choose(match))
    lines = match.text().rstrip().splitlines()
    match = type(match).parse("\n".join(lines[:-_LAST]))
    page.goto(f"{app.url}/shelf.ipynb?game={game}", timeout=PATIENCE)
    page.get_by_role("button", name="Play", exact=True).tap(timeout=PATIENCE)
    page.get_by_text("Record as text").tap()
    page.get_by_label("The record of a game").fill(match.text())
    page.get_by_role("button", name="Open", exact=True).tap()
    side, pressed = page.locator(".ksm-part-side"), 0
    while match.actor is not None:
        count = len(match.game.acts)
        expect(side).to_contain_text(f"{count} / {count}")
        at = next((at for at, act in enumerate(match.open_acts) if match.at_foot(act)), 0)
        page.wait_for_timeout(APART)
        page.locator(f"[data-act=do][data-value='{match.stage},{at}']").first.tap()
        match = match.decided(match.open_acts[at])
        pressed += 1
    assert pressed > 3
    *_, (seat, won) = match.events
    assert seat is None
    expect(page.locator(".ksm-part-said")).to_contain_text(Reader("en").say(won), ignore_case=True)
    assert fits(page)


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
    assert fits(page)
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
