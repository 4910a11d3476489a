"""Raubbau by touch: set up, asked, its reasons read, played, on several screens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.editing import Draft
from ksm_widgets.companions.raubbau.match import RaubbauMatch
from ksm_widgets.companions.raubbau.scene import RaubbauPicture
from ksm_widgets.companions.raubbau.setting_up import blank
from ksm_widgets.companions.raubbau.text import position_text, read_position
from ksm_widgets.companions.raubbau.view.page import SETTING_ROOM
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
from tests.companions.raubbau_positions import EXAMPLE_2

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server

TOOLS: dict[str, dict[str, Any]] = {
    "Bend": {"tool": "bend"},
    "Straight tunnel": {"tool": "straight"},
    "Face-down tunnel": {"tool": "down"},
    "Treasure with a red back": {"tool": "card", "set": "r", "face": Face.UNSEEN},
    "Treasure with a green back": {"tool": "card", "set": "g", "face": Face.UNSEEN},
    "Treasure with a violet back": {"tool": "card", "set": "v", "face": Face.UNSEEN},
    "Unknown": {"tool": "card", "face": Face.UNSEEN},
    "Gem": {"tool": "card", "face": Face.GEM},
    "Sulphur": {"tool": "card", "face": Face.SULPHUR},
    "Cave-in": {"tool": "card", "face": Face.CAVE_IN},
    "Player 2 knows a card": {"tool": "knows2"},
    "Player 3 knows a card": {"tool": "knows3"},
    "Meeple of player 2": {"tool": "meeple2"},
    "Meeple of player 3": {"tool": "meeple3"},
}
STEPS = (
    *("Bend", "e1", "e1", "Straight tunnel", "n1e1", "w1", "Bend", "w2"),
    *("Face-down tunnel", "n1", "n1w1", "n2", "n2w1", "n3", "n3w1", "n3w2", "n4w1", "n4w2"),
    *("Treasure with a red back", "Cave-in", "n4", "Unknown", "n2e1", "seat2"),
    *("Treasure with a violet back", "n1w2", "Treasure with a green back", "seat2", "seat3"),
    *("Treasure with a violet back", "seat2", "seat3"),
    *("Treasure with a red back", "Gem", "seat1"),
    *("Treasure with a green back", "Gem", "seat1"),
    *("Treasure with a violet back", "Sulphur", "seat1"),
    *("Player 2 knows a card", "n2e1", "Player 3 knows a card", "n1w2"),
    *("Meeple of player 3", "n2e1", "Meeple of player 2", "stairs", "stairs"),
)
NUMBERS = {
    "Points of player 2: 1 more": 3,
    "Drift sets of player 1: 1 fewer": 2,
    "Drift sets of player 2: 1 fewer": 3,
    "Drift sets of player 3: 1 fewer": 1,
}


@dataclass
class OnMine:
    """The page in the browser, and beside it the draft that says where everything is."""

    page: Page
    draft: Draft

    def touch(self, step: str) -> None:
        """Choose a tool by its name, or tap a place of the board."""
        if step in TOOLS:
            self.page.get_by_role("button", name=step, exact=True).tap()
            self.draft = replace(self.draft, **TOOLS[step])
            return
        picture = RaubbauPicture(self.draft.position, room=SETTING_ROOM)
        tap(self.page, picture, step)
        place = next(place for place in picture.places if str(place) == step)
        self.draft = self.draft.touched(place)[0]
        expect(self.page.locator("textarea[name=position]")).to_have_value(self.draft.text)


@pytest.mark.slow
@widths
def test_a_position_is_set_up_asked_about_and_explained(
    page: Page, app: Server, width: int, console_errors: list[str]
) -> None:
    assert page.evaluate("screen.width") == width
    page.goto(f"{app.url}/shelf.ipynb", timeout=PATIENCE)
    page.get_by_role("button", name="Empty the table").tap(timeout=PATIENCE)
    mine = OnMine(page, Draft(blank(3)))
    for step in STEPS:
        mine.touch(step)
    for name, count in NUMBERS.items():
        for _ in range(count):
            page.get_by_role("button", name=name, exact=True).tap()
    page.get_by_role("group", name="Match").get_by_role("button", name="2").tap()
    page.get_by_role("group", name="Start player").get_by_role("button", name="3").tap()
    text = page.locator("textarea[name=position]")
    expect(text).to_have_value(position_text(read_position(EXAMPLE_2)))

    page.get_by_label("Question").select_option("leave")
    page.get_by_role("button", name="Ask", exact=True).tap()
    answer = page.locator(".ksm-found")
    expect(answer.get_by_role("row").nth(1)).to_contain_text("178003/113256")
    expect(answer.get_by_role("row").nth(1)).to_be_in_viewport()
    answer.get_by_role("button", name="Dig on n1w2").tap()
    for why in ("dragon 1/6 (17%)", "2 of the 12 violet cards", "2/13 (15%)"):
        expect(answer).to_contain_text(why)
    assert fits(page)
    for look in ("light", "dark", "contrast"):
        page.get_by_label("Colours").select_option(look)
        expect(page.locator(f".ksm-theme-{look}")).to_have_count(1)
        assert faults(page) == [], look

    # A game, with nothing too wide or without a name either.
    page.get_by_role("button", name="Play", exact=True).tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    page.locator(".ksm-acts button").first.tap()
    expect(page.locator(".ksm-part-said")).to_contain_text("Player 1")
    assert faults(page) == []
    assert fits(page)

    # The address opens the same, with its question.
    address = page.url
    page.goto("about:blank")
    page.goto(address, timeout=PATIENCE)
    expect(text).to_have_value(position_text(read_position(EXAMPLE_2)), timeout=PATIENCE)
    expect(page.get_by_label("Question")).to_have_value("leave")
    assert console_errors == []


@pytest.mark.slow
def test_a_game_is_played_to_its_end(page: Page, app: Server, console_errors: list[str]) -> None:
    played_to_its_end(page, app, "raubbau", RaubbauMatch.begin(3, 1, 1))
    assert console_errors == []


def test_a_lesson_is_answered_wrongly_and_rightly(
    page: Page, app: Server, console_errors: list[str]
) -> None:
    wrong_and_right(page, app, "raubbau", "planning", "reach")
    rule_in_place(page, "B7")
    assert console_errors == []
