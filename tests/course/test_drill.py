"""Drilling: what is asked next, how hard, and what an answer says about a rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ksm_widgets.course.drill import Drill
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.course.practice import PRACTICE
from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Attempted, Recall, Reviewed
from ksm_widgets.rules import edition
from ksm_widgets.tasks.exercise import fresh_seed, rules_told
from ksm_widgets.tasks.task import Feedback
from ksm_widgets.telling.phrases import Phrase

RULES = ("R8", "R9", "R10")
DAY = 86_400_000
TASK = CURRICULUM.exercises["dig.best"].task(0, edition("en"))


@pytest.fixture
def progress() -> Iterator[Progress]:
    kept = Progress()
    yield kept
    kept.close()


def said(right: bool, stars: int = 3, rule: str | None = "R8") -> Feedback:
    return Feedback(right, (Phrase("feedback.right", {}, rule),), stars if right else 0)


def graded(feedback: Feedback | None, hints: int = 0) -> dict[str, int]:
    kept = Progress()
    right, stars = (None, 0) if feedback is None else (feedback.right, feedback.stars)
    reviewed = rules_told(TASK, feedback)
    kept.answered("dig.best", 0, "en", right=right, stars=stars, hints=hints, reviewed=reviewed)
    assert len(kept.attempts()) == (feedback is not None)
    return {each.subject: each.grade for each in kept.reviews()}


def test_an_answer_grades_its_rule_and_the_one_that_was_missed() -> None:
    assert graded(said(True)) == {"R8": Recall.GOOD}
    assert graded(said(True, stars=2)) == {"R8": Recall.HARD}
    assert graded(said(True), hints=1) == {"R8": Recall.HARD}
    assert graded(said(False)) == {"R8": Recall.FORGOTTEN}
    assert graded(said(False, rule="R10")) == {"R8": Recall.FORGOTTEN, "R10": Recall.FORGOTTEN}
    assert graded(said(False, rule="of another game")) == {"R8": Recall.FORGOTTEN}
    assert graded(None) == {"R8": Recall.FORGOTTEN}


def test_new_rules_come_one_after_the_other_and_none_twice_in_a_row(progress: Progress) -> None:
    drill = Drill(RULES, PRACTICE, progress)
    asked = []
    for at in range(3):
        asked.append(drill.next_rule(at))
        drill.last = asked[-1]
        progress.review(Reviewed(asked[-1], at, Recall.GOOD))
    assert asked == ["R8", "R9", "R10"]
    assert drill.next_rule(3) == "R8"  # The soonest due of those that are not due yet.


def test_what_is_due_comes_before_what_was_missed_and_that_before_what_is_new(
    progress: Progress,
) -> None:
    drill = Drill(RULES, PRACTICE, progress)
    progress.review(Reviewed("R9", 0, Recall.GOOD), Reviewed("R10", DAY, Recall.FORGOTTEN))
    assert drill.next_rule(DAY) == "R9"
    progress.review(Reviewed("R9", DAY, Recall.GOOD))
    assert drill.next_rule(DAY + 1) == "R10"
    drill.last = "R10"
    assert drill.next_rule(DAY + 1) == "R8"


def test_a_rule_that_was_picked_stays(progress: Progress) -> None:
    drill = Drill(RULES, PRACTICE, progress)
    drill.picked = "R10"
    assert [drill.next_exercise(at)[0].rules for at in range(3)] == [("R10",)] * 3


def test_one_rule_alone_may_come_twice_in_a_row(progress: Progress) -> None:
    drill = Drill(("R9",), PRACTICE, progress)
    assert [drill.next_exercise(at)[0].name for at in range(2)] == ["practice.R9.1"] * 2


def test_it_gets_harder_while_it_is_known_and_begins_again_where_it_is_missed(
    progress: Progress,
) -> None:
    drill = Drill(RULES, PRACTICE, progress)
    levels = [drill.level("R9")]
    for at, grade in enumerate(
        [*[Recall.GOOD, Recall.HARD] * 2, Recall.GOOD, Recall.FORGOTTEN, Recall.GOOD]
    ):
        progress.review(Reviewed("R9", at, grade))
        levels.append(drill.level("R9"))
    assert levels == [1, 1, 2, 2, 3, 3, 1, 1]


def test_what_a_later_lesson_teaches_is_not_asked_before(progress: Progress) -> None:
    """What was seen before it was covered again: a lesson without moves (R12) leaves it out."""
    for at in range(4):
        progress.review(Reviewed("R33", at, Recall.GOOD))
    assert Drill(("R6", "R33"), PRACTICE, progress).level("R33") == 1
    assert Drill(("R12", "R33"), PRACTICE, progress).level("R33") == 3


def test_no_task_comes_twice_in_a_sitting_or_the_next(progress: Progress) -> None:
    drill = Drill(("R9",), PRACTICE, progress)
    seeds = [drill.next_exercise(at)[1] for at in range(3)]
    name = PRACTICE["R9"][0].name
    progress.record(Attempted(name, seeds[-1], "en", 5, True, 3))
    progress.record(Attempted("practice.R9.2", 99, "en", 5, True, 3))
    seeds += [Drill(("R9",), PRACTICE, progress).next_exercise(at)[1] for at in range(1)]
    assert seeds == [1, 2, 3, 4]
    assert fresh_seed(None, PRACTICE["R9"][0], 6) == 7


def test_what_was_skipped_waits_until_the_others_were_asked_also_after_a_reload(
    progress: Progress,
) -> None:
    asked = []
    for at in range(3):
        # A page that is opened anew has another drill.
        exercise, _ = Drill(RULES, PRACTICE, progress).next_exercise(at)
        asked.append(exercise.rules[0])
    assert asked == ["R8", "R9", "R10"]
    drill = Drill(RULES, PRACTICE, progress)
    assert drill.next_rule(3) == "R8"  # All were skipped: the one that waited longest.
    progress.review(Reviewed("R9", 4, Recall.FORGOTTEN))
    assert drill.next_rule(5) == "R9"  # What was answered does not wait.


def test_what_was_skipped_is_another_question_after_a_reload(progress: Progress) -> None:
    seeds = [Drill(("R9",), PRACTICE, progress).next_exercise(at)[1] for at in range(3)]
    assert seeds == [1, 2, 3]
    other = Progress()
    other.read_in(progress.text())
    assert Drill(("R9",), PRACTICE, other).next_exercise(3)[1] == 4
    other.close()


@pytest.mark.parametrize(
    "kept",
    [
        "no JSON",
        "[]",
        "{}",
        '{"skipped": 3, "seen": {"practice.R9.1": "many"}}',
        '{"skipped": {"R9": true}, "seen": {"practice.R9.1": 1000000000000}}',
        "[" * 100_000,
    ],
)
def test_nonsense_kept_by_others_is_passed_over(progress: Progress, kept: str) -> None:
    progress.set("practice", kept)
    assert Drill(("R9",), PRACTICE, progress).next_exercise(0)[1] == 1
