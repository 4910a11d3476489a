"""The home page without a server, as far as it needs no Python: the way through the lessons."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.servers import plain_files
from ksm_widgets.course.games import OWN
from ksm_widgets.course.lessons import CURRICULUM, LESSONS
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.lite.pages import index_page
from ksm_widgets.progress.progress import Progress
from ksm_widgets.tasks.exercise import RESERVED

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

KEEP = "text => localStorage.setItem('ksm-progress', text)"
STATES = (
    "() => Object.fromEntries([...document.querySelectorAll('#read [data-state]')]"
    ".filter((lesson) => lesson.dataset.state)"
    ".map((lesson) => [lesson.getAttribute('href').slice(4, 6), lesson.dataset.state]))"
)


def test_lessons_are_marked_by_what_the_browser_keeps(page: Page, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(index_page(), encoding="utf-8")
    progress = Progress()
    for task in LESSONS[0].tasks:
        progress.answered(task, 0, "en", right=True, stars=3)
    progress.answered(CURRICULUM.lessons[3].further[0], 0, "en", right=False)
    progress.answered("moving.fill", RESERVED + 1, "en", right=True, stars=3)
    begun = progress.text()
    tested = [name for topic in CURRICULUM.topics for name in [topic[0].name]]
    for task in tested[:14]:
        progress.answered(task, RESERVED + 2, "en", right=True, stars=3)
    passed = progress.text()
    progress.close()
    with plain_files(tmp_path) as url:
        page.goto(f"{url}/index.html")
        expect(page.get_by_role("link", name="0 Start here")).to_be_visible()
        assert page.evaluate(STATES) == {}
        page.evaluate(KEEP, begun)
        page.reload()
        expect(page.get_by_role("link", name="0 Start here")).to_contain_text("✓ done")
        states = page.evaluate(STATES)
        assert {lesson: states.get(lesson) for lesson in ("00", "03", "04", "12")} == {
            **{"00": "done", "03": "begun"},
            **{"04": None, "12": "begun"},
        }
        # Another page of the same browser goes on.
        other = page.context.new_page()
        other.goto(f"{url}/index.html")
        other.evaluate(KEEP, passed)
        expect(page.get_by_role("link", name="12 Final test")).to_contain_text("✓ done")
        for damaged in ("no progress", '{"attempts": 5}', '{"attempts": [1, [], [null, "x"]]}'):
            page.evaluate(KEEP, damaged)
            page.reload()
            expect(page.get_by_role("link", name="0 Start here")).to_be_visible()
            assert page.evaluate(STATES) == {}


@pytest.mark.parametrize(
    ("language", "begin", "go_on", "play"),
    [
        ("en", "Start the course", "Continue with lesson {}", "Play"),
        ("de", "Kurs beginnen", "Weiter mit Lektion {}", "Spielen"),
    ],
)
def test_the_big_button_continues_where_the_learner_is(
    page: Page, tmp_path: Path, language: str, begin: str, go_on: str, play: str
) -> None:
    (tmp_path / "index.html").write_text(index_page(), encoding="utf-8")
    progress = Progress()
    lessons = {lesson.name: lesson for lesson in CURRICULUM.lessons}
    button = page.locator("#read .ksm-begin a").first

    def expect_lesson(name: str) -> None:
        page.evaluate(KEEP, progress.text())
        page.reload()
        expect(button).to_have_text(go_on.format(lessons[name].label))
        expect(button).to_have_attribute("href", f"#{language}/{lessons[name].file}")

    def solve(*tasks: str) -> None:
        for task in tasks:
            progress.answered(task, 0, "en", right=True, stars=3, at=next(clock))

    clock = count(1)
    with plain_files(tmp_path) as url:
        page.goto(f"{url}/index.html#?language={language}")
        expect(button).to_have_text(begin)
        solve(lessons["mine"].tasks[0])
        expect_lesson("mine")
        solve(*lessons["mine"].tasks)
        expect_lesson("round")
        way = [lesson for lesson in CURRICULUM.lessons if lesson.name in CURRICULUM.path]
        solve(*(task for lesson in way[:-1] for task in lesson.tasks))
        expect_lesson("own")
        own = page.locator("[data-record]:not([data-record=''])")
        assert own.get_attribute("data-state") == ""
        begun = OWN.begin("Anna, Bruno, Carla", "de", 5)
        SavedMatches(progress, lambda: next(clock)).keep(begun)
        expect_lesson("own")
        assert own.get_attribute("data-state") == "begun"
        solve(*lessons["own"].tasks)
        expect_lesson(next(one.name for one in CURRICULUM.lessons if one not in way))
        solve(*(task for lesson in CURRICULUM.lessons for task in lesson.tasks))
        expect_lesson(next(one.name for one in CURRICULUM.lessons if one.tests))
        for task in [topic[0].name for topic in CURRICULUM.topics][:18]:
            progress.answered(task, RESERVED + 2, "en", right=True, stars=3, at=next(clock))
        page.evaluate(KEEP, progress.text())
        page.reload()
        expect(button).to_have_text(play)
    progress.close()
