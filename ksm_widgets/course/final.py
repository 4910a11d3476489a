"""The final test of a course: twenty mixed questions drawn from a seed, and the certificate."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.progress import MOST_STARS
from ksm_widgets.rules.chance import shuffled
from ksm_widgets.rules.json_text import read_json
from ksm_widgets.tasks.exercise import RESERVED
from ksm_widgets.tasks.task import Feedback
from ksm_widgets.telling.phrases import plain
from ksm_widgets.telling.rulebook import find_rule, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.course.lesson import Curriculum
    from ksm_widgets.progress.rows import Attempted
    from ksm_widgets.tasks.exercise import Exercise
    from ksm_widgets.tasks.task import AnyTask
    from ksm_widgets.telling.phrases import Reader, Terms


QUESTIONS = 20
MOST_NUMBER = 10**6
"""The highest number of a test."""
PASSED = 14
"""Right answers from which on a result is a certificate."""
_GRADES = ((18, "master"), (PASSED, "digger"), (9, "helper"), (0, "visitor"))


@dataclass(frozen=True, slots=True)
class FinalQuestion:
    """A question of the test: an exercise and the seed it is drawn from, which no lesson uses."""

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

    def text(self) -> str:
        """The test so far as text, to resume it later."""
        answers = [[said.right, said.stars, said.rule] for said in self.answered]
        asked = [question.exercise.name for question in self.questions]
        return json.dumps({"number": self.seed, "asked": asked, "answers": answers})

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
    def passed(self) -> bool:
        """Whether enough was right for a certificate."""
        return self.right >= PASSED

    @property
    def grade(self) -> str:
        """The name of the grade for this score."""
        return next(name for least, name in _GRADES if self.right >= least)

    def lines(self, reader: Reader) -> tuple[str, ...]:
        """The result as lines of text; it is called a certificate if the test was passed."""
        head = (
            reader.text(f"final.{'certificate' if self.passed else 'result'}"),
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


def final_test(seed: int, curriculum: Curriculum) -> FinalTest:
    """The test of that number: one question of each topic, and more if there are few topics.

    Examples from rulebooks and lesson 0 are left out.
    """
    rng = Random(f"final {seed}")
    topics = [shuffled(rng, topic) for topic in curriculum.topics]
    first = [exercises[0] for exercises in topics]
    rest = shuffled(rng, (exercise for exercises in topics for exercise in exercises[1:]))
    chosen = shuffled(rng, (first + rest)[:QUESTIONS])
    return FinalTest(seed, tuple(FinalQuestion(each, RESERVED + seed) for each in chosen))


def best_result(attempts: Iterable[Attempted]) -> tuple[int, int]:
    """Right answers and stars in the best of all tests, unfinished ones included.

    Where a test was taken twice, the last answer to each question counts.
    """
    tests: dict[int, dict[str, Attempted]] = {}
    for each in attempts:
        if each.seed >= RESERVED:
            tests.setdefault(each.seed, {})[each.task] = each
    found = ([each.stars for each in test.values() if each.right] for test in tests.values())
    return max(
        ((len(stars[:QUESTIONS]), sum(stars[:QUESTIONS])) for stars in found), default=(0, 0)
    )


def resumed(text: str, curriculum: Curriculum) -> FinalTest | None:
    """The test of a text that `FinalTest.text` made; None if it is not begun or makes no sense.

    A test whose questions have changed since can't be resumed either.
    """
    try:
        data = read_json(text)
    except (ValueError, RecursionError):
        return None
    match data:
        case {"number": int(number), "asked": list(asked), "answers": [_, *_] as answers}:
            if not 0 <= number <= MOST_NUMBER:
                return None
            test = final_test(number, curriculum)
            said = [_answer(row) for row in answers]
            same = [question.exercise.name for question in test.questions] == asked
            known = [feedback for feedback in said if feedback is not None]
            if same and len(known) == len(said) <= len(test.questions):
                return replace(test, answered=tuple(known))
    return None


def _answer(row: object) -> Feedback | None:
    match row:
        case [bool(right), int(stars), str() | None as rule] if 0 <= stars <= MOST_STARS:
            known = rule if rule is None or find_rule(rule) else None
            return Feedback(right, (plain("", known),), stars)
    return None
