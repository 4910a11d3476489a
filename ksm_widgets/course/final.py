"""The final test of a course: twenty mixed questions drawn from a seed, and the certificate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.progress import MOST_STARS
from ksm_widgets.rules.chance import shuffled
from ksm_widgets.telling.rulebook import find_rule, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.course.lesson import Lesson
    from ksm_widgets.tasks.exercise import Exercise
    from ksm_widgets.tasks.task import AnyTask, Feedback
    from ksm_widgets.telling.phrases import Reader, Terms


QUESTIONS = 20
_GRADES = ((18, "master"), (14, "digger"), (9, "helper"), (0, "visitor"))


@dataclass(frozen=True, slots=True)
class FinalQuestion:
    """A question of the test: an exercise and the seed it is drawn from."""

    exercise: Exercise
    seed: int

    def task(self, edition: Terms) -> AnyTask:
        """The task drawn for a reader's edition."""
        return self.exercise.task(self.seed, edition)


@dataclass(frozen=True, slots=True)
class FinalTest:
    """A test in progress: its questions, and the feedback to each answer so far."""

    seed: int
    questions: tuple[FinalQuestion, ...]
    answered: tuple[Feedback, ...] = ()

    @property
    def question(self) -> FinalQuestion | None:
        """The next question, None if all are answered."""
        here = len(self.answered)
        return self.questions[here] if here < len(self.questions) else None

    def answering(self, feedback: Feedback) -> FinalTest:
        """The test with the next question answered; each is answered once."""
        if self.question is None:
            raise ValueError("all questions are answered")
        return replace(self, answered=(*self.answered, feedback))

    @property
    def certificate(self) -> Certificate:
        """The result so far: score, stars and the rules to look at again."""
        asked = zip(self.questions, self.answered, strict=False)
        missed = [
            (feedback.rule, *question.exercise.rules[:1])
            for question, feedback in asked
            if not feedback.right
        ]
        rules = {rule for named in missed for rule in named if rule is not None}
        return Certificate(
            seed=self.seed,
            right=sum(feedback.right for feedback in self.answered),
            count=len(self.questions),
            stars=sum(feedback.stars for feedback in self.answered),
            rules=in_order(rules),
        )


@dataclass(frozen=True, slots=True)
class Certificate:
    """The result of a test; `rules` are those to look at again."""

    seed: int
    right: int
    count: int
    stars: int
    rules: tuple[str, ...]

    @property
    def grade(self) -> str:
        """The name of the grade for this score."""
        return next(name for least, name in _GRADES if self.right >= least)

    def lines(self, reader: Reader) -> tuple[str, ...]:
        """The certificate as lines of text."""
        head = (
            reader.text("final.certificate"),
            reader.text("final.test", number=self.seed, edition=reader.edition.title),
            reader.text("final.score", right=self.right, count=self.count),
            reader.text("final.stars", stars=self.stars, most=MOST_STARS * self.count),
            reader.text(f"final.grade_{self.grade}"),
        )
        if not self.rules:
            return (*head, reader.text("final.all_known"))
        found = filter(None, map(find_rule, self.rules))
        named = (f"{rule.number} {reader.say(rule.title)}" for rule in found)
        return (*head, reader.text("final.look_again"), *named)


def final_test(seed: int, lessons: Iterable[Lesson]) -> FinalTest:
    """The test of that number: at least one question from each lesson, in random order.

    Examples from rulebooks and lesson 0 are left out.
    """
    rng = Random(f"final {seed}")
    by_lesson = [
        [exercise for exercise in lesson.exercises if not exercise.fixed]
        for lesson in lessons
        if lesson.number > 0 and lesson.exercises
    ]
    mixed = [shuffled(rng, exercises) for exercises in by_lesson]
    first = [exercises[0] for exercises in mixed]
    rest = shuffled(rng, (exercise for exercises in mixed for exercise in exercises[1:]))
    chosen = shuffled(rng, (first + rest)[:QUESTIONS])
    return FinalTest(seed, tuple(FinalQuestion(exercise, seed) for exercise in chosen))
