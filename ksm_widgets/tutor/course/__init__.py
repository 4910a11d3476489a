"""The course: lessons 0 to 11, and the final test drawn from their exercises.

EXERCISES["moving.targets"].task(seed=1, edition=edition("en")).check(answer)
"""

from ksm_widgets.tutor.course import basics, digging, magic, money, whole
from ksm_widgets.tutor.course.lesson import Differs, Exercise, Lesson

__all__ = ["DIFFERENCES", "EXERCISES", "LESSONS", "Exercise", "Lesson"]

LESSONS: tuple[Lesson, ...] = (
    *basics.LESSONS,
    *digging.LESSONS,
    *magic.LESSONS,
    *money.LESSONS,
    *whole.LESSONS,
    Lesson(12, "final", ("text1",)),
)

EXERCISES: dict[str, Exercise] = {
    exercise.name: exercise for lesson in LESSONS for exercise in lesson.exercises
}

DIFFERENCES: dict[str, Differs] = {
    part.name: part for lesson in LESSONS for part in lesson.parts if isinstance(part, Differs)
}
