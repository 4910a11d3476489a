"""Drilling: what is asked next, how hard, and what an answer says about a rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ksm_widgets.rules import edition
from ksm_widgets.tutor.course import EXERCISES
from ksm_widgets.tutor.course.drill import Drill, fresh_seed, reviews_of
from ksm_widgets.tutor.course.practice import PRACTICE
from ksm_widgets.tutor.course.progress import Attempted, Progress
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.repetition.reviewed import Grade, Reviewed
from ksm_widgets.tutor.tasks.task import Feedback

RULES = ("R8", "R9", "R10")
DAY = 86_400_000
TASK = EXERCISES["dig.best"].task(0, edition("en"))


@pytest.fixture
def progress() -> Iterator[Progress]:
    kept = Progress()
    yield kept
    kept.close()


def said(right: bool, stars: int = 3, rule: str | None = "R8") -> Feedback:
    return Feedback(right, (Phrase("feedback.right", {}, rule),), stars if right else 0)


def graded(feedback: Feedback | None, hints: int = 0) -> dict[str, int]:
    return {each.subject: each.grade for each in reviews_of(TASK, feedback, hints, 5)}


def test_an_answer_grades_its_rule_and_the_one_that_was_missed() -> None:
    assert graded(said(True)) == {"R8": Grade.GOOD}
    assert graded(said(True, stars=2)) == {"R8": Grade.HARD}
    assert graded(said(True), hints=1) == {"R8": Grade.HARD}
    assert graded(said(False)) == {"R8": Grade.FORGOTTEN}
    assert graded(said(False, rule="R10")) == {"R8": Grade.FORGOTTEN, "R10": Grade.FORGOTTEN}
    assert graded(said(False, rule="of another game")) == {"R8": Grade.FORGOTTEN}
    assert graded(None) == {"R8": Grade.FORGOTTEN}


def test_new_rules_come_one_after_the_other_and_none_twice_in_a_row(progress: Progress) -> None:
    drill = Drill(RULES, progress)
    asked = []
    for at in range(3):
        asked.append(drill.next_rule(at))
        drill.last = asked[-1]
        progress.review(Reviewed(asked[-1], at, Grade.GOOD))
    assert asked == ["R8", "R9", "R10"]
    assert drill.next_rule(3) == "R8"  # The soonest due of those that are not due yet.


def test_what_is_due_comes_before_what_was_missed_and_that_before_what_is_new(
    progress: Progress,
) -> None:
    drill = Drill(RULES, progress)
    progress.review(Reviewed("R9", 0, Grade.GOOD), Reviewed("R10", DAY, Grade.FORGOTTEN))
    assert drill.next_rule(DAY) == "R9"
    progress.review(Reviewed("R9", DAY, Grade.GOOD))
    assert drill.next_rule(DAY + 1) == "R10"
    drill.last = "R10"
    assert drill.next_rule(DAY + 1) == "R8"


def test_a_rule_that_was_picked_stays(progress: Progress) -> None:
    drill = Drill(RULES, progress)
    drill.picked = "R10"
    assert [drill.next_exercise(at)[0].rules for at in range(3)] == [("R10",)] * 3


def test_one_rule_alone_may_come_twice_in_a_row(progress: Progress) -> None:
    drill = Drill(("R9",), progress)
    assert [drill.next_exercise(at)[0].name for at in range(2)] == ["practice.R9.1"] * 2


def test_it_gets_harder_while_it_is_known_and_begins_again_where_it_is_missed(
    progress: Progress,
) -> None:
    drill = Drill(RULES, progress)
    levels = [drill.level("R9")]
    for at, grade in enumerate([Grade.GOOD, Grade.HARD, Grade.GOOD, Grade.FORGOTTEN, Grade.GOOD]):
        progress.review(Reviewed("R9", at, grade))
        levels.append(drill.level("R9"))
    assert levels == [1, 2, 3, 3, 1, 2]


def test_what_a_later_lesson_teaches_is_not_asked_before(progress: Progress) -> None:
    """What was seen before it was covered again: a lesson without moves (R12) leaves it out."""
    for at in range(3):
        progress.review(Reviewed("R33", at, Grade.GOOD))
    assert Drill(("R6", "R33"), progress).level("R33") == 1
    assert Drill(("R12", "R33"), progress).level("R33") == 3


def test_no_task_comes_twice_in_a_sitting_or_the_next(progress: Progress) -> None:
    drill = Drill(("R9",), progress)
    seeds = [drill.next_exercise(at)[1] for at in range(3)]
    name = PRACTICE["R9"][0].name
    progress.record(Attempted(name, seeds[-1], "en", 5, True, 3))
    progress.record(Attempted("practice.R9.2", 99, "en", 5, True, 3))
    seeds += [Drill(("R9",), progress).next_exercise(at)[1] for at in range(1)]
    assert seeds == [1, 2, 3, 4]
    assert fresh_seed(None, PRACTICE["R9"][0], 6) == 7
