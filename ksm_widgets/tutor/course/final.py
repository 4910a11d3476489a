"""The final test: twenty mixed questions drawn from a seed, and what they say about a learner."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import shuffled
from ksm_widgets.tutor.course import LESSONS
from ksm_widgets.tutor.tasks.task import MOST_STARS

if TYPE_CHECKING:
    from ksm_widgets.rules.rulebooks import Edition
    from ksm_widgets.tutor.course.lesson import Exercise
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.tasks.task import AnyTask, Feedback

__all__ = ["QUESTIONS", "Certificate", "FinalTest", "Item", "final_test"]

QUESTIONS = 20
_GRADES = ((18, "master"), (14, "digger"), (9, "helper"), (0, "visitor"))


@dataclass(frozen=True, slots=True)
class Item:
    """A question of the test: an exercise and the seed it is drawn from."""

    exercise: Exercise
    seed: int

    def task(self, edition: Edition) -> AnyTask:
        """The task, drawn when its turn comes."""
        return self.exercise.task(self.seed, edition)


@dataclass(frozen=True, slots=True)
class FinalTest:
    """A test as far as it has come: its questions, and what was said to each answer."""

    seed: int
    questions: tuple[Item, ...]
    answered: tuple[Feedback, ...] = ()

    @property
    def question(self) -> Item | None:
        """The next question, or None if all are answered."""
        here = len(self.answered)
        return self.questions[here] if here < len(self.questions) else None

    def answering(self, feedback: Feedback) -> FinalTest:
        """The test after an answer to the next question; each is answered once."""
        if self.question is None:
            raise ValueError("all questions are answered")
        return replace(self, answered=(*self.answered, feedback))

    @property
    def certificate(self) -> Certificate:
        """What the answers so far say: score, stars and the rules to look at again."""
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
            rules=tuple(sorted(rules, key=lambda rule: int(rule[1:]))),
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
        """The key of the sentence for a score out of twenty."""
        return next(name for least, name in _GRADES if self.right >= least)

    def lines(self, reader: Reader) -> tuple[str, ...]:
        """The certificate as lines of text."""
        edition = f"final.edition_{reader.edition.name}"
        head = (
            reader.text("final.certificate"),
            f"{reader.text('final.test', number=self.seed)} · {reader.text(edition)}",
            reader.text("final.score", right=self.right, count=self.count),
            reader.text("final.stars", stars=self.stars, most=MOST_STARS * self.count),
            reader.text(f"final.grade_{self.grade}"),
        )
        if not self.rules:
            return (*head, reader.text("final.all_known"))
        named = (f"{rule} {reader.text(f'rule_title.{rule}')}" for rule in self.rules)
        return (*head, reader.text("final.look_again"), *named)


def final_test(seed: int) -> FinalTest:
    """The test of that number: something from every lesson, the rest from all, in mixed order.

    Worked examples and the first try-outs are not asked again.
    """
    rng = Random(f"final {seed}")
    by_lesson = [
        [exercise for exercise in lesson.exercises if not exercise.fixed]
        for lesson in LESSONS
        if lesson.number > 0 and lesson.exercises
    ]
    mixed = [shuffled(rng, exercises) for exercises in by_lesson]
    first = [exercises[0] for exercises in mixed]
    rest = shuffled(rng, (exercise for exercises in mixed for exercise in exercises[1:]))
    chosen = shuffled(rng, (first + rest)[:QUESTIONS])
    return FinalTest(seed, tuple(Item(exercise, seed) for exercise in chosen))
