"""Exercises, which draw a new task from each seed, and what an answer says about rules."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from ksm_widgets.telling.rulebook import find_rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.progress.progress import Progress
    from ksm_widgets.tasks.task import AnyTask, Feedback
    from ksm_widgets.telling.phrases import Terms


LEVELS = 3
"""How hard a task may be: 1 is the easiest, 3 the hardest."""
RESERVED = 10**9
"""The first of the seeds that only tests draw from: no lesson and no practice gets that far."""
_TESTED = 2
"""The level in a test, where an exercise has several."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A named source of tasks; its name is unique, as progress is kept by it.

    `draw` makes a task from a random generator and the reader's edition of the game. A `fixed`
    exercise is an example from a rulebook: the same board for every seed. Where `draw` has only few
    tasks, it draws seed 0, and `then` the others, harder with each seed; a test's are of one level.
    Where there are `forms`, kinds of situation, they take turns in place of `draw`.
    """

    name: str
    rules: tuple[str, ...]
    draw: Callable[[Random, Any], AnyTask]
    fixed: bool = False
    then: Callable[[Random, Any, int], AnyTask] | None = None
    forms: tuple[Callable[[Random, Any], AnyTask], ...] = ()

    def task(self, seed: int, edition: Terms) -> AnyTask:
        """The task of a seed: the same seed always draws the same one."""
        rng = Random(f"{self.name} {0 if self.fixed else seed}")
        if seed and self.then is not None:
            level = _TESTED if seed >= RESERVED else min(seed, LEVELS)
            return self.then(rng, edition, level)
        draw = self.forms[seed % len(self.forms)] if self.forms else self.draw
        return draw(rng, edition)


def rules_told(task: AnyTask, feedback: Feedback | None) -> tuple[str, ...]:
    """The rules that a first answer says something about; without feedback it was shown.

    That is the main one and, if another one was missed, that one too. Rules of no registered
    rulebook are left out.
    """
    missed = None if feedback is None or feedback.right else feedback.rule
    rules = dict.fromkeys((task.rules[0], missed))
    return tuple(rule for rule in rules if rule is not None and find_rule(rule))


def wrong_before(progress: Progress | None, exercise: Exercise, seed: int) -> int:
    """The number of wrong answers of this learner to this task; always 0 for a fixed one."""
    if progress is None or exercise.fixed:
        return 0
    asked, had = (exercise.name, seed), progress.attempts()
    return sum((each.task, each.seed) == asked and not each.right for each in had)


def fresh_seed(progress: Progress | None, exercise: Exercise, last: int) -> int:
    """A seed new to this learner: above the `last` one shown and all that were answered.

    Those of tests don't count.
    """
    had = () if progress is None else progress.attempts()
    own = (each.seed for each in had if each.task == exercise.name)
    seeds = [seed for seed in own if seed < RESERVED]
    return 1 + max([last, *seeds])
