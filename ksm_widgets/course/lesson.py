"""Lessons as data, for any game: prose, exercises, guided games, differences between editions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ksm_widgets.tasks.exercise import Exercise
from ksm_widgets.telling.phrases import main_edition
from ksm_widgets.telling.rulebook import in_order, linked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.phrases import Reader, Terms
    from ksm_widgets.telling.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Differs:
    """A place in a lesson where the editions differ; a reader sees the words of their own.

    They are in the catalogues' table `differs`, under the name and the edition.
    """

    name: str
    rules: tuple[str, ...]

    def text(self, reader: Reader) -> str:
        """The words for a reader, in Markdown, with links to the rules."""
        return linked(reader.text(f"differs.{self.name}_{reader.played}"))


@dataclass(frozen=True, slots=True)
class Legend:
    """Pictures in a lesson, each with its words for a reader; `name` is unique.

    On a dark page they are those of `dark`, if it has any; `size` is against that of the scenes.
    """

    name: str
    items: Callable[[Reader], Sequence[tuple[Scene, str]]]
    dark: Callable[[Reader], Sequence[tuple[Scene, str]]] | None = None
    size: float = 0.6

    def text(self, reader: Reader) -> str:
        """The words alone."""
        return " · ".join(words for _, words in self.items(reader))


@dataclass(frozen=True, slots=True)
class GuidedPart:
    """A game that a lesson plays with the learner; `name` is unique."""

    name: str

    @property
    def exercise(self) -> str:
        """The name under which the learner's progress is kept."""
        return f"game.{self.name}"


Part: TypeAlias = str | Differs | Legend | Exercise | GuidedPart
"""A part of a lesson; a text is the key of its prose."""


def _kept(parts: Iterable[Part]) -> tuple[str, ...]:
    return tuple(
        part.exercise if isinstance(part, GuidedPart) else part.name
        for part in parts
        if isinstance(part, (Exercise, GuidedPart))
    )


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its parts are keys of its prose (`text1`), differences, legends and exercises.

    The prose is in the catalogues' table `prose_` + name. A lesson that plays what was learned has
    a guided game as its only part. Whoever has done the `parts` has finished; `more` comes after
    that and is optional. One that is `halfway` to the next number came between later; the others
    keep their numbers. Its notebook is named after its `stem`, by default its number and name.
    """

    number: int
    name: str
    parts: tuple[Part, ...]
    more: tuple[Part, ...] = ()
    halfway: bool = False
    stem: str = ""

    @property
    def game(self) -> GuidedPart | None:
        """Its guided game."""
        return next((part for part in self.parts if isinstance(part, GuidedPart)), None)

    @property
    def label(self) -> str:
        """Its number as readers see it."""
        return f"{self.number}½" if self.halfway else str(self.number)

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """Its exercises, in order, the optional ones included."""
        return tuple(part for part in (*self.parts, *self.more) if isinstance(part, Exercise))

    @property
    def tasks(self) -> tuple[str, ...]:
        """The names under which progress in its parts is kept."""
        return _kept(self.parts)

    @property
    def further(self) -> tuple[str, ...]:
        """The names under which progress in its optional tasks is kept."""
        return _kept(self.more)

    @property
    def tests(self) -> bool:
        """Whether it is the final test."""
        return self.name == "final"

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that its exercises are about, in order."""
        return in_order(rule for exercise in self.exercises for rule in exercise.rules)

    @property
    def file(self) -> str:
        """The name of its notebook, the same in every language."""
        return f"{self.stem or f'{self.number:02}-{self.name}'}.ipynb"


@dataclass(frozen=True)
class Curriculum:
    """A game's course: its lessons, endless practice by rule, its rulebook and its editions.

    The final test asks something of each of the `topics`, which are exercises of lessons and of
    practice. By default every lesson but the first is one, with all that it draws at random. The
    `path` names the lessons that lead to a first whole game. `terms` finds an edition by name, and
    the sentence `follows` says at the beginning of a lesson which one it follows. `beyond` is the
    page where one plays what was learned: the key of the game's name, and its address from a
    lesson.
    """

    lessons: tuple[Lesson, ...]
    practice: Mapping[str, tuple[Exercise, ...]]
    rulebook: Rulebook
    editions: tuple[str, ...]
    topics: tuple[tuple[Exercise, ...], ...] = ()
    path: tuple[str, ...] = ()
    terms: Callable[[str], Terms] = main_edition
    follows: str = ""
    beyond: tuple[str, str] | None = None
    exercises: Mapping[str, Exercise] = field(init=False)
    differences: Mapping[str, Differs] = field(init=False)
    legends: Mapping[str, Legend] = field(init=False)

    def __post_init__(self) -> None:
        parts = [part for each in self.lessons for part in (*each.parts, *each.more)]
        exercises = {part.name: part for part in parts if isinstance(part, Exercise)}
        differences = {part.name: part for part in parts if isinstance(part, Differs)}
        legends = {part.name: part for part in parts if isinstance(part, Legend)}
        object.__setattr__(self, "exercises", exercises)
        object.__setattr__(self, "legends", legends)
        object.__setattr__(self, "differences", differences)
        if not self.topics:
            drawn = (
                tuple(exercise for exercise in lesson.exercises if not exercise.fixed)
                for lesson in self.lessons
                if lesson.number > 0
            )
            object.__setattr__(self, "topics", tuple(filter(None, drawn)))

    def onward(self, lesson: Lesson) -> tuple[Lesson, ...]:
        """The lesson after this one, and the next of the path where that is another.

        Whoever is on the path is led along it first.
        """
        following = self.lessons[self.lessons.index(lesson) + 1 :]
        on_path = tuple(each for each in following if each.name in self.path)
        first, other = following[:1], on_path[:1]
        if lesson.name in self.path:
            first, other = other, first
        return first if first == other else first + other
