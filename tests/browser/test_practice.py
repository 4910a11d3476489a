"""A drill at the end of a lesson, on a page without code: missed, asked again, solved, harder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from benchmarks.browsing.servers import app_server
from ksm_widgets.course.lessons import LESSONS
from ksm_widgets.course.practice import PRACTICE
from ksm_widgets.rules import edition
from ksm_widgets.telling.phrases import Reader
from tests.browser.lessons import OnTask
from tests.mistakes import wrong_answer

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from ksm_widgets.tasks.task import AnyTask


@pytest.mark.slow
def test_a_drill_in_a_lesson(page: Page, console_errors: list[str], tmp_path: Path) -> None:
    """In German: a rule is picked and missed, comes again, is known, and gets harder."""
    reader = Reader("de")
    lesson = next(each for each in LESSONS if each.name == "dig")

    def drawn(level: int, seed: int) -> AnyTask:
        return PRACTICE["R10"][level - 1].task(seed, edition("de"))

    def answered(answer: object, task: AnyTask) -> None:
        expect(on_task.root.locator(".ksm-question")).to_have_text(reader.say(task.question))
        expect(on_task.said).to_have_count(0)
        on_task.answer(task, answer)
        on_task.check()

    with app_server(tmp_path) as server:
        page.goto(f"{server.url}/de/{lesson.file}", timeout=PATIENCE)
        practice = page.locator(".ksm-practice")
        expect(practice).to_be_visible(timeout=PATIENCE)
        expect(practice.get_by_role("button", name="R10 Kein leeres Feld neu")).to_be_visible()
        expect(practice.get_by_text("Im Moment ist nichts zu wiederholen.")).to_be_visible()
        practice.locator('[data-act=rule][data-value="R10"]').click()
        on_task = OnTask(practice.locator(".ksm-task"))
        on_task.ready()
        expect(practice.get_by_text("R10: Kein leeres Feld. Stufe 1 von 3.")).to_be_visible()

        first = drawn(1, 1)
        answered(wrong_answer(first), first)
        expect(on_task.said).to_contain_text("liegt ein Plättchen")
        picked = practice.locator('[data-act=rule][data-value="R10"]')
        expect(picked).to_contain_text("nicht gewusst")

        on_task.button("Neue Stellung").click()
        for seed in (2, 3):
            again = drawn(1, seed)
            answered(again.solution(), again)
            expect(on_task.said).to_contain_text("Das stimmt.")
            if seed == 2:
                on_task.button("Neue Stellung").click()
        expect(picked).to_contain_text("Stufe 2")

        on_task.button("Neue Stellung").click()
        expect(practice.get_by_text("R10: Kein leeres Feld. Stufe 2 von 3.")).to_be_visible()
        harder = drawn(2, 1)
        expect(on_task.root.locator(".ksm-question")).to_have_text(reader.say(harder.question))
        assert _faults(page) == []
        assert console_errors == []

        # What was learnt is still known after the page has been opened anew.
        page.goto(f"{server.url}/de/{lesson.file}", timeout=PATIENCE)
        expect(picked).to_contain_text("Stufe 2", timeout=PATIENCE)


def _faults(page: Page) -> list[str]:
    """What axe finds in the practice that is serious or worse."""
    found = Axe().run(page, context=".ksm-practice").response["violations"]
    return [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")]
