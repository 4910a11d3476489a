"""The coach's page beside a guide, without a server: at no width does anything lie on anything."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.review import Finding, Review, moments
from ksm_widgets.course.games import OWN
from ksm_widgets.course.view.guided import GuidedPanel
from ksm_widgets.course.view.own import OwnTable
from ksm_widgets.game.match import Phase
from ksm_widgets.page.part import Panel, joined_files
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import Turn
from ksm_widgets.widgets import Course
from tests.coach.findings import choice

if TYPE_CHECKING:
    from playwright.sync_api import Page

COVERED = """() => {
  const sheet = document.querySelector(".ksm-sheet");
  const boxes = [...sheet.querySelectorAll(":scope > .ksm-panel, :scope > div > .ksm-panel")];
  const all = [...boxes, sheet.querySelector(".ksm-board")];
  const shown = all.filter((box) => box.offsetWidth > 1 && box.offsetHeight > 1);
  const places = shown.map((box) => [box.className, box.getBoundingClientRect()]);
  return places.flatMap(([one, a], at) => places.slice(at + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1).map(([other]) => [one, other]));
}"""


def still(widget: Any) -> str:
    """A widget as plain HTML: boxes, panels, and an empty board."""
    classes = " ".join(widget._dom_classes)
    if isinstance(widget, Panel):
        return f'<div class="ksm-panel ksm-part-{widget.part} {classes}">{widget.html}</div>'
    if "ksm-board" in classes:
        return f'<div class="{classes}"><canvas width="928" height="1000"></canvas></div>'
    return f'<div class="{classes}">{"".join(map(still, getattr(widget, "children", ())))}</div>'


def shown(*, asks: bool) -> str:
    """The learner's own game, given up early on, with a choice that the coach shows or asks."""
    match = OWN.begin("Anna, Bruno, Carla", "de")
    assert match.view is not None
    first, second = match.view.hand[:2]
    match = match.choose(first.number)
    while match.phase is not Phase.DIG:
        match = match.step()
    match = match.play(Turn()).concede()
    card, turn = moments(match.game, 0)[:2]
    of_card = choice(second, 0.0), choice(first, -4.0)
    of_turn = choice(Turn(), 0.0), choice(Turn(), -4.0)
    found = tuple(
        Finding(moment, options, options[1], Figure(4.0, 0.5), 0.5, 10.0, 8)
        for moment, options in ((card, of_card), (turn, of_turn))
    )
    table: Any = Course("de", progress=Progress()).game("own")
    table.set_page(table.page.sitting(match))
    page = table.page.reviewing(0)
    coach = replace(page.coach, review=Review(0, found, None))
    table.set_page(page.showing(coach.tried(1) if asks else coach.looking_at(0)))
    assert ("ksm-at-choice" in table._dom_classes) is not asks
    html = still(table)
    table.stop_work("thought", drop=True)
    table.close()
    return f"<style>{joined_files(*GuidedPanel.styles)}</style><body>{html}</body>"


@pytest.fixture(scope="module")
def reviewed() -> str:
    """A choice that the coach shows."""
    return shown(asks=False)


def test_on_a_phone_what_is_asked_again_is_in_sight_with_the_mine(page: Page) -> None:
    """Wherever one had read when one chose to learn from one's mistakes."""
    assert OwnTable.looked_at["coach-try"] == "head"
    page.set_viewport_size({"width": 390, "height": 768})
    page.set_content(shown(asks=True))
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.locator(".ksm-part-head").evaluate("head => head.scrollIntoView({block: 'nearest'})")
    foot = page.locator(".ksm-part-turn").bounding_box()
    assert foot is not None
    for part in (".ksm-board canvas", ".ksm-part-said", ".ksm-part-guide .ksm-question"):
        place = page.locator(part).bounding_box()
        assert place is not None
        assert 0 <= place["y"] < place["y"] + place["height"] <= foot["y"], part


@pytest.mark.parametrize("width", [740, 820, 1040, 1280])
def test_board_and_boxes_are_apart_while_the_coach_shows_a_choice(
    page: Page, reviewed: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.set_content(reviewed)
    board = page.locator(".ksm-board canvas").bounding_box()
    assert board is not None
    assert board["width"] > 150
    assert board["y"] < 800
    assert page.evaluate(COVERED) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
