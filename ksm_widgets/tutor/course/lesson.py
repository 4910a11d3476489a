"""A lesson: prose and exercises in turn. An exercise draws a fresh task from every seed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.rules.rulebooks import Edition
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.tasks.task import AnyTask

__all__ = ["LEVELS", "Differs", "Exercise", "Lesson", "linked"]

LEVELS = 3
"""How hard practice may be: 1 at first, 3 the hardest."""

_RULE = re.compile(r"\b(R(?:[1-9]|[12][0-9]|3[0-3]))\b")


def linked(text: str) -> str:
    """A Markdown text with every rule's number leading to its place on the rules page."""
    return _RULE.sub(r"[\1](rules.md#\1)", text)


@dataclass(frozen=True, slots=True)
class Exercise:
    """A kind of task that a lesson sets: `name` is unique in its lesson.

    `draw` makes a task from chance and the reader's edition. A `fixed` one is a worked example
    of a rulebook: the same board for every seed. What can be asked only once, or a few times, is
    asked with seed 0; `then` is what goes on asking, at rising difficulty, so that nothing comes
    again.
    """

    name: str
    rules: tuple[str, ...]
    draw: Callable[[Random, Edition], AnyTask]
    fixed: bool = False
    then: Callable[[Random, Edition, int], AnyTask] | None = None

    def task(self, seed: int, edition: Edition) -> AnyTask:
        """The task of a seed; the same for the same seed, another one for another."""
        rng = Random(f"{self.name} {0 if self.fixed else seed}")
        if seed and self.then is not None:
            return self.then(rng, edition, min(seed, LEVELS))
        return self.draw(rng, edition)


@dataclass(frozen=True, slots=True)
class Differs:
    """A place in a lesson where the editions differ: it is told as in the reader's edition.

    Its words stand in the catalogues' table `differs`, once for readers of each edition.
    """

    name: str
    rules: tuple[str, ...]

    def text(self, reader: Reader) -> str:
        """What a reader is told, in Markdown, every rule's number leading to its place."""
        return linked(reader.text(f"differs.{self.name}_{reader.played}"))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of the course: its parts in order, a prose's key (`text1`), a place where the
    editions differ, or an exercise.

    Its prose stands in the catalogues' table `prose_` + name.
    """

    number: int
    name: str
    parts: tuple[str | Differs | Exercise, ...]

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """Its exercises, in order."""
        return tuple(part for part in self.parts if isinstance(part, Exercise))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that its exercises are about, in order of their numbers."""
        named = {rule for exercise in self.exercises for rule in exercise.rules}
        return tuple(sorted(named, key=lambda rule: int(rule[1:])))

    @property
    def file(self) -> str:
        """The name of its notebook, the same in every language."""
        return f"{self.number:02}-{self.name}.ipynb"
