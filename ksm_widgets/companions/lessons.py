"""The lessons of the games on the shelf: a game has its own in `lessons.py` of its folder.

There `CURRICULUM = curriculum("<game>", …)` lists them as those of the main course are. The prose
is in a catalogue beside it, in a table `prose_<lesson's name>`; exercises are named
`<game>.<lesson>.<task>`, as progress is kept by it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.own_files import with_ours
from ksm_widgets.companions.shelf import companion, curricula, notebook_of
from ksm_widgets.companions.tasks import Topic
from ksm_widgets.course import HOME
from ksm_widgets.course.lesson import Curriculum, Legend, Lesson
from ksm_widgets.course.writing import Series
from ksm_widgets.tasks.exercise import LEVELS, Exercise
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from ksm_widgets.tasks.task import AnyTask
    from ksm_widgets.telling.phrases import Terms


@dataclass(frozen=True, slots=True)
class GameTerms:
    """A game's terms: it has one edition, and its sentences bring all their words."""

    name: str

    @property
    def title(self) -> object:
        """The game's name."""
        return Phrase(f"companion_{self.name}.name")

    @property
    def words(self) -> Mapping[str, object]:
        """None: every sentence has all its parameters itself."""
        return {}

    def word(self, value: object, language: str) -> object:
        """The value as it is."""
        return value


class Drawn(NamedTuple):
    """A task of a lesson: its name there, its rules, the main one first, and what draws it."""

    name: str
    rules: tuple[str, ...]
    draw: Callable[[Random, Topic], AnyTask]


def curriculum(name: str, *lessons: tuple[str, tuple[str | Legend | Drawn, ...]]) -> Curriculum:
    """The course of a game: for each lesson its name, and its parts.

    A lesson's prose is in the table `prose_<game>_<lesson>`. Endless practice of a rule has the
    exercises about it, those first whose main rule it is. Lessons are about our data files,
    whatever the user's own say.
    """
    made = tuple(
        Lesson(
            number,
            f"{name}_{lesson}",
            tuple(_part(name, lesson, part) for part in parts),
            stem=f"{name}-{lesson}",
        )
        for number, (lesson, parts) in enumerate(lessons, start=1)
    )
    exercises = [exercise for lesson in made for exercise in lesson.exercises]
    terms: Terms = GameTerms(name)
    rulebook = companion(name).rulebook
    assert rulebook is not None, f"{name} has lessons but no rulebook"
    return Curriculum(
        made,
        {rule: found for rule in rulebook.rules if (found := _practice(name, rule, exercises))},
        rulebook,
        (name,),
        terms=lambda _: terms,
        follows="shelf_lessons.follows",
        beyond=(f"companion_{name}.name", f"../{notebook_of(name)}"),
    )


def _part(game: str, lesson: str, part: str | Legend | Drawn) -> str | Legend | Exercise:
    match part:
        case Legend(items=items, dark=dark):
            ours = None if dark is None else partial(with_ours, dark)
            return replace(part, items=partial(with_ours, items), dark=ours)
        case Drawn(name, rules, draw):
            topic = Topic(game, rules)
            return Exercise(
                f"{game}.{lesson}.{name}", rules, lambda rng, _: with_ours(draw, rng, topic)
            )
        case str():
            return part


def _practice(name: str, rule: str, exercises: list[Exercise]) -> tuple[Exercise, ...]:
    about = [exercise for exercise in exercises if rule in exercise.rules]
    about.sort(key=lambda exercise: exercise.rules.index(rule))
    return tuple(
        Exercise(f"{name}.{rule}.{level}", exercise.rules, exercise.draw)
        for level, exercise in enumerate(about[:LEVELS], start=1)
    )


@cache
def series() -> Mapping[str, Series]:
    """The lessons to write, by the name of the game."""
    return {name: _series(name, taught) for name, taught in curricula().items()}


def _series(name: str, taught: Curriculum) -> Series:
    return Series(
        taught,
        ("from ksm_widgets.widgets import shelf_course", f'shelf_course("{name}", "{{language}}")'),
        (
            ("site.home", f"../{HOME}"),
            (f"companion_{name}.name", f"../{notebook_of(name)}"),
            (f"{name}_rules.title", taught.rulebook.page),
        ),
    )
