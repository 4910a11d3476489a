"""Kingdom of Solomon by touch: set up, asked, stepped through, played, on several screens."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.companions.kingdom.acts import act_text
from ksm_widgets.companions.kingdom.editing import Draft
from ksm_widgets.companions.kingdom.match import KingdomMatch
from ksm_widgets.companions.kingdom.places import TEMPLE, Place, Stall
from ksm_widgets.companions.kingdom.questions.pawns import ask_pawns
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.text import position_text, read_position
from ksm_widgets.companions.shelf import GAMES, curricula
from ksm_widgets.words import LANGUAGES, sentence
from tests.browser.shelf_lessons import (
    APART,
    PHONE,
    SIZES,
    browser_context_args,  # noqa: F401
    fits,
    played_to_its_end,
    rule_in_place,
    tap,
    widths,
    wrong_and_right,
)
from tests.browser.test_accessibility import faults
from tests.companions.kingdom_positions import EXAMPLE_1, EXAMPLE_2

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server
    from ksm_widgets.companions.match import AnyMatch

pytestmark = pytest.mark.slow


@widths
def test_a_table_is_set_up_asked_about_and_played_at(
    page: Page, app: Server, width: int, console_errors: list[str]
) -> None:
    assert page.evaluate("screen.width") == width
    page.goto(f"{app.url}/shelf.ipynb?game=kingdom", timeout=PATIENCE)
    text = page.locator("textarea[name=position]")
    goal = position_text(read_position(EXAMPLE_1))
    page.get_by_role("button", name="Take away").tap(timeout=PATIENCE)
    draft = replace(Draft.of_example("trade"), tool="erase")
    places: list[Place] = ["Judah", Stall("f"), TEMPLE]
    for place in places:
        tap(page, KingdomPicture(draft.position), str(place), 1 / 4)
        draft = draft.touched(place)[0]
        expect(text).to_have_value(draft.text)
    expect(page.locator(".ksm-part-said")).to_contain_text("buildings")
    page.get_by_role("group", name="Cubes").get_by_role("button", name="food").tap()
    tap(page, KingdomPicture(draft.position), "market f", 1 / 4)
    page.get_by_role("button", name="Token or temple block").tap()
    tap(page, KingdomPicture(draft.position), "temple", 1 / 4)
    page.get_by_role("group", name="Whose piece").get_by_role("button", name="2").tap()
    tap(page, KingdomPicture(draft.position), "Judah", 1 / 4)
    expect(text).to_have_value(goal)

    answer = page.locator(".ksm-found")
    for question, figure in {"block": "+20", "round": "+25"}.items():
        page.get_by_label("Question").select_option(question)
        page.get_by_role("button", name="Ask", exact=True).tap()
        expect(answer).to_contain_text(figure, timeout=PATIENCE)
    step = answer.get_by_role("button", name="Forward one step")
    page.wait_for_timeout(APART)
    for number in range(1, 4):
        step.tap()
        expect(answer).to_contain_text(f"Step {number} of 7")
    expect(text).to_have_value(goal)
    assert fits(page)
    for look in ("light", "dark", "contrast"):
        page.get_by_label("Colours").select_option(look)
        expect(page.locator(f".ksm-theme-{look}")).to_have_count(1)
        assert faults(page) == [], look

    page.get_by_role("button", name="Play", exact=True).tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    for _ in range(2):
        page.locator(".ksm-part-hand button").first.tap()
        expect(page.locator(".ksm-part-said")).to_contain_text("Your turn, player 1: place a pawn")
    assert faults(page) == []
    assert fits(page)
    assert console_errors == []


def test_the_places_for_all_pawns_are_asked_for(page: Page, app: Server) -> None:
    found = ask_pawns(read_position(EXAMPLE_2))
    query = urlencode({"game": "kingdom", "position": EXAMPLE_2, "question": "pawns"})
    page.goto(f"{app.url}/shelf.ipynb?{query}", timeout=PATIENCE)
    page.get_by_role("button", name="Ask", exact=True).tap(timeout=PATIENCE)
    answer = page.locator(".ksm-found")
    expect(answer).to_contain_text(str(found.value), timeout=PATIENCE)
    best = {act_text(act).removeprefix("put ") for act in found.options[0].acts}
    for place in best - {name for name in best if name.isdigit()}:
        expect(answer).to_contain_text(place)
    assert fits(page)


@pytest.mark.parametrize("width", [PHONE, 1280])
def test_every_question_is_read_whole_in_its_box(page: Page, app: Server, width: int) -> None:
    assert page.evaluate("screen.width") == width
    for game in GAMES:
        page.goto(f"{app.url}/shelf.ipynb?game={game}", timeout=PATIENCE)
        for language in LANGUAGES:
            page.locator("[data-act=language]").select_option(language, timeout=PATIENCE)
            label = sentence("shelf_page.question", language)
            box = page.get_by_label(label, exact=True)
            expect(box).to_be_visible()
            # As wide as the longest of them takes.
            room, needed = box.evaluate(
                """(box) => {
                  const free = box.cloneNode(true);
                  free.style.cssText = "position:absolute;width:max-content;max-width:none";
                  box.after(free);
                  const wide = [box.offsetWidth, free.offsetWidth];
                  free.remove();
                  return wide;
                }"""
            )
            assert needed <= room, (game, language)


@pytest.mark.parametrize("width", [PHONE, 1280])
def test_the_question_keeps_in_sight_beside_a_high_table(
    page: Page, app: Server, width: int
) -> None:
    assert page.evaluate("screen.width") == width
    page.goto(f"{app.url}/en/kingdom-placing.ipynb", timeout=PATIENCE)
    taught = curricula()["kingdom"]
    task: Any = taught.exercises["kingdom.placing.next"].task(0, taught.terms(""))
    words = task.question.say("en")
    root = page.locator(".ksm-lesson:has(.ksm-question)").filter(has_text=words).last
    onward = page.locator(".ksm-steps-bar").get_by_role("button", name="Next")
    canvas = root.locator("canvas.ksm-canvas")
    if width == PHONE:
        expect(onward).to_be_visible(timeout=PATIENCE)
        for _ in range(40):
            if root.is_visible():
                break
            onward.tap()
    expect(canvas).to_be_visible(timeout=PATIENCE)
    expect(root.locator(".ksm-high")).to_have_count(1)
    canvas.evaluate("(it) => scrollBy(0, it.getBoundingClientRect().bottom - innerHeight + 90)")
    for seen in (root.locator(".ksm-question"), canvas):
        expect(seen).to_be_in_viewport()
    question, table = root.locator(".ksm-question").bounding_box(), canvas.bounding_box()
    assert question is not None
    assert table is not None
    # All of the question is seen, and at the same time the boards of the players at the foot.
    assert question["y"] >= 0
    assert table["y"] + table["height"] <= SIZES[width]
    if width > PHONE:
        expect(root.get_by_role("button", name="Check", exact=True)).to_be_in_viewport()
    assert fits(page)


def test_a_game_is_played_to_its_end(page: Page, app: Server, console_errors: list[str]) -> None:
    def chosen(match: AnyMatch) -> Any:
        """The choice of the simple player: who does the first act at hand may never build."""
        return match.chosen(match.game.position, match.actor or 0)

    played_to_its_end(page, app, "kingdom", KingdomMatch.begin(2, 1, 1), chosen)
    assert console_errors == []


def test_a_lesson_is_answered_wrongly_and_rightly(
    page: Page, app: Server, console_errors: list[str]
) -> None:
    wrong_and_right(page, app, "kingdom", "placing", "region")
    rule_in_place(page, "S12")
    assert console_errors == []
