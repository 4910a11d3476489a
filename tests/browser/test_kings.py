"""Kings under Mountains by touch: set up, asked, stepped through, played, on several screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.companions.kings.editing import Draft
from ksm_widgets.companions.kings.match import KingsMatch
from ksm_widgets.companions.kings.scene import KingsPicture
from ksm_widgets.companions.kings.text import position_text, read_position
from tests.browser.shelf_lessons import (
    browser_context_args,  # noqa: F401
    fits,
    played_to_its_end,
    rule_in_place,
    tap,
    widths,
    wrong_and_right,
)
from tests.browser.test_accessibility import faults
from tests.companions.kings_positions import EXAMPLE_1

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server

pytestmark = pytest.mark.slow


@widths
def test_a_table_is_set_up_asked_about_and_played_at(
    page: Page, app: Server, width: int, console_errors: list[str]
) -> None:
    assert page.evaluate("screen.width") == width
    page.goto(f"{app.url}/shelf.ipynb?game=kings", timeout=PATIENCE)
    text = page.locator("textarea[name=position]")
    page.get_by_role("button", name="Take away").tap(timeout=PATIENCE)
    draft = Draft.of_example("plan")
    goal = position_text(read_position(EXAMPLE_1))
    for place in ("own 1", "camp D", "centre 3", "centre 3"):
        picture = KingsPicture(draft.position, room=True)
        tap(page, picture, place)
        touched = next(one for one in picture.places if str(one) == place)
        draft = Draft(draft.position, tool="erase").touched(touched)[0]
        expect(text).to_have_value(draft.text)
    for race, strength, place in (
        ("Goblins", "Goblin 3", "own 1"),
        ("Dwarfs", "Dwarf 3", "camp D"),
        ("Goblins", "Goblin 0", "centre 3"),
        ("Giants", "Giant 4", "centre 3"),
    ):
        page.get_by_role("group", name="Units: race").get_by_role("button", name=race).tap()
        page.get_by_role("button", name=strength, exact=True).tap()
        tap(page, KingsPicture(draft.position, room=True), place)
    expect(text).to_have_value(goal)

    figures = {"fewest": "defence 3, size 4", "chance": "100%", "opens": "76%", "sure": "+7"}
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
    assert fits(page)
    for look in ("light", "dark", "contrast"):
        page.get_by_label("Colours").select_option(look)
        expect(page.locator(f".ksm-theme-{look}")).to_have_count(1)
        assert faults(page) == [], look

    page.get_by_role("button", name="Play", exact=True).tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    for now in ("Now draw a card", "It is your turn"):
        page.locator(".ksm-acts button").first.tap()
        expect(page.locator(".ksm-part-said")).to_contain_text(now)
    assert faults(page) == []
    assert fits(page)
    assert console_errors == []


def test_a_game_is_played_to_its_end(page: Page, app: Server, console_errors: list[str]) -> None:
    played_to_its_end(page, app, "kings", KingsMatch.begin(2, 1, 0))
    assert console_errors == []


def test_a_lesson_is_answered_wrongly_and_rightly(
    page: Page, app: Server, console_errors: list[str]
) -> None:
    wrong_and_right(page, app, "kings", "playing", "capture")
    rule_in_place(page, "K9")
    assert console_errors == []
