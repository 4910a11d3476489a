"""Endless practice: which rule comes next, and how hard its task is.

Rules that are due come first, then those missed the last time, then new ones. A rule gets harder
each time in a row that it was known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.progress.schedule import Schedule
from ksm_widgets.tasks.exercise import fresh_seed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.progress.progress import Progress
    from ksm_widgets.tasks.exercise import Exercise


class Drill:
    """Practice of some rules, or of the one that is `picked`; `practice` has their exercises."""

    def __init__(
        self,
        rules: Sequence[str],
        practice: Mapping[str, tuple[Exercise, ...]],
        progress: Progress,
    ) -> None:
        self._rules, self._practice, self._progress = tuple(rules), practice, progress
        self._seen: dict[str, int] = {}
        self.picked: str | None = None
        self.last: str | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules it is about, in their order."""
        return self._rules

    def schedule(self) -> Schedule:
        """When each rule is due, from all reviews."""
        return Schedule(self._progress.reviews())

    def level(self, rule: str, schedule: Schedule | None = None) -> int:
        """The level of a rule's next task, from 1; tasks that need other rules are left out."""
        standing = (schedule or self.schedule()).standing(rule)
        run = 0 if standing is None else standing.run
        fitting = [each for each in self._practice[rule] if set(each.rules) <= {rule, *self._rules}]
        return min(run + 1, len(fitting))

    def next_rule(self, at: int) -> str:
        """The next rule: the one picked, or the first that was not asked just now."""
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
        exercise = self._practice[rule][self.level(rule) - 1]
        seed = fresh_seed(self._progress, exercise, self._seen.get(exercise.name, 0))
        self._seen[exercise.name] = seed
        return exercise, seed


def _due(schedule: Schedule, rule: str) -> int:
    standing = schedule.standing(rule)
    return 0 if standing is None else standing.due
