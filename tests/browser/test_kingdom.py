"""Kingdom of Solomon on a phone: set up by touch, asked, stepped through, played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.companions.kingdom.editing import Draft
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.text import position_text, read_position
from tests.browser.shelf_lessons import rule_in_place, wrong_and_right
from tests.browser.test_accessibility import faults
from tests.companions.kingdom_positions import EXAMPLE_1

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server
    from ksm_widgets.companions.kingdom.position import Position

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Those of a phone."""
    return {**browser_context_args, "viewport": PHONE, "has_touch": True, "is_mobile": True}


def tap(page: Page, position: Position, place: str) -> None:
    """Tap a place of the board."""
    picture = KingdomPicture(position)
    x, y, wide, high = picture.boxes()[place]
    canvas = page.locator(".ksm-board canvas")
    box = canvas.bounding_box()
    assert box is not None
    scale = box["width"] / picture.scene().width
    middle = (x + wide / 2) * scale, (y + high / 4) * scale
    # Neither under the head of the page nor under its foot.
    page.evaluate("y => window.scrollBy(0, y)", box["y"] + middle[1] - 300)
    canvas.tap(position={"x": middle[0], "y": middle[1]})


@pytest.mark.slow
def test_a_table_is_set_up_asked_about_and_played_at(
    page: Page, app: Server, console_errors: list[str]
) -> None:
    page.goto(f"{app.url}/shelf.ipynb?game=kingdom", timeout=PATIENCE)
    text = page.locator("textarea[name=position]")
    goal = position_text(read_position(EXAMPLE_1))
    page.get_by_role("button", name="Take away").tap(timeout=PATIENCE)
    draft = replace(Draft.of_example("trade"), tool="erase")
    for place in ("Judah", "market f", "temple"):
        tap(page, draft.position, place)
        draft = draft.touched(place)
        expect(text).to_have_value(draft.text)
    expect(page.locator(".ksm-part-said")).to_contain_text("buildings")
    page.get_by_role("group", name="Cubes").get_by_role("button", name="food").tap()
    tap(page, draft.position, "market f")
    page.get_by_role("button", name="Token or temple block").tap()
    tap(page, draft.position, "temple")
    page.get_by_role("group", name="Whose piece").get_by_role("button", name="2").tap()
    tap(page, draft.position, "Judah")
    expect(text).to_have_value(goal)

    answer = page.locator(".ksm-found")
    for question, figure in {"block": "+20", "round": "+25"}.items():
        page.get_by_label("Question").select_option(question)
        page.get_by_role("button", name="Ask", exact=True).tap()
        expect(answer).to_contain_text(figure, timeout=PATIENCE)
    step = answer.get_by_role("button", name="Forward one step")
    for number in range(1, 4):
        step.tap()
        expect(answer).to_contain_text(f"Step {number} of 7")
    expect(text).to_have_value(goal)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for look in ("light", "dark", "contrast"):
        page.get_by_label("Colours").select_option(look)
        expect(page.locator(f".ksm-theme-{look}")).to_have_count(1)
        assert faults(page) == [], look

    page.get_by_role("button", name="Play", exact=True).tap()
    page.get_by_role("button", name="Begin", exact=True).tap()
    for _ in range(2):
        page.locator(".ksm-part-hand button").first.tap()
        expect(page.locator(".ksm-part-said")).to_contain_text("Player 1 places a pawn")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert console_errors == []


def test_a_lesson_is_answered_wrongly_and_rightly(
    page: Page, app: Server, console_errors: list[str]
) -> None:
    wrong_and_right(page, app, "kingdom", "placing", "region")
    rule_in_place(page, "S12")
    assert console_errors == []
