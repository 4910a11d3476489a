"""Exercises, which draw a new task from each seed, and what an answer says about rules."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from ksm_widgets.telling.rulebook import find_rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ksm_widgets.tasks.task import AnyTask, Feedback
    from ksm_widgets.telling.phrases import Terms


LEVELS = 3
"""How hard a task may be: 1 is the easiest, 3 the hardest."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A named source of tasks; its name is unique, as progress is kept by it.

    `draw` makes a task from a random generator and the reader's edition of the game. A `fixed`
    exercise is an example from a rulebook: the same board for every seed. Where `draw` has only few
    tasks, it draws seed 0, and `then` the others, harder with each seed.
    """

    name: str
    rules: tuple[str, ...]
    draw: Callable[[Random, Any], AnyTask]
    fixed: bool = False
    then: Callable[[Random, Any, int], AnyTask] | None = None

    def task(self, seed: int, edition: Terms) -> AnyTask:
        """The task of a seed: the same seed always draws the same one."""
        rng = Random(f"{self.name} {0 if self.fixed else seed}")
        if seed and self.then is not None:
            return self.then(rng, edition, min(seed, LEVELS))
        return self.draw(rng, edition)


def rules_told(task: AnyTask, feedback: Feedback | None) -> tuple[str, ...]:
    """The rules that a first answer says something about; without feedback it was shown.

    That is the main one and, if another one was missed, that one too. Rules of no registered
    rulebook are left out.
    """
    missed = None if feedback is None or feedback.right else feedback.rule
    rules = dict.fromkeys((task.rules[0], missed))
    return tuple(rule for rule in rules if rule is not None and find_rule(rule))


class Kept(Protocol):
    """A keeper of answers, such as a learner's progress."""

    def attempts(self) -> Sequence[Any]:
        """All answers kept, each with its `task` and `seed`."""

    def answered(
        self,
        task: str,
        seed: int,
        edition: str,
        *,
        right: bool | None,
        stars: int = 0,
        hints: int = 0,
        rule: str | None = None,
        reviewed: Iterable[str] = (),
    ) -> None:
        """Keep an answer and the rules it says something about; `right` is None if it was shown."""


def fresh_seed(kept: Kept | None, exercise: Exercise, last: int) -> int:
    """A seed new to this learner: above the `last` one shown and all that were answered."""
    had = () if kept is None else kept.attempts()
    seeds: list[int] = [each.seed for each in had if each.task == exercise.name]
    return 1 + max([last, *seeds])
