"""Kings under Mountains on a phone: set up by touch, asked, stepped through, played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.companions.kings.editing import Draft
from ksm_widgets.companions.kings.scene import KingsPicture
from ksm_widgets.companions.kings.text import position_text, read_position
from tests.browser.shelf_lessons import rule_in_place, wrong_and_right
from tests.browser.test_accessibility import faults
from tests.companions.kings_positions import EXAMPLE_1

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server
    from ksm_widgets.companions.kings.position import Position

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Those of a phone."""
    return {**browser_context_args, "viewport": PHONE, "has_touch": True, "is_mobile": True}


def tap(page: Page, position: Position, place: str) -> None:
    """Tap a place of the board."""
    picture = KingsPicture(position, room=True)
    x, y, wide, high = picture.boxes()[place]
    canvas = page.locator(".ksm-board canvas")
    box = canvas.bounding_box()
    assert box is not None
    scale = box["width"] / picture.scene().width
    middle = (x + wide / 2) * scale, (y + high / 2) * scale
    # Neither under the head of the page nor under its foot.
    page.evaluate("y => window.scrollBy(0, y)", box["y"] + middle[1] - 300)
    canvas.tap(position={"x": middle[0], "y": middle[1]})


@pytest.mark.slow
def test_a_table_is_set_up_asked_about_and_played_at(
    page: Page, app: Server, console_errors: list[str]
) -> None:
    page.goto(f"{app.url}/shelf.ipynb?game=kings", timeout=PATIENCE)
    text = page.locator("textarea[name=position]")
    page.get_by_role("button", name="Take away").tap(timeout=PATIENCE)
    draft = Draft.of_example("plan")
    goal = position_text(read_position(EXAMPLE_1))
    for place in ("own 1", "camp D", "centre 3", "centre 3"):
        tap(page, draft.position, place)
        draft = Draft(draft.position, tool="erase").touched(place)
        expect(text).to_have_value(draft.text)
    for race, strength, place in (
        ("Goblins", "Goblin 3", "own 1"),
        ("Dwarfs", "Dwarf 3", "camp D"),
        ("Goblins", "Goblin 0", "centre 3"),
        ("Giants", "Giant 4", "centre 3"),
    ):
        page.get_by_role("group", name="Units: race").get_by_role("button", name=race).tap()
        page.get_by_role("button", name=strength, exact=True).tap()
        tap(page, draft.position, place)
    expect(text).to_have_value(goal)

    figures = {"fewest": "defence 3, size 4", "chance": "100 %", "opens": "76 %", "sure": "+7"}
    answer = page.locator(".ksm-found")
    for question, figure in figures.items():
        page.get_by_label("Question").select_option(question)
        page.get_by_role("button", name="Ask", exact=True).tap()
        expect(answer.get_by_role("row").nth(1)).to_be_visible(timeout=PATIENCE)
        if question == "opens":
            answer.get_by_role("button").filter(has_text="Dwarf 5 on centre 4").or_(
                answer.get_by_role("button").filter(has_text="on own mine 1")
            ).first.tap()
        expect(answer).to_contain_text(figure)
    answer.get_by_role("button", name="3 turns").tap()
    step = answer.get_by_role("button", name="Forward one step")
    for number in range(1, 4):
        step.tap()
        expect(answer).to_contain_text(f"Step {number} of 5")
    expect(text).to_have_value(goal)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for look in ("light", "dark", "contrast"):
        page.get_by_label("Colours").select_option(look)
        expect(page.locator(f".ksm-theme-{look}")).to_have_count(1)
        assert faults(page) == [], look

    page.get_by_role("button", name="Play", exact=True).tap()
    page.get_by_role("button", name="Begin", exact=True).tap()
    for now in ("Now draw a card", "It is your turn"):
        page.locator(".ksm-acts button").first.tap()
        expect(page.locator(".ksm-part-said")).to_contain_text(now)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert console_errors == []


def test_a_lesson_is_answered_wrongly_and_rightly(
    page: Page, app: Server, console_errors: list[str]
) -> None:
    wrong_and_right(page, app, "kings", "playing", "capture")
    rule_in_place(page, "K9")
    assert console_errors == []
