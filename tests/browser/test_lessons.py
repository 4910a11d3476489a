"""A whole lesson in JupyterLab and the final test in the app, as a learner goes through them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.course.final import final_test
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.course.view.course import Pictured
from ksm_widgets.rules import QUARRIES, edition
from ksm_widgets.telling.phrases import Reader
from tests.browser.lessons import OnTask
from tests.mistakes import wrong_answer

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.pages import LabPage
    from benchmarks.browsing.servers import Server

MOVING = (
    *("moving.picture", "moving.cost"),
    # What is optional.
    *("moving.bare", "moving.targets", "moving.fresh", "moving.known", "moving.bring"),
    *("moving.fill", "moving.one", "moving.beginner"),
)
TASKS = ".ksm-lesson:has(.ksm-question)"


@pytest.mark.parametrize(("width", "columns"), [(360, 2), (390, 2), (1280, 5)])
def test_pictures_of_tiles_stand_in_columns_with_their_words(
    page: Page, width: int, columns: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    shown = Pictured(CURRICULUM.legends["tiles"], Reader("de"))._repr_html_()
    page.set_content(f"<body style='margin: 16px; font-family: sans-serif'>{shown}")
    figures = page.locator(".ksm-legend figure")
    expect(figures).to_have_count(16)
    lefts, cut = set(), []
    for figure in figures.all():
        box = figure.bounding_box()
        assert box is not None
        lefts.add(round(box["x"]))
        words = figure.locator("figcaption")
        if words.evaluate("one => one.scrollWidth > one.clientWidth"):
            cut.append(words.inner_text())
    assert (len(lefts), cut) == (columns, [])


@pytest.mark.slow
def test_a_whole_lesson_in_lab_wrong_answers_included(lab_page: LabPage) -> None:
    """Lesson 5 in German: before each right answer something wrong, and nothing at all."""
    lab_page.open("de/05-moving.ipynb")
    page, reader = lab_page.page, Reader("de")
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.locator("#jp-mainmenu-run").get_by_text("Run All Cells", exact=True).click()
    OnTask(page.locator(TASKS).nth(len(MOVING) - 1)).ready()
    assert page.locator(".jp-WindowedPanel-outer").evaluate("room => room.scrollTop") == 0
    page.keyboard.press("Shift")  # From here on the reader goes where they like.
    for place, name in enumerate(MOVING):
        task = CURRICULUM.exercises[name].task(0, edition("de"))
        on_task = OnTask(page.locator(TASKS).nth(place))
        on_task.ready()
        expect(on_task.root.locator(".ksm-question")).to_have_text(reader.say(task.question))

        on_task.check()
        nothing = task.check(task.begun().answer)
        expect(on_task.said).to_contain_text(reader.say(nothing.remarks[0]))
        if name == "moving.picture":
            _mistaken(on_task, page)
        if name == "moving.cost":
            on_task.fill([0])
            on_task.check()
            expect(on_task.said).to_contain_text("auch dann bezahlt, wenn keine Ausgrabung folgt")
        on_task.answer(task, task.solution())
        on_task.check()
        expect(on_task.said).to_contain_text("Das stimmt.")
        lit = 2 if name in ("moving.picture", "moving.cost") else 3  # A wrong try costs a star.
        expect(on_task.root.locator(".ksm-star.ksm-lit")).to_have_count(lit)

    again = OnTask(page.locator(TASKS).nth(1))
    first = again.root.locator(".ksm-question").inner_text()
    again.button("Neue Stellung").click()
    expect(again.root.locator(".ksm-question")).not_to_have_text(first)
    expect(again.said).to_have_count(0)
    again.button("Tipp").click()
    expect(again.root.locator(".ksm-hints li")).to_have_count(1)
    assert lab_page.console_errors == []
    lab_page.shut_down()


@pytest.mark.slow
def test_progress_is_up_to_date_saved_in_one_click_and_loaded_again(lab_page: LabPage) -> None:
    """Lesson 0: what is solved stands in the overview at once; the file goes out and in again."""
    lab_page.open("en/00-start.ipynb")
    lab_page.run_all()
    page = lab_page.page
    page.keyboard.press("Shift")
    overview = page.locator(".ksm-lesson:has(.ksm-overview)")
    first = overview.locator("tr").nth(1).locator("td").nth(1)
    expect(first).to_have_text("0 / 10 / 3 optional")
    on_task = OnTask(page.locator(".ksm-lesson").nth(0))
    on_task.ready()
    task = CURRICULUM.exercises["start.mark"].task(0, edition("en"))
    on_task.answer(task, task.solution())
    on_task.check()
    expect(first).to_have_text("1 / 10 / 3 optional")
    with page.expect_download() as download:
        overview.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "ksm-progress.json"
    file = download.value.path()
    assert '"start.mark"' in file.read_text(encoding="utf-8")
    overview.locator("input[type=file]").set_input_files(file)
    expect(overview.locator("[role=status]")).to_have_text("New attempts loaded: 0.")
    assert lab_page.console_errors == []
    lab_page.shut_down()


def _mistaken(on_task: OnTask, page: Page) -> None:
    """Mark a quarry that lies uphill, read why, look at the rule, and take it off by the keys."""
    uphill = next(quarry for quarry in QUARRIES if str(quarry) == "b3")
    on_task.click(uphill)
    on_task.check()
    expect(on_task.said).to_contain_text("Nie bergauf")
    rule = on_task.root.locator("summary", has_text="R13: Nie bergauf")
    rule.click()
    expect(on_task.root.get_by_text("es steigt nie", exact=False)).to_be_visible()
    on_task.root.locator("canvas.ksm-canvas").focus()
    page.keyboard.press("Enter")
    on_task.check()
    expect(on_task.said).to_contain_text("Markiere zuerst ein Feld")


@pytest.mark.slow
def test_the_final_test_in_the_app(page: Page, app: Server, console_errors: list[str]) -> None:
    """All twenty questions, none passed over, every fourth wrong; the certificate."""
    test = final_test(1, CURRICULUM)
    page.goto(f"{app.url}/en/12-final.ipynb", timeout=PATIENCE)
    begin = page.get_by_role("button", name="Start the test")
    expect(begin).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("course.final_test")).to_have_count(0)
    begin.click()
    head = page.locator(".ksm-final h2").first
    for place, question in enumerate(test.questions):
        expect(head).to_have_text(f"Question {place + 1} of 20", timeout=PATIENCE)
        task = question.task(edition("en"))
        on_task = OnTask(page.locator(".ksm-final .ksm-task"))
        on_task.ready()
        expect(on_task.root.locator(".ksm-question")).to_have_text(Reader("en").say(task.question))
        expect(on_task.button("Hint")).to_have_count(0)
        if place < 3:
            assert _faults(page) == []
        on_task.check()
        nothing = Reader("en").say(task.check(task.begun().answer).remarks[0])
        expect(on_task.said).to_contain_text(nothing, timeout=PATIENCE)
        on_task.answer(task, task.solution() if place % 4 else wrong_answer(task))
        on_task.check()
        expect(on_task.root.locator("[data-act=check]")).to_have_attribute(
            "aria-disabled", "true", timeout=PATIENCE
        )
        last = place == len(test.questions) - 1
        page.get_by_role("button", name="See your result" if last else "Next question").click()
    certificate = page.locator(".ksm-certificate")
    expect(certificate).to_contain_text("15 of 20 questions right", timeout=PATIENCE)
    assert _faults(page) == []
    missed = {question.exercise.rules[0] for question in test.questions[::4]}
    for rule in missed:
        expect(certificate.locator("summary", has_text=f"{rule}:")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as text").click()
    assert download.value.suggested_filename == "ksm-certificate.txt"
    assert console_errors == []


def _faults(page: Page) -> list[str]:
    """What axe finds in the test that is serious or worse."""
    found = Axe().run(page, context=".ksm-final").response["violations"]
    return [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")]
