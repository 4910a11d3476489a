"""Drilling: which rule comes next, how hard it is asked, and what an answer says about it.

A learner is asked what is due first, then what was missed last, then what was never asked. A task
gets harder with every time in a row that its rule was known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.tutor.course.practice import PRACTICE
from ksm_widgets.tutor.repetition.reviewed import Grade, Reviewed
from ksm_widgets.tutor.repetition.schedule import Schedule
from ksm_widgets.tutor.tasks.task import MOST_STARS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.tutor.course.lesson import Exercise
    from ksm_widgets.tutor.course.progress import Progress
    from ksm_widgets.tutor.tasks.task import AnyTask, Feedback

__all__ = ["Drill", "fresh_seed", "reviews_of"]


def reviews_of(task: AnyTask, said: Feedback | None, hints: int, at: int) -> tuple[Reviewed, ...]:
    """What the first answer to a task says of its main rule, and of another that it missed.

    Nothing said means that the answer was given away. Rules of no game of ours are left out.
    """
    main = task.rules[0]
    if said is not None and said.right:
        known = Grade.GOOD if said.stars == MOST_STARS and not hints else Grade.HARD
        asked = {main: known}
    else:
        missed = (main,) if said is None or said.rule is None else (main, said.rule)
        asked = dict.fromkeys(missed, Grade.FORGOTTEN)
    return tuple(
        Reviewed(rule, at, int(grade)) for rule, grade in asked.items() if rule in PRACTICE
    )


def fresh_seed(progress: Progress | None, exercise: Exercise, last: int) -> int:
    """A seed that this learner has not had: above the `last` one seen and all ever answered."""
    had = () if progress is None else progress.attempts()
    return 1 + max([last, *(each.seed for each in had if each.task == exercise.name)])


class Drill:
    """Fresh tasks about some rules, or about the one that was picked."""

    def __init__(self, rules: Sequence[str], progress: Progress) -> None:
        self._rules, self._progress = tuple(rules), progress
        self._seen: dict[str, int] = {}
        self.picked: str | None = None
        self.last: str | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules it is about, in their order."""
        return self._rules

    def schedule(self) -> Schedule:
        """What is due when, by all that was answered."""
        return Schedule(self._progress.reviews())

    def level(self, rule: str, schedule: Schedule | None = None) -> int:
        """How hard a rule is asked next, from 1 to LEVELS; not harder than the rules here allow.

        What needs a rule that is not asked here is left to a later lesson.
        """
        standing = (schedule or self.schedule()).standing(rule)
        run = 0 if standing is None else standing.run
        fitting = (each for each in PRACTICE[rule] if set(each.rules) <= {rule, *self._rules})
        return min(run + 1, len(tuple(fitting)))

    def next_rule(self, at: int) -> str:
        """What to ask next: as picked; else what is due, was missed, was never asked, comes first.

        Not the same rule twice in a row, as long as there is another.
        """
        if self.picked is not None:
            return self.picked
        schedule = self.schedule()
        due, missed = schedule.due(at, self._rules), schedule.missed(self._rules)
        new = [rule for rule in self._rules if schedule.standing(rule) is None]
        soonest = sorted(self._rules, key=lambda rule: _due(schedule, rule))
        order = tuple(dict.fromkeys((*due, *missed, *new, *soonest)))
        return next((rule for rule in order if rule != self.last), order[0])

    def next_exercise(self, at: int) -> tuple[Exercise, int]:
        """The next exercise and the seed to draw it from; no task comes twice."""
        rule = self.last = self.next_rule(at)
        exercise = PRACTICE[rule][self.level(rule) - 1]
        seed = fresh_seed(self._progress, exercise, self._seen.get(exercise.name, 0))
        self._seen[exercise.name] = seed
        return exercise, seed


def _due(schedule: Schedule, rule: str) -> int:
    standing = schedule.standing(rule)
    return 0 if standing is None else standing.due
