"""Endless practice: which rule comes next, and how hard its task is.

Rules that are due come first, then those missed the last time, then new ones; of these, what was
skipped waits until all others were asked. A rule gets harder with every second time in a row that
it was known.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ksm_widgets.progress.schedule import Schedule
from ksm_widgets.rules.json_text import read_json
from ksm_widgets.tasks.exercise import RESERVED, fresh_seed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.progress.progress import Progress
    from ksm_widgets.tasks.exercise import Exercise


_RUN = 2
"""How often in a row a rule must be known to get to the next level."""
_KEPT = "practice"
"""The name under which it is kept what was shown: rules without an answer, and seeds."""


class Drill:
    """Practice of some rules, or of the one that is `picked`; `practice` has their exercises."""

    def __init__(
        self,
        rules: Sequence[str],
        practice: Mapping[str, tuple[Exercise, ...]],
        progress: Progress,
    ) -> None:
        self._rules, self._practice, self._progress = tuple(rules), practice, progress
        self._skipped, self._seen = _shown(progress.setting(_KEPT))
        self.picked: str | None = None
        self.last: str | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules it is about, in their order."""
        return self._rules

    def schedule(self) -> Schedule:
        """The date on which each rule is due, from all reviews."""
        return Schedule(self._progress.reviews())

    def level(self, rule: str, schedule: Schedule | None = None) -> int:
        """The level of a rule's next task, from 1; tasks that need other rules are left out."""
        standing = (schedule or self.schedule()).standing(rule)
        run = 0 if standing is None else standing.run
        return min(1 + run // _RUN, len(self.fitting(rule)))

    def fitting(self, rule: str) -> list[Exercise]:
        """The exercises of a rule, by level, without those that need other rules."""
        return [each for each in self._practice[rule] if set(each.rules) <= {rule, *self._rules}]

    def next_rule(self, at: int) -> str:
        """The next rule: the one picked, or the first that was not asked just now."""
        if self.picked is not None:
            return self.picked
        schedule = self.schedule()
        due, missed = schedule.due(at, self._rules), schedule.missed(self._rules)
        new = [rule for rule in self._rules if schedule.standing(rule) is None]
        soonest = sorted(self._rules, key=lambda rule: _due(schedule, rule))
        order = list(dict.fromkeys((*due, *missed, *new, *soonest)))
        skipped = [rule for rule in self._skipped if self._open(rule, schedule)]
        order = [rule for rule in order if rule not in skipped] + [
            rule for rule in skipped if rule in order
        ]
        return next((rule for rule in order if rule != self.last), order[0])

    def _open(self, rule: str, schedule: Schedule) -> bool:
        """Whether a rule was shown, but not answered since."""
        return self._skipped.get(rule) == _times(schedule, rule)

    def next_exercise(self, at: int) -> tuple[Exercise, int]:
        """The next exercise and the seed to draw it from, which never comes twice.

        That it was shown is kept, so that what is skipped does not come back when the page does.
        """
        rule = self.last = self.next_rule(at)
        schedule = self.schedule()
        exercise = self._practice[rule][self.level(rule, schedule) - 1]
        seed = fresh_seed(self._progress, exercise, self._seen.get(exercise.name, 0))
        self._seen[exercise.name] = seed
        self._skipped.pop(rule, None)
        self._skipped[rule] = _times(schedule, rule)
        self._progress.set(_KEPT, json.dumps({"skipped": self._skipped, "seen": self._seen}))
        return exercise, seed


def _times(schedule: Schedule, rule: str) -> int:
    standing = schedule.standing(rule)
    return 0 if standing is None else standing.times


def _shown(kept: str | None) -> tuple[dict[str, int], dict[str, int]]:
    """Rules shown without an answer, and the last seed of each exercise, as far as that is kept."""
    try:
        data = read_json(kept or "{}")
    except (ValueError, RecursionError):
        return {}, {}
    found = data if isinstance(data, dict) else {}
    skipped, seen = (_counts(found.get(name)) for name in ("skipped", "seen"))
    return skipped, seen


def _counts(found: object) -> dict[str, int]:
    """The numbers from 0 to RESERVED in what was kept; anything else is dropped."""
    if not isinstance(found, dict):
        return {}
    return {name: n for name, n in found.items() if type(n) is int and 0 <= n < RESERVED}


def _due(schedule: Schedule, rule: str) -> int:
    standing = schedule.standing(rule)
    return 0 if standing is None else standing.due
