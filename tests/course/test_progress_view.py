"""What a learner is told of how their progress is kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Attempted
from ksm_widgets.tasks.exercise import RESERVED
from ksm_widgets.widgets import Course
from ksm_widgets.words import sentence
from tests.course.answering import html

if TYPE_CHECKING:
    from pathlib import Path

ONE = Attempted("moving.targets", 3, "en", 1000, True, 2, 1, "R13")


def shown(course: Course) -> str:
    return html(course.progress())


def said(name: str, **params: object) -> str:
    return sentence(f"lesson_view.{name}", "en", **params)


def test_what_is_kept_is_said_to_be_kept(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.sqlite3")
    assert said("kept") in shown(Course("en", progress=progress))
    progress.close()


def test_without_a_disk_the_course_opens_and_says_that_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "progress.sqlite3").mkdir()
    progress = Progress(tmp_path / "progress.sqlite3")
    course = Course("en", progress=progress)
    progress.record(ONE)
    assert said("no_disk") in shown(course)
    progress.close()


def test_while_another_program_holds_the_file_it_says_what_waits(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    Progress(file).record(ONE)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        progress = Progress(file)
        course = Course("en", progress=progress)
        progress.record(ONE)
        progress.record(ONE)
        assert said("waits", count=2) in shown(course)
    assert said("kept") in shown(course)
    progress.close()


def test_a_damaged_file_is_told_of_once_and_until_the_next_click(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    file.write_bytes(b"this is no database at all" * 50)
    Progress(file).close()  # A lesson that shows no progress finds it.
    progress = Progress(file)
    course = Course("en", progress=progress)
    told = said("set_aside", file="progress-damaged-1.sqlite3")
    view = course.progress()
    assert told in html(view)
    assert said("kept") in html(view)
    view.refresh()
    assert told in html(view)
    view.act("edition", "de")
    assert told not in html(view)
    assert told not in shown(course)
    progress.close()


def test_the_final_test_has_a_row_with_its_best_result() -> None:
    progress = Progress()
    course = Course("en", progress=progress)
    row = "<td>12 · Final test</td><td>{} / 20</td><td>{} / 60"
    assert row.format(0, 0) in shown(course)
    for seed, right in ((RESERVED + 1, 3), (RESERVED + 2, 5), (RESERVED + 3, 4)):
        for place in range(6):
            good = place < right
            progress.answered(f"task{place}", seed, "en", right=good, stars=2 * good, at=place)
    # No test: more right answers, but of a lesson.
    for place in range(9):
        progress.answered(f"task{place}", 1, "en", right=True, stars=3)
    assert row.format(5, 10) in shown(course)
    # Taken again, with another answer to one of its questions.
    progress.answered("task0", RESERVED + 2, "en", right=False, at=100)
    assert row.format(4, 8) in shown(course)
    progress.close()
