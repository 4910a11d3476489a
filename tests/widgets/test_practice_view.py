"""Practice on a page: rules to pick, fresh tasks, and what is kept of the answers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ksm_widgets.rules import edition
from ksm_widgets.tutor.course import EXERCISES, LESSONS
from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.course.rules_page import RULES
from ksm_widgets.tutor.repetition.reviewed import Grade, Reviewed
from ksm_widgets.widgets import Course
from ksm_widgets.widgets.practice import PracticeView
from ksm_widgets.words import sentence
from tests.mistakes import wrong_answer
from tests.widgets.test_lesson import told

EXERCISE = EXERCISES["moving.targets"]


def words(view: PracticeView) -> str:
    """The words above the task, without markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", str(view._head.html))).strip()


def give(view: Any, answer: Any) -> None:
    """Answer the task on the page, and have it checked."""
    view._state = view.state.answered(answer)
    view.act("check", "")


def said(name: str, **params: object) -> str:
    return sentence(f"practice_view.{name}", "en", **params)


def test_a_lesson_practises_its_own_rules_and_the_last_one_all(course: Course) -> None:
    lesson = next(each for each in LESSONS if each.name == "moving")
    assert course.practice("moving")._drill.rules == lesson.rules
    assert course.practice()._drill.rules == RULES


def test_a_drill_goes_on_with_harder_tasks_until_one_is_missed(
    course: Course, progress: Progress
) -> None:
    view: Any = course.practice("dig")
    assert said("at_rest") in words(view)
    view.act("rule", "R10")
    levels, seen = [], set()
    for _ in range(3):
        name = view.view.exercise.name
        levels.append(name)
        seen.add(repr((view.view.task.question, view.view.task.table)))
        assert f"Level {name[-1]} of 3" in words(view)
        give(view.view, view.view.task.solution())
        assert "That is right." in told(view.view)
        view.view.act("new", "")
    assert levels == ["practice.R10.1", "practice.R10.2", "practice.R10.3"]
    assert len(seen) == 3
    give(view.view, wrong_answer(view.view.task))
    assert said("missed", rules="R10") in words(view) or said("due", rules="R10") in words(view)
    assert said("state_missed") in words(view)
    view.view.act("new", "")
    assert view.view.exercise.name == "practice.R10.1"
    assert [review.grade for review in progress.reviews()] == [3, 3, 3, 1]
    assert {review.subject for review in progress.reviews()} == {"R10"}
    assert len(progress.attempts()) == 4


def test_what_was_missed_in_a_lesson_comes_first_in_its_practice(
    course: Course, progress: Progress
) -> None:
    task: Any = course.task("dig.empty")
    give(task, wrong_answer(task.task))
    view: Any = course.practice("dig")
    assert "R10" in words(view).partition("Which")[0]
    view.act("begin", "")
    assert view.view.exercise.name == "practice.R10.1"


def test_the_first_answer_counts_and_a_help_is_one(course: Course, progress: Progress) -> None:
    wrong_then_right: Any = course.task("dig.empty")
    give(wrong_then_right, wrong_answer(wrong_then_right.task))
    give(wrong_then_right, wrong_then_right.task.solution())
    assert [review.grade for review in progress.reviews()] == [Grade.FORGOTTEN]
    wrong_then_right.act("new", "")
    wrong_then_right.act("hint", "")
    give(wrong_then_right, wrong_then_right.task.solution())
    assert progress.reviews()[-1].grade == Grade.HARD
    given_away: Any = course.task("moving.targets")
    for _ in range(3):
        given_away.act("hint", "")
    assert given_away.state.shown
    assert progress.reviews()[-1].subject == "R13"
    assert progress.reviews()[-1].grade == Grade.FORGOTTEN
    assert len(progress.reviews()) == 3


def test_nothing_filled_in_says_nothing_of_a_rule(course: Course, progress: Progress) -> None:
    view: Any = course.task("moving.targets")
    view.act("check", "")
    assert progress.reviews() == ()


def test_what_is_due_is_told_and_asked_first(course: Course, progress: Progress) -> None:
    progress.review(Reviewed("R11", 1000, Grade.GOOD))
    view: Any = course.practice("dig")
    assert said("due", rules="R11") in words(view)
    assert said("due", rules="R11") in str(course.progress()._panel.html)
    assert f"R11 Nobody has to dig {said('state_due')}" in words(view)
    view.act("rule", "mixed")
    assert view.view.exercise.name == "practice.R11.2"


def test_a_rule_of_another_lesson_is_not_picked(course: Course) -> None:
    view: Any = course.practice("dig")
    view.act("rule", "R31")
    assert view._drill.picked is None
    view.act("nonsense", "")
    assert "Something went wrong" not in words(view)


def test_what_goes_wrong_is_shown(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    view: Any = course.practice("dig")

    def broken(at: int) -> None:
        raise RuntimeError("no more tasks")

    monkeypatch.setattr(view._drill, "next_exercise", broken)
    view.act("begin", "")
    assert "no more tasks" in words(view)


def test_a_task_without_a_board_is_followed_by_one_with_a_board_and_back(course: Course) -> None:
    view: Any = course.task("mine.box")
    assert len(view._sheet.children) == 2
    view.act("new", "")
    assert len(view._sheet.children) == 3
    board = view._sheet.children[1]
    view.act("new", "")
    assert view._sheet.children[1] is board is view._board
    boardless: Any = course.task("turn.steps")
    boardless.act("new", "")
    assert boardless._board is None
    late: Any = course.task("paying.bank")
    assert late._board is not None


def test_new_positions_go_on_where_the_last_sitting_ended(
    course: Course, progress: Progress
) -> None:
    view: Any = course.task("moving.targets")
    for _ in range(3):
        view.act("new", "")
    give(view, view.task.solution())
    again: Any = Course("en", progress=progress).task("moving.targets")
    assert again.task.table == EXERCISE.task(0, edition("en")).table
    again.act("new", "")
    assert again.task.table == EXERCISE.task(4, edition("en")).table
