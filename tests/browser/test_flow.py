"""A lesson as it flows: rules in place, what comes next, and the finish, at three widths."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.course.lessons import LESSONS
from ksm_widgets.rules import edition
from tests.browser.lessons import OnTask

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from benchmarks.browsing.servers import Server

LESSON = next(lesson for lesson in LESSONS if lesson.name == "card")
TASK = ".ksm-lesson:has(.ksm-question)"


@pytest.mark.parametrize(
    "width", [390, *(pytest.param(width, marks=pytest.mark.slow) for width in (820, 1280))]
)
def test_a_lesson_from_its_first_rule_to_the_next_lesson(
    browser: Browser, app: Server, width: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844}, has_touch=width < 1000, locale="en"
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{app.url}/en/{LESSON.file}", timeout=PATIENCE)
    finish = page.locator(".ksm-score")
    expect(finish).to_be_attached(timeout=PATIENCE)
    steps = page.locator(".ksm-steps-bar")
    expect(steps).to_have_count(1 if width < 600 else 0)

    on_the_way = [each for each in LESSON.exercises if each.name in LESSON.tasks]
    for place, exercise in enumerate(on_the_way):
        task = exercise.task(0, edition("en"))
        on_task = OnTask(page.locator(TASK).nth(place))
        while not on_task.root.is_visible():
            # What is read before a task has a screen of its own, and so has each task.
            steps.get_by_role("button", name="Next").click()
        on_task.ready()
        if width < 600 and on_task.has_board:
            box = on_task.root.locator("canvas.ksm-canvas").bounding_box()
            assert box is not None
            assert box["y"] + page.evaluate("scrollY") < 844, exercise.name
        on_task.answer(task, task.solution())
        if place == 1:
            # A rule opens where it is, and nothing that was done is lost.
            while not (link := page.get_by_role("link", name="R7", exact=True)).is_visible():
                steps.get_by_role("button", name="Back").click()
            link.click()
            rule = page.get_by_role("dialog")
            expect(rule.get_by_role("heading")).to_have_text("R7: How a card is held")
            expect(rule.locator("svg")).to_be_visible()
            rule.get_by_role("button", name="Close").click()
            expect(rule).to_have_count(0)
            expect(page).to_have_url(re.compile(re.escape(LESSON.file)))
            while not on_task.root.is_visible():
                steps.get_by_role("button", name="Next").click()
        on_task.check()
        expect(on_task.root.locator(".ksm-star.ksm-lit")).to_have_count(3)
        if width < 600:
            # One way on, in the bar, where it is all the time.
            expect(on_task.button("Next")).to_be_hidden()
            steps.get_by_role("button", name="Next").click()
            expect(on_task.root).to_be_hidden()
        else:
            on_task.button("Next").click()
    expect(finish).to_have_text(
        f"{place + 1} of {place + 1} solved: you have finished this lesson!"
    )
    expect(finish).to_be_in_viewport()
    following = page.get_by_role("link", name="Next lesson: 4 · The dig")
    if width < 600:
        # The bar has no other way on here: the page's own says where it leads.
        expect(steps.get_by_role("status")).to_have_text(re.compile(r"^(\d+) / \1$"))
        expect(steps.get_by_role("button", name="Next")).to_be_hidden()
        expect(steps.get_by_role("button", name="Back")).to_be_visible()
    following.click()
    expect(page).to_have_url(re.compile("04-dig"), timeout=PATIENCE)
    page.goto(app.url)
    expect(page.get_by_role("link", name="3 Reading a card")).to_contain_text("✓ done")
    assert errors == []
    context.close()


@pytest.mark.slow
def test_on_a_phone_the_last_step_of_lesson_0_has_the_progress_and_leads_on(
    browser: Browser, app: Server
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True)
    page = context.new_page()
    page.goto(f"{app.url}/en/00-start.ipynb", timeout=PATIENCE)
    expect(page.locator(".ksm-score")).to_be_attached(timeout=PATIENCE)
    bar = page.locator(".ksm-steps-bar")
    onward, overview = bar.get_by_role("button", name="Next"), page.locator(".ksm-overview")
    expect(overview).to_be_attached(timeout=PATIENCE)
    while not page.locator(".ksm-score").is_visible():
        onward.click()
    page.get_by_role("button", name=re.compile("^Optional: further tasks")).click()
    while not overview.is_visible():
        onward.click()
    expect(page.get_by_label("Your edition of the game")).to_be_visible()
    expect(bar.get_by_role("status")).to_have_text(re.compile(r"^(\d+) / \1$"))
    onward.click()
    expect(page).to_have_url(re.compile("01-mine"), timeout=PATIENCE)
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 820])
def test_every_number_of_a_scored_game_can_be_filled_in_without_scrolling_sideways(
    browser: Browser, app: Server, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(f"{app.url}/de/09-end.ipynb", timeout=PATIENCE)
    expect(page.locator(".ksm-score")).to_be_attached(timeout=PATIENCE)
    lesson = next(lesson for lesson in LESSONS if lesson.name == "end")
    place = [exercise.name for exercise in lesson.exercises].index("end.score_en")
    on_task = OnTask(page.locator(TASK).nth(place))
    while not page.locator(".ksm-score").is_visible():
        page.locator(".ksm-steps-bar").get_by_role("button", name="Weiter").click()
    # Adding up the rulebooks' games is optional.
    page.get_by_role("button", name=re.compile("^Freiwillig: weitere Aufgaben")).click()
    while not on_task.root.is_visible():
        page.locator(".ksm-steps-bar").get_by_role("button", name="Weiter").click()
    fields = on_task.root.locator("input[type=number]")
    expect(fields).to_have_count(4)
    for field in fields.all():
        box = field.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    # Scrolling on to the button changes no number.
    fields.last.fill("30")
    fields.last.hover()
    page.mouse.wheel(0, 100)
    page.wait_for_timeout(200)
    expect(fields.last).to_have_value("30")
    context.close()


def test_a_tile_is_named_under_the_pointer_and_under_a_finger(
    browser: Browser, app: Server
) -> None:
    context = browser.new_context(viewport={"width": 820, "height": 1180}, has_touch=True)
    page = context.new_page()
    page.goto(f"{app.url}/en/01-mine.ipynb", timeout=PATIENCE)
    on_task = OnTask(page.locator(TASK).nth(0))
    on_task.ready()
    canvas = on_task.root.locator("canvas.ksm-canvas")
    canvas.scroll_into_view_if_needed()
    canvas.hover(position={"x": 150, "y": 150})
    expect(canvas).to_have_attribute("title", re.compile("^b5: .+, level"))
    box = canvas.bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    point = {"x": box["x"] + 150, "y": box["y"] + 150}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    tip = on_task.root.locator(".ksm-tip")
    expect(tip).to_have_text(re.compile("^b5: .+, level"))
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tip).to_be_hidden()
    context.close()
