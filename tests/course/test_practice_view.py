"""Practice on a page: rules to pick, fresh tasks, and what is kept of the answers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ksm_widgets.course.drill import Drill
from ksm_widgets.course.lessons import CURRICULUM, LESSONS
from ksm_widgets.course.view.practice import PracticeView
from ksm_widgets.mine.rulebook import RULES
from ksm_widgets.progress.progress import Progress, timestamp
from ksm_widgets.progress.rows import Recall, Reviewed
from ksm_widgets.rules import edition
from ksm_widgets.widgets import Course
from ksm_widgets.words import sentence
from tests.course.answering import html, page_text
from tests.course.test_lesson import told
from tests.mistakes import wrong_answer

EXERCISE = CURRICULUM.exercises["moving.targets"]


def words(view: PracticeView) -> str:
    """The words on the page, without markup."""
    return page_text(view)


def give(view: Any, answer: Any) -> None:
    """Answer the task on the page, and have it checked."""
    view.set_answering(view.state.answered(answer))
    view.act("check", "")


def said(name: str, **params: object) -> str:
    return sentence(f"practice_view.{name}", "en", **params)


def test_a_lesson_practises_its_own_rules_and_the_last_one_all(course: Course) -> None:
    lesson = next(each for each in LESSONS if each.name == "moving")
    for view, rules in ((course.practice("moving"), lesson.rules), (course.practice(), RULES)):
        assert tuple(dict.fromkeys(re.findall(r"\bR\d+\b", words(view)))) == rules


def test_a_drill_goes_on_with_harder_tasks_until_one_is_missed(
    course: Course, progress: Progress
) -> None:
    view: Any = course.practice("dig")
    assert said("at_rest") in words(view)
    view.act("rule", "R10")
    levels, seen = [], set()
    for _ in range(5):
        name = view.exercise.name
        levels.append(name)
        seen.add(repr((view.task.question, view.task.table)))
        assert f"Level {name[-1]} of 3" in words(view)
        give(view, view.task.solution())
        assert "That is right." in told(view)
        view.act("new", "")
    assert levels == [f"practice.R10.{level}" for level in (1, 1, 2, 2, 3)]
    assert len(seen) == 5
    give(view, wrong_answer(view.task))
    assert said("missed", rules="R10 No empty quarry") in words(view) or said(
        "due", rules="R10 No empty quarry"
    ) in words(view)
    assert said("state_missed") in words(view)
    view.act("new", "")
    assert view.exercise.name == "practice.R10.1"
    assert [review.grade for review in progress.reviews()] == [3, 3, 3, 3, 3, 1]
    assert {review.subject for review in progress.reviews()} == {"R10"}
    assert len(progress.attempts()) == 6


def test_what_was_missed_in_a_lesson_comes_first_in_its_practice(
    course: Course, progress: Progress
) -> None:
    task: Any = course.task("dig.empty")
    give(task, wrong_answer(task.task))
    view: Any = course.practice("dig")
    assert "R10" in words(view).partition("Which")[0]
    view.act("begin", "")
    assert view.exercise.name == "practice.R10.1"


def test_due_and_missed_rules_are_told_in_the_order_of_the_rulebook(
    course: Course, progress: Progress
) -> None:
    missed, *due = (rule for rule in RULES if rule in CURRICULUM.practice)
    due = due[:3]
    for at, rule in enumerate(reversed(due)):  # The last of them has been due for longest.
        progress.review(Reviewed(rule, 1000 + at, Recall.GOOD))
    progress.review(Reviewed(missed, timestamp(), Recall.FORGOTTEN))
    told_due, _, told_missed = words(course.practice()).partition(said("missed", rules="")[:-3])
    places = [told_due.index(f" {rule} ") for rule in due]
    assert places == sorted(places)
    assert f" {missed} " in told_missed.partition(".")[0]


def test_what_is_answered_in_the_lesson_shows_in_its_practice(
    course: Course, progress: Progress
) -> None:
    progress.review(Reviewed("R1", 1000, Recall.FORGOTTEN))
    view, task = course.practice("mine"), course.task("mine.quarry")
    assert said("at_rest") not in words(view)
    give(task, task.task.solution())
    assert said("at_rest") in words(view)


def test_the_first_answer_counts_and_a_help_is_one(course: Course, progress: Progress) -> None:
    wrong_then_right: Any = course.task("dig.empty")
    give(wrong_then_right, wrong_answer(wrong_then_right.task))
    give(wrong_then_right, wrong_then_right.task.solution())
    assert [review.grade for review in progress.reviews()] == [Recall.FORGOTTEN]
    wrong_then_right.act("new", "")
    wrong_then_right.act("hint", "")
    give(wrong_then_right, wrong_then_right.task.solution())
    assert progress.reviews()[-1].grade == Recall.HARD
    given_away: Any = course.task("moving.targets")
    for _ in range(3):
        given_away.act("hint", "")
    assert given_away.state.shown
    assert progress.reviews()[-1].subject == "R13"
    assert progress.reviews()[-1].grade == Recall.FORGOTTEN
    assert len(progress.reviews()) == 3


def test_nothing_filled_in_says_nothing_of_a_rule(course: Course, progress: Progress) -> None:
    view: Any = course.task("moving.targets")
    view.act("check", "")
    assert progress.reviews() == ()


def test_what_is_due_is_told_and_asked_first(course: Course, progress: Progress) -> None:
    progress.review(Reviewed("R11", 1000, Recall.GOOD))
    view: Any = course.practice("dig")
    assert said("due", rules="R11 Nobody has to dig") in words(view)
    assert said("due", rules="R11 Nobody has to dig") in html(course.progress())
    assert f"R11 Nobody has to dig {said('state_due')}" in words(view)
    view.act("rule", "mixed")
    assert view.exercise.name == "practice.R11.1"


def test_a_rule_of_another_lesson_is_not_picked(course: Course) -> None:
    view: Any = course.practice("dig")
    view.act("rule", "R31")
    assert view.page.exercise is None
    view.act("nonsense", "")
    assert "Something went wrong" not in words(view)


def test_what_goes_wrong_is_shown(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    view: Any = course.practice("dig")

    def broken(drill: Drill, at: int) -> None:
        raise RuntimeError("no more tasks")

    monkeypatch.setattr(Drill, "next_exercise", broken)
    view._panels["head"]._handle_custom_msg({"act": "begin", "value": ""}, [])
    assert "no more tasks" in words(view)


def test_a_task_without_a_board_is_followed_by_one_with_a_board_and_back(course: Course) -> None:
    view: Any = course.task("mine.box")
    assert "ksm-boardless" in view._dom_classes
    view.act("new", "")
    assert "ksm-boardless" not in view._dom_classes
    view.act("new", "")
    assert "ksm-boardless" not in view._dom_classes
    boardless: Any = course.task("turn.steps")
    boardless.act("new", "")
    assert "ksm-boardless" in boardless._dom_classes
    late: Any = course.task("paying.bank")
    assert "ksm-boardless" not in late._dom_classes


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


def test_controls_of_a_task_change_nothing_before_there_is_one(course: Course) -> None:
    for view in (course.practice("dig"), course.final_test()):
        before = view.page
        for act in ("check", "hint", "back", "choose", "next", "turn"):
            view.act(act, "a1")
        assert view.page == before
        assert "Something went wrong" not in html(view)
